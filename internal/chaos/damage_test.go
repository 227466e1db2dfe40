package chaos_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// injury is a way to damage the bytes of a file.
type injury struct {
	name string
	do   func(c *chaosCase, b []byte) []byte
}

// injuries of a file: single bits, a whole page, a part of the end, everything.
var injuries = []injury{
	{"bits flipped", func(c *chaosCase, b []byte) []byte {
		for range 8 {
			b[c.rand.IntN(len(b))] ^= 1 << c.rand.IntN(8)
		}
		return b
	}},
	{"page overwritten", func(c *chaosCase, b []byte) []byte {
		start := c.rand.IntN(len(b)) &^ 4095
		for i := start; i < min(start+4096, len(b)); i++ {
			b[i] = byte(c.rand.Uint32())
		}
		return b
	}},
	{"end cut off", func(c *chaosCase, b []byte) []byte { return b[:c.rand.IntN(len(b))] }},
	{"emptied", func(*chaosCase, []byte) []byte { return nil }},
}

// injure damages a file of the data folder.
func (c *chaosCase) injure(name string, how injury) {
	c.Helper()
	path := filepath.Join(c.data, name)
	b, err := os.ReadFile(path)
	c.must(err)
	if len(b) > 0 {
		c.must(os.WriteFile(path, how.do(c, b), 0o600))
	}
}

// filesIn returns the files of a folder of the data folder, at any depth.
func (c *chaosCase) filesIn(folder string) (names []string) {
	c.Helper()
	err := filepath.WalkDir(filepath.Join(c.data, folder), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			path, err = filepath.Rel(c.data, path)
			names = append(names, path)
		}
		return err
	})
	c.must(err)
	return names
}

// used returns a copy of a data folder that has requests, files, pages and pictures, after
// a stop or SIGKILL, with what was acknowledged.
func (c *chaosCase) used(killed bool) (copied string, l *ledger) {
	c.Helper()
	s, l := c.serve(), c.newLedger()
	for range 12 {
		l.accepts(s)
	}
	c.until("pages and pictures are on disk", func() bool {
		s.replies() // a page that was not rendered in time is not stored
		return len(c.filesIn("pages")) > 1 && len(c.filesIn("variants")) > 0
	})
	c.delivered(l)
	if killed {
		s.kill()
	} else {
		s.stop()
	}
	copied = filepath.Join(c.TempDir(), "used")
	c.copyFolder(c.data, copied)
	return copied, l
}

// shown are addresses whose replies are compared.
var shown = []string{
	"/en", "/de/catalog", "/en/product/straight-union-s", "/fr/imprint",
	"/assets/17026721-90c3-5f9a-8470-b284b91ab195?width=336", "/assets/17026721-90c3-5f9a-8470-b284b91ab195",
	"/api/search?q=union&language=en", "/api/content/items/products?limit=-1&sort=id",
}

// replies returns the replies to shown, an empty text for a failure.
func (s *server) replies() []string {
	var all []string
	for _, address := range shown {
		status, text := s.get(address)
		if status != http.StatusOK {
			text = ""
		}
		all = append(all, text)
	}
	return all
}

// damagedDatabases damages each database. The program must refuse to start, say in
// /readyz or in the doctor what is wrong, or show what is right.
func damagedDatabases(c *chaosCase) {
	copied, l := c.used(false)
	c.row.acknowledged = l.count()
	right := c.rightReplies()
	undetected := 0
	for _, name := range []string{"content.db", "requests.db", "accounts.db"} {
		for _, how := range injuries {
			rounds := 2
			if how.name == "emptied" {
				rounds = 1
			}
			for range rounds {
				c.row.rounds++
				c.copyFolder(copied, c.data)
				c.injure(name, how)
				s := c.tryServe(c.serveCommand())
				if s.address == "" {
					c.says(s.log(), name+" is damaged", "ferrule restore")
					continue
				}
				got := s.replies()
				s.stop()
				switch found := c.doctor(); {
				case strings.Contains(found, "backup"): // it says that one is to be restored
				case name == "content.db" && fmt.Sprint(got) != fmt.Sprint(right):
					c.Errorf("%s, %s: pages differ and the doctor says: %s", name, how.name, found)
				default:
					undetected++
				}
			}
		}
	}
	c.row.message += fmt.Sprintf("; %d of %d not noticed, nothing wrong shown", undetected, c.row.rounds)
	c.copyFolder(copied, c.data)
	s := c.serve()
	l.c.row.acknowledged = 0 // verify counts them
	l.verify(s)
	s.stop()
}

// rightReplies returns the replies to shown before any damage.
func (c *chaosCase) rightReplies() []string {
	c.Helper()
	s := c.serve()
	defer s.stop()
	right := s.replies()
	for i, text := range right {
		if text == "" {
			c.Fatalf("%s has no reply", shown[i])
		}
	}
	return right
}

