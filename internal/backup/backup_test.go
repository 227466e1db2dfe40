package backup_test

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"ferrule/internal/backup"
	"ferrule/internal/blob"
	"ferrule/internal/database"
)

// site is a small installation: a database with the names of files, and the files.
type site struct {
	t           *testing.T
	data        string
	db          *database.DB
	source      backup.Source
	to          string
	destination *backup.Destination
	now         time.Time
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{t: t, data: t.TempDir(), to: filepath.Join(t.TempDir(), "backups"), now: time.Now()}
	s.db = database.OpenSQLite(filepath.Join(s.data, "site.db"))
	t.Cleanup(func() { _ = s.db.Close() })
	s.exec(`CREATE TABLE files (name TEXT PRIMARY KEY, size INTEGER, required INTEGER)`)
	files, err := blob.NewFolder(filepath.Join(s.data, "files"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	s.source = backup.Source{
		Data: s.data, SQLite: []string{"site.db"}, Key: key, Program: "test", Versions: map[string]int{"site": 2}, AtMoment: []string{"model.json"},
		Files: []backup.Files{{Folder: "files", Store: files, Database: "site.db", Query: `SELECT name, size, required FROM files`}},
	}
	s.destination = s.open()
	return s
}

func (s *site) open() *backup.Destination {
	s.t.Helper()
	d, err := backup.Open(s.to, filepath.Join(s.data, "backup"), true)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = d.Close() })
	return d
}

func (s *site) exec(statement string, args ...any) {
	s.t.Helper()
	if _, err := s.db.ExecContext(s.t.Context(), statement, args...); err != nil {
		s.t.Fatal(err)
	}
}

func (s *site) addFile(name, contents string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.data, "files", name), []byte(contents), 0o600); err != nil {
		s.t.Fatal(err)
	}
	s.exec(`INSERT INTO files VALUES (?, ?, 1)`, name, len(contents))
}

func (s *site) take(o backup.Options) backup.Result {
	s.t.Helper()
	s.now = s.now.Add(time.Hour)
	o.Now = s.now
	result, err := s.destination.Take(s.t.Context(), s.source, o)
	if err != nil {
		s.t.Fatal(err)
	}
	return result
}

// restored restores a backup, the newest for "", and returns the contents of a file.
func (s *site) restored(name, file string, identities ...age.Identity) (string, error) {
	s.t.Helper()
	b, err := s.destination.OpenBackup(s.t.Context(), name, identities)
	if err != nil {
		return "", err
	}
	to := filepath.Join(s.t.TempDir(), "restored")
	if err := b.Extract(s.t.Context(), to, nil, func(string) bool { return true }); err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(to, file))
	return string(text), err
}

func (s *site) objects() []string {
	s.t.Helper()
	objects, err := filepath.Glob(filepath.Join(s.to, "objects", "*"))
	if err != nil {
		s.t.Fatal(err)
	}
	return objects
}

func TestASecondBackupWritesWhatHasChanged(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.addFile("a", strings.Repeat("a", 100_000))
	first := s.take(backup.Options{})
	if first.Files != 2 || first.Objects != 3 || first.Stored < 100_000 { // and the manifest
		t.Errorf("the first backup: %+v", first)
	}
	if again := s.take(backup.Options{}); again.Files != 2 || again.Objects != 1 {
		t.Errorf("a backup of the same data wrote more than its manifest: %+v", again)
	}
	s.addFile("b", "bbb")
	s.addFile("copy of a", strings.Repeat("a", 100_000))
	if next := s.take(backup.Options{}); next.Files != 4 || next.Objects != 3 || next.Stored > 50_000 { // b, the database and the manifest
		t.Errorf("the next backup: %+v", next)
	}
	if text, err := s.restored("", "files/copy of a"); err != nil || len(text) != 100_000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if _, err := s.restored(first.Name, "files/b"); !os.IsNotExist(err) {
		t.Errorf("a file that is newer than the backup: %v", err)
	}
}

