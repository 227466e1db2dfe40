package rfq_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// reopen opens and closes the store of a folder, and returns the result of
// CheckIdentity.
func reopen(t *testing.T, folder string) error {
	t.Helper()
	s, err := rfq.Open(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	identityErr := s.CheckIdentity()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return identityErr
}

func TestLostDatabaseIsReportedUntilRestored(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"empty", "absent"} {
		folder := t.TempDir()
		file := filepath.Join(folder, rfq.FileName)
		for range 2 {
			if err := reopen(t, folder); err != nil {
				t.Fatalf("the loss is not reported: %v", err)
			}
		}
		backup, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if how == "empty" {
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for start := range 3 {
			if err := reopen(t, folder); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "requests.db.id") {
				t.Errorf("%s, start %d: %v", how, start, err)
			}
		}
		if err := os.WriteFile(file, backup, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := reopen(t, folder); err != nil {
			t.Errorf("%s, restored: %v", how, err)
		}
	}
}

func TestLossOfADatabaseCanBeAccepted(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := reopen(t, folder); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(folder, rfq.FileName)); err != nil {
		t.Fatal(err)
	}
	if err := reopen(t, folder); err == nil {
		t.Error("the loss is not reported")
	}
	if err := os.Remove(filepath.Join(folder, rfq.FileName+".id")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := reopen(t, folder); err != nil {
			t.Error(err)
		}
	}
}

// Folders of builds without identities have no identity file.
func TestDatabaseWithoutAnIdentityIsAdopted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		files map[string]string
		lost  bool
	}{
		{"new", nil, false},
		{"only content was imported", map[string]string{"content.db": "SQLite"}, false},
		{"empty beside another", map[string]string{"content.db": "SQLite", rfq.FileName: ""}, true},
		{"empty and alone", map[string]string{rfq.FileName: ""}, false},
		{"absent, with files of visitors", map[string]string{rfq.FilesFolder + "/A": "text"}, true},
	} {
		folder := t.TempDir()
		for name, text := range tt.files {
			path := filepath.Join(folder, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for start := range 2 {
			if err := reopen(t, folder); (err != nil) != tt.lost {
				t.Errorf("%s, start %d: %v", tt.name, start, err)
			}
		}
	}
	folder := t.TempDir()
	if err := reopen(t, folder); err != nil {
		t.Fatal(err)
	}
	db := database.OpenSQLite(filepath.Join(folder, rfq.FileName))
	_, err := db.ExecContext(t.Context(), `DELETE FROM request_secrets WHERE name = 'identity'`)
	if err := first(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if err := reopen(t, folder); err != nil {
		t.Errorf("a backup of the previous build: %v", err)
	}
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestDamagedDatabaseIsNotReady(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s, err := rfq.Open(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if err := first(s.Ready(t.Context()), s.QuickCheck(t.Context())); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, rfq.FileName)
	overwriteTable(t, file, "requests")
	for name, check := range map[string]error{"ready": s.Ready(t.Context()), "intact": s.QuickCheck(t.Context())} {
		if fault.KindOf(check) != fault.Unavailable || !strings.Contains(check.Error(), "requests.db is damaged") {
			t.Errorf("%s: %v", name, check)
		}
	}
	for _, how := range []func() error{func() error { return os.Truncate(file, 0) }, func() error { return os.Remove(file) }} {
		if err := how(); err != nil {
			t.Fatal(err)
		}
		if err := s.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "requests.db is missing or empty") {
			t.Errorf("%v", err)
		}
	}
}

// overwriteTable makes a table unreadable: it overwrites its first page.
func overwriteTable(t *testing.T, file, table string) {
	t.Helper()
	db := database.OpenSQLite(file)
	var page, size int64
	_, err := db.ExecContext(t.Context(), `PRAGMA wal_checkpoint(TRUNCATE)`)
	if err = first(err, db.QueryRowContext(t.Context(), `SELECT rootpage FROM sqlite_schema WHERE name = ?`, table).Scan(&page),
		db.QueryRowContext(t.Context(), `PRAGMA page_size`).Scan(&size), db.Close()); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteAt([]byte(strings.Repeat("x", int(size))), (page-1)*size)
	if err := first(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestNewStoreIsReadyAndHasItsIdentity(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s, err := rfq.OpenAt(t.Context(), address, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		for range 2 {
			if err := first(s.Ready(t.Context()), s.QuickCheck(t.Context()), s.CheckIdentity()); err != nil {
				t.Error(err)
			}
		}
	})
}
