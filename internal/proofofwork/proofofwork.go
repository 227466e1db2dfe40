// Package proofofwork lets a server ask a browser for work before it takes what
// the browser sends: a number is to be found whose hash begins with zeros. It
// costs a visitor's device a second and whoever sends thousands of forms a
// processor. What was issued is not remembered, since a token carries its own
// end and a signature; only what was spent is, until it would have ended.
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

// lifetime is for how long a token may be answered. The slowest devices need
// some ten seconds for 18 bits.
const lifetime = 5 * time.Minute

const (
	saltSize  = 12
	bodySize  = 8 + 1 + saltSize // the end in Unix seconds, the bits, the salt
	tokenSize = bodySize + sha256.Size
	maxNonce  = 64 // bytes; more than anybody needs to count to 2^64
)

// Challenges issues and checks tokens. All servers of a site need the same
// secret; each remembers on its own what was spent, so that an answer is good
// for one request per server.
type Challenges struct {
	secret []byte
	now    func() time.Time

	mu          sync.Mutex
	windowStart time.Time
	spent       map[string]bool // since began
	previous    map[string]bool // in the lifetime before that
}

// New returns challenges that are signed with a secret, which should have 32
// bytes or more of randomness.
func New(secret []byte) *Challenges {
	return &Challenges{secret: secret, now: time.Now, windowStart: time.Now(), spent: map[string]bool{}}
}

// Issue returns a token. Its answer is a nonce for which the SHA-256 of the
// token, a dot and the nonce begins with that many zero bits.
func (c *Challenges) Issue(zeros int) string {
	body := make([]byte, bodySize, tokenSize)
	binary.BigEndian.PutUint64(body, uint64(c.now().Add(lifetime).Unix()))
	body[8] = byte(zeros)
	_, _ = rand.Read(body[9:]) // never fails, see crypto/rand
	return base64.RawURLEncoding.EncodeToString(c.sign(body))
}

// Check spends a token with its answer. The error, of kind TooMany, tells why
// it does not count: another token has to be answered then.
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
	if left < 0 || left > lifetime { // the latter after the clock was put back
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

// spend remembers a token until it has ended, and reports whether it is the
// first time.
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

// zeros counts the bits before the first one.
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
