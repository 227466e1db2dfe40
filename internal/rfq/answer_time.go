package rfq

import (
	"slices"
	"time"
)

// AnswerTime is the promised time limit for answering a request, and RemindBefore the
// time before its end at which the supplier is reminded.
const (
	AnswerTime   = 24 * time.Hour
	RemindBefore = 4 * time.Hour
)

// Calendar determines when the AnswerTime of a request ends. Without working days the
// clock always runs. With working days it ends at the same time of day on the next
// working day; a request received on another day counts as received when the next
// working day begins.
type Calendar struct {
	Zone        *time.Location // of days, and of times in texts; never nil
	WorkingDays []time.Weekday
	Holidays    []string // on which no work is done: "2026-12-25", or "12-25" for each year
}

// HasWorkingDays reports whether the AnswerTime counts on working days only. Every text
// that promises it must then say so.
func (c Calendar) HasWorkingDays() bool { return len(c.WorkingDays) > 0 }

// DeadlineOf returns the end of the clock of a request: as stored, so that a change of the
// calendar does not move it, or of its receipt for a request of a former build.
func (c Calendar) DeadlineOf(r Request) time.Time {
	if r.Deadline.IsZero() {
		return c.Deadline(r.Created)
	}
	return r.Deadline
}

// Deadline returns the end of the AnswerTime from a time on.
func (c Calendar) Deadline(received time.Time) time.Time {
	if !c.HasWorkingDays() {
		return received.Add(AnswerTime)
	}
	t := received.In(c.Zone)
	if !c.isWorkingDay(t) {
		t = c.nextWorkingDay(midnight(t), 1)
	}
	return c.nextWorkingDay(t, 1)
}

// nextWorkingDay returns the same time of day on the next working day, or on the
// previous one for a step of -1. On days when the clock changes the day is not 24 hours
// long.
func (c Calendar) nextWorkingDay(t time.Time, step int) time.Time {
	for t = t.AddDate(0, 0, step); !c.isWorkingDay(t); t = t.AddDate(0, 0, step) {
	}
	return t
}

func (c Calendar) isWorkingDay(t time.Time) bool {
	return slices.Contains(c.WorkingDays, t.Weekday()) &&
		!slices.Contains(c.Holidays, t.Format(time.DateOnly)) && !slices.Contains(c.Holidays, t.Format(YearlyHoliday))
}

// YearlyHoliday is the layout of a holiday of each year.
const YearlyHoliday = "01-02"

// midnight returns the time at which the day of t begins.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}
