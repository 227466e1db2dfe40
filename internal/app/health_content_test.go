package app_test

import (
	"os"
	"path/filepath"
	"testing"

	"ferrule/internal/content/store"
)

func TestMissingContentIsReported(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(file string) error{
		"empty":  func(file string) error { return os.Truncate(file, 0) },
		"absent": os.Remove,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := healthyFolder(t)
			file := filepath.Join(data, store.FileName)
			checkpoint(t, file)
			if err := damage(file); err != nil {
				t.Fatal(err)
			}
			expectDegraded(t, data, "content_database", "content database: content.db is empty, although the data folder has files", "FAIL  content ")
		})
	}
}
