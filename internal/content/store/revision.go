package store

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"
)

// revisionAge is how long a revision is believed. An import by another process
// is noticed this late; our own writes are known at once.
const revisionAge = 200 * time.Millisecond

// revision is the counter of write transactions and a copy of it in memory.
type revision struct {
	mu    sync.Mutex
	value int64
	at    time.Time
}

func (r *revision) read(ctx context.Context, db *sql.DB, now time.Time) (int64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if age := now.Sub(r.at); age >= 0 && age < revisionAge {
		return r.value, nil
	}
	if err := db.QueryRowContext(ctx, `SELECT value FROM "ferrule_revision"`).Scan(&r.value); err != nil {
		return 0, fmt.Errorf("revision of the content: %w", err)
	}
	r.at = now
	return r.value, nil
}

// stale makes the next read ask the database.
func (r *revision) stale() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = time.Time{}
}

// raise counts a write transaction; call it in each.
func raise(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `UPDATE "ferrule_revision" SET value=value+1`)
	return err
}
