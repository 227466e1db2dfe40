package account

import (
	"context"
	"strings"

	"ferrule/internal/database"
	"ferrule/internal/secret"
)

// migrations returns the steps of the schema. Each is applied once, in order, and
// never changed afterwards. They are valid on both databases except for STRICT,
// which is SQLite's. Times are texts in momentLayout, flags are 0 or 1.
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
		// Removed users. They are removed again from a backup that still has them.
		`CREATE TABLE ferrule_removed_users (
			id TEXT PRIMARY KEY
		) STRICT`,
		// Sessions of the desk, and links that sign in once. token is a digest.
		`CREATE TABLE ferrule_desk_sessions (
			token      TEXT PRIMARY KEY,
			id         TEXT NOT NULL UNIQUE,
			user_id    TEXT NOT NULL REFERENCES ferrule_users (id) ON DELETE CASCADE,
			created_at TEXT NOT NULL,
			seen_at    TEXT NOT NULL,
			agent      TEXT NOT NULL,
			address    TEXT NOT NULL
		) STRICT;
		CREATE INDEX ferrule_desk_sessions_user ON ferrule_desk_sessions (user_id);
		CREATE INDEX ferrule_desk_sessions_seen ON ferrule_desk_sessions (seen_at);
		CREATE TABLE ferrule_sign_in_links (
			token      TEXT PRIMARY KEY,
			user_id    TEXT NOT NULL REFERENCES ferrule_users (id) ON DELETE CASCADE,
			expires_at TEXT NOT NULL,
			loopback   INTEGER NOT NULL
		) STRICT;
		CREATE INDEX ferrule_sign_in_links_user ON ferrule_sign_in_links (user_id)`,
		// Who did what, when and from where: each entry is written in the transaction of
		// its change. ids are in the order of time (UUID version 7).
		`CREATE TABLE ferrule_log (
			id           TEXT PRIMARY KEY,
			at           TEXT NOT NULL,
			actor        TEXT NOT NULL,
			actor_name   TEXT NOT NULL,
			via          TEXT NOT NULL,
			address      TEXT NOT NULL,
			action       TEXT NOT NULL,
			subject      TEXT NOT NULL,
			subject_name TEXT NOT NULL,
			detail       TEXT NOT NULL
		) STRICT;
		CREATE INDEX ferrule_log_at ON ferrule_log (at);
		CREATE INDEX ferrule_log_action ON ferrule_log (action, id);
		CREATE INDEX ferrule_log_subject ON ferrule_log (subject, action)`,
		// Second factors. Of passkeys, site is the host name that they are bound to; of
		// codes from an app, secret is sealed and last_step the step of the last accepted
		// code. Recovery codes are digests. Challenges are those that were answered.
		`CREATE TABLE ferrule_passkeys (
			id         TEXT PRIMARY KEY,
			user_id    TEXT NOT NULL REFERENCES ferrule_users (id) ON DELETE CASCADE,
			name       TEXT NOT NULL,
			site       TEXT NOT NULL,
			credential TEXT NOT NULL,
			created_at TEXT NOT NULL,
			used_at    TEXT
		) STRICT;
		CREATE INDEX ferrule_passkeys_user ON ferrule_passkeys (user_id);
		CREATE TABLE ferrule_answered_challenges (
			digest     TEXT PRIMARY KEY,
			expires_at TEXT NOT NULL
		) STRICT;
		CREATE TABLE ferrule_codes (
			user_id    TEXT PRIMARY KEY REFERENCES ferrule_users (id) ON DELETE CASCADE,
			secret     TEXT NOT NULL,
			last_step  INTEGER NOT NULL,
			created_at TEXT NOT NULL
		) STRICT;
		CREATE TABLE ferrule_recovery_codes (
			user_id TEXT NOT NULL REFERENCES ferrule_users (id) ON DELETE CASCADE,
			digest  TEXT NOT NULL,
			used_at TEXT,
			PRIMARY KEY (user_id, digest)
		) STRICT`,
		// Invitations to the desk, and tokens of programs with an end. token is a digest,
		// hint the end of the token.
		`CREATE TABLE ferrule_invitations (
			user_id    TEXT PRIMARY KEY REFERENCES ferrule_users (id) ON DELETE CASCADE,
			token      TEXT NOT NULL UNIQUE,
			invited_by TEXT NOT NULL,
			expires_at TEXT NOT NULL
		) STRICT;
		CREATE TABLE ferrule_tokens (
			user_id    TEXT PRIMARY KEY REFERENCES ferrule_users (id) ON DELETE CASCADE,
			token      TEXT NOT NULL UNIQUE,
			hint       TEXT NOT NULL,
			created_at TEXT NOT NULL,
			expires_at TEXT NOT NULL,
			used_at    TEXT
		) STRICT`,
		// Settings that owners change (package settings), and links to the set-up of a new
		// site. A value is NULL if it was removed; those of secrets are sealed. token is a
		// digest of a link, session of the browser that used it.
		`CREATE TABLE ferrule_settings (
			name       TEXT PRIMARY KEY,
			value      TEXT,
			version    INTEGER NOT NULL,
			changed_at TEXT NOT NULL,
			changed_by TEXT NOT NULL
		) STRICT;
		CREATE TABLE ferrule_setup (
			token      TEXT PRIMARY KEY,
			session    TEXT UNIQUE,
			expires_at TEXT NOT NULL,
			loopback   INTEGER NOT NULL
		) STRICT`,
	}
}

// Version returns the version of the stored data that this program writes.
func Version() int { return len(migrations()) }

// migrate applies the missing migrations.
func (s *Service) migrate(ctx context.Context) error {
	steps := migrations()
	if s.db.Kind == database.Postgres {
		for i, step := range steps {
			steps[i] = strings.ReplaceAll(step, ") STRICT", ")")
		}
	}
	return database.Migrate(ctx, s.db, "ferrule_account_migrations", steps)
}

// Names of secrets.
const (
	secretTokens  = "tokens"         // signs tokens
	secretFactors = "second-factors" // seals the secrets of second factors
)

// secret returns a key by its name.
func (s *Service) secret(ctx context.Context, name string) ([]byte, error) {
	return secret.Key(ctx, s.db, "ferrule_secrets", name)
}
