package bench

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	crawlers  = 4
	crawlTime = 30 * time.Second
	readers   = 8
	crawled   = 10_000 // products
)

// BenchmarkCrawl measures the latency of a cached page with and without crawlers that
// request uncached product pages of a catalogue of 10,000 products in four languages,
// and the memory of the program.
func BenchmarkCrawl(b *testing.B) {
	if testing.Short() {
		b.Skip("takes minutes, and writes results.md")
	}
	program, cached := crawledProgram(b, crawled)
	var alone, during []loadResult
	for range 5 {
		alone = append(alone, measureLoad(b, program, readers, cached))
	}
	before := program.memory(b, "VmRSS")

	var crawl sync.WaitGroup
	var next atomic.Int64
	end := time.Now().Add(crawlTime)
	for range crawlers {
		crawl.Go(func() {
			if err := crawlUntil(program, crawled, &next, end); err != nil {
				b.Error(err)
			}
		})
	}
	for time.Now().Before(end) {
		during = append(during, measureLoad(b, program, readers, cached))
	}
	crawl.Wait()
	a, d := medians(alone), medians(during)
	text := fmt.Sprintf("%d pages made in %s by %d crawlers. Resident memory before %d MB, at most %d MB.\n\n"+
		"| a page that is ready, over %d connections | p50 / p99 ms | requests/s |\n|---|---|---|\n| alone | %s | %.0f |\n| during the crawl | %s | %.0f |\n",
		next.Load(), crawlTime, crawlers, before>>20, program.memory(b, "VmHWM")>>20, readers, percentiles(a), a.rate, percentiles(d), d.rate)
	if err := Record(".", "Hits during a crawl", text); err != nil {
		b.Fatal(err)
	}
}

// crawledProgram serves a catalogue with the given number of products and returns a
// request for a cached page.
func crawledProgram(b *testing.B, products int) (*process, benchRequest) {
	b.Helper()
	program := start(b, nil, ferrule(b), "serve", "--data", filled(b, "", products), "--listen", "127.0.0.1:0", "--metrics-listen", "", "--no-warm")
	cached := benchRequest{path: "/de/product/" + measured, header: "Accept-Encoding: br\r\n"}
	requestWhenIdle(b, program, cached)
	return program, cached
}

// BenchmarkWholeCrawl requests the pages of all products in four languages. The
// environment variable FERRULE_BENCH_CRAWL is the number of products; 100,000 take
// half an hour or more. It measures the rate of pages, the latency of a cached page
// every 15 s, and the resident memory during the crawl.
func BenchmarkWholeCrawl(b *testing.B) {
	products, err := strconv.Atoi(os.Getenv("FERRULE_BENCH_CRAWL"))
	if err != nil {
		b.Skip("takes long, and writes results.md; FERRULE_BENCH_CRAWL is the number of products")
	}
	program, cached := crawledProgram(b, products)
	var crawl sync.WaitGroup
	var next atomic.Int64
	begin, used := time.Now(), program.used(b)
	for range crawlers {
		crawl.Go(func() {
			if err := crawlUntil(program, products, &next, begin.Add(24*time.Hour)); err != nil {
				b.Error(err)
			}
		})
	}
	done := make(chan struct{})
	go func() { crawl.Wait(); close(done) }()
	pages := products * len(languages())
	var during []loadResult
	var resident []string
	for sample := time.NewTicker(15 * time.Second); ; {
		select {
		case <-sample.C:
			during = append(during, measureLoad(b, program, readers, cached))
			if 8*int(next.Load())/pages > len(resident) {
				resident = append(resident, fmt.Sprintf("%d MB", program.memory(b, "VmRSS")>>20))
			}
			continue
		case <-done:
		}
		break
	}
	elapsed, d := time.Since(begin), medians(during)
	text := fmt.Sprintf("%d pages, all of %d products, in %s by %d crawlers: %.0f in a second, %.1f ms of processor time each, readers included. Resident with each eighth: %s; at most %d MB.\n\n"+
		"Readers of a page that is ready, over %d connections for %s in every 15: p50 / p99 %s ms.\n",
		pages, products, elapsed.Round(time.Second), crawlers, float64(pages)/elapsed.Seconds(), ms(program.used(b)-used)/float64(pages),
		strings.Join(resident, ", "), program.memory(b, "VmHWM")>>20, readers, loadTime, percentiles(d))
	if err := Record(".", "A whole crawl", text); err != nil {
		b.Fatal(err)
	}
}

// crawlUntil requests the page of one product after the other.
func crawlUntil(p *process, products int, next *atomic.Int64, end time.Time) error {
	for time.Now().Before(end) {
		n := int(next.Add(1)) - 1
		if n >= products*len(languages()) {
			return nil
		}
		if _, err := roundTrip(p, crawledPage(n)); err != nil {
			return err
		}
	}
	return nil
}

// crawledPage requests the n-th product page of a catalogue of filled, in all languages.
func crawledPage(n int) benchRequest {
	language, n := languages()[n%len(languages())][:2], n/len(languages())
	path := fmt.Sprintf("/%s/product/flange-%d", language, n%50+1)
	if n >= 50 { // copies of the first fifty
		path += fmt.Sprint("-", n/50)
	}
	return benchRequest{path: path, header: "Accept-Encoding: br\r\n"}
}

// memory returns a value of /proc/PID/status (proc(5)), in bytes.
func (p *process) memory(b *testing.B, name string) int {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), name+":")
	kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		b.Fatal(err)
	}
	return kilobytes << 10
}
