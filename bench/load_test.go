package bench

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
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

// used is the processor time of the process so far (proc(5): utime and stime).
func (p *process) used(b *testing.B) time.Duration {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ") // the name before it may have spaces
	fields := strings.Fields(rest)
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	if err1 != nil || err2 != nil {
		b.Fatalf("/proc: %s", stat)
	}
	return time.Duration(user+system) * tick
}

type figures struct {
	cpu  float64 // µs per request
	rate float64 // requests per second
}

// load asks for a path over all connections for a while.
func load(b *testing.B, p *process, path string, same bool) figures {
	b.Helper()
	var asked atomic.Int64
	var wait sync.WaitGroup
	before, begin := p.used(b), time.Now()
	for range connections {
		wait.Go(func() {
			if err := keepAsking(p.base, path, same, begin.Add(loadTime), &asked); err != nil {
				b.Error(err)
			}
		})
	}
	wait.Wait()
	elapsed, cpu := time.Since(begin), p.used(b)-before
	return figures{cpu: float64(cpu.Microseconds()) / float64(asked.Load()), rate: float64(asked.Load()) / elapsed.Seconds()}
}

// keepAsking keeps one connection busy. It speaks the wire itself: a client that
// costs more than the server would let it idle.
func keepAsking(base, path string, same bool, end time.Time, asked *atomic.Int64) error {
	conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // all replies are in
	replies := bufio.NewReaderSize(conn, 64<<10)
	for time.Now().Before(end) {
		n := ""
		if !same {
			n = fmt.Sprintf("&n=%d-%d", end.UnixNano(), asked.Add(1))
		} else {
			asked.Add(1)
		}
		if _, err := fmt.Fprintf(conn, "GET %s%s HTTP/1.1\r\nHost: bench\r\n\r\n", path, n); err != nil {
			return err
		}
		reply, err := http.ReadResponse(replies, nil)
		if err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, reply.Body); err != nil || reply.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: %d %w", path, reply.StatusCode, err)
		}
	}
	return nil
}

// plainBody names the file whose bytes a test binary serves instead of testing.
const plainBody = "FERRULE_BENCH_BODY"

func TestMain(m *testing.M) {
	if file := os.Getenv(plainBody); file != "" {
		if err := servePlain(file); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// startPlain runs the handler to compare with.
func startPlain(b *testing.B, body []byte) *process {
	b.Helper()
	file := b.TempDir() + "/body"
	if err := os.WriteFile(file, body, 0o600); err != nil {
		b.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	return start(b, []string{plainBody + "=" + file}, self)
}

func servePlain(file string) error {
	body, err := os.ReadFile(file) //nolint:gosec // named by the benchmark
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/\n", listener.Addr())
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { //nolint:gosec // no time limits to compare with
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body) // who does not read is not counted
	}))
}
