package server

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ferrule/internal/fault"
	"ferrule/internal/page"
)

// browserErrorsTest has the receiver of errors with its log and metrics.
type browserErrorsTest struct {
	*browserErrors

	log     strings.Builder
	metrics *Metrics
}

func newBrowserErrorsTest() *browserErrorsTest {
	c := &browserErrorsTest{metrics: NewMetrics()}
	routes := page.RouteRules{
		Static:  map[string]page.RouteRule{"/": {Name: "home"}},
		Dynamic: map[string]page.RouteRule{"/product/:slug": {Name: "product"}},
	}
	c.browserErrors = newBrowserErrors(Options{Metrics: c.metrics, Build: Build{ID: "b2"}}, routes, slog.New(slog.NewTextHandler(&c.log, nil)))
	return c
}

// report sends a body and returns the status of the reply.
func (c *browserErrorsTest) report(t *testing.T, body, site string) int {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/browser-errors", strings.NewReader(body))
	r.Header.Set("Sec-Fetch-Site", site)
	w := httptest.NewRecorder()
	if err := c.serve(w, r); err != nil {
		return fault.KindOf(err).Status()
	}
	return w.Code
}

// counts returns the lines of the metrics about browsers.
func (c *browserErrorsTest) counts(t *testing.T) string {
	t.Helper()
	w := httptest.NewRecorder()
	c.metrics.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", http.NoBody))
	var lines []string
	for line := range strings.Lines(w.Body.String()) {
		if strings.HasPrefix(line, "ferrule_browser_errors_total") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

func TestErrorsInBrowsersAreCountedAndTheFirstOfAKindIsLogged(t *testing.T) {
	t.Parallel()
	c := newBrowserErrorsTest()
	for _, body := range []string{
		`{"kind":"recovered","route":"product","build":"b2","position":"product-0a1b2c3d.js:2:4711"}`,
		`{"kind":"recovered","route":"product","build":"b2","position":"product-0a1b2c3d.js:9:1"}`,
		`{"kind":"recovered","route":"product","build":"b1"}`, // of a document of the former build
		`{"kind":"recovered","route":"product","build":"b0"}`,
		`{"kind":"caught","route":"home"}`,
		`{"kind":"caught","route":"not-found"}`,
	} {
		if got := c.report(t, body, "same-origin"); got != http.StatusNoContent {
			t.Errorf("%s: %d", body, got)
		}
	}
	want := `ferrule_browser_errors_total{kind="caught",route="home"} 1
ferrule_browser_errors_total{kind="caught",route="other"} 1
ferrule_browser_errors_total{kind="recovered",route="product"} 4
`
	if got := c.counts(t); got != want {
		t.Errorf("got %s", got)
	}
	log := c.log.String()
	if got := strings.Count(log, "\n"); got != 4 {
		t.Errorf("%d lines: %s", got, log)
	}
	if !strings.Contains(log, `msg="error in a browser" kind=recovered route=product build=b2 position=product-0a1b2c3d.js:2:4711`) {
		t.Errorf("got %s", log)
	}
}

// Anybody can send a report: neither the metrics nor the log repeat what it says.
func TestAReportNamesOnlyWhatTheProgramKnows(t *testing.T) {
	t.Parallel()
	c := newBrowserErrorsTest()
	body := `{"kind":"caught","route":"/de/request/secret","build":"a b","position":"https://example.com/x.js?name=Berg:1:1"}`
	if got := c.report(t, body, "same-origin"); got != http.StatusNoContent {
		t.Fatal(got)
	}
	if got := c.counts(t); got != "ferrule_browser_errors_total{kind=\"caught\",route=\"other\"} 1\n" {
		t.Errorf("got %s", got)
	}
	if log := c.log.String(); !strings.Contains(log, `route=other build="" position=""`) {
		t.Errorf("got %s", log)
	}
}

func TestReportsAreBounded(t *testing.T) {
	t.Parallel()
	const valid = `{"kind":"caught","route":"home"}`
	c := newBrowserErrorsTest()
	for name, report := range map[string]struct {
		body, site string
		status     int
	}{
		"another site": {valid, "cross-site", http.StatusForbidden},
		"unknown kind": {`{"kind":"new","route":"home"}`, "same-origin", http.StatusBadRequest},
		"no JSON":      {`kind`, "same-origin", http.StatusBadRequest},
		"too large":    {`{"position":"` + strings.Repeat("x", maxBrowserError) + `"}`, "same-origin", http.StatusBadRequest},
	} {
		if got := c.report(t, report.body, report.site); got != report.status {
			t.Errorf("%s: %d", name, got)
		}
	}
	last := 0
	for range browserErrorRate + 1 {
		last = c.report(t, valid, "same-origin")
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("got %d", last)
	}
	if got := c.counts(t); !strings.HasPrefix(got, `ferrule_browser_errors_total{kind="caught",route="home"} `) || strings.Count(got, "\n") != 1 {
		t.Errorf("got %s", got)
	}
}
