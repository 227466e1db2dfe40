package app_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/cli"
	"ferrule/internal/content/store"
	"ferrule/internal/database"
	"ferrule/internal/rfq"
)

// healthyFolder returns the data folder of a site that has run without problems.
func healthyFolder(t *testing.T) (data string) {
	t.Helper()
	apptest.RequireBuild(t)
	data = apptest.Installation(t)
	h, stop := openSite(t, data)
	if status, body := apptest.Request(t, h, http.MethodGet, "/readyz", ""); status != http.StatusOK || !strings.Contains(body, `"status":"ok"`) {
		t.Fatalf("nothing is damaged: %d %s", status, body)
	}
	stop()
	return data
}

// openSite opens a site on a data folder; stop closes it.
func openSite(t *testing.T, data string) (h http.Handler, stop func()) {
	t.Helper()
	s := apptest.Open(t, apptest.Config(t, "--data", data))
	mux := http.NewServeMux()
	mux.Handle("/", s.Handler())
	mux.Handle("/metrics", s.MetricsHandler())
	return mux, func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// waitForReady polls /readyz until its reply contains a text.
func waitForReady(t *testing.T, h http.Handler, want string) (status int, body string) {
	t.Helper()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		if status, body = apptest.Request(t, h, http.MethodGet, "/readyz", ""); strings.Contains(body, want) {
			return status, body
		}
		select {
		case <-again.C:
		case <-t.Context().Done():
			t.Fatalf("%q is not in %d %s", want, status, body)
		}
	}
}

// expectDegraded checks that a site reports a damage in /readyz, in the metrics and
// in the doctor, and still serves pages.
func expectDegraded(t *testing.T, data, check, reason, advice string) {
	t.Helper()
	h, stop := openSite(t, data)
	t.Cleanup(stop)
	if status, body := waitForReady(t, h, reason); status != http.StatusOK || !strings.Contains(body, `"status":"degraded"`) || !strings.Contains(body, `"checked_seconds_ago":`) {
		t.Errorf("%d %s", status, body)
	}
	if status, body := apptest.Request(t, h, http.MethodGet, "/metrics", ""); !strings.Contains(body, `ferrule_check_failed{check="`+check+`"} 1`) {
		t.Errorf("metrics: %d, and nothing of %s", status, check)
	}
	if status, _ := apptest.Request(t, h, http.MethodGet, "/de", ""); status != http.StatusOK {
		t.Errorf("a page: %d", status)
	}
	out, err := apptest.Command(t, "doctor", "--data", data)
	if !errors.Is(err, cli.ErrUnhealthy) || !strings.Contains(out, advice) {
		t.Errorf("%q is not in %v\n%s", advice, err, out)
	}
}

func TestMissingDatabasesAreReported(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ file, check, reason, advice string }{
		{rfq.FileName, "requests_kept", "requests kept: requests.db was missing or empty", "FAIL  requests     requests.db was missing or empty"},
		{store.FileName, "content_database", "content database: content.db is empty, although the data folder has files", "FAIL  content "},
	} {
		for name, damage := range map[string]func(file string) error{
			"empty":  func(file string) error { return os.Truncate(file, 0) },
			"absent": os.Remove,
		} {
			t.Run(c.file+" "+name, func(t *testing.T) {
				t.Parallel()
				data := healthyFolder(t)
				file := filepath.Join(data, c.file)
				checkpoint(t, file)
				if err := damage(file); err != nil {
					t.Fatal(err)
				}
				expectDegraded(t, data, c.check, c.reason, c.advice)
			})
		}
	}
}

