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

// process is a server in a process of its own, whose processor time is not
// that of who asks it.
type process struct {
	cmd  *exec.Cmd
	base string // http://host:port

	database int // the process of the PostgreSQL it asks; 0 for none
}

// start runs a program until it names its address.
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
	b.Fatalf("%s named no address", name)
	return nil
}

func (p *process) stop(b *testing.B) {
	b.Helper()
	if p.cmd.ProcessState != nil {
		return
	}
	_ = p.cmd.Process.Signal(os.Interrupt) // Wait tells
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

// settle waits until the server has nothing of its own to do any more: after its
// start it makes the index of the catalogue, beside the requests.
func (p *process) settle(b *testing.B) {
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

// usedByDatabase is that of PostgreSQL: of its processes that live, of those
// that ended, and of the one that started them.
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

// processorTime is what a process has spent so far, in user and system mode, by
// itself and by its children that ended (proc(5)); nothing for one that is gone.
func processorTime(b *testing.B, pid int) (own, ended time.Duration, parent int) {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, 0
	}
	_, rest, _ := strings.Cut(string(stat), ") ") // the name before it may have spaces
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

// postmaster is the first process of the test's own PostgreSQL.
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

// question is a request that is asked again and again.
type question struct {
	path   string
	header string // further lines, each with its end
	status int    // of the right reply; 0 for 200
	fresh  bool   // every request adds "&n=" and a number of its own
}

type figures struct {
	cpu      float64       // µs per request
	database float64       // µs of PostgreSQL per request
	rate     float64       // requests per second
	p50, p99 time.Duration // from the request's first byte to the reply's last
}

// load asks for a path over all connections for a while.
func load(b *testing.B, p *process, path string, same bool) figures {
	b.Helper()
	return askOver(b, p, connections, question{path: path, fresh: !same})
}

// askOver asks a question over some connections for a while.
func askOver(b *testing.B, p *process, connections int, q question) figures {
	b.Helper()
	var asked atomic.Int64
	var wait sync.WaitGroup
	took := make([][]time.Duration, connections)
	before, beforeDatabase, begin := p.used(b), p.usedByDatabase(b), time.Now()
	for i := range connections {
		wait.Go(func() {
			var err error
			if took[i], err = keepAsking(p.base, q, begin.Add(loadTime), &asked); err != nil {
				b.Error(err)
			}
		})
	}
	wait.Wait()
	elapsed, cpu, database := time.Since(begin), p.used(b)-before, p.usedByDatabase(b)-beforeDatabase
	all := slices.Concat(took...)
	if len(all) == 0 {
		b.Fatalf("%s was never answered", q.path)
	}
	slices.Sort(all)
	n := float64(len(all))
	return figures{
		cpu: float64(cpu.Microseconds()) / n, database: float64(database.Microseconds()) / n, rate: n / elapsed.Seconds(),
		p50: all[len(all)/2], p99: all[len(all)*99/100],
	}
}

// keepAsking keeps one connection busy and returns the latency of each reply. It
// writes HTTP directly: a client slower than the server would leave it idle.
func keepAsking(base string, q question, end time.Time, asked *atomic.Int64) (took []time.Duration, err error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }() // all replies are in
	replies := bufio.NewReaderSize(conn, 64<<10)
	for begin := time.Now(); begin.Before(end); {
		n := ""
		if q.fresh {
			n = fmt.Sprintf("&n=%d-%d", end.UnixNano(), asked.Add(1))
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
