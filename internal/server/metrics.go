package server

import (
	"cmp"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"ferrule/internal/asset"
	"ferrule/internal/page"
	"ferrule/internal/purge"
	"ferrule/internal/render"
)

// Metrics are the metrics of one process, for Prometheus.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	renders  *prometheus.HistogramVec
	browsers *prometheus.CounterVec

	mu       sync.RWMutex
	observed map[reply]prometheus.Observer // by the labels seen so far
}

// reply holds the labels of a request.
type reply struct {
	route  string
	status int
}

// NewMetrics returns metrics with nothing counted yet.
func NewMetrics() *Metrics {
	m := &Metrics{
		observed: map[reply]prometheus.Observer{},
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "ferrule_http_request_duration_seconds", Help: "Time to answer, by route and status.",
			Buckets: []float64{.0005, .001, .005, .02, .05, .1, .25, .5, 1, 2.5, 5},
		}, []string{"route", "status"}),
		renders: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "ferrule_render_duration_seconds", Help: "Time in the JavaScript engine, by call and outcome.",
			Buckets: []float64{.001, .005, .02, .05, .1, .25, .5, 1, 2},
		}, []string{"call", "outcome"}),
		browsers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "ferrule_browser_errors_total", Help: "Errors that browsers reported, by kind and route.",
		}, []string{"kind", "route"}),
	}
	m.registry.MustRegister(m.requests, m.renders, m.browsers, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Register adds a collector.
func (m *Metrics) Register(c prometheus.Collector) { m.registry.MustRegister(c) }

// Pages adds the metrics of the page cache.
func (m *Metrics) Pages(stats func() page.Stats) {
	gauge := func(name, help string, value func(page.Stats) float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return value(stats()) }))
	}
	gauge("ferrule_page_cache_hits", "Replies from the page cache.", func(s page.Stats) float64 { return float64(s.Hits) })
	gauge("ferrule_page_cache_misses", "Requests that built a page or waited for one.", func(s page.Stats) float64 { return float64(s.Misses) })
	gauge("ferrule_page_shells", "Pages sent for the browser to render.", func(s page.Stats) float64 { return float64(s.Shells) })
	gauge("ferrule_page_cache_stale", "Cached pages that are stale after a change of content and not yet rendered again.", func(s page.Stats) float64 { return float64(s.Stale) })
	gauge("ferrule_page_cache_bytes", "Bytes in the page cache.", func(s page.Stats) float64 { return float64(s.Bytes) })
}

// Content adds the time for which the content database has not responded, see
// store.Store.Unconfirmed.
func (m *Metrics) Content(unconfirmed func() time.Duration) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "ferrule_content_unconfirmed_seconds", Help: "Seconds for which the content database has not responded; 0 while it responds.",
	}, func() float64 { return unconfirmed().Seconds() }))
}

// Forwarded adds the number of ignored headers of proxies, see proxy.Ignored.
func (m *Metrics) Forwarded(ignored func() int64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "ferrule_forwarded_ignored_total", Help: "Requests and connections with a header of a proxy that was not trusted, or not the configured one.",
	}, func() float64 { return float64(ignored()) }))
}

// Assets adds the metrics of image variants.
func (m *Metrics) Assets(stats func() asset.Stats) {
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "ferrule_variants_made", Help: "Image variants made."}, func() float64 { return float64(stats().Made) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "ferrule_variants_bytes", Help: "Bytes of image variants on disk."}, func() float64 { return float64(stats().Bytes) }),
	)
}

// Purges adds the metrics of purges of a shared cache.
func (m *Metrics) Purges(stats func() purge.Stats) {
	gauge := func(name, help string, value func(purge.Stats) float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return value(stats()) }))
	}
	gauge("ferrule_purges_sent", "Purges that the shared cache accepted.", func(s purge.Stats) float64 { return float64(s.Sent) })
	gauge("ferrule_purges_failed", "Purges that failed or that the shared cache rejected.", func(s purge.Stats) float64 { return float64(s.Failed) })
	gauge("ferrule_purges_waiting", "Tags waiting to be purged.", func(s purge.Stats) float64 { return float64(s.Waiting) })
}

// Rendered observes one call of the JavaScript engine.
func (m *Metrics) Rendered(o render.Observation) {
	m.renders.WithLabelValues(o.Call, o.Outcome).Observe(o.Run.Seconds())
}

// browserError counts an error that a browser reported.
func (m *Metrics) browserError(kind, route string) {
	m.browsers.WithLabelValues(kind, route).Inc()
}

// Handler serves the metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

func (m *Metrics) observe(r *http.Request, status int, took time.Duration) {
	of := reply{r.Pattern, status}
	m.mu.RLock()
	observer, ok := m.observed[of]
	m.mu.RUnlock()
	if !ok {
		observer = m.requests.WithLabelValues(cmp.Or(of.route, "none"), strconv.Itoa(status))
		m.mu.Lock()
		m.observed[of] = observer // a look-up by labels takes longer than all other middleware
		m.mu.Unlock()
	}
	observer.Observe(took.Seconds())
}
