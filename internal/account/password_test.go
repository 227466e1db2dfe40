package account

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ferrule/internal/fault"
)

func hashed(t *testing.T, p passwords, password string) string {
	t.Helper()
	hash, err := p.hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func TestACancelledRequestDoesNotWaitForAHash(t *testing.T) {
	t.Parallel()
	p := newPasswords()
	hash := hashed(t, p, "x")
	for range cap(p.slots) {
		p.slots <- struct{}{}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := p.verify(cancelled, hash, "x"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("verify: %v", err)
	}
	if _, err := p.hash(cancelled, "x"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("hash: %v", err)
	}
}

func TestAHashHasItsCostAndMatchesOnlyItsPassword(t *testing.T) {
	t.Parallel()
	p := newPasswords()
	hash := hashed(t, p, "correct horse")
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash %s", hash)
	}
	if hash == hashed(t, p, "correct horse") {
		t.Error("two hashes share their salt")
	}
	if ok, outdated, _ := p.verify(t.Context(), hash, "correct horse"); !ok || outdated {
		t.Errorf("ok %v, outdated %v", ok, outdated)
	}
	if ok, _, _ := p.verify(t.Context(), hash, "correct horse "); ok {
		t.Error("another password matches")
	}
}

func TestHashesOfFormerCostsVerifyAndAreOutdated(t *testing.T) {
	t.Parallel()
	p := newPasswords()
	former := p
	former.cost = cost{memory: 8 << 10, passes: 1, threads: 2}
	if ok, outdated, _ := p.verify(t.Context(), hashed(t, former, "correct horse"), "correct horse"); !ok || !outdated {
		t.Errorf("ok %v, outdated %v", ok, outdated)
	}
}

func TestADamagedHashMatchesNoPassword(t *testing.T) {
	t.Parallel()
	p := newPasswords()
	good := hashed(t, p, "x")
	parts := strings.Split(good, "$")
	for _, hash := range []string{
		"", "x", good[:len(good)-30], strings.Replace(good, "argon2id", "argon2i", 1), strings.Replace(good, "m=19456", "m=4294967295", 1),
		strings.Replace(good, "t=2", "t=0", 1), strings.Replace(good, "p=1", "p=0", 1), fmt.Sprintf("$argon2id$v=19$m=19456,t=2,p=1$%s$", parts[4]),
	} {
		if ok, _, _ := p.verify(t.Context(), hash, "x"); ok {
			t.Errorf("%q matches a password", hash)
		}
	}
}
