package app_test

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
	"ferrule/internal/content/store"
	"ferrule/internal/database"
)

func TestMissingContentIsReported(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(file string) error{
		"empty":  func(file string) error { return os.Truncate(file, 0) },
		"absent": os.Remove,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := healthyFolder(t)
			file := filepath.Join(data, store.FileName)
			checkpoint(t, file)
			if err := damage(file); err != nil {
				t.Fatal(err)
			}
			expectDegraded(t, data, "content_database", "content database: content.db is empty, although the data folder has files", "FAIL  content ")
		})
	}
}

// The damage is found by the read that meets it: a check of the whole file would take
// long with a large catalogue.
func TestDamagedContentIsReportedOnceItIsRead(t *testing.T) {
	t.Parallel()
	data := healthyFolder(t)
	file := filepath.Join(data, store.FileName)
	db := database.OpenSQLite(file)
	var page, size int64
	err := db.QueryRowContext(t.Context(), `SELECT rootpage FROM sqlite_schema WHERE name = 'clients'`).Scan(&page)
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
	h, stop := openSite(t, data)
	defer stop()
	if status, body := apptest.Request(t, h, http.MethodGet, "/api/content/items/clients", ""); status != http.StatusInternalServerError {
		t.Errorf("the damaged table: %d %s", status, body)
	}
	waitForReady(t, h, "content database: content.db is damaged; stop the server and restore it from a backup")
	out, err := apptest.Command(t, "doctor", "--data", data)
	if err == nil || !strings.Contains(out, "content.db is damaged") {
		t.Errorf("doctor: %v\n%s", err, out)
	}
}
