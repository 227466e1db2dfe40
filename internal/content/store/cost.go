package store

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
)

// maxCost is the price of the dearest public query that is read, in rows. A row
// takes some microseconds, so this is a second or two at worst; the largest
// query of the site is below a tenth of it.
const maxCost = 400_000

// sizes caches the numbers of rows of all tables. They are counted again when
// the content has changed, for a hundredth of the time at most: an estimate may
// be old, and no reader waits for a newer one.
type sizes struct {
	first turn // held by the reader that counts for the first time

	base context.Context // cancelled when the store is closed
	stop context.CancelFunc
	work sync.WaitGroup // counts in the background

	mu       sync.Mutex // guards the fields below; not held during database calls
	revision int64
	rows     map[string]float64 // nil before the first count; replaced, never modified
	counted  int64              // number of counts
	next     time.Time          // no count begins before
	counting bool
}

const (
	// countingShare limits counting to 1/countingShare of the time.
	countingShare = 100
	// countingTime is the time limit of a count.
	countingTime = time.Minute
	// estimateAge is the maximum age of PostgreSQL's estimates, which change by
	// themselves, later than the revision.
	estimateAge = 10 * time.Second
)

func (c *sizes) open(ctx context.Context) {
	c.first = newTurn()
	c.base, c.stop = context.WithCancel(context.WithoutCancel(ctx))
}

// close ends a count in progress and waits for it.
func (c *sizes) close() {
	c.mu.Lock()
	c.stop()
	c.mu.Unlock()
	c.work.Wait()
}

// rows returns the known sizes and the number of their count.
func (s *Store) rows(ctx context.Context) (map[string]float64, int64, error) {
	revision, err := s.Revision(ctx)
	if err != nil {
		return nil, 0, err
	}
	if rows, counted := s.knownRows(revision); rows != nil {
		return rows, counted, nil
	}
	if err := s.sizes.first.take(ctx); err != nil {
		return nil, 0, fmt.Errorf("count content: %w", err)
	}
	defer s.sizes.first.give()
	if rows, counted := s.knownRows(revision); rows != nil {
		return rows, counted, nil
	}
	if err := s.measure(ctx, revision, false); err != nil {
		return nil, 0, err
	}
	rows, counted := s.knownRows(revision)
	return rows, counted, nil
}

// knownRows returns nil before the first count. Sizes of another revision are
// counted again in the background.
func (s *Store) knownRows(revision int64) (map[string]float64, int64) {
	c := &s.sizes
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rows != nil && c.revision != revision && !c.counting && time.Now().After(c.next) && c.base.Err() == nil {
		c.counting = true
		c.work.Go(func() { s.countAgain(revision) })
	}
	return c.rows, c.counted
}

// measure updates the sizes: by PostgreSQL's estimate, which takes a
// millisecond, else by counting; by counting alone if they must be exact.
func (s *Store) measure(ctx context.Context, revision int64, exact bool) error {
	start := time.Now()
	if s.readers.Kind == database.Postgres {
		rows, err := s.estimate(ctx)
		if err == nil {
			s.sizes.keep(rows, unknown, start.Add(estimateAge))
		}
		return err
	}
	if !exact {
		guess, err := s.guess(ctx)
		if err != nil {
			return err
		}
		if total(guess) > countedAtOnce {
			s.sizes.keep(guess, unknown, start) // the next reader starts an exact count
			return nil
		}
	}
	rows, err := s.counts(ctx)
	if err == nil {
		s.sizes.keep(rows, revision, time.Now().Add(countingShare*time.Since(start)))
	}
	return err
}

// estimate returns the sizes that PostgreSQL keeps for its planner or, for
// tables that were never analysed, in its statistics.
func (s *Store) estimate(ctx context.Context) (map[string]int, error) {
	rows := map[string]int{}
	err := s.countInto(ctx, `SELECT c.relname,greatest(c.reltuples,pg_stat_get_live_tuples(c.oid),0)::bigint FROM pg_class c WHERE c.relkind IN ('r','p') AND pg_table_is_visible(c.oid)`, rows)
	if err != nil {
		return nil, fmt.Errorf("estimate content: %w", err)
	}
	return rows, nil
}

// countedAtOnce is the number of rows that may be counted while a reader waits:
// a tenth of a second. With more, the first count runs in the background.
const countedAtOnce = 1_000_000

// unknown is a revision that no content has.
const unknown = -1

// guess returns an upper bound of the rows of SQLite's tables, from the greatest
// keys.
func (s *Store) guess(ctx context.Context) (map[string]int, error) {
	most := map[string]int{}
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
		if err := s.countInto(ctx, "SELECT "+sqlgen.Literal(c.Name)+",count(*) FROM "+sqlgen.Quote(c.Name), most); err != nil {
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

// countAgain counts in the background. If it fails, the next reader starts it
// again.
func (s *Store) countAgain(revision int64) {
	c := &s.sizes
	ctx, cancel := context.WithTimeout(c.base, countingTime)
	defer cancel()
	_ = s.measure(ctx, revision, true)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counting = false
}

func (c *sizes) keep(counts map[string]int, revision int64, next time.Time) {
	rows := make(map[string]float64, len(counts))
	for name, n := range counts {
		rows[name] = float64(n)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rows, c.revision, c.next = rows, revision, next
	c.counted++
}

// forget discards the sizes, so that they are counted before the next read: an
// import may have changed them completely.
func (c *sizes) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rows = nil
}

func (s *Store) counts(ctx context.Context) (map[string]int, error) {
	parts := make([]string, len(s.model.Collections))
	for i, c := range s.model.Collections {
		parts[i] = "SELECT " + sqlgen.Literal(c.Name) + ",count(*) FROM " + sqlgen.Quote(c.Name)
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

// checkCost refuses a query whose nesting multiplies into too many rows, and one
// of a client that searches too many. A query that passed is checked again after
// the rows were counted anew.
func (p *prepared) checkCost(ctx context.Context) error {
	rows, counted, err := p.store.rows(ctx)
	if err != nil || p.afforded.Load() == counted {
		return err
	}
	if (price{rows, p.query.Client}).plan(p.plan) > maxCost {
		return tooCostly()
	}
	p.afforded.Store(counted)
	return nil
}
