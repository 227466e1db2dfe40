package rfq

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
)

// Secret returns the secret of a name, 32 random bytes. It is generated on first
// use, and the same for all processes that share the database.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // never fails, see crypto/rand
	insert := s.write.Rebind(`INSERT INTO request_secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING`)
	if _, err := s.write.ExecContext(ctx, insert, name, base64.StdEncoding.EncodeToString(fresh)); err != nil {
		return nil, fmt.Errorf("store secret %s: %w", name, err)
	}
	var stored string
	if err := s.write.QueryRowContext(ctx, s.write.Rebind(`SELECT value FROM request_secrets WHERE name = ?`), name).Scan(&stored); err != nil {
		return nil, fmt.Errorf("read secret %s: %w", name, err)
	}
	key, err := base64.StdEncoding.DecodeString(stored)
	if err != nil || len(key) != len(fresh) {
		return nil, fmt.Errorf("decode secret %s: stored value is damaged", name)
	}
	return key, nil
}
