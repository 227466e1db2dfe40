package bench

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// pageConnections is the number of concurrent connections.
const pageConnections = 64

// BenchmarkPages requests cached pages and pictures from the program over 64
// connections, and the same headers and bytes from a plain handler, in turns. "share"
// is the processor time per request of the plain handler divided by that of the
// program.
func BenchmarkPages(b *testing.B) {
	if testing.Short() {
		b.Skip("takes minutes, and writes results.md")
	}
	program := start(b, nil, ferrule(b), "serve", "--demo", "--data", b.TempDir(), "--listen", "127.0.0.1:0", "--metrics-listen", "", "--no-warm")
	var t table
	for _, coding := range []string{"identity", "gzip", "br", "zstd"} {
		q := benchRequest{path: product, header: "Accept-Encoding: " + coding + "\r\n"}
		reply := requestWhenIdle(b, program, q)
		t.measure(b, "page, "+coding, program, q, plainReply{Header: reply.header, Body: reply.body})
		if coding == "br" {
			again := q
			again.header += "If-None-Match: " + reply.header.Get("Etag") + "\r\n"
			again.status = http.StatusNotModified
			t.measure(b, "304, beside the plain handler's 200", program, again, plainReply{Header: reply.header, Body: reply.body})
		}
	}
	picture(b, &t, program)
	program.stop(b)
	if err := Record(".", "Pages and pictures that are ready", t.String()); err != nil {
		b.Fatal(err)
	}
}

// card matches the address of a picture in the width that lists use.
var card = regexp.MustCompile(`/assets/[^?" ]+\?[^" ]*width=336[^" ]*`)

// picture compares a stored image variant with a handler that serves a file with the
// same bytes.
func picture(b *testing.B, t *table, program *process) {
	b.Helper()
	page := requestWhenIdle(b, program, benchRequest{path: product})
	path := html.UnescapeString(string(card.Find(page.body)))
	q := benchRequest{path: path, header: "Accept: image/webp\r\n"}
	made := requestWhenIdle(b, program, q)
	file := filepath.Join(b.TempDir(), "plain.webp")
	if err := os.WriteFile(file, made.body, 0o600); err != nil {
		b.Fatal(err)
	}
	plain := plainReply{File: file, Body: made.body}
	t.measure(b, "picture 336 wide, beside http.ServeFile", program, q, plain)
	again := q
	again.header += "If-None-Match: " + made.header.Get("Etag") + "\r\n"
	again.status = http.StatusNotModified
	t.measure(b, "picture, 304, beside http.ServeFile's 200", program, again, plain)
	part := q
	part.header += "Range: bytes=100-1123\r\n"
	part.status = http.StatusPartialContent
	t.measure(b, "picture, 1 KB of it, beside the same of http.ServeFile", program, part, plain)
}

// response is a reply without the headers of the connection.
type response struct {
	header http.Header
	body   []byte
}

// requestWhenIdle sends a request when the program is idle: until then its catalogue
// may have no index.
func requestWhenIdle(b *testing.B, p *process, q benchRequest) response {
	b.Helper()
	p.waitUntilIdle(b)
	got, err := roundTrip(p, q)
	if err != nil {
		b.Fatal(err)
	}
	return got
}

// roundTrip sends a request over a new connection.
func roundTrip(p *process, q benchRequest) (got response, err error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.base, "http://"))
	if err != nil {
		return got, err
	}
	defer func() { _ = conn.Close() }() // the reply has been read
	if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: bench\r\n%s\r\n", q.path, q.header); err != nil {
		return got, err
	}
	reply, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return got, err
	}
	body, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != http.StatusOK {
		return got, fmt.Errorf("%s: %d %w %.300s", q.path, reply.StatusCode, err, body)
	}
	reply.Header.Del("Date")
	return response{reply.Header, body}, nil
}

// table collects Markdown rows, one per request.
type table struct{ strings.Builder }

// measure compares the program with a plain handler that sends a reply.
func (t *table) measure(b *testing.B, name string, program *process, q benchRequest, reply plainReply) {
	b.Run(name, func(b *testing.B) {
		plain := startPlain(b, reply)
		var measured, baseline []loadResult
		var shares, waits []float64
		same := benchRequest{path: "/", header: q.header}
		if reply.File != "" && q.status == http.StatusPartialContent {
			same.status = q.status
		}
		for b.Loop() {
			p, o := measureLoad(b, plain, pageConnections, same), measureLoad(b, program, pageConnections, q)
			baseline, measured = append(baseline, p), append(measured, o)
			shares, waits = append(shares, p.cpu/o.cpu), append(waits, float64(o.p99)/float64(p.p99))
		}
		plain.stop(b)
		b.ReportMetric(median(shares), "share")
		b.ReportMetric(median(waits), "p99-ratio")
		b.ReportMetric(medians(measured).cpu, "cpu-µs/req")
		b.ReportMetric(medians(baseline).cpu, "plain-cpu-µs/req")
		if t.Len() == 0 {
			t.WriteString("| | bytes | share per CPU-second | requests per CPU-second: program, plain | requests/s | p50 / p99 ms: program, plain | p99, times |\n|---|---|---|---|---|---|---|\n")
		}
		o, p := medians(measured), medians(baseline)
		fmt.Fprintf(t, "| %s | %d | **%.2f** | %.0f, %.0f | %.0f, %.0f | %s, %s | %.2f |\n", name, len(reply.Body), median(shares),
			1e6/o.cpu, 1e6/p.cpu, o.rate, p.rate, percentiles(o), percentiles(p), median(waits))
	})
}

// medians returns the median of each field.
func medians(all []loadResult) loadResult {
	middle := func(of func(f loadResult) float64) float64 {
		values := make([]float64, len(all))
		for i, f := range all {
			values[i] = of(f)
		}
		return median(values)
	}
	return loadResult{
		cpu:      middle(func(f loadResult) float64 { return f.cpu }),
		database: middle(func(f loadResult) float64 { return f.database }),
		rate:     middle(func(f loadResult) float64 { return f.rate }),
		p50:      time.Duration(middle(func(f loadResult) float64 { return float64(f.p50) })),
		p99:      time.Duration(middle(func(f loadResult) float64 { return float64(f.p99) })),
	}
}

func percentiles(f loadResult) string {
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return fmt.Sprintf("%.1f / %.1f", ms(f.p50), ms(f.p99))
}
