package asset_test

import (
	"bytes"
	"net/http"
	"os"
	"testing"
)

func TestADamagedVariantIsMadeAgain(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<20)
	s.put(t, "a.png", pngOf(t, picture(400, 300, false)))
	const address = "a.png?width=168"
	first := s.request(t, http.MethodGet, address)
	want := first.Body.Bytes()
	if first.Code != http.StatusOK || len(storedVariants(t, s)) != 1 {
		t.Fatalf("%d, %d variants are stored", first.Code, len(storedVariants(t, s)))
	}
	for name, damage := range map[string]func(b []byte) []byte{
		"a bit flipped": func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
		"cut":           func(b []byte) []byte { return b[:len(b)/2] },
		"almost empty":  func(b []byte) []byte { return b[:3] },
	} {
		for path := range storedVariants(t, s) {
			b, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(path, damage(b), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		again := openFixture(t, s, 1<<20) // without the replies in memory
		if got := again.request(t, http.MethodGet, address); got.Code != http.StatusOK || !bytes.Equal(got.Body.Bytes(), want) {
			t.Errorf("%s: %d, %d bytes of %d", name, got.Code, got.Body.Len(), len(want))
		}
	}
}
