package account

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/crypto/argon2"
)

// cost is what one guess at a password costs.
type cost struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

// presentCost is the first of the equivalent settings that OWASP's Password
// Storage Cheat Sheet recommends for argon2id. Raise it when machines get
// faster: older hashes are made anew when their users log in.
func presentCost() cost { return cost{memory: 19 << 10, passes: 2, threads: 1} }

// highest costs that are believed of a stored hash, so that no damaged record
// takes the machine's memory.
const (
	maxMemory = 1 << 20
	maxPasses = 100
)

const (
	saltBytes = 16
	hashBytes = 32
)

// passwords hashes with a bound on how much memory all hashing takes.
type passwords struct {
	cost  cost
	slots chan struct{}
	decoy string // the hash of a password that nobody knows
}

func newPasswords() passwords {
	p := passwords{cost: presentCost(), slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
	p.decoy = p.hash(rand.Text())
	return p
}

// hash returns a password's hash with its parameters (PHC string format).
func (p passwords) hash(password string) string {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails (crypto/rand)
	c := p.cost
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.passes, c.threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(p.derive(password, salt, c, hashBytes)))
}

// verify reports whether the password is the hash's, and whether the hash is
// of another cost than the present one. Without a hash it takes as long and
// says no.
func (p passwords) verify(hash, password string) (ok, outdated bool) {
	c, salt, want, err := parseHash(hash)
	if err != nil {
		c, salt, want, _ = parseHash(p.decoy)
	}
	got := p.derive(password, salt, c, uint32(len(want))) //nolint:gosec // parseHash bounds it
	same := subtle.ConstantTimeCompare(got, want) == 1
	return same && err == nil, c != p.cost || len(want) != hashBytes
}

func (p passwords) derive(password string, salt []byte, c cost, length uint32) []byte {
	p.slots <- struct{}{}
	defer func() { <-p.slots }()
	return argon2.IDKey([]byte(password), salt, c.passes, c.memory, c.threads, length)
}

func parseHash(hash string) (c cost, salt, key []byte, err error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return c, nil, nil, fmt.Errorf("no argon2id hash")
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.passes, &c.threads); err != nil {
		return c, nil, nil, fmt.Errorf("parameters: %w", err)
	}
	if c.memory > maxMemory || c.passes < 1 || c.passes > maxPasses || c.threads < 1 {
		return c, nil, nil, fmt.Errorf("parameters out of range")
	}
	if salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil {
		return c, nil, nil, fmt.Errorf("salt: %w", err)
	}
	key, err = base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil || len(key) < 16 || len(key) > 128 {
		return c, nil, nil, fmt.Errorf("key: %w", err)
	}
	return c, salt, key, nil
}
