package server

import (
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"ferrule/internal/health"
)

// Health returns the latest results of the program's checks.
type Health interface{ Report() health.Report }

// serveReady serves GET /readyz: 200 while pages can be served, with the status
// "degraded" and the reasons in English where a check failed, and 503 only before
// the first pull of a mirror. It reports known results and runs no check, so that
// it never waits.
func (s *Server) serveReady(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	reply, reasons := map[string]any{"status": "ok"}, []string(nil)
	if s.options.Mirror != nil {
		age, complete := s.options.Mirror.Age()
		switch {
		case complete:
			reply["content_age_seconds"] = int64(age.Seconds())
		case s.hadContent.Load():
			reasons = append(reasons, "The content is of an earlier copy: the first pull is not whole.")
		default:
			// No error, which would be logged for every request.
			w.Header().Set("Retry-After", "10")
			writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "the content is being fetched for the first time"})
			return nil
		}
		reply["last_hook_seconds_ago"] = nil
		if _, last := s.options.Mirror.Hooks(); !last.IsZero() {
			reply["last_hook_seconds_ago"] = int64(time.Since(last).Seconds())
		}
		reasons = append(s.options.Mirror.Reasons(), reasons...)
	}
	if s.options.Unconfirmed != nil {
		if age := s.options.Unconfirmed(); age > 0 {
			reply["content_age_seconds"] = int64(age.Seconds())
			reasons = append(reasons, fmt.Sprintf("content database: no answer; pages show the content of %d seconds ago", int64(age.Seconds())))
		}
	}
	if s.options.Health != nil {
		report := s.options.Health.Report()
		reply["checked_seconds_ago"] = int64(report.Age.Seconds())
		reasons = append(reasons, report.Reasons...)
	}
	if len(reasons) > 0 {
		reply["status"], reply["reasons"] = "degraded", reasons
	}
	writeJSON(w, http.StatusOK, reply)
	return nil
}

// Health adds a gauge for each check.
func (m *Metrics) Health(report func() health.Report) {
	m.registry.MustRegister(checks{report, prometheus.NewDesc("ferrule_check_failed", "1 if the last check of a part failed, as in /readyz, else 0.", []string{"check"}, nil)})
}

type checks struct {
	report func() health.Report
	failed *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (c checks) Describe(out chan<- *prometheus.Desc) { out <- c.failed }

// Collect implements prometheus.Collector.
func (c checks) Collect(out chan<- prometheus.Metric) {
	for name, failed := range c.report().Failed {
		value := 0.0
		if failed {
			value = 1
		}
		out <- prometheus.MustNewConstMetric(c.failed, prometheus.GaugeValue, value, name)
	}
}
