package rfq

import (
	"testing"
	"time"
)

func mondayToFriday() []time.Weekday {
	return []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}
}

func TestDeadlineIsAfter24HoursWithoutWorkingDays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ about, zone, received, want string }{
		{"on a Tuesday", "Europe/Zurich", "2026-11-24 15:30", "2026-11-25 15:30"},
		{"on Friday evening", "Europe/Zurich", "2026-11-20 18:10", "2026-11-21 18:10"},
		{"on Sunday", "Europe/Zurich", "2026-11-22 23:59", "2026-11-23 23:59"},
		{"over the end of summer time", "Europe/Zurich", "2026-10-24 18:10", "2026-10-25 17:10"},
		{"over the begin of summer time", "Europe/Zurich", "2026-03-28 18:10", "2026-03-29 19:10"},
	} {
		checkDeadline(t, tt.about, Calendar{Zone: location(t, tt.zone)}, tt.received, tt.want)
	}
}

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
		{"before the holidays", "Europe/Zurich", "2026-12-24 16:00", "2026-12-28 16:00"},
		{"on a holiday: from Monday on", "Europe/Zurich", "2026-12-25 16:00", "2026-12-29 00:00"},
		{"before a holiday of one year", "Europe/Zurich", "2026-05-13 08:00", "2026-05-15 08:00"},
		{"that day in another year", "Europe/Zurich", "2027-05-13 08:00", "2027-05-14 08:00"},
		{"a holiday in the site's zone, the day before in UTC", "Pacific/Auckland", "2027-01-01 08:00", "2027-01-05 00:00"},
	} {
		calendar := Calendar{Zone: location(t, tt.zone), WorkingDays: mondayToFriday(), Holidays: []string{"12-25", "12-26", "01-01", "2026-05-14"}}
		checkDeadline(t, tt.about, calendar, tt.received, tt.want)
	}
}

// checkDeadline checks the deadline of a request.
func checkDeadline(t *testing.T, about string, calendar Calendar, received, want string) {
	t.Helper()
	at := func(text string) time.Time {
		parsed, err := time.ParseInLocation("2006-01-02 15:04", text, calendar.Zone)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	if got := calendar.Deadline(at(received).UTC()); !got.Equal(at(want)) {
		t.Errorf("%s: %s, want %s", about, got, at(want))
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
