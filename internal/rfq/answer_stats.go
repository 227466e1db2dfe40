package rfq

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// AnswerStats are the times from receipt, or from the last start of the clock, to the
// answer. They are zero where N is.
type AnswerStats struct {
	Median, P95 time.Duration
	N           int
}

// AnswerStats returns the statistics of the requests that were answered at a time or
// later.
func (s *Store) AnswerStats(ctx context.Context, since time.Time) (stats AnswerStats, err error) {
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT answered_at, CASE clock_at WHEN '' THEN created_at ELSE clock_at END FROM requests WHERE answered_at <> '' AND answered_at >= ?`), stamp(since))
	if err != nil {
		return stats, fmt.Errorf("read times of answers: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var times []time.Duration
	for rows.Next() {
		var answered, created string
		if err := rows.Scan(&answered, &created); err != nil {
			return stats, fmt.Errorf("read times of answers: %w", err)
		}
		to, err := time.Parse(timeFormat, answered)
		if err != nil {
			return stats, fmt.Errorf("read times of answers: %w", err)
		}
		from, err := time.Parse(timeFormat, created)
		if err != nil {
			return stats, fmt.Errorf("read times of answers: %w", err)
		}
		times = append(times, max(0, to.Sub(from)))
	}
	if err := rows.Err(); err != nil || len(times) == 0 {
		return stats, err
	}
	slices.Sort(times)
	n := len(times)
	return AnswerStats{Median: times[(n-1)/2], P95: times[(n*95+99)/100-1], N: n}, nil
}
