package rfqapi_test

import (
	"maps"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ferrule/internal/database"
	"ferrule/internal/rfq"
)

func numbered(n int, changes map[string]any) string {
	fields := map[string]any{"idempotencyKey": strconv.Itoa(n), "message": strconv.Itoa(n)}
	maps.Copy(fields, changes)
	return form(fields)
}

func TestRejectedFormsDoNotUseUpTheLimitOfTheirSender(t *testing.T) {
	t.Parallel()
	s := newSite(t, 4)
	for i := range 6 {
		if reply, body := s.post(t, `{"language":"en-US"}`); reply.StatusCode != http.StatusUnprocessableEntity {
			t.Fatalf("empty form %d: %d %s", i, reply.StatusCode, body)
		}
		if reply, body := s.post(t, numbered(i, map[string]any{"files": []string{"GONE"}})); reply.StatusCode != http.StatusUnprocessableEntity {
			t.Fatalf("form %d with a missing file: %d %s", i, reply.StatusCode, body)
		}
		if reply, body := s.send(t, typed(map[string]string{"name": ""})); reply.StatusCode != http.StatusUnprocessableEntity {
			t.Fatalf("empty form %d without scripts: %d %s", i, reply.StatusCode, body)
		}
	}
	if reply, body := s.post(t, numbered(100, nil)); reply.StatusCode != http.StatusCreated {
		t.Errorf("a valid form: %d %s", reply.StatusCode, body)
	}
	if reply, body := s.send(t, typed(nil)); reply.StatusCode != http.StatusSeeOther {
		t.Errorf("a valid form without scripts: %d %s", reply.StatusCode, body)
	}
}

func TestRejectedFormsHaveASeparateLimit(t *testing.T) {
	t.Parallel()
	s := newSite(t, 4)
	for i := range 20 {
		if reply, body := s.post(t, `{"language":"en-US"}`); reply.StatusCode != http.StatusUnprocessableEntity {
			t.Fatalf("empty form %d: %d %s", i, reply.StatusCode, body)
		}
	}
	reply, body := s.post(t, `{"language":"it-IT"}`)
	if reply.StatusCode != http.StatusTooManyRequests || reply.Header.Get("Retry-After") == "" || !strings.Contains(body, "REQUESTS_EXCEEDED") || !strings.Contains(body, "Troppe richieste") {
		t.Errorf("above the limit: %d %s", reply.StatusCode, body)
	}
	reply, body = s.send(t, typed(map[string]string{"name": ""}))
	if reply.StatusCode != http.StatusTooManyRequests || inputs(t, body).Get("message") != typed(nil).Get("message") {
		t.Errorf("without scripts: %d %s", reply.StatusCode, body)
	}
	// A proof of work is required for forms that are costly to parse.
	for about, changes := range map[string]map[string]any{
		"a file": {"files": []string{"GONE"}}, "a long text, and no name": {"name": "", "message": strings.Repeat("x", 5000)},
	} {
		reply, body := s.post(t, numbered(1, changes))
		if reply.StatusCode != http.StatusTooManyRequests || !strings.Contains(body, "CHALLENGE_REQUIRED") {
			t.Errorf("%s: %d %s", about, reply.StatusCode, body)
		}
	}
	large := map[string]any{"message": "large", "meta": map[string]any{"formType": "contact", "x": strings.Repeat("x", 5000)}}
	_, challenge := s.post(t, numbered(3, large))
	large["challenge"] = solve(t, challenge)
	if reply, body := s.post(t, numbered(3, large)); reply.StatusCode != http.StatusCreated {
		t.Errorf("a large form with proof of work: %d %s", reply.StatusCode, body)
	}
	if reply, body := s.post(t, numbered(2, nil)); reply.StatusCode != http.StatusCreated {
		t.Errorf("a valid form: %d %s", reply.StatusCode, body)
	}
	if reply, body := s.send(t, typed(nil)); reply.StatusCode != http.StatusSeeOther {
		t.Errorf("a valid form without scripts: %d %s", reply.StatusCode, body)
	}
}

func TestFailedFormsDoNotUseUpTheLimitOfTheirSender(t *testing.T) {
	t.Parallel()
	s := newSite(t, 4)
	db := database.OpenSQLite(filepath.Join(s.data, rfq.FileName))
	t.Cleanup(func() { _ = db.Close() })
	rename := func(from, to string) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), `ALTER TABLE `+from+` RENAME TO `+to); err != nil {
			t.Fatal(err)
		}
	}
	rename("requests", "requests_away")
	for i := range 30 {
		if reply, body := s.post(t, numbered(i, nil)); reply.StatusCode != http.StatusServiceUnavailable {
			t.Fatalf("form %d: %d %s", i, reply.StatusCode, body)
		}
		if reply, body := s.send(t, typed(nil)); reply.StatusCode != http.StatusServiceUnavailable {
			t.Fatalf("form %d without scripts: %d %s", i, reply.StatusCode, body)
		}
	}
	rename("requests_away", "requests")
	if reply, body := s.post(t, numbered(1, nil)); reply.StatusCode != http.StatusCreated {
		t.Errorf("after the failures: %d %s", reply.StatusCode, body)
	}
	if reply, body := s.send(t, typed(nil)); reply.StatusCode != http.StatusSeeOther {
		t.Errorf("after the failures, without scripts: %d %s", reply.StatusCode, body)
	}
}
