package bench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRecordReplacesASectionOfTheResults(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, s := range [][2]string{{"Pages", "old"}, {"Pages not from the cache", "kept"}, {"Pages", "new\n"}} {
		if err := Record(folder, s[0], s[1]); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, "results.md"))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(text); strings.Contains(got, "old") || !strings.Contains(got, "kept") || strings.Count(got, "\n## Pages\n") != 1 || strings.Index(got, "new") > strings.Index(got, "kept") {
		t.Errorf("the results are now\n%s", got)
	}
}
