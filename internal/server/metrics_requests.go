package server

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"ferrule/internal/rfq"
)

// scrapeTime is how long the store of requests may take for the figures.
const scrapeTime = 2 * time.Second

// Deliveries adds how things stand between the site and the supplier. The
// returned function counts attempts by target and outcome.
func (m *Metrics) Deliveries(standing func(context.Context) (rfq.Standing, error)) (attempted func(target, outcome string)) {
	attempts := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "ferrule_request_delivery_attempts_total", Help: "Attempts to tell of a request, by target and outcome.",
	}, []string{"target", "outcome"})
	m.registry.MustRegister(attempts, deliveries{
		standing: standing,
		byState:  prometheus.NewDesc("ferrule_request_deliveries", "Deliveries of requests that wait or were given up.", []string{"state"}, nil),
		oldest:   prometheus.NewDesc("ferrule_request_delivery_oldest_seconds", "For how long the oldest delivery has waited; 0 if none waits.", nil, nil),
		overdue:  prometheus.NewDesc("ferrule_requests_overdue", "Requests that have been open for more than a day.", nil, nil),
	})
	return func(target, outcome string) { attempts.WithLabelValues(target, outcome).Inc() }
}

// deliveries asks the store once for all its figures.
type deliveries struct {
	standing                 func(context.Context) (rfq.Standing, error)
	byState, oldest, overdue *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (d deliveries) Describe(out chan<- *prometheus.Desc) {
	out <- d.byState
	out <- d.oldest
	out <- d.overdue
}

// Collect implements prometheus.Collector.
func (d deliveries) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	s, err := d.standing(ctx)
	if err != nil {
		return // figures that nobody knows are absent
	}
	var waited time.Duration
	if !s.Oldest.IsZero() {
		waited = max(0, time.Since(s.Oldest))
	}
	for state, n := range map[string]int{"waiting": s.Waiting, "dead": s.Dead} {
		out <- prometheus.MustNewConstMetric(d.byState, prometheus.GaugeValue, float64(n), state)
	}
	out <- prometheus.MustNewConstMetric(d.oldest, prometheus.GaugeValue, waited.Seconds())
	out <- prometheus.MustNewConstMetric(d.overdue, prometheus.GaugeValue, float64(s.Overdue))
}
