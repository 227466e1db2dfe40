package server

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ferrule/internal/fault"
)

func TestSecurityTextHasTheContactAndExpiresWithinAYear(t *testing.T) {
	t.Parallel()
	s := &Server{options: Options{Contact: "mailto:security@example.com"}}
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/.well-known/security.txt", http.NoBody)
	if err := s.serveSecurityText(w, r); err != nil {
		t.Fatal(err)
	}
	contact, rest, _ := strings.Cut(w.Body.String(), "\n")
	until, isExpiry := strings.CutPrefix(strings.TrimSuffix(rest, "\n"), "Expires: ")
	expires, err := time.Parse(time.RFC3339, until)
	if contact != "Contact: mailto:security@example.com" || !isExpiry || err != nil {
		t.Errorf("got %q", w.Body)
	}
	if left := time.Until(expires); left < 0 || left > 365*24*time.Hour {
		t.Errorf("it expires in %s", left)
	}
	if got := w.Header().Get("Content-Type"); got != "text/plain; charset=utf-8" {
		t.Errorf("Content-Type = %q", got)
	}
}

func TestThereIsNoSecurityTextWithoutAContact(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/.well-known/security.txt", http.NoBody)
	err := (&Server{}).serveSecurityText(httptest.NewRecorder(), r)
	if _, isFault := errors.AsType[*fault.Error](err); !isFault || fault.KindOf(err) != fault.NotFound {
		t.Errorf("got %v", err)
	}
}
