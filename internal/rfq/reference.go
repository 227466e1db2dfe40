package rfq

import (
	"crypto/rand"
	"strings"
)

// alphabet has no two characters that look or, in the site's four languages, sound
// alike: no 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V, M/N, D/T, B/P/E, A/H. Without vowels no
// reference spells a word. It allows 20^6 = 64 million references.
const alphabet = "23456789CFHJKMQRTWXY"

// newReference returns a reference such as "F-7K3-94Q".
func newReference() string {
	// Values of the last, incomplete repetition of the alphabet are skipped: they
	// would make its first characters more frequent.
	const usable = 256 - 256%len(alphabet)
	picked := make([]byte, 0, 6)
	for len(picked) < 6 {
		var b [12]byte
		_, _ = rand.Read(b[:]) // never fails, see crypto/rand
		for _, v := range b {
			if int(v) < usable && len(picked) < 6 {
				picked = append(picked, alphabet[int(v)%len(alphabet)])
			}
		}
	}
	return "F-" + string(picked[:3]) + "-" + string(picked[3:])
}

// normalizeReference converts a typed reference ("f 7k3 94q", "7K394Q") to
// the stored form. It returns a text that cannot be a reference unchanged.
func normalizeReference(s string) string {
	plain := strings.Map(func(r rune) rune {
		if strings.ContainsRune(alphabet, r) {
			return r
		}
		return -1
	}, strings.ToUpper(s))
	if len(plain) == 7 && plain[0] == 'F' {
		plain = plain[1:]
	}
	if len(plain) != 6 {
		return s
	}
	return "F-" + plain[:3] + "-" + plain[3:]
}
