package app_test

import (
	"bytes"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/content/store"
	"ferrule/internal/rfq"
)

//nolint:paralleltest // the umask is of the whole process
func TestFilesOfTheServerArePrivateToTheOwner(t *testing.T) {
	apptest.RequireBuild(t)
	apptest.ClearUmask(t)
	data, shared := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "shared")
	for _, flags := range [][]string{nil, {"--variants", shared}} {
		v := newServer(t, append([]string{"--demo", "--data", data}, flags...)...)
		v.start()
		get := func(path string) string {
			t.Helper()
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+v.Address+path, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			reply, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = reply.Body.Close() }()
			body, err := io.ReadAll(reply.Body)
			if err != nil || reply.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d, %v", path, reply.StatusCode, err)
			}
			return string(body)
		}
		get("/de/catalog")
		_, id, _ := strings.Cut(get("/api/content/items/products/1?fields=thumbnail"), `"thumbnail":"`)
		get("/assets/" + id[:36] + "?width=336")
		if found := apptest.Accessible(t, data); len(found) > 0 {
			t.Errorf("%v: others may read %v", flags, found)
		}
		if flags == nil {
			if _, err := os.Stat(filepath.Join(data, "variants")); err != nil {
				t.Error(err)
			}
		}
		v.kill()
	}
	if found := apptest.Accessible(t, shared); len(found) < 3 { // the folder, a folder in it, and a picture
		t.Errorf("of the shared folder, others may read only %v", found)
	}
}

// formerFolder returns a data folder with the permissions of an earlier build.
func formerFolder(t *testing.T) (data string) {
	t.Helper()
	data = filepath.Join(t.TempDir(), "data")
	apptest.MustCommand(t, "content", "import", "demo", "--data", data)
	apptest.MustCommand(t, "users", "add", "--email", "a@example.com", "--data", data)
	apptest.MustCommand(t, "requests", "list", "--data", data)
	for name, rights := range map[string]fs.FileMode{
		"": 0o755, app.FilesFolder: 0o755, store.FileName: 0o644, account.FileName: 0o644, rfq.FileName: 0o664,
	} {
		if err := os.Chmod(filepath.Join(data, name), rights); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

func TestPermissionsOfAnOlderFolderAreRestricted(t *testing.T) {
	t.Parallel()
	data := formerFolder(t)
	other := filepath.Join(data, "notes.txt")
	if err := os.WriteFile(other, []byte("the operator's own"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(other, 0o644); err != nil { //nolint:gosec // what others may read is the test
		t.Fatal(err)
	}
	apptest.MustCommand(t, "requests", "list", "--data", data)
	for name, want := range map[string]fs.FileMode{
		"": 0o700, app.FilesFolder: 0o700, store.FileName: 0o600, account.FileName: 0o600, rfq.FileName: 0o600, "notes.txt": 0o644,
	} {
		if got := permissionsOf(t, filepath.Join(data, name)); got != want {
			t.Errorf("%q has the rights %v, want %v", name, got, want)
		}
	}
}

func permissionsOf(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

func TestAChosenGroupKeepsItsPermissions(t *testing.T) {
	t.Parallel()
	data := formerFolder(t)
	const backup = 54321
	for _, name := range []string{"", rfq.FileName} {
		if err := os.Chown(filepath.Join(data, name), -1, backup); err != nil {
			t.Skipf("only root may choose any group: %v", err)
		}
	}
	var log bytes.Buffer
	app.DataConfig{Data: data}.RestrictPermissions(slog.New(slog.NewTextHandler(&log, nil)))
	for name, want := range map[string]fs.FileMode{"": 0o750, rfq.FileName: 0o660, account.FileName: 0o600} {
		if got := permissionsOf(t, filepath.Join(data, name)); got != want {
			t.Errorf("%q has the rights %v, want %v", name, got, want)
		}
	}
	if !strings.Contains(log.String(), "group=54321") {
		t.Errorf("the log does not name the group:\n%s", &log)
	}
}

// The kernel refuses every change of permissions in /proc.
func TestAFolderOfAnotherOwnerIsOnlyLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	app.DataConfig{Data: "/proc/self/task"}.RestrictPermissions(slog.New(slog.NewTextHandler(&log, nil)))
	if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), "not permitted") {
		t.Errorf("the log says %q", &log)
	}
}
