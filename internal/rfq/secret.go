package rfq

import (
	"context"

	"ferrule/internal/secret"
)

// Secret returns the secret of a name, 32 random bytes. It is generated on first
// use, and the same for all processes that share the database.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	return secret.Key(ctx, s.write, "request_secrets", name)
}
