package main

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ferrule/web"
)

// A newcomer who has configured nothing sees the mail that would be sent.
func TestWithoutAMailServerARequestIsAFileForTheContactOfTheSite(t *testing.T) {
	t.Parallel()
	if _, err := web.Load(); err != nil {
		t.Skip(err)
	}
	c := &serveCommand{
		dataFlags: dataFlags{Data: t.TempDir()}, CacheMB: 64, ConsentHours: 36, RequestRate: 60, VariantsMB: 16, accountFlags: accountFlags{MailFrom: "shop@example.com"},
	}
	if err := loadDemo(t.Context(), c.dataFlags, io.Discard); err != nil {
		t.Fatal(err)
	}
	s, err := wire(t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	const form = `{"name":"Zoë","phone":"+41 44 123 45 67","agree":true,"meta":{"formType":"menu"},"language":"de-DE"}`
	if status, body := visit(t, s.handler, http.MethodPost, "/api/form-messages", form); status != http.StatusCreated {
		t.Fatalf("%d %s", status, body)
	}
	var mails []string
	for len(mails) == 0 {
		runtime.Gosched()
		if mails, err = filepath.Glob(filepath.Join(c.Data, mailFolder, "*.eml")); err != nil {
			t.Fatal(err)
		}
	}
	figures := func() string {
		w := httptest.NewRecorder()
		s.metrics.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
		return w.Body.String()
	}
	for !strings.Contains(figures(), `ferrule_request_delivery_attempts_total{outcome="done",target="mail"} 1`) {
		runtime.Gosched()
	}
	for _, want := range []string{
		`ferrule_request_deliveries{state="waiting"} 0`, `ferrule_request_deliveries{state="dead"} 0`, "ferrule_request_delivery_oldest_seconds 0", "ferrule_requests_overdue 0",
	} {
		if got := figures(); !strings.Contains(got, want) {
			t.Errorf("no %s", want)
		}
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(mails[0])
	if err != nil || !strings.Contains(string(text), "To: <anfrage@ferrule.example>") {
		t.Errorf("%v\n%s", err, text)
	}
	if said := c.whereMailsGo(); !strings.Contains(said, filepath.Dir(mails[0])) {
		t.Errorf("nobody says where: %q", said)
	}
	doctor := doctorCommand{dataFlags: c.dataFlags}
	if found, err := doctor.checkDeliveries(t.Context()); err != nil || found != "0 wait" {
		t.Errorf("%q, %v", found, err)
	}
}

func TestDeliveryFlagsThatCannotWorkAreNamedTogether(t *testing.T) {
	t.Parallel()
	err := run(t.Context(), []string{
		"serve", "--request-mail", "support=nobody", "--request-webhook", "https://example.com/hook", "--request-directus", "--request-keep-days=-1",
	}, io.Discard)
	for _, want := range []string{`--request-mail: "nobody"`, "--request-webhook-secret", "--request-directus: say which", "--request-keep-days: -1"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
}
