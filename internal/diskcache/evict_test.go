package diskcache

import (
	"os"
	"testing"
)

// Eviction takes seconds in a large folder, during which hundreds of files are
// added.
func TestEvictionDoesNotBlockConcurrentWriters(t *testing.T) {
	t.Parallel()
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	f := NewFolder(root, 3*4096)
	put := func(name string) {
		t.Helper()
		if err := root.MkdirAll("a", 0o750); err != nil {
			t.Fatal(err)
		}
		if err := root.WriteFile("a/"+name, make([]byte, 4000), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := f.Add(4096); err != nil {
			t.Fatal(err)
		}
	}
	f.sweep.Lock() // simulates a running eviction; a caller that waited for it would block for ever
	for _, name := range []string{"1", "2", "3", "4", "5"} {
		put(name)
	}
	if got := f.Bytes(); got != 5*4096 {
		t.Errorf("got %d bytes, want %d", got, 5*4096)
	}
	f.sweep.Unlock()
	put("6")
	left, err := os.ReadDir(root.Name() + "/a")
	if err != nil || len(left) != 2 || f.Bytes() != 2*4096 {
		t.Errorf("got %d files of %d bytes, %v; want 2 files", len(left), f.Bytes(), err)
	}
}
