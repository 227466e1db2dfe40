package accesslog_test

import (
	"encoding/json"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ferrule/internal/accesslog"
)

func open(t *testing.T, path, format string) *accesslog.Log {
	t.Helper()
	l, err := accesslog.Open(path, format, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func entry() *accesslog.Entry {
	return &accesslog.Entry{
		Time: time.Date(2026, 3, 4, 5, 6, 7, 0, time.FixedZone("", 3600)), Client: "203.0.113.7", Method: "GET", Host: "www.example.com", URI: "/de/catalog?q=a%20b", Protocol: "HTTP/2.0",
		Status: 200, Bytes: 5120, Duration: 1500 * time.Microsecond, Referrer: "https://www.example.com/de", Agent: `Mozilla/5.0 "x"` + "\n", ID: "abc",
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestLinesAreInTheChosenFormat(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{
		accesslog.Combined: `203.0.113.7 - - [04/Mar/2026:05:06:07 +0100] "GET /de/catalog?q=a%20b HTTP/2.0" 200 5120 "https://www.example.com/de" "Mozilla/5.0 \"x\"\n"` + "\n",
		accesslog.JSON: `{"time":"2026-03-04T05:06:07+01:00","client":"203.0.113.7","method":"GET","host":"www.example.com","uri":"/de/catalog?q=a%20b","protocol":"HTTP/2.0",` +
			`"referrer":"https://www.example.com/de","user_agent":"Mozilla/5.0 \"x\"\n","request":"abc","status":200,"bytes":5120,"duration_seconds":0.0015}` + "\n",
	} {
		path := filepath.Join(t.TempDir(), "access.log")
		l := open(t, path, format)
		l.Add(entry())
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if got := read(t, path); got != want {
			t.Errorf("%s:\n%swant\n%s", format, got, want)
		}
		if format == accesslog.JSON && !json.Valid([]byte(read(t, path))) {
			t.Error("not JSON")
		}
	}
}

func TestARequestDoesNotWaitForASlowFile(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if out, err := exec.CommandContext(t.Context(), "mkfifo", pipe).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	reader, err := os.OpenFile(pipe, os.O_RDWR, 0) // it reads nothing yet
	if err != nil {
		t.Fatal(err)
	}
	l := open(t, pipe, accesslog.Combined)
	for l.Dropped() == 0 {
		l.Add(entry())
	}
	go func() { // Close writes what waits
		buffer := make([]byte, 1<<20)
		for {
			if _, err := reader.Read(buffer); err != nil {
				return
			}
		}
	}()
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	_ = reader.Close()
}

// The file that deploy/ installs, on a log that is being written.
func TestLogrotateLosesNoLineOfAnIdleLog(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("logrotate")
	if err != nil {
		if program, err = exec.LookPath("/usr/sbin/logrotate"); err != nil {
			t.Skip("logrotate is not installed: scripts/deps.sh operation")
		}
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "access.log")
	rules := read(t, "../../deploy/ferrule.logrotate")
	rules = strings.ReplaceAll(rules, "/var/log/ferrule/", folder+"/")
	rules = regexp.MustCompile(`(?m)^\s*su .*\n`).ReplaceAllString(rules, "") // there is no such user here
	config := filepath.Join(folder, "config")
	if err := os.WriteFile(config, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	l := open(t, path, accesslog.Combined)
	l.Add(entry())
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !strings.Contains(read(t, path), "\n") {
		<-tick.C // until it is written
	}
	if out, err := exec.CommandContext(t.Context(), program, "--force", "--state", filepath.Join(folder, "state"), config).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	second := entry()
	second.URI = "/after"
	l.Add(second)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path+".1"); strings.Count(got, "\n") != 1 || !strings.Contains(got, "/de/catalog") {
		t.Errorf("the rotated file has %q", got)
	}
	if got := read(t, path); strings.Count(got, "\n") != 1 || !strings.HasPrefix(got, "203.0.113.7") || !strings.Contains(got, "/after") {
		t.Errorf("the file has %q", got)
	}
}

func TestAClientCannotForgeALine(t *testing.T) {
	t.Parallel()
	for _, format := range []string{accesslog.Combined, accesslog.JSON} {
		path := filepath.Join(t.TempDir(), "access.log")
		l := open(t, path, format)
		forged := entry()
		forged.Agent, forged.Referrer, forged.URI = "\" 200 \n203.0.113.8 - - [", "\xff\x1b[2J\u2028\\", "/\r\n"
		l.Add(forged)
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		got := read(t, path)
		for _, c := range strings.TrimSuffix(got, "\n") {
			if c < ' ' || c == '\u2028' {
				t.Errorf("%s: %q is in %q", format, c, got)
			}
		}
		if format == accesslog.JSON && !json.Valid([]byte(got)) {
			t.Errorf("not JSON: %q", got)
		}
	}
}
