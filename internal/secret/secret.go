// Package secret keeps the keys of a site in its databases, and seals values with them.
package secret

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

// keyLength is the length of a key, in bytes.
const keyLength = 32

// Key returns the key of a name in a table of db that has the columns name and value, 32
// random bytes. The first process on a database creates it; all processes share it.
func Key(ctx context.Context, db *database.DB, table, name string) ([]byte, error) {
	fresh := make([]byte, keyLength)
	_, _ = rand.Read(fresh) // never fails (crypto/rand)
	insert := db.Rebind(`INSERT INTO ` + table + ` (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING`)
	if _, err := db.ExecContext(ctx, insert, name, base64.StdEncoding.EncodeToString(fresh)); err != nil {
		return nil, fmt.Errorf("store secret %s: %w", name, err)
	}
	var stored string
	if err := db.QueryRowContext(ctx, db.Rebind(`SELECT value FROM `+table+` WHERE name = ?`), name).Scan(&stored); err != nil {
		return nil, fmt.Errorf("read secret %s: %w", name, err)
	}
	key, err := base64.StdEncoding.DecodeString(stored)
	if err != nil || len(key) != keyLength {
		return nil, fmt.Errorf("read secret %s: not base64 of %d bytes", name, keyLength)
	}
	return key, nil
}

// Sealer encrypts values that are stored, or that a client keeps for a while.
type Sealer struct{ aead cipher.AEAD }

// NewSealer returns the Sealer of a Key.
func NewSealer(key []byte) (Sealer, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return Sealer{}, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return Sealer{aead}, err
}

// Seal encrypts a value for a purpose, such as a column and an account: it opens for
// that alone.
func (s Sealer) Seal(value []byte, purpose string) string {
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nil, nil, value, []byte(purpose)))
}

// Open decrypts the result of Seal.
func (s Sealer) Open(sealed, purpose string) ([]byte, error) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return nil, errors.New("open sealed value: not base64")
	}
	value, err := s.aead.Open(nil, nil, raw, []byte(purpose))
	if err != nil {
		return nil, errors.New("open sealed value: it was sealed with another key or for another purpose")
	}
	return value, nil
}
