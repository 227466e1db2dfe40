package server

import (
	"fmt"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"

	"ferrule/internal/health"
)

// Health has the last answers of the program's checks of itself.
type Health interface{ Report() health.Report }

// serveReady answers GET /readyz: 200 while pages can be served, with the status
// "degraded" and the reasons in English where something is wrong, and 503 only
// before the content came for the first time. It tells what is known and asks no
// part of the program, so that it never waits.
func (s *Server) serveReady(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	reply, reasons := map[string]any{"status": "ok"}, []string(nil)
	if s.options.Mirror != nil {
		age, whole := s.options.Mirror.Age()
		switch {
		case whole:
			reply["content_age_seconds"] = int64(age.Seconds())
		case s.hadContent.Load():
			reasons = append(reasons, "The content is of an earlier copy: the first pull is not whole.")
		default:
			// Not an error: nothing is wrong, and it would be logged at every question.
			w.Header().Set("Retry-After", "10")
			writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "the content is being fetched for the first time"})
			return nil
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

// Health adds a figure for each check of the program's parts.
func (m *Metrics) Health(report func() health.Report) {
	m.registry.MustRegister(checks{report, prometheus.NewDesc("ferrule_check_failed", "1 if the last check of a part failed, as /readyz tells, else 0.", []string{"check"}, nil)})
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
