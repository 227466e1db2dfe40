package database

import (
	"context"
	"database/sql"
)

// LockKey identifies an advisory lock of PostgreSQL. Keys share one namespace per
// database, so that all constant keys of the program are declared here. Package rfq
// derives further ones from digests of 64 bits.
type LockKey int64

// The keys are stable: servers of different builds may run during an update.
const (
	LockMigrations LockKey = 7378378             // migrations of any table
	LockContent    LockKey = 3377853             // writes of the content
	LockUsers      LockKey = 0x6665_7275_6c65_02 // changes of users
	LockLimits     LockKey = 0x6665_7275_6c65_03 // creation of the table of rate limits
)

// Lock waits for an advisory lock of PostgreSQL and keeps it until tx ends. SQLite has
// none and needs none: it has one writer at a time.
func Lock(ctx context.Context, tx *sql.Tx, key LockKey) error {
	_, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(key))
	return err
}
