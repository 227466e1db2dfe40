package chaos_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// killed runs a command and sends SIGKILL at a random moment of its usual duration. It
// reports whether the process had not ended before.
func (c *chaosCase) killed(usual time.Duration, args ...string) bool {
	c.Helper()
	c.row.rounds++
	command := exec.Command(program, args...) //nolint:gosec // the program under test
	c.must(command.Start())
	timer := time.AfterFunc(time.Duration(c.rand.Int64N(int64(usual))), func() { _ = command.Process.Kill() }) // it may have ended
	defer timer.Stop()
	return command.Wait() != nil
}

// timed runs a command that must succeed and returns how long it took.
func (c *chaosCase) timed(args ...string) time.Duration {
	c.Helper()
	began := time.Now()
	if text, err := run(args...); err != nil {
		c.Fatalf("%v: %v %s", args, err, text)
	}
	return time.Since(began)
}

// healthy checks that the doctor finds no failure.
func (c *chaosCase) healthy() {
	c.Helper()
	if found := c.doctor(); strings.Contains(found, "FAIL") {
		c.Errorf("doctor: %s", found)
	}
}

// killRequests kills the server while four clients send requests, files, edits and uploads.
func killRequests(c *chaosCase) {
	l, s := c.newLedger(), c.serve()
	for range 8 {
		c.row.rounds++
		stop := l.writeUntil(s)
		want := l.count() + 10 + c.rand.IntN(40)
		c.until("writes are acknowledged", func() bool { return l.count() >= want })
		s.kill()
		stop()
		s = c.serve()
	}
	c.row.message = fmt.Sprintf("serves again at the next start; %d mails were repeated under their key", c.delivered(l))
	l.verifyAfterRestart(s)
}

// killImport kills an import into an empty data folder: all or nothing is imported.
func killImport(c *chaosCase) {
	c.data = filepath.Join(c.TempDir(), "data")
	usual := c.timed("content", "import", "demo", "--data", c.data)
	interrupted := 0
	for range 8 {
		c.must(os.RemoveAll(c.data))
		if c.killed(usual, "content", "import", "demo", "--data", c.data) {
			interrupted++
		}
		if found := c.doctor(); strings.Contains(found, "FAIL") && !strings.Contains(found, "there are no products; load content with") {
			c.Errorf("doctor: %s", found)
		}
		c.timed("content", "import", "demo", "--data", c.data)
		c.healthy()
	}
	if interrupted == 0 {
		c.Error("no import was interrupted")
	}
	c.row.message = "there are no products; load content with: ferrule content import DIR"
}

// killMigration kills servers that migrate the data of the build of November 2026.
func killMigration(c *chaosCase) {
	former := filepath.Join("..", "app", "testdata", "data-2026-11")
	c.copyFolder(filepath.Join(former, "data"), c.data)
	began := time.Now()
	c.serve().stop()
	usual := time.Since(began)
	var requests []struct{ Reference string }
	text, err := os.ReadFile(filepath.Join(former, "requests.json"))
	c.must(err)
	c.must(json.Unmarshal(text, &requests))
	for range 8 {
		c.copyFolder(filepath.Join(former, "data"), c.data)
		for range 2 {
			c.killed(usual, c.serveCommand().Args[1:]...)
		}
		s := c.serve()
		if status, text := s.get("/en/product/assembly-set-12s"); status != http.StatusOK || !strings.Contains(text, "Assembly set 12S") {
			c.Errorf("a page: %d", status)
		}
		stored := map[string]int{}
		for _, r := range c.storedRequests() {
			stored[r.Reference]++
		}
		for _, r := range requests {
			c.row.acknowledged++
			switch stored[r.Reference] {
			case 0:
				c.row.lost++
				c.Errorf("%s is lost", r.Reference)
			case 1:
			default:
				c.row.doubled++
				c.Errorf("%s is stored twice", r.Reference)
			}
		}
		s.stop()
		if parts, _ := filepath.Glob(filepath.Join(c.data, "*.part")); len(parts) > 0 {
			c.Errorf("left: %v", parts)
		}
		c.healthy()
	}
	c.row.message = "the next start migrates"
}

