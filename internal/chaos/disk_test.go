package chaos_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"ferrule/internal/database"
)

// mount mounts a file system until the end of the case, which is skipped without the right.
func (c *chaosCase) mount(source, target, kind string, flags uintptr, options string) {
	c.Helper()
	err := syscall.Mount(source, target, kind, flags, options)
	if errors.Is(err, syscall.EPERM) {
		c.Skip("only root may mount file systems")
	}
	c.must(err)
	c.Cleanup(func() { _ = syscall.Unmount(target, syscall.MNT_DETACH) })
}

// keepsEntries is the part of a reply that tells a visitor what becomes of the form.
const keepsEntries = "Your entries are kept"

// refuses checks that writes are rejected, and that the reply to a visitor says so.
func (l *ledger) refuses(s *server) {
	l.c.Helper()
	for name, write := range map[string]func(key string) int{
		"a request": func(key string) int { return l.request(s, key) },
		"an edit":   func(key string) int { return l.edit(s, "Refused"+key) },
		"an upload": func(key string) int { return l.upload(s, key) },
	} {
		status, n := 0, 0 // what fits into the database's log is stored
		l.c.until(name+" is refused", func() bool { n++; status = write(fmt.Sprintf("refused-%d-%d", l.next, n)); return status/100 != 2 })
		if status != http.StatusServiceUnavailable || name == "a request" && !strings.Contains(l.refusal, keepsEntries) {
			l.c.Errorf("%s: %d %s", name, status, l.refusal)
		}
	}
}

// accepts waits until everything is stored again.
func (l *ledger) accepts(s *server) {
	l.c.Helper()
	for range 4 {
		l.c.until("writes are accepted again", func() bool { return l.write(s)/100 == 2 })
	}
}

// diskFull fills the file system of the data folder while four clients write.
func diskFull(c *chaosCase) {
	const size = "400m" // more than the free space that /readyz wants
	small := c.TempDir()
	c.mount("chaos", small, "tmpfs", 0, "size="+size)
	c.copyFolder(c.data, filepath.Join(small, "data"))
	c.data = filepath.Join(small, "data")
	s, l := c.serve(), c.newLedger()
	for range 3 {
		c.row.rounds++
		before := l.count()
		stop := l.writeUntil(s)
		c.until("writes are acknowledged", func() bool { return l.count() > before+20 })
		c.fill(filepath.Join(small, "filler"))
		c.until("a write is refused", func() bool { l.mu.Lock(); defer l.mu.Unlock(); return len(l.refused) > 0 })
		stop()
		c.fill(filepath.Join(small, "rest")) // what a failed write freed
		l.refuses(s)
		s.readyReason("data folder: it cannot be written to", "free disk space")
		s.pages()
		c.must(errors.Join(os.Remove(filepath.Join(small, "filler")), os.Remove(filepath.Join(small, "rest"))))
		l.accepts(s)
		l.refused = map[int]int{}
	}
	c.says(s.log(), "cannot be written to", "free disk space")
	c.fill(filepath.Join(small, "filler"))
	s.stop()
	for _, command := range [][]string{{"content", "import", "demo"}, {"backup", "--to", filepath.Join(small, "backups")}} {
		text, err := run(append(command, "--data", c.data)...)
		if err == nil {
			c.Errorf("%v on a full disk succeeds", command)
		}
		c.says(text, "free disk space")
	}
	refused := c.tryServe(c.serveCommand())
	if refused.address == "" {
		c.says(refused.log(), "free disk space")
	}
	refused.stop()
	c.must(os.Remove(filepath.Join(small, "filler")))
	l.verifyAfterRestart(c.serve())
}

// fill writes a file until the disk is full.
func (c *chaosCase) fill(path string) {
	c.Helper()
	f, err := os.Create(path)
	c.must(err)
	block := make([]byte, 1<<20)
	for len(block) > 0 {
		n, err := f.Write(block)
		if n == 0 || err != nil && !errors.Is(err, syscall.ENOSPC) {
			if !errors.Is(err, syscall.ENOSPC) {
				c.Fatal(err)
			}
			block = block[:len(block)/2] // the last bytes as well
		}
	}
	c.must(f.Close())
}

