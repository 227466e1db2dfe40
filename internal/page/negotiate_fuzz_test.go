package page

import (
	"slices"
	"testing"
)

// A coding that is chosen is one of those offered.
func FuzzNegotiate(f *testing.F) {
	for _, header := range []string{"br, gzip;q=0.8", "br;q=0", "*;q=0", "identity;q=0, zstd", ";q=", "gzip;q=1.0001", ""} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if coding := Negotiate([]string{header}, "br", "gzip"); !slices.Contains([]string{"br", "gzip", "identity"}, coding) {
			t.Errorf("%q: %q", header, coding)
		}
	})
}
