package bench

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// formerRounds is the number of turns of each program.
const formerRounds = 9

// Requests in a turn: of ready replies, of those from the database, and of pages that are
// rendered. Their number is fixed, so that other load on the machine only takes time.
const (
	readyTurn    = 2_000
	databaseTurn = 500
	renderedTurn = 30
)

// comparison has two programs with the same content, and the table of their figures.
type comparison struct {
	former, program, logging *process
	strings.Builder
}

// BenchmarkFormer measures the processor time per request of the former build, which
// FERRULE_BENCH_FORMER names, and of this one, in turns; and of this one with an access
// log.
func BenchmarkFormer(b *testing.B) {
	path := os.Getenv("FERRULE_BENCH_FORMER")
	if path == "" {
		b.Skip("no former build; run: make bench-former")
	}
	var c comparison
	c.open(b, path, func() []string { return []string{"--demo", "--data", b.TempDir()} })
	for _, coding := range []string{"identity", "gzip", "br", "zstd"} {
		c.repeat(b, "ready page, "+coding, readyTurn, benchRequest{path: product, header: "Accept-Encoding: " + coding + "\r\n"})
	}
	c.close(b)
	c.open(b, path, func() []string { return []string{"--data", filled(b, "", 1_000)} })
	for _, s := range shapes() {
		q := benchRequest{path: "/api/content/items/" + s.target}
		c.repeat(b, "content API, "+s.name+", cached", readyTurn, q)
		q.fresh = true
		c.repeat(b, "content API, "+s.name+", from the database", databaseTurn, q)
	}
	c.uncached(b)
	c.close(b)
	if err := Record(".", "Beside the former build", c.String()); err != nil {
		b.Fatal(err)
	}
}

// open starts the programs, each with flags of its own.
func (c *comparison) open(b *testing.B, former string, flags func() []string) {
	b.Helper()
	serve := func(path string, more ...string) *process {
		args := append([]string{"serve", "--listen", "127.0.0.1:0", "--metrics-listen", "", "--no-warm"}, flags()...)
		return start(b, nil, path, append(args, more...)...)
	}
	c.former, c.program = serve(former), serve(ferrule(b))
	c.logging = serve(ferrule(b), "--access-log", filepath.Join(b.TempDir(), "access.log"), "--access-log-format", "json")
	for _, p := range []*process{c.former, c.program, c.logging} {
		p.waitUntilIdle(b)
	}
}

func (c *comparison) close(b *testing.B) {
	b.Helper()
	for _, p := range []*process{c.former, c.program, c.logging} {
		p.stop(b)
	}
}

// repeat measures one request that is sent a number of times.
func (c *comparison) repeat(b *testing.B, name string, count int, q benchRequest) {
	b.Helper()
	sent := 0
	c.measure(b, name, count, func(p *process, _ int) error {
		return p.each(count, func(send func(benchRequest) error) error {
			unique := q
			if q.fresh {
				sent++
				unique.path += fmt.Sprint("&n=", sent)
			}
			return send(unique)
		})
	})
}

// uncached measures product pages that are requested for the first time.
func (c *comparison) uncached(b *testing.B) {
	b.Helper()
	c.measure(b, "uncached page, product", renderedTurn, func(p *process, round int) error {
		n := round * renderedTurn
		return p.each(renderedTurn, func(send func(benchRequest) error) error {
			n++
			return send(crawledPage(n - 1))
		})
	})
}

// each calls do a number of times with a function that sends a request over one connection
// and reads the reply.
func (p *process) each(count int, do func(send func(benchRequest) error) error) error {
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.base, "http://"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // all replies have been read
	replies := bufio.NewReaderSize(conn, 64<<10)
	for range count {
		err := do(func(q benchRequest) error {
			if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: bench\r\n%s\r\n", q.path, q.header); err != nil {
				return err
			}
			reply, err := http.ReadResponse(replies, nil)
			if err != nil {
				return err
			}
			if _, err = io.Copy(io.Discard, reply.Body); err != nil || reply.StatusCode != http.StatusOK {
				return fmt.Errorf("%s: %d %w", q.path, reply.StatusCode, err)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// clock returns the processor time of all threads so far, in ns: that of proc(5) is counted
// in hundredths of a second (clock_getcpuclockid(3)).
func (p *process) clock(b *testing.B) int64 {
	b.Helper()
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^p.cmd.Process.Pid<<3|2), &t); err != nil { //nolint:gosec // a process ID is below 2^22
		b.Fatal(err)
	}
	return t.Nano()
}

// measure adds a row: the medians of all turns, and of the ratios within a round.
func (c *comparison) measure(b *testing.B, name string, count int, requests func(p *process, round int) error) {
	b.Helper()
	used := func(p *process, round int) float64 {
		before := p.clock(b)
		if err := requests(p, round); err != nil {
			b.Fatal(err)
		}
		return float64(p.clock(b)-before) / 1000 / float64(count)
	}
	var former, now, ratios, logged []float64
	for round := range formerRounds {
		f, n, l := used(c.former, round), used(c.program, round), used(c.logging, round)
		former, now, ratios, logged = append(former, f), append(now, n), append(ratios, n/f), append(logged, l/n)
	}
	if c.Len() == 0 {
		c.WriteString("| processor time per request | former, µs | this, µs | this / former | least, most | with an access log / without |\n|---|---|---|---|---|---|\n")
	}
	row := fmt.Sprintf("| %s | %.1f | %.1f | **%.2f** | %.2f, %.2f | %.2f |\n", name, median(former), median(now), median(ratios), slices.Min(ratios), slices.Max(ratios), median(logged))
	b.Log(row)
	c.WriteString(row)
}
