package mailbox

import (
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Outcomes of a mail, as the metric names them.
const (
	outcomeReply     = "reply"
	outcomeAutomatic = "automatic"
	outcomeBounce    = "bounce"
	outcomeCopy      = "copy"    // of a stored mail
	outcomeOther     = "other"   // of no request: left as it is
	outcomeDamaged   = "damaged" // left as it is
)

// Metrics count the mails that a server has read. They implement prometheus.Collector.
type Metrics struct {
	mails   *prometheus.CounterVec
	reading prometheus.Gauge
	success prometheus.GaugeFunc
	last    atomic.Int64 // Unix time in nanoseconds of the last success; 0 for none
}

func newMetrics() *Metrics {
	m := &Metrics{
		mails:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "ferrule_mailbox_mails_total", Help: "Mails read from the mailbox, by outcome."}, []string{"outcome"}),
		reading: prometheus.NewGauge(prometheus.GaugeOpts{Name: "ferrule_mailbox_reading", Help: "1 while this server reads the mailbox."}),
	}
	m.success = prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "ferrule_mailbox_last_success_seconds", Help: "Seconds since this server read all mails; -1 if it never did."}, func() float64 {
		last := m.last.Load()
		if last == 0 {
			return -1
		}
		return time.Since(time.Unix(0, last)).Seconds()
	})
	for _, outcome := range []string{outcomeReply, outcomeAutomatic, outcomeBounce, outcomeCopy, outcomeOther, outcomeDamaged} {
		m.mails.WithLabelValues(outcome)
	}
	return m
}

func (m *Metrics) succeeded() { m.last.Store(time.Now().UnixNano()) }

func (m *Metrics) count(outcome string) { m.mails.WithLabelValues(outcome).Inc() }

// Describe implements prometheus.Collector.
func (m *Metrics) Describe(out chan<- *prometheus.Desc) {
	for _, c := range []prometheus.Collector{m.mails, m.reading, m.success} {
		c.Describe(out)
	}
}

// Collect implements prometheus.Collector.
func (m *Metrics) Collect(out chan<- prometheus.Metric) {
	for _, c := range []prometheus.Collector{m.mails, m.reading, m.success} {
		c.Collect(out)
	}
}
