package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/account"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq"
)

// command runs the program and returns what it printed.
func command(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), args, &out)
	return out.String(), err
}

func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	out, err := command(t, args...)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out
}

// embedded is an installation with a little of everything.
func embedded(t *testing.T) (data string) {
	t.Helper()
	data, from := t.TempDir(), t.TempDir()
	const body = `{"files":[{"id":"00000000-0000-4000-8000-000000000001","filename":"a.txt"}],"items":{
		"languages":[{"code":"de-DE","sort":1}],
		"products":[{"id":4,"slug":"a","status":"published","stock":3,"date_created":"2025-01-01T00:00:00Z","date_updated":"2025-01-01T00:00:00Z","translations":[{"languages_code":"de-DE","name":"Ü \"x\""}]},
			{"id":9,"slug":"b","status":"draft"}]}}`
	for name, text := range map[string]string{"content.json": body, "files/a.txt": "text"} {
		path := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mustRun(t, "content", "import", from, "--data", data)
	if err := withRequests(t.Context(), dataFlags{Data: data}, func(s *rfq.Store) error {
		_, err := s.Add(t.Context(), rfq.Message{Name: "Zoë", IdempotencyKey: "k"})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := withAccounts(t.Context(), dataFlags{Data: data}, func(s *account.Service) error {
		_, err := s.AddUser(t.Context(), account.Change{"email": []byte(`"a@example.com"`), "password": []byte(`"a long password"`)})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return data
}

// folder is what its files hold, by name.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	held := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		held[strings.TrimPrefix(path, dir)] = string(data)
		return err
	})
	if err != nil || len(held) != 2 {
		t.Errorf("%d files, %v", len(held), err)
	}
	return held
}

func TestAnEmbeddedInstallationMovesToPostgreSQL(t *testing.T) {
	t.Parallel()
	data, moved, address := embedded(t), t.TempDir(), databasetest.Postgres(t)
	out := mustRun(t, "content", "copy", "--data", data, "--to", address, "--files", moved)
	for _, want := range []string{"2 products\n", "1 requests\n", "1 ferrule_users\n", "1 directus_files\n"} {
		if !strings.Contains("\n"+out, "\n"+want) {
			t.Errorf("%q is missing in:\n%s", want, out)
		}
	}
	exports := []string{filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")}
	mustRun(t, "content", "export", exports[0], "--data", data)
	mustRun(t, "content", "export", exports[1], "--data", moved, "--database", address)
	if diff := cmp.Diff(folder(t, exports[0]), folder(t, exports[1])); diff != "" {
		t.Errorf("exports (-before +after):\n%s", diff)
	}
	if before, after := mustRun(t, "requests", "list", "--format", "json", "--data", data), mustRun(t, "requests", "list", "--format", "json", "--database", address); before != after {
		t.Errorf("requests before %s\nafter %s", before, after)
	}
	if err := withRequests(t.Context(), dataFlags{Database: address}, func(s *rfq.Store) error {
		added, err := s.Add(t.Context(), rfq.Message{Name: "next"})
		if added.ID != 2 {
			t.Errorf("the next request has the id %d", added.ID)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := withAccounts(t.Context(), dataFlags{Database: address}, func(s *account.Service) error {
		_, err := s.Login(t.Context(), "a@example.com", "a long password", "")
		return err
	}); err != nil {
		t.Errorf("the user cannot sign in: %v", err)
	}
}

func TestADatabaseInUseIsOverwrittenOnlyWhenAsked(t *testing.T) {
	t.Parallel()
	data, address := embedded(t), databasetest.Postgres(t)
	if _, err := command(t, "content", "copy", "--data", t.TempDir(), "--to", address); err == nil || !strings.Contains(err.Error(), "nothing to copy") {
		t.Errorf("from an empty folder: %v", err)
	}
	if _, err := command(t, "content", "copy", "--data", data, "--to", address, "--database", address); err == nil || !strings.Contains(err.Error(), "pg_dump") {
		t.Errorf("from a server: %v", err)
	}
	mustRun(t, "content", "copy", "--data", data, "--to", address)
	follower, err := store.OpenAt(t.Context(), address, t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = follower.Close() })
	if empty, err := follower.Empty(t.Context()); err != nil || empty {
		t.Errorf("no revision was counted: %v", err)
	}
	if _, err := command(t, "content", "copy", "--data", data, "--to", address); err == nil || !strings.Contains(err.Error(), "content and requests and accounts already; to replace") {
		t.Errorf("into a full database: %v", err)
	}
	mustRun(t, "content", "copy", "--data", data, "--to", address, "--replace")
	if h, err := follower.Check(t.Context()); err != nil || h.Items["products"] != 2 {
		t.Errorf("%+v, %v", h, err)
	}
}
