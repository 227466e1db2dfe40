package rfq

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base32"
	"encoding/binary"
	"strings"
)

// replySecret is the name of the secret of reply tokens.
const replySecret = "replies"

// tokenEncoding writes tokens in lower case without padding: mail servers may change the
// case of a local part.
//
//nolint:gochecknoglobals // a constant
var tokenEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// ReplyKey derives the tokens by which replies to mails find their request. A token is
// not that of the request's page: whoever reads the header of a mail cannot open the page.
type ReplyKey struct{ block cipher.Block }

// NewReplyKey returns the key of a secret of 32 bytes.
func NewReplyKey(secret []byte) (ReplyKey, error) {
	block, err := aes.NewCipher(secret)
	return ReplyKey{block}, err
}

// ReplyKey returns the key of the store, the same for all processes that share it.
func (s *Store) ReplyKey(ctx context.Context) (ReplyKey, error) {
	secret, err := s.Secret(ctx, replySecret)
	if err != nil {
		return ReplyKey{}, err
	}
	return NewReplyKey(secret)
}

// Token returns the reply token of a request: one block of AES, of eight zero bytes and
// the request's id. It has 26 characters, letters and digits.
func (k ReplyKey) Token(requestID int64) string {
	var block [aes.BlockSize]byte
	binary.BigEndian.PutUint64(block[8:], uint64(requestID)) //nolint:gosec // the conversion is reverted by requestID
	k.block.Encrypt(block[:], block[:])
	return tokenEncoding.EncodeToString(block[:])
}

// requestID returns the id of the request with a reply token. A guess is that of an
// existing request as seldom as with random tokens of 128 bits.
func (k ReplyKey) requestID(token string) (id int64, ok bool) {
	block, err := tokenEncoding.DecodeString(strings.ToLower(token))
	if err != nil || len(block) != aes.BlockSize {
		return 0, false
	}
	k.block.Decrypt(block, block)
	id = int64(binary.BigEndian.Uint64(block[8:])) //nolint:gosec // the conversion is that of Token
	return id, id > 0 && bytes.Equal(block[:8], make([]byte, 8))
}
