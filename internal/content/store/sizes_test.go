package store

import (
	"context"
	"database/sql"
	"runtime"
	"sync"
	"testing"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/database/databasetest"
)

func opened(t *testing.T, address string) *Store {
	t.Helper()
	s, err := OpenAt(t.Context(), address, t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// takeReaders takes all connections of the readers, as blocked statements do.
func takeReaders(t *testing.T, s *Store) (release func()) {
	t.Helper()
	var taken []*sql.Conn
	for range s.Readers() {
		conn, err := s.readers.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		taken = append(taken, conn)
	}
	return func() {
		for _, conn := range taken {
			_ = conn.Close()
		}
	}
}

func TestPostgresRowsAreEstimatedWithoutCounting(t *testing.T) {
	t.Parallel()
	s := opened(t, databasetest.Postgres(t))
	exec := func(texts ...string) {
		t.Helper()
		for _, text := range texts {
			if _, err := s.writer.ExecContext(t.Context(), text); err != nil {
				t.Fatal(err)
			}
		}
	}
	rows := func() map[string]float64 {
		t.Helper()
		s.sizes.reset()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // limits a failing test
		defer cancel()
		rows, _, err := s.rows(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	for name, n := range rows() {
		if n < 0 {
			t.Errorf("%s, never analysed, has %v rows", name, n)
		}
	}
	s.writer.SetMaxOpenConns(1) // each session buffers its statistics until it reports them
	exec(`INSERT INTO "tags" ("title") SELECT 'x' FROM generate_series(1,5000)`, `SELECT pg_stat_force_next_flush()`)
	if n := rows()["tags"]; n != 5000 {
		t.Errorf("never analysed: %v rows, want 5000", n)
	}
	exec(`ANALYZE "tags"`)
	unlock := lock(t, s, "tags") // a count would wait
	if n := rows()["tags"]; n != 5000 {
		t.Errorf("analysed: %v rows, want 5000", n)
	}
	unlock()
}

// A reader whose context ends stops waiting for another reader's query.
func TestCancelledReaderDoesNotWaitForAnother(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		for name, call := range map[string]func(context.Context, *Store) error{
			"revision": func(ctx context.Context, s *Store) error {
				s.revision.invalidate()
				_, err := s.Revision(ctx)
				return err
			},
			"rows": func(ctx context.Context, s *Store) error {
				_, _, err := s.rows(ctx)
				return err
			},
		} {
			s := opened(t, address)
			release := takeReaders(t, s)
			before := s.readers.Stats().WaitCount
			var first sync.WaitGroup
			first.Go(func() {
				if err := call(t.Context(), s); err != nil {
					t.Errorf("%s: the first reader: %v", name, err)
				}
			})
			for s.readers.Stats().WaitCount == before {
				runtime.Gosched()
			}
			cancelled, cancel := context.WithCancel(t.Context())
			cancel()
			if err := call(cancelled, s); err == nil && name == "rows" {
				t.Errorf("%s: the cancelled reader got a result", name)
			}
			release()
			first.Wait()
		}
	})
}

func TestCloseCancelsACount(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s := opened(t, address)
		if _, _, err := s.rows(t.Context()); err != nil {
			t.Fatal(err)
		}
		release := takeReaders(t, s)
		defer release()
		s.sizes.mu.Lock()
		s.sizes.next = time.Time{}
		s.sizes.mu.Unlock()
		before := s.readers.Stats().WaitCount
		s.cachedRows(-2)
		for s.readers.Stats().WaitCount == before {
			runtime.Gosched()
		}
		s.sizes.close()
		s.sizes.mu.Lock()
		defer s.sizes.mu.Unlock()
		if s.sizes.counting {
			t.Error("the count still runs after Close")
		}
	})
}