func TestOfALargeDatabaseTheChangedPartsAreStored(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.exec(`CREATE TABLE large (n INTEGER PRIMARY KEY, filler BLOB)`)
	s.exec(`WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r WHERE n<200) INSERT INTO large SELECT n, randomblob(100000) FROM r`)
	if first := s.take(backup.Options{}); first.Objects < 6 || first.Stored < 20_000_000 { // five parts and the manifest
		t.Errorf("the first backup: %+v", first)
	}
	s.exec(`UPDATE large SET filler = randomblob(100000) WHERE n = 100`)
	if next := s.take(backup.Options{}); next.Objects > 4 || next.Stored > 13_000_000 { // the row, which may be in two parts, the part with the header, and the manifest
		t.Errorf("the next backup: %+v", next)
	}
	if _, err := s.restored("", "site.db"); err != nil {
		t.Error(err)
	}
}

func TestOldBackupsAndTheirObjectsAreRemoved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.addFile("old", "old")
	first := s.take(backup.Options{Keep: 2})
	s.exec(`DELETE FROM files`)
	s.addFile("new", "new")
	s.take(backup.Options{Keep: 2})
	if text, err := s.restored(first.Name, "files/old"); err != nil || text != "old" {
		t.Errorf("a kept backup: %q, %v", text, err)
	}
	if third := s.take(backup.Options{Keep: 2}); third.Removed != 1 {
		t.Errorf("%+v", third)
	}
	if _, err := s.restored(first.Name, "files/old"); err == nil {
		t.Error("a removed backup can be restored")
	}
	for _, object := range s.objects() {
		if text, err := os.ReadFile(object); err != nil || string(text) == "old" {
			t.Errorf("an object of the removed backup is left: %v", err)
		}
	}
	if text, err := s.restored("", "files/new"); err != nil || text != "new" {
		t.Errorf("the newest backup: %q, %v", text, err)
	}
}

func TestABackupWhoseClockWasSetBackIsKept(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.addFile("a", "a")
	future := s.take(backup.Options{Keep: 1})
	s.now = s.now.Add(-48 * time.Hour)
	next := s.take(backup.Options{Keep: 1})
	if names, err := s.destination.Names(t.Context()); err != nil || len(names) != 1 || names[0] != next.Name {
		t.Errorf("%v of %s and %s is left: %v", names, future.Name, next.Name, err)
	}
	if text, err := s.restored(next.Name, "files/a"); err != nil || text != "a" {
		t.Errorf("%q, %v", text, err)
	}
}

// Each object is damaged in turn.
func TestDamageIsDetected(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(path string, contents []byte) error{
		"a changed byte": func(path string, contents []byte) error {
			contents[len(contents)/2] ^= 1
			return os.WriteFile(path, contents, 0o600)
		},
		"a missing end": func(path string, contents []byte) error { return os.Truncate(path, int64(len(contents)-1)) },
		"an appended byte": func(path string, contents []byte) error {
			return os.WriteFile(path, append(contents, 'x'), 0o600)
		},
		"a missing object": func(path string, _ []byte) error { return os.Remove(path) },
	} {
		for _, encrypted := range []bool{false, true} {
			for i := range 3 { // file, database and manifest
				damageIsDetected(t, name, damage, encrypted, i)
			}
		}
	}
}