// damagedLogs damages the log of each database after SIGKILL. SQLite ignores what follows
// the damage, which would lose acknowledged changes silently.
func damagedLogs(c *chaosCase) {
	copied, l := c.used(true)
	for _, name := range []string{"content.db", "requests.db"} {
		for _, how := range injuries {
			for range 2 {
				c.row.rounds++
				c.copyFolder(copied, c.data)
				c.injure(name+"-wal", how)
				s := c.tryServe(c.serveCommand())
				if s.address == "" {
					c.says(s.log(), name+"-wal is damaged", "ferrule restore --replace", "to accept the loss")
					continue
				}
				before := c.row.lost
				l.verify(s)
				if c.row.lost > before {
					c.Errorf("%s-wal, %s: the server starts without what is lost", name, how.name)
				}
				s.stop()
			}
		}
		// The way out that the message names.
		c.copyFolder(copied, c.data)
		c.injure(name+"-wal", injuries[2])
		c.must(os.Remove(filepath.Join(c.data, name+"-shm")))
		c.serve().stop()
	}
	c.row.acknowledged = 0
	c.copyFolder(copied, c.data)
	s := c.serve()
	l.verify(s)
	s.stop()
}

// damagedCaches damages all files of each cache at once: they are made again.
func damagedCaches(c *chaosCase) {
	copied, l := c.used(false)
	right := c.rightReplies()
	for _, cache := range []string{"pages", "variants", "catalogue.index", "requests.db.id"} {
		for _, how := range injuries {
			c.row.rounds++
			c.copyFolder(copied, c.data)
			for _, name := range c.filesIn(cache) {
				c.injure(name, how)
			}
			s := c.serve()
			for i, got := range s.replies() {
				if got != right[i] {
					c.Errorf("%s, %s: another reply to %s: %.300s", cache, how.name, shown[i], got)
				}
			}
			s.stop()
			if found := c.doctor(); found != "" && cache != "requests.db.id" {
				c.Errorf("%s, %s: %s", cache, how.name, found)
			} else if found != "" {
				c.says(found, "requests.db.id is damaged", "remove requests.db.id")
			}
		}
	}
	c.row.message = "made again; " + c.row.message
	s := c.serve()
	l.verify(s)
	s.stop()
}

// damagedFiles damages the uploads, the attached files and the model.
func damagedFiles(c *chaosCase) {
	copied, l := c.used(false)
	for _, folder := range []string{"files", "request-files", "mail"} {
		for _, how := range injuries[2:] {
			c.row.rounds++
			c.copyFolder(copied, c.data)
			names := c.filesIn(folder)
			for range min(5, len(names)) {
				c.injure(names[c.rand.IntN(len(names))], how)
			}
			s := c.serve()
			s.pages()
			if folder != "mail" { // what is in mails is in the database
				s.readyReason("of another size", "restore them from a backup")
				c.says(s.log(), "of another size", "restore them from a backup")
			}
			s.stop()
		}
	}
	for name, text := range map[string]string{"model.json": `{"collections":[`, "mirror/state.json": `{"url":`, "directus-import/state.json": "{"} {
		c.row.rounds++
		c.copyFolder(copied, c.data)
		c.must(os.MkdirAll(filepath.Dir(filepath.Join(c.data, name)), 0o700))
		c.must(os.WriteFile(filepath.Join(c.data, name), []byte(text), 0o600))
		s := c.tryServe(c.serveCommand())
		if s.address == "" {
			c.says(s.log(), name, "backup")
		}
		s.stop()
		c.doctor()
	}
	c.copyFolder(copied, c.data)
	s := c.serve()
	l.verify(s)
	s.stop()
}

// damagedBackup damages each kind of file of a backup: it is not restored.
func damagedBackup(c *chaosCase) {
	_, l := c.used(false)
	backups := filepath.Join(c.TempDir(), "backups")
	if text, err := run("backup", "--to", backups, "--data", c.data); err != nil {
		c.Fatal(text)
	}
	whole, data := filepath.Join(c.TempDir(), "whole"), c.data
	c.copyFolder(backups, whole)
	c.data = backups
	for _, how := range injuries {
		for range 3 {
			c.row.rounds++
			c.copyFolder(whole, backups)
			names := c.filesIn(".")
			name := names[c.rand.IntN(len(names))]
			c.injure(name, how)
			text, err := run("restore", "--verify", "--from", backups, "--data", data)
			if err == nil {
				c.Errorf("%s, %s: the backup is taken for whole", name, how.name)
			}
			c.says(text, "damaged")
		}
	}
	c.copyFolder(whole, backups)
	c.data = filepath.Join(c.TempDir(), "restored")
	if text, err := run("restore", "--from", backups, "--data", c.data); err != nil {
		c.Fatal(text)
	}
	s := c.serve()
	l.verify(s)
	s.stop()
}
