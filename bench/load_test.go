package bench

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	connections = 16
	loadTime    = time.Second // of one measurement; the kernel counts in hundredths
	tick        = time.Second / 100
)

// process is a server in its own process, so that its processor time does not
// include that of the load generator.
type process struct {
	cmd  *exec.Cmd
	base string // http://host:port

	database int // process ID of its PostgreSQL; 0 for none
}

// start starts a program and returns when it has printed its address.
func start(b *testing.B, env []string, name string, args ...string) *process {
	b.Helper()
	p := &process{cmd: exec.CommandContext(context.WithoutCancel(b.Context()), name, args...)}
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { p.stop(b) })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "http://"); ok {
			p.base = "http://" + strings.TrimSuffix(address, "/")
			return p
		}
	}
	b.Fatalf("%s printed no address", name)
	return nil
}

func (p *process) stop(b *testing.B) {
	b.Helper()
	if p.cmd.ProcessState != nil {
		return
	}
	_ = p.cmd.Process.Signal(os.Interrupt) // Wait reports a failure
	if err := p.cmd.Wait(); err != nil && p.cmd.ProcessState.ExitCode() > 0 {
		b.Error(err)
	}
}

// used returns the processor time of the server so far.
func (p *process) used(b *testing.B) time.Duration {
	b.Helper()
	own, _, _ := processorTime(b, p.cmd.Process.Pid)
	return own
}

// waitUntilIdle waits until the server uses no processor time without requests:
// after its start it builds the catalogue's index in the background.
func (p *process) waitUntilIdle(b *testing.B) {
	b.Helper()
	const pause, idle = 500 * time.Millisecond, 2 * tick
	for before := time.Duration(-1); ; {
		now := p.used(b)
		if before >= 0 && now-before <= idle {
			return
		}
		before = now
		time.Sleep(pause)
	}
}

// usedByDatabase returns the processor time of PostgreSQL so far: that of the
// postmaster and of its running and ended child processes.
func (p *process) usedByDatabase(b *testing.B) time.Duration {
	b.Helper()
	if p.database == 0 {
		return 0
	}
	own, ended, _ := processorTime(b, p.database)
	all := own + ended
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		b.Fatal(err)
	}
	for _, stat := range stats {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
		if err != nil {
			b.Fatal(err)
		}
		if used, _, parent := processorTime(b, pid); parent == p.database {
			all += used
		}
	}
	return all
}

// processorTime returns the user and system time of a process and of its ended
// children (proc(5)), and its parent; zeros for a process that has ended.
func processorTime(b *testing.B, pid int) (own, ended time.Duration, parent int) {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, 0
	}
	_, rest, _ := strings.Cut(string(stat), ") ") // the process name may contain spaces
	fields := strings.Fields(rest)
	number := func(i int) int {
		n, err := strconv.Atoi(fields[i])
		if err != nil {
			b.Fatalf("/proc: %s", stat)
		}
		return n
	}
	return time.Duration(number(11)+number(12)) * tick, time.Duration(number(13)+number(14)) * tick, number(1)
}

// postmaster returns the process ID of the test's PostgreSQL.
func postmaster(b *testing.B, address string) int {
	b.Helper()
	u, err := url.Parse(address)
	if err != nil {
		b.Fatal(err)
	}
	file, err := os.ReadFile(filepath.Join(u.Query().Get("host"), "data", "postmaster.pid"))
	if err != nil {
		b.Fatal(err)
	}
	line, _, _ := strings.Cut(string(file), "\n")
	pid, err := strconv.Atoi(line)
	if err != nil {
		b.Fatal(err)
	}
	return pid
}

// benchRequest is a request that is repeated.
type benchRequest struct {
	path   string
	header string // further header lines, each with its line end
	status int    // expected status; 0 for 200
	fresh  bool   // every request adds "&n=" and a unique number
}

type loadResult struct {
	cpu      float64       // µs per request
	database float64       // µs of PostgreSQL per request
	rate     float64       // requests per second
	p50, p99 time.Duration // from the request's first byte to the reply's last
}

// load requests a path over all connections for loadTime.
func load(b *testing.B, p *process, path string, same bool) loadResult {
	b.Helper()
	return measureLoad(b, p, connections, benchRequest{path: path, fresh: !same})
}

// measureLoad repeats a request over the given number of connections for loadTime.
func measureLoad(b *testing.B, p *process, connections int, q benchRequest) loadResult {
	b.Helper()
	var sequence atomic.Int64
	var wait sync.WaitGroup
	took := make([][]time.Duration, connections)
	before, beforeDatabase, begin := p.used(b), p.usedByDatabase(b), time.Now()
	for i := range connections {
		wait.Go(func() {
			var err error
			if took[i], err = sendRequests(p.base, q, begin.Add(loadTime), &sequence); err != nil {
				b.Error(err)
			}
		})
	}
	wait.Wait()
	elapsed, cpu, database := time.Since(begin), p.used(b)-before, p.usedByDatabase(b)-beforeDatabase
	all := slices.Concat(took...)
	if len(all) == 0 {
		b.Fatalf("%s: no reply", q.path)
	}
	slices.Sort(all)
	n := float64(len(all))
	return loadResult{
		cpu: float64(cpu.Microseconds()) / n, database: float64(database.Microseconds()) / n, rate: n / elapsed.Seconds(),
		p50: all[len(all)/2], p99: all[len(all)*99/100],
	}
}

// sendRequests repeats a request on one connection without pauses and returns the
// latency of each reply. It writes HTTP directly: a client slower than the server
// would leave the server idle.
func sendRequests(base string, q benchRequest, end time.Time, sequence *atomic.Int64) (took []time.Duration, err error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }() // all replies have been read
	replies := bufio.NewReaderSize(conn, 64<<10)
	for begin := time.Now(); begin.Before(end); {
		n := ""
		if q.fresh {
			n = fmt.Sprintf("&n=%d-%d", end.UnixNano(), sequence.Add(1))
		}
		if _, err := fmt.Fprintf(conn, "GET %s%s HTTP/1.1\r\nHost: bench\r\n%s\r\n", q.path, n, q.header); err != nil {
			return nil, err
		}
		reply, err := http.ReadResponse(replies, nil)
		if err != nil {
			return nil, err
		}
		if _, err := io.Copy(io.Discard, reply.Body); err != nil || reply.StatusCode != max(q.status, http.StatusOK) {
			return nil, fmt.Errorf("%s: %d %w", q.path, reply.StatusCode, err)
		}
		now := time.Now()
		took, begin = append(took, now.Sub(begin)), now
	}
	return took, nil
}
