package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"

	"ferrule/internal/fault"
)

// cost holds the parameters of argon2id.
type cost struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

// currentCost is the first of the equivalent settings that OWASP's Password
// Storage Cheat Sheet recommends for argon2id. Raise it when machines get
// faster: older hashes are renewed when their users sign in.
func currentCost() cost { return cost{memory: 19 << 10, passes: 2, threads: 1} }

// Upper bounds for the parameters of a stored hash, so that a damaged record cannot
// exhaust memory or processor time.
const (
	maxMemory = 1 << 20
	maxPasses = 100
)

const (
	saltBytes = 16
	hashBytes = 32
)

// passwords hashes passwords and bounds the concurrent hashes, and so their memory.
type passwords struct {
	cost  cost
	slots chan struct{}
	decoy string // hash of a random password
}

func newPasswords() passwords {
	p := passwords{cost: currentCost(), slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
	p.decoy, _ = p.hash(context.Background(), rand.Text()) // cannot fail: all slots are free
	return p
}

// hash returns a password's hash with its parameters (PHC string format). Its
// error is that of derive.
func (p passwords) hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails (crypto/rand)
	c := p.cost
	key, err := p.derive(ctx, password, salt, c, hashBytes)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.passes, c.threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key)), nil
}

// verify reports whether the password matches the hash, and whether the hash has
// another cost than the current one. Without a valid hash it takes as long and
// returns false. Its error is that of derive.
func (p passwords) verify(ctx context.Context, hash, password string) (ok, outdated bool, err error) {
	c, salt, want, damaged := parseHash(hash)
	if damaged != nil {
		c, salt, want, _ = parseHash(p.decoy)
	}
	got, err := p.derive(ctx, password, salt, c, uint32(len(want))) //nolint:gosec // parseHash bounds it
	if err != nil {
		return false, false, err
	}
	same := subtle.ConstantTimeCompare(got, want) == 1
	return same && damaged == nil, c != p.cost || len(want) != hashBytes, nil
}

// maxHashWait bounds the wait for a hashing slot.
const maxHashWait = 10 * time.Second

// derive waits for a slot and returns the argon2id key. After maxHashWait, or when
// ctx ends, it returns a *fault.Error of kind Unavailable.
func (p passwords) derive(ctx context.Context, password string, salt []byte, c cost, length uint32) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, maxHashWait)
	defer cancel()
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, fault.Wrap(fault.Unavailable, ctx.Err(), "Too many sign-ins at the moment. Try again later.").WithCode("SERVICE_UNAVAILABLE")
	}
	defer func() { <-p.slots }()
	return argon2.IDKey([]byte(password), salt, c.passes, c.memory, c.threads, length), nil
}

func parseHash(hash string) (c cost, salt, key []byte, err error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return c, nil, nil, fmt.Errorf("parse password hash: not an argon2id hash")
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.passes, &c.threads); err != nil {
		return c, nil, nil, fmt.Errorf("parse password hash: parameters: %w", err)
	}
	if c.memory > maxMemory || c.passes < 1 || c.passes > maxPasses || c.threads < 1 {
		return c, nil, nil, fmt.Errorf("parse password hash: parameters out of range")
	}
	if salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil {
		return c, nil, nil, fmt.Errorf("parse password hash: salt: %w", err)
	}
	key, err = base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil || len(key) < 16 || len(key) > 128 {
		return c, nil, nil, fmt.Errorf("parse password hash: key: %w", err)
	}
	return c, salt, key, nil
}
