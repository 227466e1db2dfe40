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

// BenchmarkCrawl has crawlers go through the products of a catalogue of 10,000,
// in four languages, each page of which has to be made, while readers ask for a
// page that is ready: what these wait with and without the crawl, and the memory
// of the program. A whole crawl, 40,000 pages, is FERRULE_BENCH_CRAWL=4h or so.
func BenchmarkCrawl(b *testing.B) {
	if testing.Short() {
		b.Skip("takes minutes, and writes results.md")
	}
	last := crawlTime
	if asked := os.Getenv("FERRULE_BENCH_CRAWL"); asked != "" {
		var err error
		if last, err = time.ParseDuration(asked); err != nil {
			b.Fatal(err)
		}
	}
	program := start(b, nil, ferrule(b), "serve", "--data", filled(b, "", crawled), "--listen", "127.0.0.1:0", "--metrics-listen", "", "--no-warm")
	ready := question{path: "/de/product/" + measured, header: "Accept-Encoding: br\r\n"}
	once(b, program, ready)
	var alone, during []figures
	for range 5 {
		alone = append(alone, askOver(b, program, readers, ready))
	}
	rested := program.memory(b, "VmRSS")

	var crawl sync.WaitGroup
	var next atomic.Int64
	end := time.Now().Add(last)
	for range crawlers {
		crawl.Go(func() {
			if err := crawlUntil(program, &next, end); err != nil {
				b.Error(err)
			}
		})
	}
	for time.Now().Before(end) {
		during = append(during, askOver(b, program, readers, ready))
	}
	crawl.Wait()
	a, d := typical(alone), typical(during)
	text := fmt.Sprintf("%d pages made in %s by %d crawlers. Resident memory before %d MB, at most %d MB.\n\n"+
		"| a page that is ready, over %d connections | p50 / p99 ms | requests/s |\n|---|---|---|\n| alone | %s | %.0f |\n| during the crawl | %s | %.0f |\n",
		next.Load(), last, crawlers, rested>>20, program.memory(b, "VmHWM")>>20, readers, percentiles(a), a.rate, percentiles(d), d.rate)
	if err := Record(".", "Hits during a crawl", text); err != nil {
		b.Fatal(err)
	}
}

// crawlUntil asks for one product's page after the other.
func crawlUntil(p *process, next *atomic.Int64, end time.Time) error {
	for time.Now().Before(end) {
		n := int(next.Add(1)) - 1
		language, n := languages()[n%len(languages())][:2], n/len(languages())
		if n >= crawled {
			return nil
		}
		path := fmt.Sprintf("/%s/product/flange-%d", language, n%50+1)
		if n >= 50 { // copies of the first fifty
			path += fmt.Sprint("-", n/50)
		}
		if _, err := exchange(p, question{path: path, header: "Accept-Encoding: br\r\n"}); err != nil {
			return err
		}
	}
	return nil
}

// memory is a figure of proc(5), in bytes.
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
