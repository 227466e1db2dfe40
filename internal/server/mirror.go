package server

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"ferrule/internal/fault"
)

// Mirror keeps the content a copy of another system's.
type Mirror interface {
	// ServeHook serves POST /api/hooks/content.
	ServeHook(w http.ResponseWriter, r *http.Request) error
	// Age returns how long ago the copy was known to be up to date; false before
	// the first pull is complete.
	Age() (time.Duration, bool)
	// HasContent reports whether there is content to show: of a complete first
	// pull, or of an earlier copy.
	HasContent(ctx context.Context) bool
	// Errors returns how often that system could not be read since the start.
	Errors() int64
	// Reasons returns sentences on why the copy differs from that system; none if
	// it does not.
	Reasons() []string
	// Held returns how many deletions are held back, by collection.
	Held() map[string]int
	// Hooks returns the number of webhooks since the start by result, and the time of
	// the last one that was not refused; zero if there was none.
	Hooks() (counts map[string]int64, last time.Time)
	// Files returns the number of files fetched ahead since the start, and of those
	// still missing.
	Files() (fetched, missing int64)
}

// errNoContent is the error of requests for content before the first pull is
// complete. It is not logged: every request would log it.
var errNoContent = fault.New(fault.Unavailable, "The content is being fetched for the first time. Try again later.")

// requireContent replies 503 in place of h until there is content: a reply without
// any, such as 404, would be wrong.
func (s *Server) requireContent(h handler) handler {
	if s.options.Mirror == nil {
		return h
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		if !s.hasContent(r.Context()) {
			return errNoContent
		}
		return h(w, r)
	}
}

func (s *Server) hasContent(ctx context.Context) bool {
	if s.hadContent.Load() {
		return true
	}
	if !s.options.Mirror.HasContent(ctx) {
		return false
	}
	s.options.Pages.Invalidate() // cached pages may be of the content of 100 ms ago
	s.hadContent.Store(true)
	return true
}

// Mirror adds the metrics of a mirror.
func (m *Metrics) Mirror(of Mirror) {
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "ferrule_mirror_last_success_seconds", Help: "Seconds since the content was known to be up to date; -1 if it never was."}, func() float64 {
			if age, ok := of.Age(); ok {
				return age.Seconds()
			}
			return -1
		}),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "ferrule_mirror_errors_total", Help: "Attempts to read the mirrored system that failed."}, func() float64 { return float64(of.Errors()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "ferrule_mirror_last_hook_seconds", Help: "Seconds since a webhook with the right secret was received; -1 if none was."}, func() float64 {
			if _, last := of.Hooks(); !last.IsZero() {
				return time.Since(last).Seconds()
			}
			return -1
		}),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "ferrule_mirror_files_fetched_total", Help: "Files fetched before they were requested."}, func() float64 { fetched, _ := of.Files(); return float64(fetched) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "ferrule_mirror_files_missing", Help: "Files of the content that are still to be fetched."}, func() float64 { _, missing := of.Files(); return float64(missing) }),
		hooks{of, prometheus.NewDesc("ferrule_mirror_hooks_total", "Webhooks of the mirrored system, by result.", []string{"result"}, nil)},
		heldDeletions{of, prometheus.NewDesc("ferrule_mirror_held_deletions", "Records whose deletion is held back, by collection.", []string{"collection"}, nil)},
	)
}

// hooks collects a counter for each result of a webhook.
type hooks struct {
	of   Mirror
	desc *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (h hooks) Describe(out chan<- *prometheus.Desc) { out <- h.desc }

// Collect implements prometheus.Collector.
func (h hooks) Collect(out chan<- prometheus.Metric) {
	counts, _ := h.of.Hooks()
	for result, n := range counts {
		out <- prometheus.MustNewConstMetric(h.desc, prometheus.CounterValue, float64(n), result)
	}
}

// heldDeletions collects a gauge for each collection with deletions held back.
type heldDeletions struct {
	of   Mirror
	desc *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (h heldDeletions) Describe(out chan<- *prometheus.Desc) { out <- h.desc }

// Collect implements prometheus.Collector.
func (h heldDeletions) Collect(out chan<- prometheus.Metric) {
	for collection, rows := range h.of.Held() {
		out <- prometheus.MustNewConstMetric(h.desc, prometheus.GaugeValue, float64(rows), collection)
	}
}
