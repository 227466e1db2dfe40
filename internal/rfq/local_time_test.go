package rfq

import (
	"testing"
	"time"
)

func TestLocalTimeNamesItsZoneOnDaysOfTheClocksChange(t *testing.T) {
	t.Parallel()
	zone := location(t, "Europe/Zurich")
	for _, tt := range []struct {
		utc, language, want string
	}{
		{"2026-11-21T17:40:00Z", "de-DE", "21.11.2026, 18:40 CET"},
		{"2026-11-21T17:40:00Z", "fr-FR", "21/11/2026, 18:40 CET"},
		{"2026-11-21T17:40:00Z", "it-IT", "21/11/2026, 18:40 CET"},
		{"2026-11-21T17:40:00Z", "en-US", "Nov 21, 2026, 6:40\u00a0PM CET"},
		{"2026-03-29T00:59:00Z", "de-DE", "29.03.2026, 01:59 CET"},
		{"2026-03-29T01:00:00Z", "de-DE", "29.03.2026, 03:00 CEST"},
		{"2026-10-25T00:30:00Z", "de-DE", "25.10.2026, 02:30 CEST"}, // the same time of day occurs twice
		{"2026-10-25T01:30:00Z", "de-DE", "25.10.2026, 02:30 CET"},
	} {
		utc, err := time.Parse(time.RFC3339, tt.utc)
		if err != nil {
			t.Fatal(err)
		}
		if got := LocalTime(utc, zone, tt.language); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.utc, got, tt.want)
		}
	}
}
