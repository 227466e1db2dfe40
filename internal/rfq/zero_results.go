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

// ZeroResultSearch is a search without results, and how often it occurred.
type ZeroResultSearch struct {
	Words    string    `json:"words"`
	Language string    `json:"language"`
	Count    int       `json:"count"`
	Last     time.Time `json:"last"`
}

// Bounds of the stored searches: each distinct text costs a row, and a supplier
// reads only the most frequent.
const (
	maxZeroResultSearches = 10_000
	maxSearchWords        = 200 // bytes
	flushInterval         = 10 * time.Second
	maxBufferedSearches   = 1000
	flushTimeout          = 5 * time.Second
)

// AddZeroResultSearches adds to the counts. Above maxZeroResultSearches rows it
// counts only stored searches.
func (s *Store) AddZeroResultSearches(ctx context.Context, searches []ZeroResultSearch) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("count searches: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	inOrder := func(a, b ZeroResultSearch) int {
		return cmp.Or(strings.Compare(a.Words, b.Words), strings.Compare(a.Language, b.Language))
	}
	for _, m := range slices.SortedFunc(slices.Values(searches), inOrder) { // the same lock order on all servers prevents a deadlock
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

// ZeroResultSearches returns the searches without results, the most frequent first;
// all for limit 0.
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

// ZeroResultCounter buffers searches without results and writes them periodically,
// so that neither a search nor the storing of a request waits for these writes.
type ZeroResultCounter struct {
	store  *Store
	log    *slog.Logger
	mu     sync.Mutex
	counts map[[2]string]ZeroResultSearch
	stop   chan struct{}
	done   chan struct{}
}

// NewZeroResultCounter returns a running counter, which Close stops.
func NewZeroResultCounter(store *Store, log *slog.Logger) *ZeroResultCounter {
	c := &ZeroResultCounter{store: store, log: log, counts: map[[2]string]ZeroResultSearch{}, stop: make(chan struct{}), done: make(chan struct{})}
	go c.run()
	return c
}

// Count counts one search without results.
func (c *ZeroResultCounter) Count(words, language string) {
	words = strings.Join(strings.Fields(strings.ToLower(words)), " ")
	if len(words) > maxSearchWords {
		words = words[:maxSearchWords]
	}
	// PostgreSQL rejects invalid UTF-8 and NUL, and with them all searches of a batch.
	words, language = strings.ReplaceAll(strings.ToValidUTF8(words, ""), "\x00", ""), strings.ReplaceAll(strings.ToValidUTF8(language, ""), "\x00", "")
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

// Close stops the counter and writes the buffered counts.
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
				c.log.Error("count searches without results failed", "error", err)
			}
		case <-c.stop:
			return
		}
	}
}

func (c *ZeroResultCounter) flush() error {
	c.mu.Lock()
	counts := c.counts
	c.counts = map[[2]string]ZeroResultSearch{}
	c.mu.Unlock()
	if len(counts) == 0 {
		return nil
	}
	list := make([]ZeroResultSearch, 0, len(counts))
	for _, m := range counts {
		list = append(list, m)
	}
	ctx, cancel := context.WithTimeout(context.Background(), flushTimeout)
	defer cancel()
	if err := c.store.AddZeroResultSearches(ctx, list); err != nil {
		return errors.Join(err, ctx.Err())
	}
	return nil
}
