package account

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"ferrule/internal/database"
)

// migrations are applied in order, each once, and never changed afterwards. They
// are the SQL that both databases read, but for STRICT, which is SQLite's.
// Moments are texts of one layout, flags 0 or 1.
func migrations() []string {
	return []string{
		`CREATE TABLE ferrule_secrets (
			name  TEXT PRIMARY KEY,
			value TEXT NOT NULL
		) STRICT;
		CREATE TABLE ferrule_roles (
			id           TEXT PRIMARY KEY,
			name         TEXT NOT NULL UNIQUE,
			admin_access INTEGER NOT NULL,
			app_access   INTEGER NOT NULL,
			all_content  INTEGER NOT NULL,
			permissions  TEXT NOT NULL
		) STRICT;
		CREATE TABLE ferrule_users (
			id                  TEXT PRIMARY KEY,
			email               TEXT NOT NULL UNIQUE,
			first_name          TEXT,
			last_name           TEXT,
			password            TEXT,
			status              TEXT NOT NULL,
			role                TEXT REFERENCES ferrule_roles (id),
			token               TEXT UNIQUE,
			last_access         TEXT,
			provider            TEXT NOT NULL,
			external_identifier TEXT,
			profile             TEXT NOT NULL,
			UNIQUE (provider, external_identifier)
		) STRICT;
		CREATE TABLE ferrule_sessions (
			token      TEXT PRIMARY KEY,
			family     TEXT NOT NULL,
			user_id    TEXT NOT NULL REFERENCES ferrule_users (id) ON DELETE CASCADE,
			created_at TEXT NOT NULL,
			expires_at TEXT NOT NULL,
			used_at    TEXT
		) STRICT;
		CREATE INDEX ferrule_sessions_family ON ferrule_sessions (family);
		CREATE INDEX ferrule_sessions_user ON ferrule_sessions (user_id);
		CREATE INDEX ferrule_sessions_expires ON ferrule_sessions (expires_at)`,
	}
}

// migrate brings the tables to the newest version.
func (s *Service) migrate(ctx context.Context) error {
	steps := migrations()
	if s.db.Kind == database.Postgres {
		for i, step := range steps {
			steps[i] = strings.ReplaceAll(step, ") STRICT", ")")
		}
	}
	return database.Migrate(ctx, s.db, "ferrule_account_migrations", steps)
}

// secret returns the key that signs tokens. It is made with the first start
// and the same for all processes on one database.
func (s *Service) secret(ctx context.Context) ([]byte, error) {
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // never fails (crypto/rand)
	const insert = `INSERT INTO ferrule_secrets (name, value) VALUES ('tokens', ?) ON CONFLICT (name) DO NOTHING`
	if _, err := s.exec(ctx, s.db, insert, base64.StdEncoding.EncodeToString(fresh)); err != nil {
		return nil, fmt.Errorf("store the secret of tokens: %w", err)
	}
	var stored string
	if err := s.row(ctx, s.db, `SELECT value FROM ferrule_secrets WHERE name = 'tokens'`).Scan(&stored); err != nil {
		return nil, fmt.Errorf("read the secret of tokens: %w", err)
	}
	key, err := base64.StdEncoding.DecodeString(stored)
	if err != nil || len(key) < 32 {
		return nil, errors.New("the stored secret of tokens is damaged")
	}
	return key, nil
}
