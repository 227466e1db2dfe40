package rfq

import (
	"testing"
	"time"
)

func TestDeadlineIsTheSameTimeOfTheNextWorkingDay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ about, zone, received, want string }{
		{"on a working day", "Europe/Zurich", "2026-11-24 15:30", "2026-11-25 15:30"},
		{"on Friday evening", "Europe/Zurich", "2026-11-20 18:10", "2026-11-23 18:10"},
		{"on Saturday: from Monday on", "Europe/Zurich", "2026-11-21 10:00", "2026-11-24 00:00"},
		{"on Sunday: from Monday on", "Europe/Zurich", "2026-11-22 23:59", "2026-11-24 00:00"},
		{"over the end of summer time, 73 hours", "Europe/Zurich", "2026-10-23 18:10", "2026-10-26 18:10"},
		{"over the begin of summer time, 71 hours", "Europe/Zurich", "2026-03-27 18:10", "2026-03-30 18:10"},
		{"over a clock change on a working day, 23 hours", "Africa/Cairo", "2026-04-23 18:10", "2026-04-24 18:10"},
		{"Saturday in the site's zone, Friday in UTC", "Pacific/Auckland", "2026-11-21 09:00", "2026-11-24 00:00"},
	} {
		zone := location(t, tt.zone)
		at := func(text string) time.Time {
			parsed, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
			if err != nil {
				t.Fatal(err)
			}
			return parsed
		}
		received, want := at(tt.received), at(tt.want)
		if got := Deadline(received.UTC(), zone); !got.Equal(want) {
			t.Errorf("%s: %s, want %s", tt.about, got, want)
		}
		if !received.Before(overdueBefore(want.Add(time.Minute), zone)) || received.Before(overdueBefore(want.Add(-time.Minute), zone)) {
			t.Errorf("%s: not overdue exactly after %s", tt.about, want)
		}
	}
}

func TestRequestIsOverdueExactlyAfterItsDeadline(t *testing.T) {
	t.Parallel()
	zone := location(t, "Europe/Zurich")
	first := time.Date(2026, time.October, 21, 0, 0, 0, 0, zone) // with a clock change on Sunday
	for received := first; received.Before(first.AddDate(0, 0, 8)); received = received.Add(97 * time.Minute) {
		for now := received; now.Before(received.AddDate(0, 0, 4)); now = now.Add(61 * time.Minute) {
			if overdue, late := received.Before(overdueBefore(now, zone)), now.After(Deadline(received, zone)); overdue != late {
				t.Fatalf("received %s, now %s: overdue %t, after the deadline %t", received, now, overdue, late)
			}
		}
	}
}

func location(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}
