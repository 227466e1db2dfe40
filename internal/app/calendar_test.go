package app

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestDemoHasTheCalendarOfItsSupplierUnlessOneIsConfigured(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ given, want CalendarConfig }{
		{CalendarConfig{}, CalendarConfig{TimeZone: "Europe/Zurich", WorkingDays: []string{"mon-fri"}}},
		{CalendarConfig{TimeZone: "Asia/Tokyo", WorkingDays: []string{"sat"}}, CalendarConfig{TimeZone: "Asia/Tokyo", WorkingDays: []string{"sat"}}},
	} {
		got := tt.given
		got.setDemoDefaults()
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestCalendarIsParsed(t *testing.T) {
	t.Parallel()
	mon, tue, fri, sat, sun := time.Monday, time.Tuesday, time.Friday, time.Saturday, time.Sunday
	week := []time.Weekday{sun, mon, tue, time.Wednesday, time.Thursday, fri, sat}
	for _, tt := range []struct {
		about          string
		days, holidays []string
		want           []time.Weekday
	}{
		{"none", nil, nil, nil},
		{"range", []string{"mon-fri"}, []string{"12-25"}, week[1:6]},
		{"days", []string{" Mon", "tue", "SAT"}, nil, []time.Weekday{mon, tue, sat}},
		{"range past the end of the week", []string{"sat-mon"}, nil, []time.Weekday{sat, sun, mon}},
		{"ranges and days", []string{"mon-tue", "fri"}, nil, []time.Weekday{mon, tue, fri}},
		{"holidays only", nil, []string{"2026-12-25", "02-29"}, week},
	} {
		got, err := CalendarConfig{TimeZone: "Europe/Zurich", WorkingDays: tt.days, Holidays: tt.holidays}.Calendar()
		if err != nil || got.Zone.String() != "Europe/Zurich" || got.HasWorkingDays() != (tt.want != nil) {
			t.Errorf("%s: %+v, %v", tt.about, got, err)
		}
		if diff := cmp.Diff(tt.want, got.WorkingDays) + cmp.Diff(tt.holidays, got.Holidays); diff != "" {
			t.Errorf("%s: %s", tt.about, diff)
		}
	}
	if none, err := (CalendarConfig{}).Calendar(); err != nil || none.Zone != time.Local {
		t.Errorf("without a zone: %v, %v", none.Zone, err)
	}
}
