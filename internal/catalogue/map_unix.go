//go:build unix

package catalogue

import (
	"os"
	"syscall"
)

// mapFile maps a file read-only. Its pages are loaded on access and the system can
// reclaim them.
func mapFile(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
}

func unmap(data []byte) { _ = syscall.Munmap(data) } // fails only for memory that is not mapped
