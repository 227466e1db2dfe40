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

// formerRounds is the number of rounds, of which the median counts. In each, the programs
// take turns; short turns, so that other load on the machine affects all.
const (
	formerRounds = 9
	formerTurns  = 20
)

// Requests in a turn: of ready replies, of those from the database, and of pages that are
// rendered. Their number is fixed, so that other load only takes time.
const (
	readyTurn    = 200
	databaseTurn = 25
	renderedTurn = 2
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
	c.measure(b, "uncached page, product", renderedTurn, func(p *process, turn int) error {
		n := turn * renderedTurn
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
			_, err = io.Copy(io.Discard, reply.Body)
			// On a busy machine a page may be left to the browser, which is not stored.
			if left := reply.Header.Get("Cache-Control") == "no-store"; err != nil || left || reply.StatusCode != http.StatusOK {
				return fmt.Errorf("%s: %d, not rendered: %t, %w", q.path, reply.StatusCode, left, err)
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

// measure adds a row: the medians of all rounds and of the ratios within a round, and the
// ratio of the quietest turns. What a turn loses to other load counts as used.
func (c *comparison) measure(b *testing.B, name string, count int, requests func(p *process, turn int) error) {
	b.Helper()
	programs := []*process{c.former, c.program, c.logging}
	used := make([][]float64, len(programs)) // µs per request
	turns := make([][]float64, len(programs))
	var ratios, logged []float64
	for round := range formerRounds {
		for i := range programs {
			used[i] = append(used[i], 0)
		}
		for turn := range formerTurns {
			for i := range programs {
				i = (i + turn) % len(programs) // each follows each other one
				before := programs[i].clock(b)
				if err := requests(programs[i], round*formerTurns+turn); err != nil {
					b.Fatal(err)
				}
				each := float64(programs[i].clock(b)-before) / 1000 / float64(count)
				used[i][round] += each / formerTurns
				turns[i] = append(turns[i], each)
			}
		}
		ratios = append(ratios, used[1][round]/used[0][round])
		logged = append(logged, used[2][round]/used[1][round])
	}
	if c.Len() == 0 {
		c.WriteString("| processor time per request | former, µs | this, µs | this / former | least, most | quietest turns | with an access log / without | quietest turns |\n|---|---|---|---|---|---|---|---|\n")
	}
	row := fmt.Sprintf("| %s | %.1f | %.1f | **%.2f** | %.2f, %.2f | %.2f | %.2f | %.2f |\n", name,
		median(used[0]), median(used[1]), median(ratios), slices.Min(ratios), slices.Max(ratios), quietest(turns[1])/quietest(turns[0]),
		median(logged), quietest(turns[2])/quietest(turns[1]))
	b.Log(row)
	c.WriteString(row)
}

// quietest returns the mean of the lowest tenth.
func quietest(turns []float64) float64 {
	slices.Sort(turns)
	sum := 0.0
	for _, t := range turns[:len(turns)/10] {
		sum += t
	}
	return sum / float64(len(turns)/10)
}
