package rfq

import (
	"context"
	"fmt"
	"time"
)

// Standing is how things stand between the site and the supplier.
type DeliveryStats struct {
	Waiting int       // deliveries that have not arrived yet
	Oldest  time.Time // when the first of them was planned; zero if none waits
	Dead    int       // deliveries that were given up
	Overdue int       // requests that are open for longer than a day
}

// AnswerTime is within when a request is to be answered, RemindTime after when
// the supplier is reminded.
const (
	AnswerTime = 24 * time.Hour
	RemindTime = 20 * time.Hour
)

// Standing returns figures for doctor, metrics and the daily report.
func (s *Store) DeliveryStats(ctx context.Context) (DeliveryStats, error) {
	var st DeliveryStats
	var oldest string
	query := s.read.Rebind(`SELECT
		(SELECT count(*) FROM request_deliveries WHERE state = 'waiting'),
		(SELECT coalesce(min(created_at), '') FROM request_deliveries WHERE state = 'waiting'),
		(SELECT count(*) FROM request_deliveries WHERE state = 'dead'),
		(SELECT count(*) FROM requests WHERE state = 'open' AND created_at < ?)`)
	err := s.read.QueryRowContext(ctx, query, stamp(s.now().Add(-AnswerTime))).Scan(&st.Waiting, &oldest, &st.Dead, &st.Overdue)
	if err == nil && oldest != "" {
		st.Oldest, err = time.Parse(timeFormat, oldest)
	}
	if err != nil {
		return DeliveryStats{}, fmt.Errorf("count deliveries: %w", err)
	}
	return st, nil
}

// Targets are the targets that something waits for.
func (s *Store) Targets(ctx context.Context) ([]string, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT DISTINCT target FROM request_deliveries WHERE state = 'waiting' AND target <> '' ORDER BY target`)
	if err != nil {
		return nil, fmt.Errorf("list targets: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var list []string
	for rows.Next() {
		var target string
		if err := rows.Scan(&target); err != nil {
			return nil, fmt.Errorf("list targets: %w", err)
		}
		list = append(list, target)
	}
	return list, rows.Err()
}

// Dead are the newest deliveries that were given up, at most limit.
func (s *Store) Dead(ctx context.Context, limit int) ([]Delivery, error) {
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT `+deliveryColumns+` FROM request_deliveries WHERE state = 'dead' ORDER BY settled_at DESC, id DESC LIMIT ?`), limit)
	if err != nil {
		return nil, fmt.Errorf("list dead deliveries: %w", err)
	}
	list, err := deliveries(rows)
	if err != nil {
		return nil, fmt.Errorf("list dead deliveries: %w", err)
	}
	return list, nil
}
