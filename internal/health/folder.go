package health

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"ferrule/internal/fault"
)

// MinFree is the free space that a data folder should have, in bytes.
const MinFree = 256 << 20

// probeName is the name of the test file. It is constant, so that a killed
// program leaves at most one.
const probeName = ".health-probe"

// Folder writes, syncs and removes a small file in a folder, and returns the
// free space in bytes. Its errors are *fault.Error.
func Folder(path string) (free uint64, err error) {
	if err := probe(filepath.Join(path, probeName)); err != nil {
		return 0, fault.Wrap(fault.Unavailable, err, "it cannot be written to, so no request can be stored; free disk space and check that the folder belongs to the program's user")
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(path, &disk); err != nil {
		return 0, fault.Wrap(fault.Unavailable, err, "the file system does not report its free space")
	}
	free = disk.Bavail * uint64(disk.Bsize) //nolint:gosec // a block size is positive
	if free < MinFree {
		return free, fault.New(fault.Unavailable, "%d MB are left; free disk space, a full disk loses requests", free>>20)
	}
	return free, nil
}

func probe(file string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|syscall.O_NOFOLLOW, 0o600) //nolint:gosec // the operator's own folder
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 4096))
	err = errors.Join(err, f.Sync(), f.Close())
	if removed := os.Remove(file); !errors.Is(removed, fs.ErrNotExist) { // another process may probe as well
		err = errors.Join(err, removed)
	}
	return err
}
