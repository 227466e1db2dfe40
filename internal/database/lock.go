package database

import (
	"context"
	"database/sql"
	"errors"
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
	LockBackup     LockKey = 0x6665_7275_6c65_04 // backups
	LockSettings   LockKey = 0x6665_7275_6c65_05 // changes of settings
)

// Lock waits for an advisory lock of PostgreSQL and keeps it until tx ends. SQLite has
// none and needs none: it has one writer at a time.
func Lock(ctx context.Context, tx *sql.Tx, key LockKey) error {
	_, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(key))
	return err
}

// TryLock takes an advisory lock of PostgreSQL, which is kept until release is called or
// the process ends. ok is false if another process has it.
func TryLock(ctx context.Context, db *DB, key LockKey) (release func() error, ok bool, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, false, err
	}
	err = conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, int64(key)).Scan(&ok)
	if err != nil || !ok {
		return nil, false, errors.Join(err, conn.Close())
	}
	return func() error {
		_, err := conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, int64(key))
		return errors.Join(err, conn.Close())
	}, true, nil
}