func damageIsDetected(t *testing.T, name string, damage func(path string, contents []byte) error, encrypted bool, i int) {
	t.Helper()
	s := newSite(t)
	s.addFile("a", "contents of a file")
	var identities []age.Identity
	var o backup.Options
	if encrypted {
		key, err := age.GenerateX25519Identity()
		if err != nil {
			t.Fatal(err)
		}
		identities = append(identities, key)
		if o.Recipients, err = backup.ParseRecipients([]string{key.Recipient().String()}); err != nil {
			t.Fatal(err)
		}
	}
	s.take(o)
	objects := s.objects()
	if len(objects) != 3 {
		t.Fatalf("%d objects", len(objects))
	}
	contents, err := os.ReadFile(objects[i])
	if err != nil {
		t.Fatal(err)
	}
	if encrypted && strings.Contains(string(contents), "contents of a file") {
		t.Error("an encrypted object has readable contents")
	}
	if text, err := s.restored("", "files/a", identities...); err != nil || text != "contents of a file" {
		t.Fatalf("before the damage: %q, %v", text, err)
	}
	if err := damage(objects[i], contents); err != nil {
		t.Fatal(err)
	}
	if _, err := s.restored("", "files/a", identities...); err == nil {
		t.Errorf("%s of %s was not detected (encrypted: %t)", name, filepath.Base(objects[i]), encrypted)
	}
}

func TestADamagedFileOfABackupIsReported(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	name := s.take(backup.Options{}).Name
	if err := os.WriteFile(filepath.Join(s.to, "backups", name+".json"), []byte(`{"format":1,`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.restored("", "site.db"); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("got %v", err)
	}
}

func TestAFileThatIsDeletedDuringABackupIsNotMissing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.addFile("stays", "stays")
	s.addFile("lost", "lost")
	s.addFile("going", "going")
	if err := os.Remove(filepath.Join(s.data, "files", "lost")); err != nil {
		t.Fatal(err)
	}
	// The record is deleted after the databases were read, and then the bytes.
	s.source.Files[0].Store = deleting{s.source.Files[0].Store, func() {
		s.exec(`DELETE FROM files WHERE name = 'going'`)
		_ = os.Remove(filepath.Join(s.data, "files", "going"))
	}}
	result := s.take(backup.Options{})
	if len(result.Missing) != 1 || result.Missing[0] != "files/lost" {
		t.Errorf("missing: %v, want files/lost", result.Missing)
	}
	if _, err := s.restored("", "files/going"); !os.IsNotExist(err) {
		t.Errorf("a deleted file: %v", err)
	}
}

// deleting calls a function before a file is opened.
type deleting struct {
	blob.Store
	before func()
}

func (d deleting) Open(ctx context.Context, name string) (blob.File, error) {
	d.before()
	return d.Store.Open(ctx, name)
}

func TestBackupsOfAnotherInstallationAreNotMixed(t *testing.T) {
	t.Parallel()
	a, b := newSite(t), newSite(t)
	a.take(backup.Options{})
	if _, err := a.destination.Take(t.Context(), b.source, backup.Options{Now: time.Now()}); err == nil || !strings.Contains(err.Error(), "another installation") {
		t.Errorf("got %v", err)
	}
}

func TestABackupOfANewerProgramIsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.take(backup.Options{})
	b, err := s.destination.OpenBackup(t.Context(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.CheckVersions(map[string]int{"site": 1}); err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("an older program: %v", err)
	}
	if err := b.CheckVersions(map[string]int{"site": 2, "other": 1}); err != nil {
		t.Errorf("the same program: %v", err)
	}
}

func TestADamagedDatabaseIsNotBackedUp(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.exec(`CREATE INDEX sizes ON files (size)`)
	s.addFile("a", "a")
	s.exec(`PRAGMA writable_schema=ON`)
	s.exec(`UPDATE sqlite_schema SET sql='CREATE INDEX sizes ON files (required)' WHERE name='sizes'`)
	s.exec(`UPDATE files SET size=5, required=7`)
	s.now = s.now.Add(time.Hour)
	if _, err := s.destination.Take(t.Context(), s.source, backup.Options{Now: s.now}); err == nil || !strings.Contains(err.Error(), "integrity check") {
		t.Errorf("got %v", err)
	}
	if names, err := s.destination.Names(t.Context()); err != nil || len(names) != 0 {
		t.Errorf("%v, %v", names, err)
	}
}
