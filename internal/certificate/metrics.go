package certificate

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics returns when the certificate of each domain expires.
func Metrics(o Options) prometheus.Collector {
	return expiry{o, prometheus.NewDesc("ferrule_certificate_expiry_timestamp_seconds", "When the certificate of a domain expires, in Unix time; missing while there is none.", []string{"domain"}, nil)}
}

type expiry struct {
	options Options
	at      *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (e expiry) Describe(out chan<- *prometheus.Desc) { out <- e.at }

// Collect implements prometheus.Collector.
func (e expiry) Collect(out chan<- prometheus.Metric) {
	for _, domain := range e.options.Domains {
		if cert, err := e.options.Stored(context.Background(), domain); err == nil {
			out <- prometheus.MustNewConstMetric(e.at, prometheus.GaugeValue, float64(cert.NotAfter.Unix()), domain)
		}
	}
}
