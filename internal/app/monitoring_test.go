package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/VictoriaMetrics/metricsql"
	"go.yaml.in/yaml/v3"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
)

const monitoring = "../../deploy/monitoring/"

// metricNames returns the names of the metrics that a site shows.
func metricNames(t *testing.T, metrics http.Handler) map[string]bool {
	t.Helper()
	_, text := apptest.Request(t, metrics, http.MethodGet, "/metrics", "")
	names := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^# TYPE (\S+) (\S+)$`).FindAllStringSubmatch(text, -1) {
		names[line[1]] = true
		if line[2] == "histogram" || line[2] == "summary" {
			for _, suffix := range []string{"_bucket", "_count", "_sum"} {
				names[line[1]+suffix] = true
			}
		}
	}
	return names
}

// shownMetrics returns the names of all metrics that sites show: one with everything of
// its own, and the copy of a Directus that has lost its records.
func shownMetrics(t *testing.T) map[string]bool {
	t.Helper()
	apptest.RequireBuild(t)
	s := serveDomain(t, "--purge-url", "http://127.0.0.1:1/", "--access-log", filepath.Join(t.TempDir(), "access.log"), "--backup-to", t.TempDir(), "--backup-every", "24h",
		"--imap", "imap://reader:secret@127.0.0.1:1/INBOX", "--reply-address", "replies@example.com")
	s.get(t, "https://"+s.domain+"/en/catalog")
	for path, body := range map[string]string{
		"/api/form-messages":  `{"name":"Zoë","phone":"+41 44 123 45 67","agree":true,"meta":{"formType":"menu"},"language":"de-DE"}`,
		"/api/browser-errors": `{"kind":"caught","route":"home"}`,
	} {
		if status, reply := apptest.Request(t, s.handler, http.MethodPost, path, body, "Content-Type", "application/json", "Sec-Fetch-Site", "same-origin"); status >= http.StatusBadRequest {
			t.Fatalf("%s: %d %s", path, status, reply)
		}
	}
	names := map[string]bool{}
	apptest.Until(t, "the request is delivered", func() bool {
		names = metricNames(t, s.metrics)
		return names["ferrule_request_delivery_attempts_total"]
	})
	maps.Copy(names, metricNames(t, emptiedCopy(t).MetricsHandler()))
	return names
}

// emptiedCopy returns a site that holds back the deletion of all records.
func emptiedCopy(t *testing.T) *app.App {
	t.Helper()
	origin, _ := startDirectus(t)
	var emptied atomic.Bool
	directus := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if emptied.Load() {
			_, _ = w.Write([]byte(`{"data":[]}`))
			return
		}
		origin.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(directus.Close)
	_, s := startMirror(t, directus.URL, "--directus-secret", "of both")
	ready := func(part string) func() bool {
		return func() bool {
			_, body := apptest.Request(t, s.Handler(), http.MethodGet, "/readyz", "")
			return strings.Contains(body, part)
		}
	}
	apptest.Until(t, "the pull ends", ready(`"status":"ok"`))
	apptest.Request(t, s.Handler(), http.MethodPost, "/api/hooks/content", "{}", "Content-Type", "application/json")
	emptied.Store(true)
	apptest.Until(t, "deletions are held back", ready("is held back since"))
	return s
}

// queries returns the queries of the dashboard and of the alerts.
func queries(t *testing.T) (list []string) {
	t.Helper()
	var rules struct {
		Groups []struct {
			Rules []struct{ Expr string }
		}
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	text, err := os.ReadFile(monitoring + "rules.yml")
	if err == nil {
		err = yaml.Unmarshal(text, &rules)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range rules.Groups {
		for _, rule := range group.Rules {
			list = append(list, rule.Expr)
		}
	}
	alerts := len(list)
	if text, err = os.ReadFile(monitoring + "dashboard.json"); err == nil {
		err = json.Unmarshal(text, &dashboard)
	}
	if err != nil {
		t.Fatal(err)
	}
	variables := strings.NewReplacer("$__rate_interval", "5m", "$instance", ".+") // as Grafana does
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			list = append(list, variables.Replace(target.Expr))
		}
	}
	if alerts == 0 || len(list) == alerts {
		t.Fatalf("%d alerts, %d queries in all", alerts, len(list))
	}
	return list
}

func TestQueriesAndDocumentNameTheMetricsThatAreShown(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a whole Directus")
	}
	t.Parallel()
	shown := shownMetrics(t)
	checkQueries(t, shown)
	checkDocument(t, shown)
}

func checkQueries(t *testing.T, shown map[string]bool) {
	t.Helper()
	for _, query := range queries(t) {
		expression, err := metricsql.Parse(query)
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		named := 0
		metricsql.VisitAll(expression, func(e metricsql.Expr) {
			metric, ok := e.(*metricsql.MetricExpr)
			if !ok {
				return
			}
			for _, filters := range metric.LabelFilterss {
				for _, filter := range filters {
					if filter.Label == "__name__" {
						if named++; !shown[filter.Value] && filter.Value != "up" { // which is Prometheus' own
							t.Errorf("%s: /metrics does not show %s", query, filter.Value)
						}
					}
				}
			}
		})
		if named == 0 {
			t.Errorf("%s names no metric", query)
		}
	}
}

// checkDocument compares the metrics that docs/metrics.md describes with those shown.
func checkDocument(t *testing.T, all map[string]bool) {
	t.Helper()
	text, err := os.ReadFile("../../docs/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented, shown []string
	for _, name := range regexp.MustCompile("`(ferrule_[a-z_]+)`").FindAllStringSubmatch(string(text), -1) {
		documented = append(documented, name[1])
	}
	series := regexp.MustCompile(`_seconds_(bucket|count|sum)$`) // of histograms
	for name := range all {
		if strings.HasPrefix(name, "ferrule_") && !series.MatchString(name) {
			shown = append(shown, name)
		}
	}
	slices.Sort(documented)
	slices.Sort(shown)
	if !slices.Equal(documented, shown) {
		t.Errorf("docs/metrics.md has\n%q\nand /metrics shows\n%q", documented, shown)
	}
}

func TestPrometheusAcceptsTheAlertsAndTheQueries(t *testing.T) {
	t.Parallel()
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not installed: scripts/deps.sh operation")
	}
	type rule struct {
		Record string `yaml:"record"`
		Expr   string `yaml:"expr"`
	}
	var rules []rule
	for i, query := range queries(t) {
		rules = append(rules, rule{Record: fmt.Sprintf("query:%d", i), Expr: query})
	}
	text, err := yaml.Marshal(map[string]any{"groups": []any{map[string]any{"name": "queries", "rules": rules}}})
	if err != nil {
		t.Fatal(err)
	}
	asRules := filepath.Join(t.TempDir(), "queries.yml")
	if err := os.WriteFile(asRules, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check", "rules", "rules.yml", asRules},
		{"test", "rules", "rules.test.yml"},
		{"check", "config", "--syntax-only", "prometheus.yml"},
	} {
		c := exec.CommandContext(t.Context(), promtool, args...)
		c.Dir = monitoring
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, out)
		}
	}
}
