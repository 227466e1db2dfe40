package store_test

import (
	"bufio"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
)

// importKilled names the environment variables of a child process, which imports
// into a folder and a database until it is killed.
const (
	importKilled   = "FERRULE_TEST_IMPORT_UNTIL_KILLED"
	importDatabase = "FERRULE_TEST_IMPORT_DATABASE"
)

// edition returns the n-th version of the content: records, rows that are added
// and removed, and files, all of which contain the number.
func edition(n int) fstest.MapFS {
	out := fstest.MapFS{}
	var files, products []string
	for i := 1; i <= 4; i++ {
		name := fmt.Sprintf("f%d.txt", i)
		files = append(files, fmt.Sprintf(`{"id":"00000000-0000-4000-8000-00000000000%d","filename":%q,"title":"%d"}`, i, name, n))
		out["files/"+name] = &fstest.MapFile{Data: fmt.Append(nil, n)}
	}
	for i := 1; i <= 60; i++ {
		rows := strings.Repeat(fmt.Sprintf(`,{"languages_code":"de-DE","name":"%d"}`, n), 1+(n+i)%3)
		products = append(products, fmt.Sprintf(`{"id":%d,"slug":"%d-%d","sku":"%d","translations":[%s]}`, i, i, n, n, rows[1:]))
	}
	out["content.json"] = &fstest.MapFile{Data: fmt.Appendf(nil, `{"files":[%s],"items":{"languages":[{"code":"de-DE"}],"products":[%s]}}`, strings.Join(files, ","), strings.Join(products, ","))}
	return out
}

// reportingFS prints a line on each read, so that a kill can interrupt any step.
type reportingFS struct{ fs.FS }

func (t reportingFS) Open(name string) (fs.File, error) {
	f, err := t.FS.Open(name)
	return reportingFSFile{f}, err
}

type reportingFSFile struct{ fs.File }

func (f reportingFSFile) Read(b []byte) (int, error) {
	fmt.Println("read")
	return f.File.Read(b[:min(len(b), 1000)])
}

func TestImportingUntilKilled(t *testing.T) {
	dir := os.Getenv(importKilled)
	if dir == "" {
		t.Skip("run by TestKilledImportIsAtomic in a process of its own")
	}
	s, err := store.OpenAt(t.Context(), os.Getenv(importDatabase), dir, content.Default())
	if err != nil {
		t.Fatal(err)
	}
	for n := editionOf(t, s, dir) + 1; ; n++ {
		if _, err := s.Import(t.Context(), reportingFS{edition(n)}); err != nil {
			t.Fatal(err)
		}
		fmt.Println("imported", n)
	}
}

// editionOf returns the edition in the store; the test fails unless all parts are of the same one.
func editionOf(t testing.TB, s *store.Store, dir string) int {
	t.Helper()
	n, seen := 0, 0
	err := s.Scan(t.Context(), "products", []string{"id", "slug", "sku"}, func(v []any) error {
		seen++
		if seen == 1 {
			fmt.Sscan(v[2].(string), &n)
		}
		if want := fmt.Sprintf("%d-%d", v[0], n); v[1] != want || v[2] != fmt.Sprint(n) {
			t.Errorf("edition %d, but product %v", n, v)
		}
		return nil
	})
	if err != nil || seen != 0 && seen != 60 {
		t.Fatalf("%d products, %v", seen, err)
	}
	rows := map[int64]int{}
	err = s.Scan(t.Context(), "products_translations", []string{"products_id", "name"}, func(v []any) error {
		rows[v[0].(int64)]++
		if v[1] != fmt.Sprint(n) {
			t.Errorf("edition %d, but row %v", n, v)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= seen; i++ {
		if want := 1 + (n+i)%3; rows[int64(i)] != want {
			t.Errorf("edition %d: product %d has %d rows, want %d", n, i, rows[int64(i)], want)
		}
	}
	err = s.Scan(t.Context(), "directus_files", []string{"filename_disk", "title"}, func(v []any) error {
		if data, err := os.ReadFile(filepath.Join(dir, "files", v[0].(string))); err != nil || string(data) != fmt.Sprint(n) || v[1] != fmt.Sprint(n) {
			t.Errorf("edition %d, but file %v: %s, %v", n, v, data, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestKilledImportIsAtomic(t *testing.T) {
	if testing.Short() {
		t.Skip("kills 30 processes")
	}
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		dir, last := t.TempDir(), 0
		for range 30 {
			reported := importUntilKilled(t, dir, address, 1+rand.IntN(80))
			s, err := store.OpenAt(t.Context(), address, dir, content.Default())
			if err != nil {
				t.Fatal(err)
			}
			stored := editionOf(t, s, dir)
			if stored < reported || stored < last {
				t.Errorf("edition %d was imported, but the store has %d", max(reported, last), stored)
			}
			last = stored
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if last == 0 {
			t.Error("no edition was imported")
		}
	})
}

// importUntilKilled kills a process after it reported a number of steps and
// returns the last edition that it reported as imported.
func importUntilKilled(t *testing.T, dir, address string, steps int) (reported int) {
	t.Helper()
	writer := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestImportingUntilKilled$", "-test.v")
	writer.Env = append(os.Environ(), importKilled+"="+dir, importDatabase+"="+address)
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		_, _ = fmt.Sscanf(lines.Text(), "imported %d", &reported)
		if lines.Text() == "read" {
			if steps--; steps == 0 {
				_ = writer.Process.Kill()
			}
		}
	}
	if err := writer.Wait(); err == nil || steps > 0 {
		t.Fatalf("the importer exited before it was killed: %v", err)
	}
	return reported
}
