package server

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"ferrule/internal/fault"
)

// Mirror is what keeps the content a copy of another system's.
type Mirror interface {
	// ServeHook answers POST /api/hooks/content.
	ServeHook(w http.ResponseWriter, r *http.Request) error
	// Age is how long ago the copy was known to be up to date; false if it is
	// not whole yet.
	Age() (time.Duration, bool)
	// HasContent reports whether there is content to show: that of the first pull,
	// when it is whole, or of before.
	HasContent(ctx context.Context) bool
	// Errors is how often that system could not be read since the start.
	Errors() int64
	// Reasons says in sentences why the copy is not as that system has it; none
	// if it is.
	Reasons() []string
	// Held is how many records are not deleted for now, by collection.
	Held() map[string]int
}

// errNoContent answers for content before the first pull is whole. It is not
// logged: nothing is wrong, and every request would log it.
var errNoContent = fault.New(fault.Unavailable, "The content is being fetched for the first time. Try again later.")

// filled answers 503 in place of h until there is content: what would be said
// without any, such as 404, is not true.
func (s *Server) filled(h handler) handler {
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
	s.options.Pages.Invalidate() // pages know the content of 100 ms ago
	s.hadContent.Store(true)
	return true
}

// Mirror adds the figures of a copy.
func (m *Metrics) Mirror(of Mirror) {
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "ferrule_mirror_last_success_seconds", Help: "Seconds since the content was known to be up to date; -1 if it never was."}, func() float64 {
			if age, ok := of.Age(); ok {
				return age.Seconds()
			}
			return -1
		}),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "ferrule_mirror_errors_total", Help: "Attempts to read the mirrored system that failed."}, func() float64 { return float64(of.Errors()) }),
		heldDeletions{of, prometheus.NewDesc("ferrule_mirror_held_deletions", "Records whose deletion is held back, by collection.", []string{"collection"}, nil)},
	)
}

// heldDeletions is a gauge for each collection of which deletions are held back.
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
