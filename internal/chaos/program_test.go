package chaos_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience bounds one wait: for a start, a reply or the end of a process.
const patience = 5 * time.Minute

// program is the path of the built program, administrator a token of its content API.
var program, administrator string

// newTemplate builds the program and returns a data folder with the demo content and an
// administrator.
func newTemplate(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	program = filepath.Join(folder, "ferrule")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../../cmd/ferrule").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	template := filepath.Join(folder, "data")
	if text, err := run("content", "import", "demo", "--data", template); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	out, err := exec.CommandContext(t.Context(), program, "users", "add", "--email", "boss@example.com", "--role", "administrator", "--token", "--data", template).Output() //nolint:gosec // the program under test
	if err != nil {
		t.Fatal(err)
	}
	administrator = strings.TrimSpace(string(out))
	return template
}

// run runs a command of the program to its end and returns what it printed.
func run(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, program, args...).CombinedOutput() //nolint:gosec // the program under test
	return string(out), errors.Join(err, ctx.Err())
}

// server is a running `ferrule serve`.
type server struct {
	c       *chaosCase
	command *exec.Cmd
	address string        // http://127.0.0.1:port
	ended   chan struct{} // closed when the process has ended

	mu  sync.Mutex
	out bytes.Buffer
}

// Write implements io.Writer: it keeps what the process prints.
func (s *server) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(p)
}

// log returns what the process has printed.
func (s *server) log() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

// serve starts a server that must become ready.
func (c *chaosCase) serve(flags ...string) *server {
	c.Helper()
	s := c.tryServe(c.serveCommand(flags...))
	if s.address == "" {
		c.Fatalf("the server did not start: %s", s.log())
	}
	return s
}

// serveCommand returns the command of a server of the case's data folder.
func (c *chaosCase) serveCommand(flags ...string) *exec.Cmd {
	args := []string{"serve", "--data", c.data, "--listen", "127.0.0.1:0", "--metrics-listen", "", "--no-warm", "--request-rate", "1000000", "--request-mail", "sales@example.com"}
	return exec.Command(program, append(args, flags...)...) //nolint:gosec // it is ended by stop or kill
}

// tryServe starts a server and returns when it is ready, with its address, or has ended.
func (c *chaosCase) tryServe(command *exec.Cmd) *server {
	c.Helper()
	return c.tryServeAfter(command, func() error { return nil })
}

// tryServeAfter is tryServe with a function that runs after the process has begun.
func (c *chaosCase) tryServeAfter(command *exec.Cmd, begun func() error) *server {
	c.Helper()
	s := &server{c: c, command: command, ended: make(chan struct{})}
	stdout, err := command.StdoutPipe()
	c.must(err)
	command.Stderr = s
	c.must(command.Start())
	c.must(begun())
	c.Cleanup(s.kill)
	ready := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(io.TeeReader(stdout, s))
		for lines.Scan() {
			if _, address, ok := strings.Cut(lines.Text(), "Ferrule is ready: "); ok {
				ready <- strings.TrimSuffix(address, "/")
			}
		}
		_ = command.Wait() // its output says why it ended
		close(s.ended)
	}()
	select {
	case s.address = <-ready:
	case <-s.ended:
	case <-time.After(patience):
		s.kill()
		c.Fatalf("neither ready nor ended: %s", s.log())
	}
	return s
}

// stop ends the server as an operator does.
func (s *server) stop() {
	s.c.Helper()
	_ = s.command.Process.Signal(syscall.SIGTERM) // it may have ended
	select {
	case <-s.ended:
	case <-time.After(patience):
		s.kill()
		s.c.Errorf("the server does not stop: %s", s.log())
	}
	s.c.noCrash(s.log())
}

// kill sends SIGKILL and waits for the end of the process.
func (s *server) kill() {
	_ = s.command.Process.Kill() // it may have ended
	<-s.ended
}

// mustRun checks that the process has not ended by itself.
func (s *server) mustRun() {
	s.c.Helper()
	select {
	case <-s.ended:
		s.c.Fatalf("the server ended: %s", s.log())
	default:
	}
}

var client = &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 8}}

// get returns status and body, 0 and the error if there is no reply.
func (s *server) get(path string) (int, string) {
	reply, err := client.Get(s.address + path)
	return read(reply, err)
}

func read(reply *http.Response, err error) (int, string) {
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = reply.Body.Close() }()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		return 0, err.Error()
	}
	return reply.StatusCode, string(text)
}

// until polls a condition.
func (c *chaosCase) until(what string, holds func() bool) {
	c.Helper()
	end := time.After(patience)
	for !holds() {
		select {
		case <-end:
			c.Fatalf("it never happened: %s", what)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// pages checks that pages of the site are served.
func (s *server) pages() {
	s.c.Helper()
	for _, path := range []string{"/en", "/de/catalog", "/en/product/straight-union-s", "/fr/imprint"} {
		if status, text := s.get(path); status != http.StatusOK {
			s.c.Errorf("%s: %d %.300s", path, status, text)
		}
	}
}

// readyReason waits until /readyz names a reason.
func (s *server) readyReason(parts ...string) {
	s.c.Helper()
	s.c.until("readyz says "+strings.Join(parts, ", "), func() bool {
		s.mustRun()
		_, text := s.get("/readyz")
		for _, part := range parts {
			if !strings.Contains(text, part) {
				return false
			}
		}
		return true
	})
}

// doctor returns the findings of the doctor that are not OK.
func (c *chaosCase) doctor() string {
	text, _ := run("doctor", "--data", c.data) // a finding is no failure of the test
	c.noCrash(text)
	var found []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "FAIL") || strings.HasPrefix(line, "WARN") {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return strings.Join(found, "\n")
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
