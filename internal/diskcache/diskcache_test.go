package diskcache_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"ferrule/internal/diskcache"
)

func TestTheLeastRecentlyUsedFilesAreEvicted(t *testing.T) {
	t.Parallel()
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	now := time.Now()
	put := func(name string, used time.Duration) {
		t.Helper()
		if err := root.MkdirAll(name[:1], 0o750); err != nil {
			t.Fatal(err)
		}
		if err := root.WriteFile(name, make([]byte, 4000), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := root.Chtimes(name, now, now.Add(-used)); err != nil {
			t.Fatal(err)
		}
	}
	if err := root.WriteFile("mark", []byte("the owner's own"), 0o600); err != nil {
		t.Fatal(err)
	}
	put("a/oldest", 3*time.Hour)
	put("b/old", 2*time.Hour)
	put("b/new", time.Minute)
	put("c/newer", time.Second)
	put("c/"+diskcache.Unfinished+"written", time.Second)
	put("c/"+diskcache.Unfinished+"left", 2*time.Hour)

	at, above := diskcache.NewFolder(root, 4*4096), diskcache.NewFolder(root, 3*4096)
	if err := at.Evict(); err != nil || at.Bytes() != 4*4096 || !at.Full() {
		t.Errorf("at the limit: %d bytes, %v", at.Bytes(), err)
	}
	if err := above.Add(4 * 4096); err != nil || above.Bytes() != 2*4096 || above.Full() {
		t.Errorf("above the limit: %d bytes, %v", above.Bytes(), err)
	}
	var names []string
	for _, folder := range []string{".", "a", "b", "c"} {
		entries, err := os.ReadDir(root.Name() + "/" + folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if !entry.IsDir() {
				names = append(names, entry.Name())
			}
		}
	}
	if want := []string{"mark", "new", diskcache.Unfinished + "written", "newer"}; !slices.Equal(names, want) {
		t.Errorf("got files %v, want %v", names, want)
	}
}
