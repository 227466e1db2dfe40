// Package directustest starts real Directus servers for tests, from an
// installation that `make directus` keeps. Without one, its tests are skipped.
// Their names begin with TestRealDirectus, by which `make directus` selects them.
package directustest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ferrule/internal/database/databasetest"
)

// installation is the environment variable with the folder of an installation
// made by scripts/directus.sh.
const installation = "FERRULE_TEST_DIRECTUS"

// Token is the static token of the administrator of each server.
const Token = "admin-token-of-the-tests"

const (
	adminMail     = "admin@example.com"
	adminPassword = "admin-password-of-the-tests"
)

// startTime bounds the start of a server on a busy machine.
const startTime = 5 * time.Minute

// Server is a Directus with an empty database, on an address of loopback.
type Server struct {
	URL     string
	Version string // such as 11.17.4

	home, folder string
	environment  []string
	supervisor   *exec.Cmd
	signals      io.WriteCloser // standard input of supervisorScript
}

// supervisorScript is the shell script that owns the server. It sends it the
// signals on its standard input, and kills it at the end of input, and so of the
// test process.
const supervisorScript = `
"$@" & pid=$!
while read -r signal; do
	kill -"$signal" $pid
	case $signal in TERM|KILL) wait $pid; exit ;; esac
done
kill -KILL $pid`

// Start starts a Directus on SQLite. settings are further environment variables,
// such as "IMPORT_IP_DENY_LIST=169.254.169.254". The server ends with the test.
func Start(t testing.TB, settings ...string) *Server {
	t.Helper()
	s := newServer(t)
	database := filepath.Join(s.folder, "data.db")
	copyFile(t, database, filepath.Join(s.home, "empty.db"))
	s.environment = append(s.environment, "DB_CLIENT=sqlite3", "DB_FILENAME="+database)
	s.environment = append(s.environment, settings...)
	s.start(t)
	return s
}

// StartPostgres is Start on PostgreSQL.
func StartPostgres(t testing.TB, settings ...string) *Server {
	t.Helper()
	s := newServer(t)
	address, err := url.Parse(databasetest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	s.environment = append(s.environment, "DB_CLIENT=pg", "DB_PORT=5432", "DB_PASSWORD=",
		"DB_HOST="+address.Query().Get("host"), "DB_USER="+address.Query().Get("user"), "DB_DATABASE="+strings.TrimPrefix(address.Path, "/"))
	s.environment = append(s.environment, settings...)
	if out, err := s.command(t, "bootstrap").CombinedOutput(); err != nil {
		t.Fatalf("directus bootstrap: %v\n%s", err, out)
	}
	s.start(t)
	return s
}

// OnBoth runs a test on an empty Directus on SQLite and on one on PostgreSQL.
func OnBoth(t *testing.T, test func(t *testing.T, s *Server), settings ...string) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { test(t, Start(t, settings...)) })
	t.Run("PostgreSQL", func(t *testing.T) { test(t, StartPostgres(t, settings...)) })
}

// SkipWithoutLicence skips a test whose model is too large for a Directus 12 without
// a licence key: it allows 25 collections.
func SkipWithoutLicence(t testing.TB) {
	t.Helper()
	if _, version := installed(t); majorOf(version) >= 12 {
		t.Skip("Directus 12 without a licence key has 25 collections at most")
	}
}

