package envelope_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
)

// It is not parallel: the package logs to the default logger, which serve sets.
func TestAnErrorOfTheProgramIsLoggedWithTheRequestsID(t *testing.T) {
	var log bytes.Buffer
	former := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(former) })

	fail := func(err error) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		w.Header().Set("X-Request-Id", "abc")
		envelope.Error(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/items/products", http.NoBody), err)
		return w
	}
	if w := fail(fault.New(fault.NotFound, "no such record")); w.Code != http.StatusNotFound || log.Len() != 0 {
		t.Errorf("an error of the client: status %d, log %q; want 404 and an empty log", w.Code, &log)
	}
	w := fail(errors.New("disk is full"))
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "disk") {
		t.Errorf("got %d %s, want 500 without the cause", w.Code, w.Body)
	}
	for _, part := range []string{"level=ERROR", "path=/items/products", "request=abc", `error="disk is full"`} {
		if !strings.Contains(log.String(), part) {
			t.Errorf("the log has no %s: %s", part, &log)
		}
	}
}
