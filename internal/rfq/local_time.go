package rfq

import (
	"strings"
	"time"
)

// LocalTime returns a time in a time zone, with the zone's abbreviation, in a language:
// "21.11.2026, 18:40 CET". Mails and documents use it; the page of a request shows the
// same (formatMoment in web/src/i18n/formats.ts).
func LocalTime(t time.Time, zone *time.Location, language string) string {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	layout := "Jan 2, 2006, 3:04\u00a0PM MST"
	switch tag {
	case "de":
		layout = "02.01.2006, 15:04 MST"
	case "fr", "it":
		layout = "02/01/2006, 15:04 MST"
	}
	return t.In(zone).Format(layout)
}
