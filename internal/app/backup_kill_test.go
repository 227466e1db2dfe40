package app_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/database/databasetest"
)

// kills is the number of backups and of restores that are killed.
const kills = 8

// killed runs a command in a process of its own and kills it when a condition holds. It
// reports whether the process was killed, and did not end before.
func killed(t *testing.T, when func() bool, args ...string) bool {
	t.Helper()
	text, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestServesUntilKilled$")
	c.Env = append(os.Environ(), asProgram+"="+string(text))
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("%v: %v", args, err)
			}
			return false
		default:
		}
		if when() {
			_ = c.Process.Kill() // it may have ended meanwhile
			return <-ended != nil
		}
	}
}

// countFiles returns the number of files below a folder.
func countFiles(folder string) int {
	n := 0
	_ = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			n++
		}
		return nil // files come and go
	})
	return n
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func TestAKilledBackupIsNotTakenForABackup(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	apptest.MustCommand(t, "content", "import", "demo", "--data", data)
	interrupted := 0
	for range kills {
		to := filepath.Join(t.TempDir(), "backups")
		n := rand.IntN(530)
		if killed(t, func() bool { return countFiles(to) >= n }, "backup", "--to", to, "--data", data) {
			interrupted++
		}
		list, err := app.Restore{From: to}.List(t.Context())
		if err != nil && !strings.Contains(err.Error(), "no backups") {
			t.Errorf("after %d files: %v", n, err)
		}
		if len(list) > 0 { // it was killed at the end
			apptest.MustCommand(t, "restore", "--verify", "--from", to, "--data", data)
		} else if _, err := apptest.Command(t, "restore", "--from", to, "--data", t.TempDir()); err == nil || !strings.Contains(err.Error(), "no backup") {
			t.Errorf("after %d files, a restore: %v", n, err)
		}
		apptest.MustCommand(t, "backup", "--to", to, "--data", data)
		apptest.MustCommand(t, "restore", "--verify", "--from", to, "--data", data)
		if left := countFiles(filepath.Join(to, ".objects")) + countFiles(filepath.Join(data, "backup", "databases")); left > 0 {
			t.Errorf("%d files of the killed backup are left", left)
		}
	}
	if interrupted == 0 {
		t.Error("no backup was interrupted")
	}
}

func TestAKilledRestoreLeavesTheOldDataOrSaysSo(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		source, data, to := t.TempDir(), apptest.Installation(t), filepath.Join(t.TempDir(), "backups")
		apptest.MustCommand(t, "content", "import", "demo", "--data", source)
		from, into := []string{"--data", source}, []string{"--data", data}
		if address != "" {
			other := databasetest.Postgres(t)
			apptest.MustCommand(t, "content", "copy", "--data", source, "--to", other)
			apptest.MustCommand(t, "content", "copy", "--data", data, "--to", address)
			from, into = append(from, "--database", other), append(into, "--database", address)
		}
		apptest.MustCommand(t, append([]string{"backup", "--to", to}, from...)...)
		restore := append([]string{"restore", "--replace", "--from", to}, into...)
		products := func() string {
			out, err := apptest.Command(t, append([]string{"doctor"}, into...)...)
			for line := range strings.Lines(out) {
				if strings.Contains(line, "content  ") {
					return strings.TrimSpace(line)
				}
			}
			t.Fatalf("no line about the content: %v\n%s", err, out)
			return ""
		}
		old, kept, refused, whole := products(), 0, 0, 0
		mark := filepath.Join(data, "restore.unfinished")
		for i := range kills {
			n := rand.IntN(500)
			when := func() bool { return countFiles(filepath.Join(data, "restore", "new")) >= n }
			if i >= kills/2 { // while the data are replaced
				when = func() bool { return exists(mark) }
			}
			killed(t, when, restore...)
			unfinished := exists(mark)
			switch found := products(); {
			case unfinished && strings.Contains(found, "was interrupted") && strings.Contains(found, "run the same ferrule restore again"):
				refused++
			case !unfinished && found == old:
				kept++
			case !unfinished && strings.Contains(found, "OK") && !strings.Contains(found, " 2 products"):
				whole++
			default:
				t.Errorf("killed at %d files (unfinished: %t): %s, and before: %s", n, unfinished, found, old)
			}
		}
		if kept == 0 || refused == 0 {
			t.Errorf("of %d restores %d left the old data and %d were refused, want some of each", kills, kept, refused)
		}
		apptest.MustCommand(t, restore...)
		if found := products(); !strings.Contains(found, "OK") || found == old {
			t.Errorf("restored: %s", found)
		}
		if _, err := os.Stat(filepath.Join(data, "restore")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the folder of the restore is left: %v", err)
		}
	})
}
