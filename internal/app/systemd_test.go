package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
)

// systemd plays systemd: it holds the site's socket, starts the program with it, and
// receives what the program reports.
type systemd struct {
	t       *testing.T
	data    string
	socket  *net.TCPListener
	notify  string // path of the socket of reports
	reports chan string
}

func playSystemd(t *testing.T) *systemd {
	t.Helper()
	apptest.RequireBuild(t)
	folder, err := os.MkdirTemp("", "notify") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	s := &systemd{t: t, data: t.TempDir(), notify: filepath.Join(folder, "socket"), reports: make(chan string, 1<<16)}
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: s.notify, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() })
	go func() { // systemd always reads: a full socket would block the program
		message := make([]byte, 1024)
		for {
			n, err := socket.Read(message)
			if err != nil {
				return
			}
			s.reports <- string(message[:n])
		}
	}()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.socket = l.(*net.TCPListener)
	t.Cleanup(func() { _ = s.socket.Close() })
	return s
}

func (s *systemd) address() string { return s.socket.Addr().String() }

// command returns the command that serves at the given address with the socket.
func (s *systemd) command(listen string) *exec.Cmd {
	s.t.Helper()
	args, err := json.Marshal([]string{"serve", "--listen", listen, "--metrics-listen", "", "--data", s.data, "--demo"})
	if err != nil {
		s.t.Fatal(err)
	}
	file, err := s.socket.File()
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = file.Close() })
	// The process that systemd starts has its own number in LISTEN_PID.
	c := exec.CommandContext(context.WithoutCancel(s.t.Context()), "sh", "-c", `LISTEN_PID=$$ exec "$@"`, "sh", os.Args[0], "-test.run", "^TestServesUntilKilled$") //nolint:gosec // this very program
	c.Env = append(os.Environ(), asProgram+"="+string(args), "LISTEN_FDS=1", "NOTIFY_SOCKET="+s.notify, "WATCHDOG_USEC=200000")
	c.ExtraFiles = []*os.File{file}
	return c
}

// start starts the program and returns when it has reported READY=1.
func (s *systemd) start() *exec.Cmd {
	s.t.Helper()
	c := s.command(s.address())
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() }) // it has usually ended
	s.until("READY=1")
	return c
}

// until reads reports up to the given one, and returns those before it.
func (s *systemd) until(want string) (before []string) {
	s.t.Helper()
	for {
		select {
		case report := <-s.reports:
			if report == want {
				return before
			}
			before = append(before, report)
		case <-s.t.Context().Done():
			s.t.Fatalf("no %s, only %q", want, before)
		}
	}
}

func (s *systemd) stop(c *exec.Cmd) {
	s.t.Helper()
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	if err := c.Wait(); err != nil {
		s.t.Error(err)
	}
}

func TestSystemdIsToldWhatTheProgramDoes(t *testing.T) {
	t.Parallel()
	s := playSystemd(t)
	c := s.start()
	s.until("WATCHDOG=1")
	s.until("WATCHDOG=1")
	s.stop(c)
	for _, report := range s.until("STOPPING=1") {
		if report != "WATCHDOG=1" {
			t.Errorf("it reported %q", report)
		}
	}
}

// load sends requests of one kind until stop is closed, and counts the replies.
func (s *systemd) load(client *http.Client, method, path, body string, stop <-chan struct{}, replies *atomic.Int64) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		r, err := http.NewRequestWithContext(s.t.Context(), method, "http://"+s.address()+path, strings.NewReader(body))
		if err != nil {
			s.t.Error(err)
			return
		}
		r.Header.Set("Content-Type", "application/json")
		reply, err := client.Do(r)
		if err == nil {
			_, err = io.Copy(io.Discard, reply.Body)
			err = errors.Join(err, reply.Body.Close())
		}
		if err != nil || reply.StatusCode >= http.StatusInternalServerError {
			s.t.Errorf("%s %s failed: %v", method, path, err)
			return
		}
		replies.Add(1)
	}
}

