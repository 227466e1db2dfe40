package store

import (
	"context"
	"testing"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/fault"
)

// eventually polls until a condition holds; the test fails after a minute.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !so() {
		select {
		case <-ctx.Done():
			t.Fatalf("%s: timeout after a minute", what)
		case <-tick.C:
		}
	}
}

func revisionOf(t *testing.T, s *Store) int64 {
	t.Helper()
	n, err := s.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestProcessesSeeEachOthersWrites(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		dir, m := t.TempDir(), small(t, "")
		writer, reader := openAt(t, address, dir, m), openAt(t, address, dir, m)
		if empty, err := reader.Empty(t.Context()); err != nil || !empty {
			t.Errorf("Empty: %v, %v", empty, err)
		}
		for n := int64(1); n <= 3; n++ {
			write(t, writer, `INSERT INTO "parts" ("name") VALUES ('x')`)
			if got := revisionOf(t, writer); got != n {
				t.Errorf("the writer's own revision is %d, want %d", got, n)
			}
			eventually(t, "the other process sees it", func() bool { return revisionOf(t, reader) == n })
		}
	})
}

func TestEachTransactionIncrementsTheRevisionOnce(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		dir, m := t.TempDir(), small(t, "")
		done := make(chan struct{})
		for range 3 {
			s := openAt(t, address, dir, m)
			go func() {
				defer func() { done <- struct{}{} }()
				for range 10 {
					write(t, s, `INSERT INTO "parts" ("slug") VALUES ((SELECT CAST(count(*) AS TEXT) FROM "parts"))`)
				}
			}()
		}
		for range 3 {
			<-done
		}
		if got := revisionOf(t, openAt(t, address, dir, m)); got != 30 {
			t.Errorf("revision %d", got)
		}
	})
}

func TestRevisionIsKeptWhileTheServerIsUnreachable(t *testing.T) {
	t.Parallel()
	server := databasetest.NewServer(t)
	address := server.Database(t)
	s := openAt(t, address, t.TempDir(), small(t, ""))
	write(t, s, `INSERT INTO "parts" ("name") VALUES ('x')`)
	if n := revisionOf(t, s); n != 1 || s.Unconfirmed() != 0 {
		t.Errorf("revision %d, unconfirmed for %s", n, s.Unconfirmed())
	}
	read := func() (string, error) {
		r, err := s.Read(t.Context(), content.Query{Collection: "parts", Fields: []string{"name"}, Access: content.System})
		return string(r.Body), err
	}
	if got, err := read(); err != nil || got != `{"data":[{"name":"x"}]}` {
		t.Errorf("before: %s, %v", got, err)
	}
	server.Stop(t)
	if _, err := read(); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("without a server: %v", err)
	}
	eventually(t, "it is noticed", func() bool { return s.Unconfirmed() > 0 })
	if n := revisionOf(t, s); n != 1 {
		t.Errorf("revision %d without a server", n)
	}
	server.Start(t)
	if got, err := read(); err != nil || got != `{"data":[{"name":"x"}]}` {
		t.Errorf("after: %s, %v", got, err)
	}
	write(t, s, `INSERT INTO "parts" ("name") VALUES ('y')`) // on a lost connection
	eventually(t, "it is followed again", func() bool { return s.Unconfirmed() == 0 && revisionOf(t, s) == 2 })
}
