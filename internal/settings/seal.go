package settings

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"

	"ferrule/internal/database"
)

// keyName is the name of the key of sealed settings among the secrets of the accounts.
const keyName = "settings"

// sealer encrypts values.
type sealer struct{ aead cipher.AEAD }

// newSealer returns the sealer with the key of db. The first process on a database
// creates the key; all processes share it.
func newSealer(ctx context.Context, db *database.DB) (sealer, error) {
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // never fails (crypto/rand)
	const insert = `INSERT INTO ferrule_secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING`
	if _, err := db.ExecContext(ctx, db.Rebind(insert), keyName, base64.StdEncoding.EncodeToString(fresh)); err != nil {
		return sealer{}, fmt.Errorf("store key: %w", err)
	}
	var stored string
	if err := db.QueryRowContext(ctx, db.Rebind(`SELECT value FROM ferrule_secrets WHERE name = ?`), keyName).Scan(&stored); err != nil {
		return sealer{}, fmt.Errorf("read key: %w", err)
	}
	key, err := base64.StdEncoding.DecodeString(stored)
	if err != nil || len(key) != len(fresh) {
		return sealer{}, errors.New("read key: the stored value is damaged")
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return sealer{}, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return sealer{aead}, err
}

// seal encrypts the value of a name; it opens for that name alone.
func (s sealer) seal(value, name string) string {
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nil, nil, []byte(value), []byte(name)))
}

func (s sealer) open(sealed, name string) (string, error) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return "", errors.New("open sealed value: not base64")
	}
	value, err := s.aead.Open(nil, nil, raw, []byte(name))
	if err != nil {
		return "", errors.New("open sealed value: it was sealed with another key or for another name")
	}
	return string(value), nil
}
