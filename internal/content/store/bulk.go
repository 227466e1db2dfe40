package store

import (
	"context"
	"database/sql"
)

// Bulk runs f in one write transaction that changes tables as a whole, and
// updates the planner's statistics afterwards. It validates nothing that f
// writes. The new revision records no changes, so readers of the revision assume
// that anything may have changed.
func (s *Store) Bulk(ctx context.Context, f func(ctx context.Context, tx *sql.Tx) error) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	tx, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // no effect after a commit
	if err := f(ctx, tx); err != nil {
		return err
	}
	if err := incrementRevision(ctx, tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	s.revision.invalidate()
	s.sizes.reset()
	s.analyze(ctx)
	return nil
}
