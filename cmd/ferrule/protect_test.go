package main

import (
	"bytes"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ferrule/internal/account"
	"ferrule/internal/content/store"
	"ferrule/internal/rfq"
	"ferrule/web"
)

// open lists what others than the owner have rights to.
func open(t *testing.T, folder string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			paths = append(paths, info.Mode().String()+" "+strings.TrimPrefix(path, folder))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// withoutUmask has the program's own choice of rights count. It is of the whole
// process, so that nothing may run beside it.
func withoutUmask(t *testing.T) {
	t.Helper()
	before := syscall.Umask(0)
	t.Cleanup(func() { syscall.Umask(before) })
}

//nolint:paralleltest // the umask is of the whole process
func TestWhatCommandsCreateIsForTheOwnerAlone(t *testing.T) {
	withoutUmask(t)
	for _, args := range [][]string{
		{"content", "import", "demo"},
		{"users", "add", "--email", "a@example.com"},
		{"requests", "list"},
		{"bench", "seed", "--products", "121"},
		{"doctor"},
	} {
		data := filepath.Join(t.TempDir(), "new", "data")
		if _, err := command(t, append(args, "--data", data)...); err != nil && args[0] != "doctor" {
			t.Fatalf("%v: %v", args, err)
		}
		if found := open(t, filepath.Dir(data)); len(found) > 0 {
			t.Errorf("%v: others may read %v", args, found)
		}
	}
	data, moved := embedded(t), filepath.Join(t.TempDir(), "moved")
	if err := copyFiles(filepath.Join(moved, filesFolder), filepath.Join(data, filesFolder)); err != nil {
		t.Fatal(err)
	}
	if found := open(t, filepath.Dir(moved)); len(found) > 1 { // the test's own folder
		t.Errorf("content copy: others may read %v", found)
	}
}

//nolint:paralleltest // the umask is of the whole process
func TestWhatTheServerCreatesIsForTheOwnerAlone(t *testing.T) {
	if _, err := web.Load(); err != nil {
		t.Skip(err)
	}
	withoutUmask(t)
	data, shared := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "shared")
	for _, flags := range [][]string{nil, {"--variants", shared}} {
		v := newVictim(t, append([]string{"--demo", "--data", data}, flags...)...)
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
		if found := open(t, data); len(found) > 0 {
			t.Errorf("%v: others may read %v", flags, found)
		}
		if flags == nil {
			if _, err := os.Stat(filepath.Join(data, variantsFolder)); err != nil {
				t.Error(err)
			}
		}
		v.kill()
	}
	if found := open(t, shared); len(found) < 3 { // the folder, one in it, and a picture
		t.Errorf("of the shared folder, others may read only %v", found)
	}
}

// old is a data folder as the build before made it.
func old(t *testing.T) (data string) {
	t.Helper()
	data = filepath.Join(t.TempDir(), "data")
	mustRun(t, "content", "import", "demo", "--data", data)
	mustRun(t, "users", "add", "--email", "a@example.com", "--data", data)
	mustRun(t, "requests", "list", "--data", data)
	for name, rights := range map[string]fs.FileMode{
		"": 0o755, filesFolder: 0o755, store.FileName: 0o644, account.FileName: 0o644, rfq.FileName: 0o664,
	} {
		if err := os.Chmod(filepath.Join(data, name), rights); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

func TestAFolderOfTheBuildBeforeIsClosedToOthers(t *testing.T) {
	t.Parallel()
	data := old(t)
	beside := filepath.Join(data, "notes.txt")
	if err := os.WriteFile(beside, []byte("the operator's own"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(beside, 0o644); err != nil { //nolint:gosec // what others may read is the test
		t.Fatal(err)
	}
	mustRun(t, "requests", "list", "--data", data)
	for name, want := range map[string]fs.FileMode{
		"": 0o700, filesFolder: 0o700, store.FileName: 0o600, account.FileName: 0o600, rfq.FileName: 0o600, "notes.txt": 0o644,
	} {
		if got := rightsOf(t, filepath.Join(data, name)); got != want {
			t.Errorf("%q has the rights %v, want %v", name, got, want)
		}
	}
}

func rightsOf(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

func TestAGroupThatTheOperatorChoseKeepsItsRights(t *testing.T) {
	t.Parallel()
	data := old(t)
	const backup = 54321
	for _, name := range []string{"", rfq.FileName} {
		if err := os.Chown(filepath.Join(data, name), -1, backup); err != nil {
			t.Skipf("only root may choose any group: %v", err)
		}
	}
	var log bytes.Buffer
	protectFolder(data, slog.New(slog.NewTextHandler(&log, nil)))
	for name, want := range map[string]fs.FileMode{"": 0o750, rfq.FileName: 0o660, account.FileName: 0o600} {
		if got := rightsOf(t, filepath.Join(data, name)); got != want {
			t.Errorf("%q has the rights %v, want %v", name, got, want)
		}
	}
	if !strings.Contains(log.String(), "group=54321") {
		t.Errorf("the log does not name the group:\n%s", &log)
	}
}

// The kernel refuses every change of rights in /proc.
func TestAFolderThatMayNotBeChangedIsOnlyLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	protectFolder("/proc/self/task", slog.New(slog.NewTextHandler(&log, nil)))
	if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), "not permitted") {
		t.Errorf("the log says %q", &log)
	}
}
