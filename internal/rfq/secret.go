package rfq

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
)

// Secret returns the key of a name, 32 bytes. It is made when it is first asked
// for, and the same for all processes on one database.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // never fails, see crypto/rand
	insert := s.write.Rebind(`INSERT INTO request_secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING`)
	if _, err := s.write.ExecContext(ctx, insert, name, base64.StdEncoding.EncodeToString(fresh)); err != nil {
		return nil, fmt.Errorf("store the secret %s: %w", name, err)
	}
	var stored string
	if err := s.write.QueryRowContext(ctx, s.write.Rebind(`SELECT value FROM request_secrets WHERE name = ?`), name).Scan(&stored); err != nil {
		return nil, fmt.Errorf("read the secret %s: %w", name, err)
	}
	key, err := base64.StdEncoding.DecodeString(stored)
	if err != nil || len(key) != len(fresh) {
		return nil, errors.New("the stored secret " + name + " is damaged")
	}
	return key, nil
}
