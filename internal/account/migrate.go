package account

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"ferrule/internal/database"
)

// migrations are applied in order, each once, and never changed afterwards;
// ";" separates statements. They are the SQL that both databases read; on
// SQLite tables are STRICT. Moments are texts of one layout, flags 0 or 1.
func migrations() []string {
	return []string{
		`CREATE TABLE ferrule_secrets (
			name  TEXT PRIMARY KEY,
			value TEXT NOT NULL
		);
		CREATE TABLE ferrule_roles (
			id           TEXT PRIMARY KEY,
			name         TEXT NOT NULL UNIQUE,
			admin_access INTEGER NOT NULL,
			app_access   INTEGER NOT NULL,
			all_content  INTEGER NOT NULL,
			permissions  TEXT NOT NULL
		);
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
		);
		CREATE TABLE ferrule_sessions (
			token      TEXT PRIMARY KEY,
			family     TEXT NOT NULL,
			user_id    TEXT NOT NULL REFERENCES ferrule_users (id) ON DELETE CASCADE,
			created_at TEXT NOT NULL,
			expires_at TEXT NOT NULL,
			used_at    TEXT
		);
		CREATE INDEX ferrule_sessions_family ON ferrule_sessions (family);
		CREATE INDEX ferrule_sessions_user ON ferrule_sessions (user_id);
		CREATE INDEX ferrule_sessions_expires ON ferrule_sessions (expires_at)`,
	}
}

// migrationLock is a number of our own among PostgreSQL's advisory locks.
const migrationLock = 0x6665_7275_6c65_01

// migrate brings the tables to the newest version. It is the only one at it,
// so that several processes may start at once.
func (s *Service) migrate(ctx context.Context) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		if s.db.Kind == database.Postgres {
			if _, err := s.exec(ctx, tx, `SELECT pg_advisory_xact_lock(?)`, int64(migrationLock)); err != nil {
				return fmt.Errorf("wait for other migrations: %w", err)
			}
		}
		const table = `CREATE TABLE IF NOT EXISTS ferrule_account_migrations (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL)`
		if _, err := s.exec(ctx, tx, table); err != nil {
			return fmt.Errorf("create the table of migrations: %w", err)
		}
		var version int
		if err := s.row(ctx, tx, `SELECT coalesce(max(version), 0) FROM ferrule_account_migrations`).Scan(&version); err != nil {
			return fmt.Errorf("read the schema version: %w", err)
		}
		steps := migrations()
		if version > len(steps) {
			return fmt.Errorf("the tables have version %d, this program knows %d: run the newer program", version, len(steps))
		}
		for i, step := range steps[version:] {
			for statement := range strings.SplitSeq(step, ";") {
				if s.db.Kind == database.SQLite && strings.Contains(statement, "CREATE TABLE") {
					statement += " STRICT"
				}
				if _, err := s.exec(ctx, tx, statement); err != nil {
					return fmt.Errorf("migration %d: %w", version+i+1, err)
				}
			}
			const record = `INSERT INTO ferrule_account_migrations (version, applied_at) VALUES (?, ?)`
			if _, err := s.exec(ctx, tx, record, version+i+1, moment(s.now())); err != nil {
				return fmt.Errorf("record migration %d: %w", version+i+1, err)
			}
		}
		return nil
	})
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
