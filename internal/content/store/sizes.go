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

// sizes caches the numbers of rows of all tables. A background goroutine counts
// them again when the content has changed, for at most a hundredth of the time:
// estimates may be stale, and no reader waits for newer ones.
type sizes struct {
	first contextMutex // held during the first count

	base context.Context // cancelled when the store is closed
	stop context.CancelFunc
	work sync.WaitGroup // background counts

	mu       sync.Mutex // guards the fields below; not held during database calls
	revision int64
	rows     map[string]float64 // nil before the first count; replaced, never modified
	counted  int64              // number of counts
	next     time.Time          // earliest start of the next count
	counting bool
}

const (
	// countingShare limits counting to 1/countingShare of the time.
	countingShare = 100
	// countingTime is the time limit of a count.
	countingTime = time.Minute
	// estimateAge is the maximum age of PostgreSQL's estimates, which change
	// after the revision, when autovacuum runs.
	estimateAge = 10 * time.Second
)

func (c *sizes) open(ctx context.Context) {
	c.first = newContextMutex()
	c.base, c.stop = context.WithCancel(context.WithoutCancel(ctx))
}

// close cancels a count in progress and waits for it.
func (c *sizes) close() {
	c.mu.Lock()
	c.stop()
	c.mu.Unlock()
	c.work.Wait()
}

// rows returns the cached sizes and the sequence number of their count.
func (s *Store) rows(ctx context.Context) (map[string]float64, int64, error) {
	revision, err := s.Revision(ctx)
	if err != nil {
		return nil, 0, err
	}
	if rows, counted := s.cachedRows(revision); rows != nil {
		return rows, counted, nil
	}
	if err := s.sizes.first.lock(ctx); err != nil {
		return nil, 0, fmt.Errorf("count content: %w", err)
	}
	defer s.sizes.first.unlock()
	if rows, counted := s.cachedRows(revision); rows != nil {
		return rows, counted, nil
	}
	if err := s.measure(ctx, revision, false); err != nil {
		return nil, 0, err
	}
	rows, counted := s.cachedRows(revision)
	return rows, counted, nil
}

// cachedRows returns nil before the first count. It starts a background count if
// the sizes are of another revision.
func (s *Store) cachedRows(revision int64) (map[string]float64, int64) {
	c := &s.sizes
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rows != nil && c.revision != revision && !c.counting && time.Now().After(c.next) && c.base.Err() == nil {
		c.counting = true
		c.work.Go(func() { s.recount(revision) })
	}
	return c.rows, c.counted
}

// measure updates the sizes: from PostgreSQL's estimates, which take a
// millisecond, else by counting. Unless exact, upper bounds replace a count that
// would take long.
func (s *Store) measure(ctx context.Context, revision int64, exact bool) error {
	start := time.Now()
	if s.readers.Kind == database.Postgres {
		rows, err := s.estimate(ctx)
		if err == nil {
			s.sizes.set(rows, noRevision, start.Add(estimateAge))
		}
		return err
	}
	if !exact {
		bounds, err := s.upperBounds(ctx)
		if err != nil {
			return err
		}
		if total(bounds) > maxSyncCount {
			s.sizes.set(bounds, noRevision, start) // the next reader starts an exact count
			return nil
		}
	}
	rows, err := s.counts(ctx)
	if err == nil {
		s.sizes.set(rows, revision, time.Now().Add(countingShare*time.Since(start)))
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

// maxSyncCount is the number of rows that may be counted while a reader waits,
// which takes a tenth of a second. With more, the first count runs in the
// background.
const maxSyncCount = 1_000_000

// noRevision differs from every revision: the next reader starts a count.
const noRevision = -1

// upperBounds returns upper bounds of the rows of SQLite's tables, from the
// greatest keys.
func (s *Store) upperBounds(ctx context.Context) (map[string]int, error) {
	bounds := map[string]int{}
	if err := s.countInto(ctx, "SELECT name,seq FROM sqlite_sequence", bounds); err != nil {
		return nil, fmt.Errorf("read content keys: %w", err)
	}
	if total(bounds) <= maxSyncCount {
		return bounds, nil
	}
	for _, c := range s.model.Collections {
		if _, has := bounds[c.Name]; has {
			continue
		}
		if err := s.countInto(ctx, "SELECT "+sqlgen.Literal(c.Name)+",count(*) FROM "+sqlgen.Quote(c.Name), bounds); err != nil {
			return nil, fmt.Errorf("count content: %w", err)
		}
	}
	return bounds, nil
}

func total(rows map[string]int) (n int) {
	for _, count := range rows {
		n += count
	}
	return n
}

// recount counts in the background. If it fails, the next reader starts it
// again.
func (s *Store) recount(revision int64) {
	c := &s.sizes
	ctx, cancel := context.WithTimeout(c.base, countingTime)
	defer cancel()
	_ = s.measure(ctx, revision, true)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counting = false
}

func (c *sizes) set(counts map[string]int, revision int64, next time.Time) {
	rows := make(map[string]float64, len(counts))
	for name, n := range counts {
		rows[name] = float64(n)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rows, c.revision, c.next = rows, revision, next
	c.counted++
}

// reset discards the sizes, so that the next read waits for a count: an import
// may have changed them completely.
func (c *sizes) reset() {
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
	const perStatement = 200 // SQLite allows 500 terms of a compound SELECT
	for len(parts) > 0 {
		n := min(perStatement, len(parts))
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