// killBackup kills backups while the server runs: none is taken for whole.
func killBackup(c *chaosCase) {
	s, l := c.serve(), c.newLedger()
	for range 8 {
		l.accepts(s)
	}
	to := filepath.Join(c.TempDir(), "backups")
	backup := []string{"backup", "--to", to, "--data", c.data}
	usual := c.timed(backup...)
	for range 8 {
		c.must(os.RemoveAll(to))
		l.accepts(s)
		c.killed(usual, backup...)
		text, err := run("restore", "--verify", "--from", to, "--data", c.data)
		if err != nil {
			c.says(text, "backup")
		}
		if err != nil && !strings.Contains(text, "no backup") {
			c.Errorf("after a killed backup: %s", text)
		}
		c.timed(backup...)
		c.timed("restore", "--verify", "--from", to, "--data", c.data)
	}
	s.stop()
	c.data = filepath.Join(c.TempDir(), "restored")
	c.timed("restore", "--from", to, "--data", c.data)
	s = c.serve()
	l.verify(s)
	s.stop()
}

// killRestore kills restores over existing data: these are kept, or every command says
// that the restore is to be repeated.
func killRestore(c *chaosCase) {
	s, l := c.serve(), c.newLedger()
	for range 8 {
		l.accepts(s)
	}
	s.stop()
	to := filepath.Join(c.TempDir(), "backups")
	c.timed("backup", "--to", to, "--data", c.data)
	restore := []string{"restore", "--replace", "--from", to, "--data", c.data}
	usual := c.timed(restore...)
	for range 8 {
		c.killed(usual, restore...)
		if exists(filepath.Join(c.data, "restore.unfinished")) {
			refused := c.tryServe(c.serveCommand())
			if refused.address != "" {
				c.Error("the server starts with half of a backup")
			}
			refused.stop()
			c.says(refused.log(), "run the same ferrule restore again")
		} else {
			c.healthy()
		}
	}
	c.timed(restore...)
	s = c.serve()
	l.verify(s)
	s.stop()
}

// signIn creates an editor and returns the refresh token of a session.
func (c *chaosCase) signIn(s *server) string {
	c.Helper()
	const password = "editor-password-1"                                                                                                        //nolint:gosec // of a test
	command := exec.Command(program, "users", "add", "--email", "editor@example.com", "--role", "editor", "--password-stdin", "--data", c.data) //nolint:gosec // the program under test
	command.Stdin = strings.NewReader(password + "\n")
	if out, err := command.CombinedOutput(); err != nil {
		c.Fatalf("%v: %s", err, out)
	}
	return c.session(s, "/api/content/auth/login", map[string]string{"email": "editor@example.com", "password": password})
}

// refresh continues a session and returns its next token.
func (c *chaosCase) refresh(s *server, token string) string {
	c.Helper()
	return c.session(s, "/api/content/auth/refresh", map[string]string{"refresh_token": token, "mode": "json"})
}

func (c *chaosCase) session(s *server, path string, body map[string]string) string {
	c.Helper()
	text, err := json.Marshal(body)
	c.must(err)
	reply, err := client.Post(s.address+path, "application/json", strings.NewReader(string(text)))
	c.must(err)
	defer func() { _ = reply.Body.Close() }()
	var in struct {
		Data struct {
			Access  string `json:"access_token"`
			Refresh string `json:"refresh_token"`
		}
	}
	answer, err := io.ReadAll(reply.Body)
	c.must(err)
	if err := json.Unmarshal(answer, &in); err != nil || reply.StatusCode != http.StatusOK {
		c.Fatalf("%s: %d %s", path, reply.StatusCode, answer)
	}
	r, err := http.NewRequest(http.MethodGet, s.address+"/api/content/users/me", http.NoBody)
	c.must(err)
	r.Header.Set("Authorization", "Bearer "+in.Data.Access)
	if status, text := read(client.Do(r)); status != http.StatusOK { //nolint:bodyclose // read closes it
		c.Errorf("a new access token: %d %s", status, text)
	}
	return in.Data.Refresh
}