// unfinishedRequest sends a request without its last byte.
func (s *systemd) unfinishedRequest() net.Conn {
	s.t.Helper()
	c, err := (&net.Dialer{}).DialContext(s.t.Context(), "tcp", s.address())
	if err == nil {
		_, err = fmt.Fprint(c, "POST /api/browser-errors HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{")
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

func TestNoRequestFailsDuringARestart(t *testing.T) {
	t.Parallel()
	s := playSystemd(t)
	program := s.start()
	stop := make(chan struct{})
	var clients sync.WaitGroup
	replies := make([]atomic.Int64, 4)
	fresh := func() *http.Client { return &http.Client{Transport: &http.Transport{DisableKeepAlives: true}} }
	for i, of := range []struct {
		client             *http.Client
		method, path, body string
	}{
		{&http.Client{Transport: &http.Transport{}}, http.MethodGet, "/en", ""},
		{fresh(), http.MethodGet, "/de", ""},
		{fresh(), http.MethodGet, "/api/search?q=flange", ""},
		{fresh(), http.MethodPost, "/api/browser-errors", "{}"}, // which no client repeats of its own accord
	} {
		clients.Go(func() { s.load(of.client, of.method, of.path, of.body, stop, &replies[i]) })
	}
	end := sync.OnceFunc(func() { close(stop); clients.Wait() })
	defer end()
	for range 3 {
		for i := range replies {
			before := replies[i].Load()
			apptest.Until(t, "no replies", func() bool { return t.Failed() || replies[i].Load() >= before+50 })
		}
		unfinished := s.unfinishedRequest()
		if err := program.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		s.until("STOPPING=1")
		ended := make(chan error, 1)
		go func() { ended <- program.Wait() }()
		if _, err := io.WriteString(unfinished, "}"); err != nil {
			t.Fatal(err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		program = s.start()
		line, err := bufio.NewReader(unfinished).ReadString('\n')
		if err != nil || !strings.HasPrefix(line, "HTTP/1.1 ") || strings.HasPrefix(line, "HTTP/1.1 5") {
			t.Errorf("the request in progress: %q, %v", line, err)
		}
		_ = unfinished.Close()
	}
	for i := range replies {
		before := replies[i].Load()
		apptest.Until(t, "no replies", func() bool { return t.Failed() || replies[i].Load() >= before+50 })
		t.Logf("client %d: %d replies", i, replies[i].Load())
	}
	end()
	s.stop(program)
}

func TestASocketThatNothingIsConfiguredForIsAnError(t *testing.T) {
	t.Parallel()
	s := playSystemd(t)
	out, err := s.command("127.0.0.1:0").CombinedOutput()
	if want := "systemd passed the socket " + s.address(); err == nil || !strings.Contains(string(out), want) {
		t.Errorf("%v, %s", err, out)
	}
}

func TestTheProgramIsStartedByTheFirstConnection(t *testing.T) {
	t.Parallel()
	activate, err := exec.LookPath("systemd-socket-activate")
	if err != nil {
		t.Skip("systemd-socket-activate is not installed: apt-get install systemd")
	}
	s := playSystemd(t)
	if err := s.socket.Close(); err != nil {
		t.Fatal(err)
	}
	program := s.socket.Addr().String()
	args, err := json.Marshal([]string{"serve", "--listen", program, "--metrics-listen", "", "--data", s.data})
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(context.WithoutCancel(t.Context()), activate, "--listen", program, "--setenv", asProgram+"="+string(args), os.Args[0], "-test.run", "^TestServesUntilKilled$") //nolint:gosec // this very program
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Process.Kill(); _ = c.Wait() }()
	apptest.Until(t, "nothing listens", func() bool {
		connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", program)
		if err == nil {
			_ = connection.Close()
		}
		return err == nil
	})
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+program+"/healthz", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := reply.Body.Close(); err != nil || reply.StatusCode != http.StatusOK {
		t.Errorf("%d, %v", reply.StatusCode, err)
	}
	s.stop(c)
}

//nolint:paralleltest // it changes the environment
func TestTheWatchdogIsNotNotifiedWhileTheProgramDoesNotWork(t *testing.T) {
	s := playSystemd(t)
	t.Setenv("NOTIFY_SOCKET", s.notify)
	ctx, stop := context.WithCancel(t.Context())
	calls, worked := 0, 0
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		app.Watchdog(ctx, time.Millisecond, func(context.Context) error {
			if calls++; calls%3 != 0 {
				return errors.New("it does not work")
			}
			worked++
			return nil
		})
	}()
	for range 3 {
		s.until("WATCHDOG=1")
	}
	stop()
	<-ended
	if worked == calls {
		t.Fatal("every call worked")
	}
	if _, err := daemon.SdNotify(false, "END=1"); err != nil {
		t.Fatal(err)
	}
	if more := s.until("END=1"); len(more) != worked-3 {
		t.Errorf("%d reports for %d calls that worked", len(more)+3, worked)
	}
}
