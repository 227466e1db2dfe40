package rfq

import (
	"context"
	"fmt"
	"time"
)

// DeliveryStats are statistics of deliveries and of open requests.
type DeliveryStats struct {
	Waiting int       // pending deliveries
	Oldest  time.Time // creation time of the oldest pending delivery; zero for none
	Dead    int       // dead deliveries
	Overdue int       // open requests after their Deadline
}

// DeliveryStats returns the statistics for doctor, metrics and the daily report.
func (s *Store) DeliveryStats(ctx context.Context) (DeliveryStats, error) {
	var stats DeliveryStats
	var oldest string
	query := s.read.Rebind(`SELECT
		(SELECT count(*) FROM request_deliveries WHERE state = 'waiting'),
		(SELECT coalesce(min(created_at), '') FROM request_deliveries WHERE state = 'waiting'),
		(SELECT count(*) FROM request_deliveries WHERE state = 'dead'),
		(SELECT count(*) FROM requests WHERE state = 'open' AND ` + isOverdue + `)`)
	err := s.read.QueryRowContext(ctx, query, stamp(s.now())).Scan(&stats.Waiting, &oldest, &stats.Dead, &stats.Overdue)
	if err == nil && oldest != "" {
		stats.Oldest, err = time.Parse(timeFormat, oldest)
	}
	if err != nil {
		return DeliveryStats{}, fmt.Errorf("count deliveries: %w", err)
	}
	return stats, nil
}

// Targets returns the targets that have pending deliveries.
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

// Dead returns the most recent dead deliveries, at most limit.
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
