//go:build unix

package catalogue

import (
	"os"
	"syscall"
)

// mapFile has a file in the address space, where it takes memory only as far as
// it is looked at, and that memory can be taken away again.
func mapFile(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
}

func unmap(data []byte) { _ = syscall.Munmap(data) } // only fails for what is not mapped
