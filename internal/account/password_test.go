package account

import (
	"fmt"
	"strings"
	"testing"
)

func TestAHashSaysItsCostAndIsOfItsPasswordAlone(t *testing.T) {
	t.Parallel()
	p := newPasswords()
	hash := p.hash("correct horse")
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash %s", hash)
	}
	if hash == p.hash("correct horse") {
		t.Error("two hashes share their salt")
	}
	if ok, outdated := p.verify(hash, "correct horse"); !ok || outdated {
		t.Errorf("ok %v, outdated %v", ok, outdated)
	}
	if ok, _ := p.verify(hash, "correct horse "); ok {
		t.Error("another password was taken")
	}
}

func TestHashesOfFormerCostsVerifyAndAreOutdated(t *testing.T) {
	t.Parallel()
	p := newPasswords()
	former := p
	former.cost = cost{memory: 8 << 10, passes: 1, threads: 2}
	if ok, outdated := p.verify(former.hash("correct horse"), "correct horse"); !ok || !outdated {
		t.Errorf("ok %v, outdated %v", ok, outdated)
	}
}

func TestADamagedHashLetsNobodyIn(t *testing.T) {
	t.Parallel()
	p := newPasswords()
	good := p.hash("x")
	parts := strings.Split(good, "$")
	for _, hash := range []string{
		"", "x", good[:len(good)-30], strings.Replace(good, "argon2id", "argon2i", 1), strings.Replace(good, "m=19456", "m=4294967295", 1),
		strings.Replace(good, "t=2", "t=0", 1), strings.Replace(good, "p=1", "p=0", 1), fmt.Sprintf("$argon2id$v=19$m=19456,t=2,p=1$%s$", parts[4]),
	} {
		if ok, _ := p.verify(hash, "x"); ok {
			t.Errorf("%q let somebody in", hash)
		}
	}
}
