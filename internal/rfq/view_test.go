package rfq

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"ferrule/internal/fault"
)

func TestViewShowsTheRequestWithoutItsSpamState(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		a := add(t, s, Message{Name: "Zoë", Message: "by week 50", SpamReason: "honeypot", Lines: []Line{{UID: "u", SKU: "FR-1", Quantity: 3}}})
		body, err := s.View(t.Context(), a.Token, MaxLines)
		if err != nil {
			t.Fatal(err)
		}
		var v map[string]any
		if err := json.Unmarshal(body, &v); err != nil {
			t.Fatal(err)
		}
		if v["reference"] != a.Reference || v["state"] != "open" || v["name"] != "Zoë" || v["message"] != "by week 50" || len(v["lines"].([]any)) != 1 {
			t.Errorf("the view is %s", body)
		}
		for _, secret := range []string{"suspect", "token", "idempotencyKey", "id"} {
			if _, found := v[secret]; found {
				t.Errorf("the view contains %s", secret)
			}
		}
		for _, token := range []string{"", "AAAAAAAAAAAAAAAAAAAAAAAAAA"} {
			if _, err := s.View(t.Context(), token, MaxLines); fault.KindOf(err) != fault.NotFound {
				t.Errorf("token %q: %v", token, err)
			}
		}
	})
}

func viewOf(t *testing.T, s *Store, token string) (v View) {
	t.Helper()
	body, err := s.View(t.Context(), token, MaxLines)
	if err == nil {
		err = json.Unmarshal(body, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestViewGivesTimesInTheSitesZone(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.SetCalendar(Calendar{Zone: location(t, "Europe/Zurich"), WorkingDays: mondayToFriday()})
		s.at(time.Date(2026, 10, 23, 16, 10, 0, 0, time.UTC)) // the Friday before the end of summer time
		body, err := s.View(t.Context(), add(t, s, Message{Name: "Zoë"}).Token, MaxLines)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			`"created":{"time":"2026-10-23T18:10:00+02:00","zone":"CEST"}`, `"deadline":{"time":"2026-10-26T18:10:00+01:00","zone":"CET"}`,
		} {
			if !strings.Contains(string(body), want) {
				t.Errorf("%s is not in %s", want, body)
			}
		}
	})
}

func TestViewHasTheFirstLinesAndCountsAll(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		lines := make([]Line, 30)
		for i := range lines {
			lines[i] = Line{UID: strconv.Itoa(i), SKU: "FR-1", Quantity: 1}
		}
		token := add(t, s, Message{Name: "Zoë", Lines: lines}).Token
		for maxLines, want := range map[int]int{20: 20, 30: 30, MaxLines: 30} {
			body, err := s.View(t.Context(), token, maxLines)
			if err != nil {
				t.Fatal(err)
			}
			var v View
			if err := json.Unmarshal(body, &v); err != nil || len(v.Lines) != want || v.LineCount != 30 {
				t.Errorf("at most %d: %d lines of %d, %v", maxLines, len(v.Lines), v.LineCount, err)
			}
		}
	})
}
