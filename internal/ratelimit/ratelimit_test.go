package ratelimit_test

import (
	"strconv"
	"testing"
	"time"

	"ferrule/internal/ratelimit"
)

func TestKeyIsRefusedAboveItsLimitAndAllowedLater(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	l := ratelimit.New(3, func() time.Time { return now })
	for i := range 3 {
		if !l.Allow("a") {
			t.Fatalf("event %d was refused", i)
		}
	}
	if l.Allow("a") || !l.Allow("b") {
		t.Fatal("a limit holds for each key alone")
	}
	now = now.Add(ratelimit.Window)
	if l.Allow("a") {
		t.Error("the previous window counts in full at its end")
	}
	now = now.Add(ratelimit.Window / 2)
	if !l.Allow("a") {
		t.Error("half of the previous window is past")
	}
	l.Reset("b")
	now = now.Add(3 * ratelimit.Window)
	if !l.Allow("a") {
		t.Error("two windows later nothing is remembered")
	}
}

func TestAllowNUsesItsOwnWindow(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	l := ratelimit.NewWithWindow(time.Hour, 100, func() time.Time { return now })
	if l.Share("a") != 0 || !l.AllowN("a", 50) || l.Share("a") != 0.5 {
		t.Fatalf("half of the limit is %v", l.Share("a"))
	}
	if !l.AllowN("a", 70) || l.AllowN("a", 1) {
		t.Error("a key below its limit may not exceed it once")
	}
	now = now.Add(time.Hour)
	if l.AllowN("a", 1) {
		t.Error("the previous window counts in full at its end")
	}
	now = now.Add(30 * time.Minute)
	if got := l.Share("a"); got != 0.6 {
		t.Errorf("half an hour into the next window %v of the limit is used, want 0.6", got)
	}
}

func TestResetClearsTheCount(t *testing.T) {
	t.Parallel()
	l := ratelimit.New(1, time.Now)
	l.Allow("a")
	l.Reset("a")
	if !l.Allow("a") {
		t.Error("refused")
	}
}

func TestUndoSubtractsOneEvent(t *testing.T) {
	t.Parallel()
	l := ratelimit.New(2, time.Now)
	l.Undo("a") // nothing was counted
	for i, want := range []bool{true, true, false} {
		if l.Allow("a") != want {
			t.Fatalf("event %d: %v", i, !want)
		}
	}
	l.Undo("a")
	if !l.Allow("a") || l.Allow("a") {
		t.Error("Undo did not subtract one event")
	}
}

func TestManyKeysDoNotClearTheCountOfAnother(t *testing.T) {
	t.Parallel()
	now := time.Now()
	l := ratelimit.New(1, func() time.Time { return now })
	l.Allow("a")
	for i := range 60_000 {
		l.Allow(strconv.Itoa(i))
	}
	if l.Allow("a") {
		t.Error("a flood of other keys made the limiter forget")
	}
}

// Wait is neither too short nor, by more than a tick, too long.
func TestWaitIsTheTimeUntilTheNextEventIsAllowed(t *testing.T) {
	t.Parallel()
	for name, before := range map[string][]time.Duration{
		"all at once":                  {0, 0, 0},
		"one early":                    {0, 40 * time.Second, 50 * time.Second},
		"over two windows":             {50 * time.Second, 55 * time.Second, 58 * time.Second, 100 * time.Second},
		"in the second window":         {0, 30 * time.Second, 90 * time.Second, 95 * time.Second, 96 * time.Second},
		"long after the first attempt": {0, 10 * time.Minute, 10 * time.Minute, 10 * time.Minute},
	} {
		now := noon
		l := ratelimit.NewWithWindow(time.Minute, 3, func() time.Time { return now })
		for _, at := range before {
			now = noon.Add(at)
			l.Allow("a")
		}
		for l.Wait("a") == 0 {
			l.Allow("a")
		}
		wait := l.Wait("a")
		now = now.Add(wait - 2*time.Millisecond)
		if l.Wait("a") == 0 || l.Allow("a") {
			t.Errorf("%s: allowed before %v", name, wait)
		}
		if now = now.Add(2 * time.Millisecond); l.Wait("a") != 0 || !l.Allow("a") {
			t.Errorf("%s: refused after %v", name, wait)
		}
	}
}
