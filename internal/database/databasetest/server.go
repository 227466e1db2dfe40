package databasetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// Server is a PostgreSQL server.
type Server struct {
	dir        string
	supervisor io.WriteCloser // standard input of supervisorScript
	account    *syscall.Credential
}

// startTime bounds the start of a server on a busy machine.
const startTime = time.Minute

// supervisorScript is the shell script that owns the server. It starts and stops it by
// commands on its standard input. At the end of input, and so of the test process, it
// stops the server and removes the folder.
const supervisorScript = `
stop() { [ -z "$pid" ] || { kill -QUIT "$pid"; wait "$pid"; pid=; }; }
pid=
while read -r command; do
	case $command in
	start) "$1/postgres" -D "$2/data" & pid=$! ;;
	stop) stop; : >"$2/stopped" ;;
	esac
done
stop
rm -rf "$2"`

// settings are those of a server whose data need not be durable.
const settings = `
listen_addresses = ''
max_connections = 300
shared_buffers = 64MB
fsync = off
full_page_writes = off
wal_level = minimal
max_wal_senders = 0
autovacuum = off
`

// NewServer starts a separate server, which the test may stop.
func NewServer(t testing.TB) *Server {
	t.Helper()
	require(t)
	s, err := start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.supervisor.Close() })
	return s
}

// Stop ends the server as a crash would and returns when it has ended.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	mark := filepath.Join(s.dir, "stopped")
	if _, err := io.WriteString(s.supervisor, "stop\n"); err != nil {
		t.Fatal(err)
	}
	await(t.Context(), func() bool { return os.Remove(mark) == nil })
}

// Start restarts the server and returns when it accepts connections.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	if err := s.start(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (s *Server) address(name string) string {
	u := url.URL{Scheme: "postgres", Path: "/" + name, RawQuery: url.Values{"host": {s.dir}, "user": {"ferrule"}}.Encode()}
	return u.String()
}

// start creates a cluster and starts its server. It has a linguistic collation, as
// most servers in use do, on which the program must not depend.
func start(ctx context.Context) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	s := &Server{}
	if s.dir, err = os.MkdirTemp("", "ferrule-postgres-"); err != nil {
		return nil, err
	}
	if s.account, err = account(); err != nil {
		return nil, err
	}
	if s.account != nil {
		if err := os.Chown(s.dir, int(s.account.Uid), int(s.account.Gid)); err != nil {
			return nil, err
		}
	}
	data := filepath.Join(s.dir, "data")
	initdb := s.command(ctx, filepath.Join(bin, "initdb"), "-D", data, "-U", "ferrule", "-A", "trust", "--no-sync",
		"-E", "UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=de-DE")
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("run initdb: %w\n%s", err, out)
	}
	file, err := os.OpenFile(filepath.Join(data, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(file, "%sunix_socket_directories = '%s'\n", settings, s.dir)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	// The script outlives this call, but not this process, whose end closes the pipe.
	shell := s.command(context.WithoutCancel(ctx), "/bin/sh", "-c", supervisorScript, "supervisor", bin, s.dir)
	shell.SysProcAttr.Setsid = true // an interrupt of the tests must not interrupt the cleanup
	if s.supervisor, err = shell.StdinPipe(); err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(s.dir, "log"))
	if err != nil {
		return nil, err
	}
	shell.Stdout, shell.Stderr = log, log // with those of the tests, `go test` would wait for the script
	if err := errors.Join(shell.Start(), log.Close()); err != nil {
		return nil, err
	}
	return s, s.start(ctx)
}

func (s *Server) start(ctx context.Context) error {
	if _, err := io.WriteString(s.supervisor, "start\n"); err != nil {
		return err
	}
	db, err := sql.Open("pgx", s.address("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if !await(ctx, func() bool { return db.PingContext(ctx) == nil }) {
		log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
		return fmt.Errorf("PostgreSQL does not answer in %s:\n%s", s.dir, log)
	}
	return nil
}

// await polls until holds returns true or ctx ends, and reports which.
func await(ctx context.Context, holds func() bool) bool {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
	}
	return true
}

func (s *Server) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...) //nolint:gosec // programs of PostgreSQL
	c.Dir = s.dir
	c.SysProcAttr = &syscall.SysProcAttr{Credential: s.account}
	return c
}

// binaries returns the folder of the newest PostgreSQL's programs.
func binaries() (string, error) {
	newest := ""
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres") // the folder of Debian's packages
	for _, path := range found {
		if newest == "" || version(path) > version(newest) {
			newest = path
		}
	}
	if newest == "" {
		var err error
		if newest, err = exec.LookPath("postgres"); err != nil {
			return "", errors.New("PostgreSQL is not installed")
		}
	}
	return filepath.Dir(newest), nil
}

func version(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	return n
}

// account returns an unprivileged account if the tests run as root, which the server
// rejects, and otherwise nil for the current account.
func account() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil //nolint:nilnil // nil is the current account
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, wrong := strconv.ParseUint(u.Uid, 10, 32)
			gid, wrong2 := strconv.ParseUint(u.Gid, 10, 32)
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(wrong, wrong2)
		}
	}
	return nil, errors.New("PostgreSQL does not run as root, and there is no account postgres or nobody")
}
