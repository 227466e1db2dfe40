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
// of the program.
func BenchmarkCrawl(b *testing.B) {
	if testing.Short() {
		b.Skip("takes minutes, and writes results.md")
	}
	program, ready := crawledProgram(b, crawled)
	var alone, during []figures
	for range 5 {
		alone = append(alone, askOver(b, program, readers, ready))
	}
	rested := program.memory(b, "VmRSS")

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
		during = append(during, askOver(b, program, readers, ready))
	}
	crawl.Wait()
	a, d := typical(alone), typical(during)
	text := fmt.Sprintf("%d pages made in %s by %d crawlers. Resident memory before %d MB, at most %d MB.\n\n"+
		"| a page that is ready, over %d connections | p50 / p99 ms | requests/s |\n|---|---|---|\n| alone | %s | %.0f |\n| during the crawl | %s | %.0f |\n",
		next.Load(), crawlTime, crawlers, rested>>20, program.memory(b, "VmHWM")>>20, readers, percentiles(a), a.rate, percentiles(d), d.rate)
	if err := Record(".", "Hits during a crawl", text); err != nil {
		b.Fatal(err)
	}
}

// crawledProgram serves a catalogue of a size, of which one page is ready.
func crawledProgram(b *testing.B, products int) (*process, question) {
	b.Helper()
	program := start(b, nil, ferrule(b), "serve", "--data", filled(b, "", products), "--listen", "127.0.0.1:0", "--metrics-listen", "", "--no-warm")
	ready := question{path: "/de/product/" + measured, header: "Accept-Encoding: br\r\n"}
	once(b, program, ready)
	return program, ready
}

// BenchmarkWholeCrawl has crawlers ask for every product's page in four
// languages, of as many products as FERRULE_BENCH_CRAWL says (100,000 take half
// an hour or more), and readers come once in a while: the pages' rate, what the
// readers wait, and what is resident as the crawl goes on.
func BenchmarkWholeCrawl(b *testing.B) {
	products, err := strconv.Atoi(os.Getenv("FERRULE_BENCH_CRAWL"))
	if err != nil {
		b.Skip("takes long, and writes results.md; FERRULE_BENCH_CRAWL is the number of products")
	}
	program, ready := crawledProgram(b, products)
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
	whole := products * len(languages())
	var during []figures
	var resident []string
	for visit := time.NewTicker(15 * time.Second); ; {
		select {
		case <-visit.C:
			during = append(during, askOver(b, program, readers, ready))
			if 8*int(next.Load())/whole > len(resident) {
				resident = append(resident, fmt.Sprintf("%d MB", program.memory(b, "VmRSS")>>20))
			}
			continue
		case <-done:
		}
		break
	}
	elapsed, d := time.Since(begin), typical(during)
	text := fmt.Sprintf("%d pages, all of %d products, in %s by %d crawlers: %.0f in a second, %.1f ms of processor time each, readers included. Resident with each eighth: %s; at most %d MB.\n\n"+
		"Readers of a page that is ready, over %d connections for %s in every 15: p50 / p99 %s ms.\n",
		whole, products, elapsed.Round(time.Second), crawlers, float64(whole)/elapsed.Seconds(), ms(program.used(b)-used)/float64(whole),
		strings.Join(resident, ", "), program.memory(b, "VmHWM")>>20, readers, loadTime, percentiles(d))
	if err := Record(".", "A whole crawl", text); err != nil {
		b.Fatal(err)
	}
}

// crawlUntil asks for one product's page after the other.
func crawlUntil(p *process, products int, next *atomic.Int64, end time.Time) error {
	for time.Now().Before(end) {
		n := int(next.Add(1)) - 1
		language, n := languages()[n%len(languages())][:2], n/len(languages())
		if n >= products {
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