// checkpoint writes the write-ahead log of a database into its file and removes
// the log.
func checkpoint(t *testing.T, file string) {
	t.Helper()
	db := database.OpenSQLite(file)
	_, err := db.ExecContext(t.Context(), `PRAGMA wal_checkpoint(TRUNCATE)`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Remove(file + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
}

func TestADamagedTableOfRequestsIsReported(t *testing.T) {
	t.Parallel()
	data := healthyFolder(t)
	file := filepath.Join(data, rfq.FileName)
	db := database.OpenSQLite(file)
	var page, size int64
	err := db.QueryRowContext(t.Context(), `SELECT rootpage FROM sqlite_schema WHERE name = 'requests'`).Scan(&page)
	if err := errors.Join(err, db.QueryRowContext(t.Context(), `PRAGMA page_size`).Scan(&size), db.Close()); err != nil {
		t.Fatal(err)
	}
	checkpoint(t, file)
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteAt([]byte(strings.Repeat("x", int(size))), (page-1)*size)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	expectDegraded(t, data, "requests_database", "requests database: requests.db is damaged", "FAIL  requests ")
}

func TestMissingAndTruncatedFilesAreReported(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(file string) error{
		"1 of 1 are missing": os.Remove,
		"1 of 1 are of another size than their records say": func(file string) error { return os.Truncate(file, 2) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := healthyFolder(t)
			files, err := filepath.Glob(filepath.Join(data, app.FilesFolder, "*.txt"))
			if err != nil || len(files) != 1 {
				t.Fatalf("%v, %v", files, err)
			}
			if err := damage(files[0]); err != nil {
				t.Fatal(err)
			}
			expectDegraded(t, data, "content_files", "content files: "+name, "FAIL  files        "+name+"; restore them from a backup: first "+filepath.Base(files[0]))
		})
	}
}

func TestAMissingFileOfARequestIsReported(t *testing.T) {
	t.Parallel()
	data := healthyFolder(t)
	apptest.WithRequests(t, app.DataConfig{Data: data}, func(s *rfq.Store) error {
		file, err := s.AddFile(t.Context(), "plan.txt", strings.NewReader("text"))
		if err != nil {
			return err
		}
		if _, err := s.Add(t.Context(), rfq.Message{Name: "Zoë", IdempotencyKey: "k2", Files: []string{file.ID}}); err != nil {
			return err
		}
		return os.Remove(filepath.Join(data, rfq.FilesFolder, file.ID))
	})
	expectDegraded(t, data, "request_files", "request files: 1 of 1 are missing", "FAIL  requests     1 of 1 are missing")
}

const holdVariable = "FERRULE_TEST_HOLD"

// TestLocksADatabase is the other process of the tests below: it begins an
// exclusive transaction on a database, or locks the index of its log.
func TestLocksADatabase(t *testing.T) {
	file := os.Getenv(holdVariable)
	if file == "" {
		t.Skip("a part of another test")
	}
	if strings.HasSuffix(file, "-shm") {
		f, err := os.OpenFile(file, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		// The locks of SQLite's readers and writers, https://sqlite.org/walformat.html#walidxlock
		if err := syscall.FcntlFlock(f.Fd(), syscall.F_SETLKW, &syscall.Flock_t{Type: syscall.F_WRLCK, Start: 120, Len: 8}); err != nil {
			t.Fatal(err)
		}
	} else {
		db := database.OpenSQLite(file)
		defer db.Close()
		connection, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := connection.ExecContext(t.Context(), `BEGIN EXCLUSIVE`); err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
	}
	fmt.Println("held")
	_, _ = io.ReadAll(os.Stdin) // until the other test closes it
}

// lock has another process lock a database until unlock is called.
func lock(t *testing.T, file string) (unlock func()) {
	t.Helper()
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestLocksADatabase$") //nolint:gosec // this very program
	other.Env = append(os.Environ(), holdVariable+"="+file)
	in, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := other.StdoutPipe()
	if err == nil {
		err = other.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "held" {
		t.Fatalf("the other process prints %q", lines.Text())
	}
	return func() {
		_ = in.Close()
		_, _ = io.ReadAll(out)
		_ = other.Wait()
	}
}

// /readyz replies with 200 while another process locks a database.
func TestALockedDatabaseIsReportedImmediately(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ file, reason string }{
		"requests": {rfq.FileName, "requests database: another process holds requests.db"},
		"content":  {store.FileName + "-shm", "content database: no answer within 2 s"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := healthyFolder(t)
			h, stop := openSite(t, data)
			defer stop()
			unlock := lock(t, filepath.Join(data, tt.file))
			if status, body := waitForReady(t, h, tt.reason); status != http.StatusOK {
				t.Errorf("%d %s", status, body)
			}
			unlock()
			waitForReady(t, h, `"status":"ok"`)
		})
	}
}

// An exclusive transaction on the content does not block reads.
func TestContentIsReadableDuringAWrite(t *testing.T) {
	t.Parallel()
	data := healthyFolder(t)
	h, stop := openSite(t, data)
	defer stop()
	unlock := lock(t, filepath.Join(data, store.FileName))
	defer unlock()
	if status, body := apptest.Request(t, h, http.MethodGet, "/readyz", ""); status != http.StatusOK || !strings.Contains(body, `"status":"ok"`) {
		t.Errorf("%d %s", status, body)
	}
}

func TestMissingRequestsAreLogged(t *testing.T) {
	t.Parallel()
	data := healthyFolder(t)
	file := filepath.Join(data, rfq.FileName)
	checkpoint(t, file)
	if err := os.Truncate(file, 0); err != nil {
		t.Fatal(err)
	}
	v := newServer(t, "--data", data)
	v.start()
	log, err := os.ReadFile(v.log.Name())
	if err != nil || !strings.Contains(string(log), "level=ERROR") || !strings.Contains(string(log), "requests.db was missing or empty at a start") {
		t.Errorf("the log says %s, %v", log, err)
	}
}
