package rfq

import (
	"bytes"
	"testing"
)

func TestSecretIsSharedByAllProcesses(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		first, err := open().Secret(t.Context(), "a")
		if err != nil || len(first) != 32 {
			t.Fatalf("%x, %v", first, err)
		}
		s := open()
		again, err := s.Secret(t.Context(), "a")
		if err != nil || !bytes.Equal(first, again) {
			t.Errorf("%x became %x, %v", first, again, err)
		}
		if other, err := s.Secret(t.Context(), "b"); err != nil || bytes.Equal(first, other) {
			t.Errorf("another name has the same: %v", err)
		}
	})
}
