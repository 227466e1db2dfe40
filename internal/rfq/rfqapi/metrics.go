package rfqapi

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"ferrule/internal/rfq"
)

// scrapeTimeout bounds the query of the store during a scrape.
const scrapeTimeout = 2 * time.Second

// Metrics counts requests and delivery attempts, and reads the state of
// all deliveries from the store. It implements prometheus.Collector.
type Metrics struct {
	stats                    func(context.Context) (rfq.DeliveryStats, error)
	stored                   prometheus.Counter
	attempts                 *prometheus.CounterVec
	byState, oldest, overdue *prometheus.Desc
}

// NewMetrics returns metrics with zero counts; stats returns the statistics of the
// store.
func NewMetrics(stats func(context.Context) (rfq.DeliveryStats, error)) *Metrics {
	return &Metrics{
		stats:  stats,
		stored: prometheus.NewCounter(prometheus.CounterOpts{Name: "ferrule_requests_stored_total", Help: "Requests for quotation stored."}),
		attempts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "ferrule_request_delivery_attempts_total", Help: "Attempts to tell of a request, by target and outcome.",
		}, []string{"target", "outcome"}),
		byState: prometheus.NewDesc("ferrule_request_deliveries", "Deliveries of requests that wait or were given up.", []string{"state"}, nil),
		oldest:  prometheus.NewDesc("ferrule_request_delivery_oldest_seconds", "For how long the oldest delivery has waited; 0 if none waits.", nil, nil),
		overdue: prometheus.NewDesc("ferrule_requests_overdue", "Open requests whose promised time of an answer has passed.", nil, nil),
	}
}

// DeliveryAttempted counts a delivery attempt.
func (m *Metrics) DeliveryAttempted(target, outcome string) {
	m.attempts.WithLabelValues(target, outcome).Inc()
}

// Describe implements prometheus.Collector.
func (m *Metrics) Describe(out chan<- *prometheus.Desc) {
	m.stored.Describe(out)
	m.attempts.Describe(out)
	out <- m.byState
	out <- m.oldest
	out <- m.overdue
}

// Collect implements prometheus.Collector. The metrics of deliveries are absent when
// the store does not respond.
func (m *Metrics) Collect(out chan<- prometheus.Metric) {
	m.stored.Collect(out)
	m.attempts.Collect(out)
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	s, err := m.stats(ctx)
	if err != nil {
		return
	}
	var waited time.Duration
	if !s.Oldest.IsZero() {
		waited = max(0, time.Since(s.Oldest))
	}
	for state, n := range map[string]int{"waiting": s.Waiting, "dead": s.Dead} {
		out <- prometheus.MustNewConstMetric(m.byState, prometheus.GaugeValue, float64(n), state)
	}
	out <- prometheus.MustNewConstMetric(m.oldest, prometheus.GaugeValue, waited.Seconds())
	out <- prometheus.MustNewConstMetric(m.overdue, prometheus.GaugeValue, float64(s.Overdue))
}
