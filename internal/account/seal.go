package account

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"errors"
)

// sealer encrypts values that are stored, or that a client keeps for a while.
type sealer struct{ aead cipher.AEAD }

func newSealer(key []byte) (sealer, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return sealer{}, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return sealer{aead}, err
}

// seal encrypts a value for a purpose, such as a column and an account: it opens for
// that alone.
func (s sealer) seal(value []byte, purpose string) string {
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nil, nil, value, []byte(purpose)))
}

// open decrypts the result of seal.
func (s sealer) open(sealed, purpose string) ([]byte, error) {
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
