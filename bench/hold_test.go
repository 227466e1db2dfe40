package bench

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ferrule/internal/database/databasetest"
)

const (
	holdProducts = 100_000
	holdStopped  = 1_000 // on the PostgreSQL that is stopped
	holdRounds   = 9     // measurements of readers without and with each load
	maxSlower    = 3     // times the readers' p99 without the load
)

// BenchmarkHold measures readers of a ready page beside hostile loads, each in a
// process of its own: their latency without and with the load, in turns. A reader
// that gets another status than 200 fails the benchmark.
func BenchmarkHold(b *testing.B) {
	if testing.Short() {
		b.Skip("takes minutes, and writes results.md")
	}
	products := holdProducts
	if text := os.Getenv(scaleProducts); text != "" {
		var err error
		if products, err = strconv.Atoi(text); err != nil {
			b.Fatalf("%s: %v", scaleProducts, err)
		}
	}
	program := holdProgram(b, filled(b, "", products))
	dearest, took := dearestQuery(b, program)
	rows := []string{
		beside(b, program, "10,000 invented slugs at once", attack{Kind: "slugs", Connections: 10_000}),
		beside(b, program, "4 clients repeat the dearest query", attack{Kind: "query", Connections: 4, Path: dearest}),
		beside(b, program, "2,000 slow readers", attack{Kind: "slow readers", Connections: 2000, Path: "/api/content/items/products?fields=*,translations.*&limit=100"}),
		beside(b, program, "2,000 slow writers", attack{Kind: "slow writers", Connections: 2000}),
	}
	program.stop(b)
	rows = append(rows, besideStopped(b))
	if b.Failed() {
		return // a reader got another status
	}
	text := fmt.Sprintf("%d readers of a page that is ready, without pauses, beside each load; %d products. The loads run on the same processors, in a process of their own. Medians of %d seconds.\n\n"+
		"| load | alone p50 / p99 ms | beside it | p99, times | requests/s alone, beside | replies to the load by status | resident MB before it, at most beside it |\n|---|---|---|---|---|---|---|\n%s\n\n"+
		"No reader got another status than 200. The dearest query that is accepted takes %s alone: `%s`\n",
		readers, products, holdRounds, strings.Join(rows, "\n"), took.Round(time.Millisecond), dearest)
	if err := Record(".", "Readers beside hostile clients", text); err != nil {
		b.Fatal(err)
	}
}

// holdProgram serves a data folder with a ready page, with further flags.
func holdProgram(b *testing.B, data string, flags ...string) *process {
	b.Helper()
	p := start(b, nil, ferrule(b), append([]string{"serve", "--data", data, "--listen", "127.0.0.1:0", "--metrics-listen", "", "--no-warm", "--log-level", "error"}, flags...)...)
	for { // without the catalogue's index the page is not kept
		if _, err := roundTrip(p, benchRequest{path: "/api/related?product=" + measured + "&language=de-DE"}); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	requestWhenIdle(b, p, holdPage())
	return p
}

func holdPage() benchRequest {
	return benchRequest{path: "/de/product/" + measured, header: "Accept-Encoding: br\r\n"}
}

// dearestQuery returns the slowest of the queries that no index answers and that the
// program accepts.
func dearestQuery(b *testing.B, p *process) (path string, took time.Duration) {
	b.Helper()
	for _, target := range []string{
		"products?fields=id&limit=1&sort=translations.name",
		"products?fields=id&limit=1&filter[translations][name][_icontains]=zzz",
		"products?fields=id&limit=1&search=zzz",
		"products?fields=id&limit=1&filter[slug][_icontains]=zzz",
		"products?fields=id&limit=1&sort=sku",
		"products?fields=id&limit=1&filter[variations][_none][sku][_icontains]=zzz",
		"products_translations?fields=id&limit=1&sort=name",
		"products_translations?fields=id&limit=1&filter[name][_icontains]=zzz",
		"variations?fields=id&limit=1&filter[sku][_icontains]=zzz",
		"variations_translations?fields=id&limit=1&filter[title][_icontains]=zzz",
		"products?fields=id,slug,sku,price&limit=-1",
		"variations?fields=id,sku,price&limit=-1",
		"products?fields=id,variations.id&limit=-1",
		"products?fields=id,translations.name&limit=20000",
	} {
		q := benchRequest{path: "/api/content/items/" + target}
		begin := time.Now()
		if _, err := roundTrip(p, q); err == nil && time.Since(begin) > took {
			path, took = q.path, time.Since(begin)
		}
	}
	if path == "" {
		b.Fatal("the program accepted no query")
	}
	return path, took
}

// beside measures readers without and with a load, and returns a row of the table.
func beside(b *testing.B, p *process, name string, load attack) string {
	b.Helper()
	var alone []loadResult
	for range holdRounds {
		alone = append(alone, measureLoad(b, p, readers, holdPage()))
	}
	before := p.resetPeak(b)
	a := startAttack(b, p, load)
	row := measureBeside(b, p, name, alone)
	return fmt.Sprintf("%s | %s | %d, %d |", row, a.end(b), before>>20, p.memory(b, "VmHWM")>>20)
}

// resetPeak sets the peak of the resident memory, VmHWM, to its present size, which it
// returns in bytes.
func (p *process) resetPeak(b *testing.B) int {
	b.Helper()
	const peak = "5" // proc_pid_clear_refs(5)
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", p.cmd.Process.Pid), []byte(peak), 0); err != nil {
		b.Fatal(err)
	}
	return p.memory(b, "VmRSS")
}

