package rfq

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"
	"time"
)

// Miss is a search that found nothing, and how often.
type ZeroResultSearch struct {
	Words    string    `json:"words"`
	Language string    `json:"language"`
	Count    int       `json:"count"`
	Last     time.Time `json:"last"`
}

// Bounds of what is kept: an invented search costs a line, and a supplier reads
// the first few.
const (
	maxZeroResultSearches = 10_000
	maxSearchWords        = 200 // bytes
	flushInterval         = 10 * time.Second
	maxBufferedSearches   = 1000
	flushTimeout          = 5 * time.Second
)

// AddMisses adds to the counts. Beyond maxMisses lines only known ones count on.
func (s *Store) AddZeroResultSearches(ctx context.Context, misses []ZeroResultSearch) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("count searches: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	inOrder := func(a, b ZeroResultSearch) int {
		return cmp.Or(strings.Compare(a.Words, b.Words), strings.Compare(a.Language, b.Language))
	}
	for _, m := range slices.SortedFunc(slices.Values(misses), inOrder) { // two servers must not wait for each other
		add := s.write.Rebind(`INSERT INTO searches_without_result AS s (words, language, count, last)
			SELECT CAST(?1 AS TEXT), CAST(?2 AS TEXT), CAST(?3 AS BIGINT), CAST(?4 AS TEXT) WHERE (SELECT count(*) FROM searches_without_result) < ?5
				OR EXISTS (SELECT 1 FROM searches_without_result WHERE words = ?1 AND language = ?2)
			ON CONFLICT (words, language) DO UPDATE SET count = s.count + excluded.count, last = excluded.last`)
		if _, err := tx.ExecContext(ctx, add, m.Words, m.Language, m.Count, m.Last.UTC().Format(timeFormat), maxZeroResultSearches); err != nil {
			return fmt.Errorf("count searches: %w", err)
		}
	}
	return tx.Commit()
}

// Misses returns the searches without result, the most frequent first; all when
// limit is 0.
func (s *Store) ZeroResultSearches(ctx context.Context, limit int) ([]ZeroResultSearch, error) {
	if limit <= 0 {
		limit = math.MaxInt
	}
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT words, language, count, last FROM searches_without_result ORDER BY count DESC, last DESC LIMIT ?`), limit)
	if err != nil {
		return nil, fmt.Errorf("list searches: %w", err)
	}
	defer func() { _ = rows.Close() }()
	list := []ZeroResultSearch{}
	for rows.Next() {
		m, err := scanZeroResultSearch(rows)
		if err != nil {
			return nil, fmt.Errorf("list searches: %w", err)
		}
		list = append(list, m)
	}
	return list, rows.Err()
}

func scanZeroResultSearch(rows *sql.Rows) (m ZeroResultSearch, err error) {
	var last string
	if err = rows.Scan(&m.Words, &m.Language, &m.Count, &last); err == nil {
		m.Last, err = time.Parse(timeFormat, last)
	}
	return m, err
}

// MissCounter collects searches without result and writes them in one go now
// and then: a search must not wait for the disk, nor a request for searches.
type ZeroResultCounter struct {
	store  *Store
	log    *slog.Logger
	mu     sync.Mutex
	counts map[[2]string]ZeroResultSearch
	stop   chan struct{}
	done   chan struct{}
}

// NewMissCounter starts the counter; Close writes what is left.
func NewZeroResultCounter(store *Store, log *slog.Logger) *ZeroResultCounter {
	c := &ZeroResultCounter{store: store, log: log, counts: map[[2]string]ZeroResultSearch{}, stop: make(chan struct{}), done: make(chan struct{})}
	go c.run()
	return c
}

// Count notes one search that found nothing.
func (c *ZeroResultCounter) Count(words, language string) {
	if words = strings.Join(strings.Fields(strings.ToLower(words)), " "); len(words) > maxSearchWords {
		words = strings.ToValidUTF8(words[:maxSearchWords], "")
	}
	if words == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	key := [2]string{words, language}
	if m, known := c.counts[key]; known || len(c.counts) < maxBufferedSearches {
		c.counts[key] = ZeroResultSearch{Words: words, Language: language, Count: m.Count + 1, Last: time.Now()}
	}
}

// Close writes what is left and stops.
func (c *ZeroResultCounter) Close() error {
	close(c.stop)
	<-c.done
	return c.flush()
}

func (c *ZeroResultCounter) run() {
	defer close(c.done)
	tick := time.NewTicker(flushInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := c.flush(); err != nil {
				c.log.Error("searches without result are not counted", "err", err)
			}
		case <-c.stop:
			return
		}
	}
}

func (c *ZeroResultCounter) flush() error {
	c.mu.Lock()
	seen := c.counts
	c.counts = map[[2]string]ZeroResultSearch{}
	c.mu.Unlock()
	if len(seen) == 0 {
		return nil
	}
	list := make([]ZeroResultSearch, 0, len(seen))
	for _, m := range seen {
		list = append(list, m)
	}
	ctx, cancel := context.WithTimeout(context.Background(), flushTimeout)
	defer cancel()
	if err := c.store.AddZeroResultSearches(ctx, list); err != nil {
		return errors.Join(err, ctx.Err())
	}
	return nil
}
