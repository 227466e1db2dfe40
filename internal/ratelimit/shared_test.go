package ratelimit_test

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/ratelimit"
)

// openTable is a server's table of limits.
func openTable(t *testing.T, address string) *ratelimit.Table {
	t.Helper()
	table, err := ratelimit.OpenTable(t.Context(), address, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = table.Close() })
	return table
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestServersOnOneDatabaseShareALimit(t *testing.T) {
	t.Parallel()
	address, now := databasetest.Postgres(t), noon
	clock := func() time.Time { return now }
	first, second := openTable(t, address), openTable(t, address)
	a, b, other := first.New("forms", 4, clock), second.New("forms", 4, clock), second.New("sign-in", 4, clock)
	ctx := t.Context()
	for i, l := range []*ratelimit.Shared{a, b, b, a} {
		if share := b.Share(ctx, "x"); share != float64(i)/4 || !l.Allow(ctx, "x") {
			t.Fatalf("event %d was refused, %v of the limit were used", i, share)
		}
	}
	if a.Allow(ctx, "x") || b.Allow(ctx, "x") {
		t.Error("the limit of all servers together was exceeded")
	}
	if !b.Allow(ctx, "y") || !other.Allow(ctx, "x") {
		t.Error("another key, and another limit, count apart")
	}
	a.Undo(ctx, "x")
	if !b.Allow(ctx, "x") || a.Allow(ctx, "x") {
		t.Error("Undo did not subtract one event")
	}
	now = noon.Add(ratelimit.Window)
	if b.Allow(ctx, "x") {
		t.Error("the previous window counts in full at its end")
	}
	now = noon.Add(ratelimit.Window + ratelimit.Window/2)
	if share := a.Share(ctx, "x"); share != 0.5 {
		t.Errorf("half of the previous window is %v of the limit", share)
	}
	if !a.Allow(ctx, "x") || !b.Allow(ctx, "x") || a.Allow(ctx, "x") {
		t.Error("half of the previous window is past")
	}
	now = noon // a server whose clock is behind
	if a.Allow(ctx, "x") {
		t.Error("a clock that is behind starts a new window")
	}
	now = noon.Add(ratelimit.Window + ratelimit.Window/2)
	b.Reset(ctx, "x")
	if share := a.Share(ctx, "x"); share != 0 {
		t.Errorf("%v of the limit were not forgotten", share)
	}
}

func TestServersOnOneDatabaseTellTheSameWait(t *testing.T) {
	t.Parallel()
	address, now := databasetest.Postgres(t), noon
	clock := func() time.Time { return now }
	a := openTable(t, address).NewWithWindow("sign-in", time.Minute, 3, clock)
	b := openTable(t, address).NewWithWindow("sign-in", time.Minute, 3, clock)
	ctx := t.Context()
	for round := range 3 {
		for a.Allow(ctx, "x") {
			now = now.Add(5 * time.Second)
		}
		wait := b.Wait(ctx, "x")
		if wait <= 0 || wait > 2*time.Minute || a.Wait(ctx, "y") != 0 {
			t.Fatalf("round %d: %v", round, wait)
		}
		now = now.Add(wait - 2*time.Millisecond)
		if b.Allow(ctx, "x") {
			t.Fatalf("round %d: allowed before %v", round, wait)
		}
		if now = now.Add(2 * time.Millisecond); b.Wait(ctx, "x") != 0 || !b.Allow(ctx, "x") {
			t.Fatalf("round %d: refused after %v", round, wait)
		}
	}
}

func TestConcurrentServersStayWithinALimit(t *testing.T) {
	t.Parallel()
	const limited = 20
	address := databasetest.Postgres(t)
	var all sync.WaitGroup
	var allowed atomic.Int64
	for range 2 {
		l := openTable(t, address).New("forms", limited, func() time.Time { return noon })
		for range 4 {
			all.Go(func() {
				for range limited {
					if l.Allow(t.Context(), "x") {
						allowed.Add(1)
					}
				}
			})
		}
	}
	all.Wait()
	if allowed.Load() != limited {
		t.Errorf("%d were allowed, want %d", allowed.Load(), limited)
	}
}

func TestExpiredCountsAreDeleted(t *testing.T) {
	t.Parallel()
	address, now := databasetest.Postgres(t), noon
	l := openTable(t, address).New("forms", 4, func() time.Time { return now })
	for _, key := range []string{"a", "b", "c"} {
		l.Allow(t.Context(), key)
	}
	now = noon.Add(2 * ratelimit.Window)
	l.Allow(t.Context(), "d")
	db, err := database.OpenPostgres(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var rows int
	if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM ferrule_limits`).Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d rows are left, %v", rows, err)
	}
}

func TestCountsAreLocalWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	server := databasetest.NewServer(t)
	table := openTable(t, server.Database(t))
	for name, l := range map[string]*ratelimit.Shared{"away": table.New("forms", 2, time.Now), "none": (*ratelimit.Table)(nil).New("forms", 2, time.Now)} {
		if name == "away" {
			server.Stop(t)
		}
		for i, want := range []bool{true, true, false} {
			if got := l.Allow(t.Context(), "x"); got != want {
				t.Errorf("%s: event %d: %v", name, i, got)
			}
		}
		if share := l.Share(t.Context(), "x"); share != 1 {
			t.Errorf("%s: %v of the limit are used", name, share)
		}
		l.Undo(t.Context(), "x")
		if !l.Allow(t.Context(), "x") {
			t.Errorf("%s: nothing was taken back", name)
		}
		l.Reset(t.Context(), "x")
		if share := l.Share(t.Context(), "x"); share != 0 {
			t.Errorf("%s: %v of the limit were not forgotten", name, share)
		}
	}
	server.Start(t)
}
