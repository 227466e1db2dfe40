package store

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mattn/go-sqlite3"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/directus/itemsapi"
)

// blockable returns a store in which, after hold, reads of tags sorted by title
// block within their statement until release is called. held returns the number
// of blocked reads.
func blockable(t *testing.T, address string) (s *Store, hold func() (release func()), held func() int64) {
	t.Helper()
	dir := t.TempDir()
	s, err := OpenAt(t.Context(), address, dir, content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for _, text := range []string{
		`INSERT INTO "tags" ("id","title") VALUES (1,'b'),(2,'a')`,
		`INSERT INTO "languages" ("code") VALUES ('de-DE')`,
	} {
		if _, err := s.writer.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	if address != "" {
		return s, func() func() { return lock(t, s, "tags") }, func() (n int64) {
			if err := s.writer.QueryRowContext(t.Context(), `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation='tags'::regclass`).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	var stopped atomic.Int64
	released := make(chan struct{})
	_ = s.readers.Close()
	s.readers = database.OpenSQLiteWith(func(c *sqlite3.SQLiteConn) error {
		if err := sqlgen.RegisterFunctions(c); err != nil {
			return err
		}
		return c.RegisterFunc("ferrule_sort", func(v any) any {
			stopped.Add(1)
			<-released
			return v
		}, true)
	}, filepath.Join(dir, FileName), "_query_only", "1", "_txlock", "deferred")
	limitConnections(s.readers, sqliteReaders())
	s.revision.db = s.readers
	return s, func() func() { return func() { close(released) } }, stopped.Load
}

// lock locks a table of PostgreSQL exclusively until release is called.
func lock(t *testing.T, s *Store, table string) (release func()) {
	t.Helper()
	tx, err := s.writer.BeginTx(t.Context(), nil)
	if err == nil {
		_, err = tx.ExecContext(t.Context(), `LOCK TABLE `+sqlgen.Quote(table)+` IN ACCESS EXCLUSIVE MODE`)
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() { _ = tx.Rollback() }
}

func TestAPIClientsDoNotTakeTheReadersOfPages(t *testing.T) {
	t.Parallel()
	const own = 2
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s, hold, held := blockable(t, address)
		page := content.Query{Collection: "languages", Fields: []string{"code"}}
		read := func() error {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second) // limits a failing test
			defer cancel()
			_, err := s.Read(ctx, page)
			return err
		}
		if err := read(); err != nil { // counts the rows
			t.Fatal(err)
		}
		handler := itemsapi.New(s.model, s, itemsapi.Readers(itemsapi.ReaderOptions{Concurrent: s.Readers() - own, Client: func(*http.Request) string { return "" }}))
		request := func(ctx context.Context, limit int) int {
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("/items/tags?fields=id&sort=title&limit=%d", limit), nil))
			return w.Code
		}
		release := hold()
		var clients sync.WaitGroup
		for i := range 2 * s.Readers() {
			clients.Go(func() {
				if status := request(t.Context(), i+1); status != http.StatusOK {
					t.Errorf("a client got status %d", status)
				}
			})
		}
		for held() < int64(s.Readers()-own) {
			runtime.Gosched()
		}
		for range 20 {
			if err := read(); err != nil {
				t.Errorf("an uncached page: %v", err)
				break
			}
		}
		if n := held(); n != int64(s.Readers()-own) {
			t.Errorf("clients use %d readers of %d, want %d", n, s.Readers(), s.Readers()-own)
		}
		disconnected, disconnect := context.WithCancel(t.Context())
		disconnect()
		if status := request(disconnected, 1000); status != http.StatusServiceUnavailable {
			t.Errorf("a disconnected client got status %d", status)
		}
		release()
		clients.Wait()
	})
}
