package cli_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq"
)

// folder returns the contents of a folder's files, by name.
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

func TestAnEmbeddedInstallationIsCopiedToPostgreSQL(t *testing.T) {
	t.Parallel()
	data, moved, address := apptest.Installation(t), t.TempDir(), databasetest.Postgres(t)
	out := apptest.MustCommand(t, "content", "copy", "--data", data, "--to", address, "--files", moved)
	for _, want := range []string{"2 products\n", "1 requests\n", "1 ferrule_users\n", "1 directus_files\n"} {
		if !strings.Contains("\n"+out, "\n"+want) {
			t.Errorf("%q is missing in:\n%s", want, out)
		}
	}
	exports := []string{filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")}
	apptest.MustCommand(t, "content", "export", exports[0], "--data", data)
	apptest.MustCommand(t, "content", "export", exports[1], "--data", moved, "--database", address)
	if diff := cmp.Diff(folder(t, exports[0]), folder(t, exports[1])); diff != "" {
		t.Errorf("exports (-before +after):\n%s", diff)
	}
	if before, after := apptest.MustCommand(t, "requests", "list", "--format", "json", "--data", data), apptest.MustCommand(t, "requests", "list", "--format", "json", "--database", address); before != after {
		t.Errorf("requests before %s\nafter %s", before, after)
	}
	apptest.WithRequests(t, app.DataConfig{Database: address}, func(s *rfq.Store) error {
		added, err := s.Add(t.Context(), rfq.Message{Name: "next"})
		if added.ID != 2 {
			t.Errorf("the next request has the id %d", added.ID)
		}
		return err
	})
	apptest.WithAccounts(t, app.DataConfig{Database: address}, func(s *account.Service) error {
		_, err := s.Login(t.Context(), account.Credentials{Email: "a@example.com", Password: "a long password"}, "")
		return err
	})
}

func TestExistingDataAreOverwrittenOnlyWithReplace(t *testing.T) {
	t.Parallel()
	data, address := apptest.Installation(t), databasetest.Postgres(t)
	if _, err := apptest.Command(t, "content", "copy", "--data", t.TempDir(), "--to", address); err == nil || !strings.Contains(err.Error(), "nothing to copy") {
		t.Errorf("from an empty folder: %v", err)
	}
	if _, err := apptest.Command(t, "content", "copy", "--data", data, "--to", address, "--database", address); err == nil || !strings.Contains(err.Error(), "pg_dump") {
		t.Errorf("from a server: %v", err)
	}
	apptest.MustCommand(t, "content", "copy", "--data", data, "--to", address)
	follower, err := store.OpenAt(t.Context(), address, t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = follower.Close() })
	if empty, err := follower.Empty(t.Context()); err != nil || empty {
		t.Errorf("no revision was counted: %v", err)
	}
	if _, err := apptest.Command(t, "content", "copy", "--data", data, "--to", address); err == nil || !strings.Contains(err.Error(), "already has content and requests and accounts; to replace") {
		t.Errorf("into a full database: %v", err)
	}
	apptest.MustCommand(t, "content", "copy", "--data", data, "--to", address, "--replace")
	if h, err := follower.Check(t.Context()); err != nil || h.Items["products"] != 2 {
		t.Errorf("%+v, %v", h, err)
	}
}
