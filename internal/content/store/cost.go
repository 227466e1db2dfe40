package store

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"ferrule/internal/content"
)

// maxCost is how many rows a public query may be expected to read. A row costs
// some microseconds, so this is a second or two of work at worst; the largest
// query of the site is below a tenth of it.
const maxCost = 400_000

// sizes are the numbers of rows of all tables, counted once per revision.
type sizes struct {
	mu       sync.Mutex
	revision int64
	rows     map[string]float64
}

func (s *Store) rows(ctx context.Context) (map[string]float64, error) {
	revision, err := s.Revision(ctx)
	if err != nil {
		return nil, err
	}
	s.sizes.mu.Lock()
	defer s.sizes.mu.Unlock()
	if s.sizes.rows != nil && s.sizes.revision == revision {
		return s.sizes.rows, nil
	}
	counts, err := s.counts(ctx)
	if err != nil {
		return nil, err
	}
	s.sizes.rows = make(map[string]float64, len(counts))
	for name, n := range counts {
		s.sizes.rows[name] = float64(n)
	}
	s.sizes.revision = revision
	return s.sizes.rows, nil
}

func (s *Store) counts(ctx context.Context) (map[string]int, error) {
	parts := make([]string, len(s.model.Collections))
	for i, c := range s.model.Collections {
		parts[i] = "SELECT " + literal(c.Name) + ",count(*) FROM " + quote(c.Name)
	}
	counts := make(map[string]int, len(parts))
	const together = 200 // SQLite takes 500 parts of a UNION
	for len(parts) > 0 {
		n := min(together, len(parts))
		if err := s.countInto(ctx, strings.Join(parts[:n], " UNION ALL "), counts); err != nil {
			return nil, fmt.Errorf("count content: %w", err)
		}
		parts = parts[n:]
	}
	return counts, nil
}

func (s *Store) countInto(ctx context.Context, text string, counts map[string]int) error {
	rows, err := s.readers.QueryContext(ctx, text)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		var n int
		if err := rows.Scan(&name, &n); err != nil {
			return err
		}
		counts[name] = n
	}
	return rows.Err()
}

// checkCost refuses a query whose nesting multiplies into too many rows.
func (s *Store) checkCost(ctx context.Context, p *content.Plan) error {
	rows, err := s.rows(ctx)
	if err != nil {
		return err
	}
	wanted := rows[p.Root.Collection.Name]
	if p.Aggregated() {
		if wanted > maxCost {
			return tooCostly()
		}
		return nil
	}
	if p.One {
		wanted = 1
	} else if l := p.Root.Limit; l >= 0 {
		wanted = min(wanted, float64(l))
	}
	if wanted*costOf(p.Root, rows) > maxCost {
		return tooCostly()
	}
	return nil
}

// costOf is how many rows one row of a selection reads, itself included,
// if every parent has as many children as the average.
func costOf(sel *content.Selection, rows map[string]float64) float64 {
	cost := 1.0
	for i := range sel.Outputs {
		o := &sel.Outputs[i]
		for _, scope := range o.Scopes {
			cost += costOf(scope, rows)
		}
		if o.Nested == nil {
			continue
		}
		each := 1.0
		if o.Field.ToMany() {
			each = rows[o.Nested.Collection.Name] / max(1, rows[sel.Collection.Name])
			if l := o.Nested.Limit; l >= 0 {
				each = min(each, float64(l))
			}
			each = max(each, 0.01)
		}
		cost += each * costOf(o.Nested, rows)
	}
	return cost
}
