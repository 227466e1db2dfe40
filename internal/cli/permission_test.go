package cli_test

import (
	"path/filepath"
	"testing"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/cli"
)

//nolint:paralleltest // the umask belongs to the process
func TestFilesOfCommandsArePrivateToTheOwner(t *testing.T) {
	apptest.ClearUmask(t)
	for _, args := range [][]string{
		{"content", "import", "demo"},
		{"users", "add", "--email", "a@example.com"},
		{"requests", "list"},
		{"bench", "seed", "--products", "121"},
		{"doctor"},
	} {
		data := filepath.Join(t.TempDir(), "new", "data")
		if _, err := apptest.Command(t, append(args, "--data", data)...); err != nil && args[0] != "doctor" {
			t.Fatalf("%v: %v", args, err)
		}
		if found := apptest.Accessible(t, filepath.Dir(data)); len(found) > 0 {
			t.Errorf("%v: others may access %v", args, found)
		}
	}
	data, moved := apptest.Installation(t), filepath.Join(t.TempDir(), "moved")
	if err := cli.CopyFiles(filepath.Join(moved, app.FilesFolder), filepath.Join(data, app.FilesFolder)); err != nil {
		t.Fatal(err)
	}
	if found := apptest.Accessible(t, filepath.Dir(moved)); len(found) > 1 { // the test's own folder
		t.Errorf("content copy: others may access %v", found)
	}
}
