package catalogue

import "testing"

func TestKeysAreSafeInAddresses(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Stahl verzinkt": "stahl-verzinkt", "G 1/2\"": "g-1/2", "M20×1,5": "m20x1.5", "24°-Konus": "24-konus", "../x": "x", "Ω": "",
	} {
		if got := keyOf(in); got != want {
			t.Errorf("keyOf(%q) = %q, want %q", in, got, want)
		}
	}
}