// readOnly lets the data folder be read only, at a start and while the server runs.
func readOnly(c *chaosCase) {
	s, l := c.serve(), c.newLedger()
	for range 8 {
		l.write(s)
	}
	s.stop()
	c.row.rounds = 1
	c.mount(c.data, c.data, "", syscall.MS_BIND, "")
	c.must(syscall.Mount("", c.data, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	refused := c.tryServe(c.serveCommand())
	if refused.address != "" {
		c.Error("the server starts on a folder that it cannot write to")
	}
	c.says(refused.log(), "read-only", "program's user")
	refused.stop()
	if found := c.doctor(); !strings.Contains(found, "it cannot be written to") {
		c.Errorf("doctor: %s", found)
	}
	c.must(syscall.Unmount(c.data, 0))
	l.verifyAfterRestart(c.serve())
	c.readOnlyWhileRunning()
}

// readOnlyWhileRunning withdraws the rights of a server that runs as another user.
func (c *chaosCase) readOnlyWhileRunning() {
	const nobody = 65534
	c.row.rounds++
	for folder := c.data; folder != os.TempDir(); folder = filepath.Dir(folder) {
		c.must(os.Chmod(folder, 0o755)) //nolint:gosec // its user must reach it
	}
	c.must(os.Chmod(filepath.Dir(program), 0o755)) //nolint:gosec // as above
	c.must(os.Chmod(filepath.Dir(filepath.Dir(program)), 0o755))
	c.must(filepath.WalkDir(c.data, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, nobody, nobody))
	}))
	command := c.serveCommand()
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	s, l := c.tryServe(command), c.newLedger()
	if s.address == "" {
		c.Fatal(s.log())
	}
	l.next = 1000
	l.accepts(s)
	c.must(filepath.WalkDir(c.data, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = os.Chmod(path, 0o500) //nolint:gosec // a folder
		}
		return err
	}))
	s.readyReason("data folder: it cannot be written to", "program's user")
	kind, body := form("list.txt", "text")
	if status := l.post(s, "/api/request-files", kind, body, "", nil); status/100 == 2 {
		c.Errorf("an upload into a folder without rights: %d", status)
	}
	s.pages()
	c.must(filepath.WalkDir(c.data, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = os.Chmod(path, 0o700) //nolint:gosec // a folder
		}
		return err
	}))
	l.accepts(s)
	l.verifyAfterRestart(s)
}

// secondServer runs two servers on one data folder, whose writers must take turns.
func secondServer(c *chaosCase) {
	c.row.rounds = 1
	one, two, l := c.serve(), c.serve(), c.newLedger()
	stops := []func(){l.writeUntil(one), l.writeUntil(two)}
	c.until("writes are acknowledged", func() bool { return l.count() > 200 })
	for _, stop := range stops {
		stop()
	}
	later := l.refused[http.StatusServiceUnavailable] // after ten seconds without a turn, on a busy machine
	if len(l.refused) > 1 || len(l.refused) == 1 && later == 0 {
		c.Errorf("two servers on one folder refused writes: %v, %s", l.refused, l.refusal)
	}
	c.row.message = fmt.Sprintf("both serve and take turns in writing; %d writes were told to try again later", later)
	c.delivered(l)
	two.stop()
	l.verifyAfterRestart(one)
}

// delivered waits until there is a mail for each request, and none is delivered under two
// keys. A delivery that was interrupted, or whose claim the clock ended, may be repeated
// under its own key; it returns how many were.
func (c *chaosCase) delivered(l *ledger) (repeated int) {
	c.Helper()
	references := func() map[string]map[string]int {
		found := map[string]map[string]int{}
		mails, err := filepath.Glob(filepath.Join(c.data, "mail", "*.eml"))
		c.must(err)
		for _, path := range mails {
			text, err := os.ReadFile(path)
			c.must(err)
			for line := range strings.Lines(string(text)) {
				if _, id, ok := strings.Cut(line, "Message-ID: <"); ok {
					reference, _, _ := strings.Cut(id, ".")
					if found[reference] == nil {
						found[reference] = map[string]int{}
					}
					found[reference][id]++
				}
			}
		}
		return found
	}
	c.until("each request is delivered", func() bool {
		found := references()
		for _, reference := range l.requests {
			if found[reference] == nil {
				return false
			}
		}
		return true
	})
	for reference, keys := range references() {
		if len(keys) > 1 {
			c.row.doubled++
			c.Errorf("%s was delivered under %d keys", reference, len(keys))
		}
		for _, n := range keys {
			repeated += n - 1
		}
	}
	return repeated
}

// locked lets a foreign process hold each database, while a server runs and at its start.
func locked(c *chaosCase) {
	s, l := c.serve(), c.newLedger()
	l.accepts(s)
	for _, name := range []string{"requests.db", "content.db", "accounts.db"} {
		c.row.rounds++
		release := c.lock(name)
		switch name {
		case "requests.db":
			s.readyReason("another process holds requests.db")
			if status := l.request(s, "locked"); status != http.StatusServiceUnavailable || !strings.Contains(l.refusal, keepsEntries) {
				c.Errorf("a request: %d %s", status, l.refusal)
			}
		case "content.db":
			if status := l.edit(s, "Lockring"); status != http.StatusServiceUnavailable {
				c.Errorf("an edit: %d %s", status, l.refusal)
			}
		}
		s.pages()
		if refused := c.tryServe(c.serveCommand()); refused.address == "" {
			c.says(refused.log(), "another process holds", name)
		} else {
			c.Errorf("a server starts while %s is locked", name)
		}
		release()
		l.accepts(s)
	}
	l.verifyAfterRestart(s)
}

// lock holds the write lock of a database, as another program would.
func (c *chaosCase) lock(name string) (release func()) {
	c.Helper()
	db := database.OpenSQLite(filepath.Join(c.data, name))
	tx, err := db.BeginTx(c.Context(), nil) // takes the lock
	c.must(err)
	return func() { c.must(errors.Join(tx.Rollback(), db.Close())) }
}