func measureBeside(b *testing.B, p *process, name string, alone []loadResult) (row string) {
	b.Helper()
	var during []loadResult
	for range holdRounds {
		during = append(during, measureLoad(b, p, readers, holdPage()))
	}
	m, d := medians(alone), medians(during)
	slower := float64(d.p99) / float64(m.p99)
	if slower > maxSlower {
		b.Logf("%s: the readers' p99 is %.1f times its own, want at most %d", name, slower, maxSlower)
	}
	return fmt.Sprintf("| %s | %s | %s | %.1f | %.0f, %.0f", name, percentiles(m), percentiles(d), slower, m.rate, d.rate)
}

// besideStopped measures readers while PostgreSQL has been stopped by a signal and
// clients request what is not cached.
func besideStopped(b *testing.B) string {
	b.Helper()
	address := databasetest.Postgres(b)
	p := holdProgram(b, filled(b, address, holdStopped), "--database", address)
	var alone []loadResult
	for range holdRounds {
		alone = append(alone, measureLoad(b, p, readers, holdPage()))
	}
	resume := stopPostgres(b, postmaster(b, address))
	before := p.resetPeak(b)
	a := startAttack(b, p, attack{Kind: "slugs", Connections: 200})
	row := measureBeside(b, p, "PostgreSQL stopped, 200 clients of uncached pages", alone)
	row = fmt.Sprintf("%s | %s | %d, %d |", row, a.end(b), before>>20, p.memory(b, "VmHWM")>>20)
	resume()
	p.stop(b)
	return row
}

// stopPostgres sends SIGSTOP to a server's processes, and SIGCONT at the end.
func stopPostgres(b *testing.B, postmaster int) (resume func()) {
	b.Helper()
	signal := func(s syscall.Signal) {
		stats, err := filepath.Glob("/proc/[0-9]*/stat")
		if err != nil {
			b.Fatal(err)
		}
		for _, stat := range stats {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
			if err != nil {
				b.Fatal(err)
			}
			if _, _, parent := processorTime(b, pid); parent == postmaster || pid == postmaster {
				_ = syscall.Kill(pid, s) // it may have ended
			}
		}
	}
	stopped := true
	resume = func() {
		if stopped {
			signal(syscall.SIGCONT)
		}
		stopped = false
	}
	b.Cleanup(resume)
	signal(syscall.SIGSTOP)
	return resume
}

// startAttack starts a load and returns when it runs.
func startAttack(b *testing.B, p *process, load attack) *attacker {
	b.Helper()
	u, err := url.Parse(p.base)
	if err != nil {
		b.Fatal(err)
	}
	load.Address = u.Host
	a, err := runAttack(b.Context(), load)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = a.cmd.Process.Kill() }) // it has ended
	return a
}
