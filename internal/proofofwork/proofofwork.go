// Package proofofwork issues challenges that a browser must solve before a server
// accepts its request: it must find a nonce whose hash begins with zero bits. That
// costs a visitor's device about a second, and a sender of thousands of forms a
// processor. Issued tokens are not stored, since each contains its expiry and a
// signature; spent tokens are stored until they expire.
package proofofwork

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"math/bits"
	"sync"
	"time"

	"ferrule/internal/fault"
)

// lifetime is how long a token is valid. The slowest devices need about ten seconds
// for 18 bits.
const lifetime = 5 * time.Minute

const (
	saltSize  = 12
	bodySize  = 8 + 1 + saltSize // expiry in Unix seconds, bits, salt
	tokenSize = bodySize + sha256.Size
	maxNonce  = 64 // bytes; more than the digits of 2^64
)

// Challenges issues and checks tokens. All servers of a site need the same secret;
// each stores its own spent tokens, so that an answer is valid once per server.
type Challenges struct {
	secret []byte
	now    func() time.Time

	mu          sync.Mutex
	windowStart time.Time
	spent       map[string]bool // since began
	previous    map[string]bool // in the lifetime before windowStart
}

// New returns challenges signed with a secret, which should have at least 32 random
// bytes.
func New(secret []byte) *Challenges {
	return &Challenges{secret: secret, now: time.Now, windowStart: time.Now(), spent: map[string]bool{}}
}

// Issue returns a token. Its answer is a nonce for which the SHA-256 of the token, a
// dot and the nonce begins with the given number of zero bits.
func (c *Challenges) Issue(zeros int) string {
	body := make([]byte, bodySize, tokenSize)
	binary.BigEndian.PutUint64(body, uint64(c.now().Add(lifetime).Unix()))
	body[8] = byte(zeros)
	_, _ = rand.Read(body[9:]) // never fails, see crypto/rand
	return base64.RawURLEncoding.EncodeToString(c.sign(body))
}

// Check spends a token with its answer. The error, of kind TooMany, gives the reason
// for a refusal; another token must be solved then.
func (c *Challenges) Check(token, nonce string) error {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != tokenSize || len(nonce) > maxNonce {
		return refused("The answer belongs to no challenge of this site")
	}
	body := raw[:bodySize:bodySize]
	if !hmac.Equal(raw, c.sign(body)) {
		return refused("The answer belongs to no challenge of this site")
	}
	left := time.Unix(int64(binary.BigEndian.Uint64(body)), 0).Sub(c.now())
	if left < 0 || left > lifetime { // the latter after the clock was set back
		return refused("The challenge is over")
	}
	if sum := sha256.Sum256([]byte(token + "." + nonce)); zeros(sum[:]) < int(body[8]) {
		return refused("The answer is wrong")
	}
	if !c.spend(token) {
		return refused("The answer was given before")
	}
	return nil
}

func refused(why string) error { return fault.New(fault.TooMany, "%s", why) }

func (c *Challenges) sign(body []byte) []byte {
	mac := hmac.New(sha256.New, c.secret)
	mac.Write([]byte("challenge\x00"))
	mac.Write(body)
	return mac.Sum(body)
}

// spend stores a token until it expires, and reports whether it was unspent.
func (c *Challenges) spend(token string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now().Sub(c.windowStart) >= lifetime {
		c.previous, c.spent, c.windowStart = c.spent, map[string]bool{}, c.now()
	}
	if c.spent[token] || c.previous[token] {
		return false
	}
	c.spent[token] = true
	return true
}

// zeros returns the number of leading zero bits.
func zeros(sum []byte) int {
	n := 0
	for _, b := range sum {
		n += bits.LeadingZeros8(b)
		if b != 0 {
			break
		}
	}
	return n
}
