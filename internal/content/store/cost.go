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

// maxCost is how many rows a public query may be expected to read. A row costs
// some microseconds, so this is a second or two of work at worst; the largest
// query of the site is below a tenth of it.
const maxCost = 400_000

// sizes are the numbers of rows of all tables. They are counted again when the
// content has changed, but counting takes a hundredth of the time at most: an
// estimate may be old, and no reader waits for a newer one.
type sizes struct {
	first turn // taken by the reader who has them counted for the first time

	base context.Context // ends when the store is closed
	stop context.CancelFunc
	work sync.WaitGroup // counting beside the readers

	mu       sync.Mutex // for what follows; not held while the database is asked
	revision int64
	rows     map[string]float64 // nil until they were counted; not changed, but replaced
	counted  int64              // how often they were
	next     time.Time          // they are not counted again before
	counting bool
}

const (
	// countingShare is the part of the time that counting may take, as 1 in so many.
	countingShare = 100
	// countingTime ends a count that takes too long.
	countingTime = time.Minute
	// estimateAge is how old an estimate of PostgreSQL's may become. It follows
	// changes by itself, and later than their revisions.
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

// rows returns the sizes as they are known, and which count of them it is.
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

// knownRows returns nil for rows that were never counted. Those of another
// revision are counted again in the background.
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

// measure brings the sizes up to date: by PostgreSQL's estimate, which takes a
// millisecond, else by counting, all of it if it must be exact.
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
			s.sizes.keep(guess, unknown, start) // and the next reader has them counted
			return nil
		}
	}
	rows, err := s.counts(ctx)
	if err == nil {
		s.sizes.keep(rows, revision, time.Now().Add(countingShare*time.Since(start)))
	}
	return err
}

// estimate returns the sizes that PostgreSQL keeps for its planner, of tables that
// were never analysed those of its statistics.
func (s *Store) estimate(ctx context.Context) (map[string]int, error) {
	rows := map[string]int{}
	err := s.countInto(ctx, `SELECT c.relname,greatest(c.reltuples,pg_stat_get_live_tuples(c.oid),0)::bigint FROM pg_class c WHERE c.relkind IN ('r','p') AND pg_table_is_visible(c.oid)`, rows)
	if err != nil {
		return nil, fmt.Errorf("estimate content: %w", err)
	}
	return rows, nil
}

// countedAtOnce is how many rows may be counted while a reader waits: a tenth of
// a second. A program on more must not begin with that.
const countedAtOnce = 1_000_000

// unknown is a revision that no content has.
const unknown = -1

// guess is how many rows tables of SQLite have at most, from the keys that were
// given.
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

// countAgain counts beside the readers. If it fails, the next reader tries again.
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
// of a client that searches too many. One that was let through is asked about
// again when the rows were counted anew.
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
