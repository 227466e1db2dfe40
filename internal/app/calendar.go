package app

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ferrule/internal/rfq"
)

// CalendarConfig is the configuration of the site's calendar, of which the deadlines of
// requests follow.
type CalendarConfig struct {
	TimeZone    string   `help:"Time zone of times in mails, documents and listings, and of working days: an IANA name such as Europe/Zurich. If not given, that of the server." placeholder:"ZONE" env:"FERRULE_TIME_ZONE"`
	WorkingDays []string `help:"Working days, such as mon-fri or mon,tue,sat: the promised 24 hours count on these days only, and the built-in texts say so. If not given, they always count." placeholder:"DAYS" env:"FERRULE_WORKING_DAYS"`
	Holidays    []string `help:"Days that are not working days: dates such as 2026-12-25, or 12-25 for each year. Without --working-days all other days are." placeholder:"DATES" env:"FERRULE_HOLIDAYS"`
}

// The calendar of the demo supplier.
const (
	demoZone        = "Europe/Zurich"
	demoWorkingDays = "mon-fri"
)

// maxYearlyHolidays ensures that a year has working days.
const maxYearlyHolidays = 100

// setDemoDefaults sets what is not given to the calendar of the demo supplier, whose
// texts promise an answer on working days.
func (c *CalendarConfig) setDemoDefaults() {
	c.TimeZone = cmp.Or(c.TimeZone, demoZone)
	if len(c.WorkingDays) == 0 {
		c.WorkingDays = []string{demoWorkingDays}
	}
}

// Validate returns every problem of the configuration, joined. kong calls it after
// parsing.
func (c CalendarConfig) Validate() error {
	_, err := c.Calendar()
	return err
}

// Calendar returns the configured calendar, or all its problems, joined.
func (c CalendarConfig) Calendar() (rfq.Calendar, error) {
	var problems []error
	addProblem := func(flag string, err error) {
		if err != nil {
			problems = append(problems, fmt.Errorf("--%s: %w", flag, err))
		}
	}
	calendar := rfq.Calendar{Zone: time.Local}
	if c.TimeZone != "" {
		var err error
		calendar.Zone, err = parseZone(c.TimeZone)
		addProblem("time-zone", err)
	}
	for _, text := range c.WorkingDays {
		days, err := parseWeekdays(text)
		addProblem("working-days", err)
		calendar.WorkingDays = append(calendar.WorkingDays, days...)
	}
	yearly := 0
	for _, text := range c.Holidays {
		day, err := parseHoliday(text)
		addProblem("holidays", err)
		calendar.Holidays = append(calendar.Holidays, day)
		if len(day) == len(rfq.YearlyHoliday) {
			yearly++
		}
	}
	if yearly > maxYearlyHolidays {
		addProblem("holidays", fmt.Errorf("%d holidays of each year are too many; use at most %d", yearly, maxYearlyHolidays))
	}
	if len(c.Holidays) > 0 && len(c.WorkingDays) == 0 {
		calendar.WorkingDays = weekdays(time.Sunday, time.Saturday)
	}
	return calendar, errors.Join(problems...)
}

func parseZone(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, fmt.Errorf("%q is not a time zone; use an IANA name such as %s", name, demoZone)
	}
	return zone, nil
}

// parseWeekdays parses a day ("sat") or the days from one to another ("mon-fri").
func parseWeekdays(text string) ([]time.Weekday, error) {
	names := []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}
	first, last, isRange := strings.Cut(strings.ToLower(strings.TrimSpace(text)), "-")
	if !isRange {
		last = first
	}
	from, to := slices.Index(names, first), slices.Index(names, last)
	if from < 0 || to < 0 {
		return nil, fmt.Errorf("%q is not a weekday; use days such as mon-fri or mon,tue,sat", text)
	}
	return weekdays(time.Weekday(from), time.Weekday(to)), nil
}

// weekdays returns the days from one to another, past the end of the week if to is
// before from.
func weekdays(from, to time.Weekday) (days []time.Weekday) {
	for day := from; day != to; day = (day + 1) % 7 {
		days = append(days, day)
	}
	return append(days, to)
}

// parseHoliday returns a date as rfq.Calendar expects it.
func parseHoliday(text string) (string, error) {
	day := strings.TrimSpace(text)
	_, err := time.Parse(time.DateOnly, day)
	if err != nil {
		_, err = time.Parse(time.DateOnly, "2024-"+day) // a leap year, for 29 February
	}
	if err != nil {
		return "", fmt.Errorf("%q is not a day; use a date such as 2026-12-25, or 12-25 for each year", text)
	}
	return day, nil
}
