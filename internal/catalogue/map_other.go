//go:build !unix

package catalogue

import (
	"io"
	"os"
)

// mapFile reads the whole file, where memory mapping is not portable.
func mapFile(f *os.File) ([]byte, error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return io.ReadAll(f)
}

func unmap([]byte) {}
