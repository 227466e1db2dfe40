package store_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/url"
	"os"
	"strconv"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/fault"
)

// TestDatabasesReplyEqually compares the replies to random queries on random
// content of random models. FERRULE_SEED repeats a run, FERRULE_QUERIES sets the
// number of queries.
func TestDatabasesReplyEqually(t *testing.T) {
	t.Parallel()
	seed, queries := uint64(time.Now().UnixNano()), 10_000 //nolint:gosec // not for security
	if testing.Short() {
		queries = 1000
	}
	if s, err := strconv.ParseUint(os.Getenv("FERRULE_SEED"), 10, 64); err == nil {
		seed = s
	}
	if n, err := strconv.Atoi(os.Getenv("FERRULE_QUERIES")); err == nil {
		queries = n
	}
	t.Logf("FERRULE_SEED=%d", seed)
	const worlds = 20
	answered := 0
	for i := range uint64(worlds) {
		t.Run(strconv.FormatUint(i, 10), func(t *testing.T) {
			g := &generator{Rand: rand.New(rand.NewPCG(seed, i))} //nolint:gosec // reproducible
			m := g.model(t)
			body := g.content(t)
			one, other := filled(t, "", m, body), filled(t, databasetest.Postgres(t), m, body)
			for range queries / worlds {
				collection, v := g.query()
				if equalReplies(t, m, one, other, collection, v) {
					answered++
				}
				if t.Failed() {
					return
				}
			}
		})
	}
	t.Logf("%d queries, %d of them answered", queries, answered)
	if answered < queries/2 {
		t.Errorf("only %d of %d queries are valid: too few to compare", answered, queries)
	}
}

// filled returns a store with content; address "" selects SQLite.
func filled(t *testing.T, address string, m *content.Model, body string) *store.Store {
	t.Helper()
	s, err := store.OpenAt(t.Context(), address, t.TempDir(), m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if _, err := s.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(body)}}); err != nil {
		t.Fatalf("%v\n%s", err, body)
	}
	return s
}

// equalReplies reports whether a query was answered; the test fails if the replies differ.
func equalReplies(t *testing.T, m *content.Model, one, other *store.Store, collection string, v url.Values) bool {
	t.Helper()
	q, err := query.Parse(m, collection, v)
	if err != nil {
		return false
	}
	q.Trace = true
	first, firstErr := one.Read(t.Context(), q)
	second, secondErr := other.Read(t.Context(), q)
	target := collection + "?" + v.Encode()
	if firstErr != nil || secondErr != nil {
		var a, b *fault.Error
		if !errors.As(firstErr, &a) || !errors.As(secondErr, &b) || a.Code != b.Code {
			t.Errorf("%s:\nSQLite: %v\nPostgreSQL: %v", readable(target), firstErr, secondErr)
		}
		return false
	}
	if diff := cmp.Diff(decoded(t, first.Body), decoded(t, second.Body)); diff != "" {
		t.Errorf("%s: (-SQLite +PostgreSQL)\n%s", readable(target), diff)
	}
	if diff := cmp.Diff(set(first.Touched), set(second.Touched)); diff != "" {
		t.Errorf("%s: tags (-SQLite +PostgreSQL)\n%s", readable(target), diff)
	}
	return true
}

func set(tags []content.Tag) map[content.Tag]bool {
	all := make(map[content.Tag]bool, len(tags))
	for _, tag := range tags {
		all[tag] = true
	}
	return all
}

func readable(target string) string {
	if text, err := url.QueryUnescape(target); err == nil {
		return text
	}
	return target
}

func decoded(t *testing.T, body []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return v
}
