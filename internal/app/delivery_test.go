package app_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
)

// Without configuration, the mail is addressed to the contact of the site.
func TestWithoutAMailServerRequestMailsAreWrittenToFiles(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	c := apptest.DemoConfig(t)
	s := apptest.Open(t, c)
	const form = `{"name":"Zoë","phone":"+41 44 123 45 67","agree":true,"meta":{"formType":"menu"},"language":"de-DE"}`
	if status, body := apptest.Request(t, s.Handler(), http.MethodPost, "/api/form-messages", form, "Content-Type", "application/json"); status != http.StatusCreated {
		t.Fatalf("%d %s", status, body)
	}
	var mails []string
	for len(mails) == 0 {
		runtime.Gosched()
		var err error
		if mails, err = filepath.Glob(filepath.Join(c.Data, "mail", "*.eml")); err != nil {
			t.Fatal(err)
		}
	}
	figures := func() string {
		w := httptest.NewRecorder()
		s.MetricsHandler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
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
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(mails[0])
	if err != nil || !strings.Contains(string(text), "To: <anfrage@ferrule.example>") {
		t.Errorf("%v\n%s", err, text)
	}
	if notice := c.MailNotice(); !strings.Contains(notice, filepath.Dir(mails[0])) {
		t.Errorf("the output does not name the folder: %q", notice)
	}
	if out, _ := apptest.Command(t, "doctor", "--data", c.Data); !strings.Contains(out, "OK    deliveries   0 waiting\n") { // other checks may fail
		t.Errorf("the doctor prints %s", out)
	}
}

func TestInvalidDeliveryFlagsAreReportedTogether(t *testing.T) {
	t.Parallel()
	_, err := apptest.Command(t,
		"serve", "--request-mail", "support=nobody", "--request-webhook", "https://example.com/hook", "--request-directus", "--request-keep-days=-1",
		"--offer-currency", "Franken", "--offer-vat", "8,1", "--retain-offers=-1",
	)
	for _, want := range []string{`--request-mail: "nobody"`, "--request-webhook-secret", "--request-directus: needs --directus", "--request-keep-days: -1", `--offer-currency: "Franken"`, `--offer-vat: "8,1"`, "--retain-offers: -1"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
}