// installed returns the folder of the installation and its version.
func installed(t testing.TB) (home, version string) {
	t.Helper()
	if home = os.Getenv(installation); home == "" {
		t.Skipf("%s is not set; run: make directus", installation)
	}
	var about struct {
		Version string `json:"version"`
	}
	text, err := os.ReadFile(filepath.Join(home, "node_modules/directus/package.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &about); err != nil {
		t.Fatal(err)
	}
	return home, about.Version
}

func newServer(t testing.TB) *Server {
	t.Helper()
	home, version := installed(t)
	s := &Server{home: home, Version: version, folder: t.TempDir()}
	for _, name := range []string{"uploads", "extensions"} {
		if err := os.Mkdir(filepath.Join(s.folder, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	port := freePort(t)
	s.URL = "http://127.0.0.1:" + port
	s.environment = []string{
		"PATH=" + filepath.Join(home, "node/bin") + ":" + os.Getenv("PATH"), "HOME=" + s.folder, "NODE_ENV=production",
		"HOST=127.0.0.1", "PORT=" + port, "PUBLIC_URL=" + s.URL,
		"SECRET=secret-of-the-tests", "ADMIN_EMAIL=" + adminMail, "ADMIN_PASSWORD=" + adminPassword, "ADMIN_TOKEN=" + Token,
		"STORAGE_LOCATIONS=local", "STORAGE_LOCAL_ROOT=" + filepath.Join(s.folder, "uploads"), "EXTENSIONS_PATH=" + filepath.Join(s.folder, "extensions"),
		// It refuses requests on a busy machine otherwise.
		"PRESSURE_LIMITER_ENABLED=false",
		"SERVE_APP=false", "TELEMETRY=false", "LOG_LEVEL=warn", "EMAIL_VERIFY_SETUP=false",
	}
	return s
}

// Major returns the first number of the version.
func (s *Server) Major() int { return majorOf(s.Version) }

func majorOf(version string) int {
	major, _, _ := strings.Cut(version, ".")
	n, _ := strconv.Atoi(major)
	return n
}

// Signal sends a signal such as STOP, CONT, TERM or KILL to the server. It returns
// after the server has ended if it is TERM or KILL.
func (s *Server) Signal(t testing.TB, name string) {
	t.Helper()
	if _, err := io.WriteString(s.signals, name+"\n"); err != nil {
		t.Fatal(err)
	}
	if name == "TERM" || name == "KILL" {
		_ = s.supervisor.Wait() // its status is that of the signal
	}
}

// Restart starts the server again after it has ended, with the same data and
// with settings in addition.
func (s *Server) Restart(t testing.TB, settings ...string) {
	t.Helper()
	s.environment = append(s.environment, settings...)
	s.start(t)
}

func (s *Server) start(t testing.TB) {
	t.Helper()
	path := filepath.Join(s.folder, "log")
	log, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }() // the child has its own descriptor
	s.supervisor = s.command(t, "start")
	s.supervisor.Args = append([]string{"/bin/sh", "-c", supervisorScript, "supervisor"}, s.supervisor.Args...)
	s.supervisor.Path = "/bin/sh"
	s.supervisor.Stdout, s.supervisor.Stderr = log, log
	s.supervisor.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // an interrupt of the tests must not interrupt the cleanup
	if s.signals, err = s.supervisor.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := s.supervisor.Start(); err != nil {
		t.Fatal(err)
	}
	signals, supervisor := s.signals, s.supervisor
	t.Cleanup(func() {
		_ = signals.Close()
		_ = supervisor.Wait() // fails if the test ended the server
	})
	if !Await(t, startTime, func() bool { return s.ping(t) }) {
		text, _ := os.ReadFile(path)
		t.Fatalf("Directus does not answer at %s:\n%s", s.URL, text)
	}
}

func (s *Server) ping(t testing.TB) bool {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/server/ping", nil)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	return reply.Body.Close() == nil && reply.StatusCode == http.StatusOK
}

// command returns a command of the Directus's command line.
func (s *Server) command(t testing.TB, name string) *exec.Cmd {
	c := exec.CommandContext(context.WithoutCancel(t.Context()), filepath.Join(s.home, "node/bin/node"), "node_modules/directus/cli.js", name)
	c.Dir, c.Env = s.home, s.environment
	return c
}

// Call sends a request as the administrator and returns the data of the reply.
// The test fails unless the status is 2xx.
func (s *Server) Call(t testing.TB, method, path string, body any) json.RawMessage {
	t.Helper()
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		sent = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, sent)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+Token)
	r.Header.Set("Content-Type", "application/json")
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(reply.Body)
	if err := reply.Body.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil || reply.StatusCode >= http.StatusMultipleChoices {
		t.Fatalf("%s %s: %s %v\n%s", method, path, reply.Status, err, text)
	}
	var in struct {
		Data json.RawMessage `json:"data"`
	}
	if len(text) > 0 {
		if err := json.Unmarshal(text, &in); err != nil {
			t.Fatalf("%s %s: %v\n%s", method, path, err, text)
		}
	}
	return in.Data
}

// Read decodes the data of a GET request.
func (s *Server) Read(t testing.TB, path string, into any) {
	t.Helper()
	if err := json.Unmarshal(s.Call(t, http.MethodGet, path, nil), into); err != nil {
		t.Fatal(fmt.Errorf("GET %s: %w", path, err))
	}
}

// Await polls until holds returns true or limit has passed, and reports which.
func Await(t testing.TB, limit time.Duration, holds func() bool) bool {
	t.Helper()
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-deadline.C:
			return false
		case <-t.Context().Done():
			return false
		case <-tick.C:
		}
	}
	return true
}

func freePort(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // listens at once
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func copyFile(t testing.TB, to, from string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o600); err != nil {
		t.Fatal(err)
	}
}
