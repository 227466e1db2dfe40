package rfq

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"ferrule/internal/database"
)

// isOverdue is the condition on open requests whose clock has ended at a time. Those of a
// former build have no end until FillDeadlines.
const isOverdue = `deadline_at <> '' AND deadline_at < ?`

// undoTime is how long a change counts as undone by its opposite.
const undoTime = time.Minute

// startClock starts the clock of a request again.
func (s *Store) startClock(ctx context.Context, tx *sql.Tx, request int64) error {
	now := s.now()
	update := s.write.Rebind(`UPDATE requests SET clock_at = ?, deadline_at = ?, reminded_at = '' WHERE id = ?`)
	_, err := tx.ExecContext(ctx, update, stamp(now), stamp(s.Calendar().Deadline(now)), request)
	return err
}

// undoes reports whether the last change of the state is of a kind, and was made by the
// same person within undoTime: undone, it leaves the clock as it was.
func (a Acting) undoes(ctx context.Context, tx *sql.Tx, request int64, kind Kind) (bool, error) {
	var last Kind
	var by Person
	var at string
	query := a.store.write.Rebind(`SELECT kind, by_id, by_name, at FROM request_history
		WHERE request_id = ? AND kind IN ('answered', 'spam', 'question', 'offer', 'decline', 'accepted', 'refused', 'won', 'lost') ORDER BY id DESC LIMIT 1`)
	err := tx.QueryRowContext(ctx, query, request).Scan(&last, &by.ID, &by.Name, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return last == kind && by == a.by && at >= stamp(a.store.now().Add(-undoTime)), err
}

// FillDeadlines stores the Deadline of open requests that a former build stored, and
// returns their number.
func (s *Store) FillDeadlines(ctx context.Context) (total int, err error) {
	for n := fillBatch; n == fillBatch; total += n {
		if n, err = s.fillDeadlines(ctx); err != nil {
			return total, fmt.Errorf("store deadlines of requests: %w", err)
		}
	}
	return total, nil
}

// fillDeadlines stores a batch of deadlines. It writes nothing when there are none.
func (s *Store) fillDeadlines(ctx context.Context) (int, error) {
	query := s.read.Rebind(`SELECT id, created_at FROM requests WHERE state = 'open' AND deadline_at = '' ORDER BY id LIMIT ?`)
	deadlines := map[int64]string{}
	err := database.EachRow(ctx, s.read, query, func(rows *sql.Rows) error {
		var id int64
		var created string
		if err := rows.Scan(&id, &created); err != nil {
			return err
		}
		received, err := time.Parse(timeFormat, created)
		deadlines[id] = stamp(s.Calendar().Deadline(received))
		return err
	}, fillBatch)
	if err != nil || len(deadlines) == 0 {
		return 0, err
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }()
	for id, deadline := range deadlines {
		update := s.write.Rebind(`UPDATE requests SET deadline_at = ? WHERE id = ? AND state = 'open' AND deadline_at = ''`)
		if _, err := tx.ExecContext(ctx, update, deadline, id); err != nil {
			return 0, err
		}
	}
	return len(deadlines), tx.Commit()
}
