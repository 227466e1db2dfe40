package store

import (
	"context"
	"database/sql"
)

// Bulk runs f in one write transaction that changes tables as a whole, and
// updates the planner's statistics afterwards. Nothing that f writes is
// validated. The new revision names no changes, so that every reader of the
// revision takes it that anything may have changed.
func (s *Store) Bulk(ctx context.Context, f func(ctx context.Context, tx *sql.Tx) error) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	tx, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if err := f(ctx, tx); err != nil {
		return err
	}
	if err := raise(ctx, tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	s.revision.stale()
	s.sizes.forget()
	s.analyze(ctx)
	return nil
}
