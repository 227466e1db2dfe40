package store

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/database"
)

// maxCost is how many rows a public query may be expected to read. A row costs
// some microseconds, so this is a second or two of work at worst; the largest
// query of the site is below a tenth of it.
const maxCost = 400_000

// sizes are the numbers of rows of all tables. They are counted again when the
// content has changed, but counting takes a hundredth of the time at most: an
// estimate may be old, and no reader waits for a newer one.
type sizes struct {
	mu       sync.Mutex
	revision int64
	rows     map[string]float64 // nil until they were counted; not changed, but replaced
	counted  int64              // how often they were
	next     time.Time          // they are not counted again before
	counting bool
}

// countingShare is the part of the time that counting may take, as 1 in so many.
const countingShare = 100

// rows returns the sizes as they are known, and which count of them it is.
func (s *Store) rows(ctx context.Context) (map[string]float64, int64, error) {
	revision, err := s.Revision(ctx)
	if err != nil {
		return nil, 0, err
	}
	s.sizes.mu.Lock()
	defer s.sizes.mu.Unlock()
	c := &s.sizes
	switch {
	case c.rows == nil:
		start := time.Now()
		guess, err := s.guess(ctx)
		if err != nil {
			return nil, 0, err
		}
		if total(guess) > countedAtOnce {
			c.keep(guess, unknown, start) // and the next reader has them counted
			return c.rows, c.counted, nil
		}
		rows, err := s.counts(ctx)
		if err != nil {
			return nil, 0, err
		}
		c.keep(rows, revision, start)
	case c.revision != revision && !c.counting && time.Now().After(c.next):
		c.counting = true
		go s.countAgain(context.WithoutCancel(ctx), revision)
	}
	return c.rows, c.counted, nil
}

// countedAtOnce is how many rows may be counted while a reader waits: a tenth of
// a second. A program on more must not begin with that.
const countedAtOnce = 1_000_000

// unknown is a revision that no content has.
const unknown = -1

// guess is how many rows tables have at most, from the keys that were given;
// nothing with a PostgreSQL, which does not tell that of all at once.
func (s *Store) guess(ctx context.Context) (map[string]int, error) {
	most := map[string]int{}
	if s.readers.Kind == database.Postgres {
		return most, nil
	}
	if err := s.countInto(ctx, "SELECT name,seq FROM sqlite_sequence", most); err != nil {
		return nil, fmt.Errorf("keys of the content: %w", err)
	}
	if total(most) <= countedAtOnce {
		return most, nil
	}
	for _, c := range s.model.Collections {
		if _, has := most[c.Name]; has {
			continue
		}
		if err := s.countInto(ctx, "SELECT "+literal(c.Name)+",count(*) FROM "+quote(c.Name), most); err != nil {
			return nil, fmt.Errorf("count content: %w", err)
		}
	}
	return most, nil
}

func total(rows map[string]int) (n int) {
	for _, of := range rows {
		n += of
	}
	return n
}

// countAgain counts beside the readers. If it fails, the next reader tries again.
func (s *Store) countAgain(ctx context.Context, revision int64) {
	start := time.Now()
	rows, err := s.counts(ctx)
	s.sizes.mu.Lock()
	defer s.sizes.mu.Unlock()
	s.sizes.counting = false
	if err == nil {
		s.sizes.keep(rows, revision, start)
	}
}

func (c *sizes) keep(counts map[string]int, revision int64, start time.Time) {
	c.rows = make(map[string]float64, len(counts))
	for name, n := range counts {
		c.rows[name] = float64(n)
	}
	c.revision = revision
	c.counted++
	c.next = time.Now().Add(countingShare * time.Since(start))
}

// forget has them counted before the next reader is answered: after an import
// they have nothing in common with what they were.
func (c *sizes) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rows = nil
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

// checkCost refuses a query whose nesting multiplies into too many rows. One
// that was let through is asked about again when the rows were counted anew.
func (p *prepared) checkCost(ctx context.Context) error {
	rows, counted, err := p.store.rows(ctx)
	if err != nil || p.afforded.Load() == counted {
		return err
	}
	if err := afford(p.plan, rows); err != nil {
		return err
	}
	p.afforded.Store(counted)
	return nil
}

func afford(p *content.Plan, rows map[string]float64) error {
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
