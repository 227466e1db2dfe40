package apptest

import (
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Accessible lists the entries of a folder that users other than the owner can
// access.
func Accessible(t *testing.T, folder string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			paths = append(paths, info.Mode().String()+" "+strings.TrimPrefix(path, folder))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// ClearUmask sets the umask to 0 until the end of the test, so that
// files get exactly the permissions that the program requests. The umask belongs to the process:
// no other test may run in parallel.
func ClearUmask(t *testing.T) {
	t.Helper()
	before := syscall.Umask(0)
	t.Cleanup(func() { syscall.Umask(before) })
}
