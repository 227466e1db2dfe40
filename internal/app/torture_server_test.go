package app_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"ferrule/internal/cli"
)

// asProgram is the variable with the arguments, in JSON, with which the test binary
// runs as the server.
const asProgram = "FERRULE_TEST_ARGS"

// TestServesUntilKilled is the server process of other tests, which SIGTERM ends as well.
func TestServesUntilKilled(t *testing.T) {
	var args []string
	if json.Unmarshal([]byte(os.Getenv(asProgram)), &args) != nil {
		t.Skip("it is started by another test")
	}
	ctx, stop := signal.NotifyContext(t.Context(), syscall.SIGTERM)
	defer stop()
	if err := cli.Run(ctx, "test", args, os.Stdout); err != nil {
		t.Fatal(err)
	}
}

// serverProcess is a server in a process of its own, at the same address after each
// start.
type serverProcess struct {
	t       *testing.T
	args    []string
	log     *os.File
	Address string

	mu      sync.Mutex
	process *exec.Cmd
	up      chan struct{} // closed while the server runs
}

func newServer(t *testing.T, args ...string) *serverProcess {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	v := &serverProcess{t: t, Address: l.Addr().String(), up: make(chan struct{})}
	v.args = append([]string{"serve", "--listen", v.Address, "--metrics-listen", ""}, args...)
	if v.log, err = os.Create(filepath.Join(t.TempDir(), "log")); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if v.process != nil {
			v.kill()
		}
		_ = v.log.Close()
		if text, err := os.ReadFile(v.log.Name()); err == nil && t.Failed() {
			t.Logf("the end of the server's log: %s", text[max(0, len(text)-4000):])
		}
	})
	return v
}

// start starts the server and returns when it is ready.
func (v *serverProcess) start() {
	v.t.Helper()
	args, err := json.Marshal(v.args)
	if err != nil {
		v.t.Fatal(err)
	}
	c := exec.Command(os.Args[0], "-test.run", "^TestServesUntilKilled$")
	c.Env = append(os.Environ(), asProgram+"="+string(args))
	c.Stderr = v.log
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		v.t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.Contains(lines.Text(), "ready") {
		_, _ = io.WriteString(v.log, lines.Text()+"\n")
	}
	if lines.Err() != nil || !strings.Contains(lines.Text(), "ready") {
		v.process = c
		v.t.Fatalf("the server did not start: %v", lines.Err())
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.process = c
	close(v.up)
}

// kill sends SIGKILL to the server, as the kernel does when memory runs out.
func (v *serverProcess) kill() {
	v.mu.Lock()
	v.up = make(chan struct{})
	v.mu.Unlock()
	_ = v.process.Process.Signal(syscall.SIGKILL)
	_ = v.process.Wait() // it was killed
	v.process = nil
}

// answers returns a channel that is closed while the server runs.
func (v *serverProcess) answers() <-chan struct{} {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.up
}
