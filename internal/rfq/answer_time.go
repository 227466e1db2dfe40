package rfq

import "time"

// AnswerTime is the promised time limit for answering a request, and RemindBefore the
// time before its end at which the supplier is reminded.
//
// The limit counts working days, Monday to Friday in the site's time zone: it ends at
// the same time of day on the next working day. A request received at a weekend
// counts as received when Monday begins. Public holidays are working days.
const (
	AnswerTime   = 24 * time.Hour
	RemindBefore = 4 * time.Hour
)

// Deadline returns the end of the AnswerTime of a request, in a time zone.
func Deadline(received time.Time, zone *time.Location) time.Time {
	t := received.In(zone)
	if !isWorkingDay(t) {
		return nextWorkingDay(nextWorkingDay(midnight(t), 1), 1)
	}
	return nextWorkingDay(t, 1)
}

// overdueBefore returns the time before which requests were received whose Deadline has
// passed.
func overdueBefore(now time.Time, zone *time.Location) time.Time {
	t := now.In(zone)
	if !isWorkingDay(t) {
		t = midnight(t)
	}
	return nextWorkingDay(t, -1)
}

// nextWorkingDay returns the same time of day on the next working day, or on the
// previous one for a step of -1. On days when the clock changes the day is not 24 hours
// long.
func nextWorkingDay(t time.Time, step int) time.Time {
	for t = t.AddDate(0, 0, step); !isWorkingDay(t); t = t.AddDate(0, 0, step) {
	}
	return t
}

func isWorkingDay(t time.Time) bool {
	return t.Weekday() != time.Saturday && t.Weekday() != time.Sunday
}

// midnight returns the time at which the day of t begins.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}
