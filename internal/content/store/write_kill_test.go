package store_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
)

// Environment variables of a child process, which writes to a folder and a
// PostgreSQL database until it is killed.
const (
	killed         = "FERRULE_TEST_WRITE_UNTIL_KILLED"
	killedPostgres = "FERRULE_TEST_WRITE_TO_POSTGRES"
)

// step executes the n-th write, of several related rows.
func step(t testing.TB, s *store.Store, m *content.Model, n int) {
	t.Helper()
	mustWrite(t, s, m, content.ActionUpdate, "products", fmt.Sprintf(
		`{"id":1,"sku":"%[1]d","translations":{"update":[{"id":1,"name":"%[1]d"},{"id":2,"name":"%[1]d"}]},"variations":{"create":[{"sku":"%[1]d"}]}}`, n))
}

func TestWritingUntilKilled(t *testing.T) {
	dir := os.Getenv(killed)
	if dir == "" {
		t.Skip("run by TestKilledWriteIsAtomic in a process of its own")
	}
	m := content.Default()
	s, err := store.OpenAt(t.Context(), os.Getenv(killedPostgres), dir, m)
	if err != nil {
		t.Fatal(err)
	}
	for n := lastStep(t, s, m) + 1; ; n++ {
		step(t, s, m, n)
		fmt.Println("written", n)
	}
}

// lastStep returns the number of the last step in the store; the test fails unless
// all rows have it.
func lastStep(t testing.TB, s *store.Store, m *content.Model) int {
	t.Helper()
	revision, err := s.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n := int(revision) - 1
	sku := "null"
	if n > 0 {
		sku = fmt.Sprintf("%q", fmt.Sprint(n))
	}
	got, err := read(t, s, m, "products?fields=sku,translations.name,count(variations)&filter[id][_eq]=1", func(q *content.Query) { q.Access = content.System })
	name := fmt.Sprintf("%q", fmt.Sprint(n))
	if n == 0 {
		name = `"A"`
	}
	want := fmt.Sprintf(`{"data":[{"sku":%[1]s,"translations":[{"name":%[2]s},{"name":%[2]s}],"variations_count":"%[3]d"}]}`, sku, name, n)
	if err != nil || got != want {
		t.Fatalf("got %s, %v\nwant %s", got, err, want)
	}
	if tags, complete, err := s.Changes(t.Context(), 1); err != nil || !complete || n > 0 && len(tags) == 0 {
		t.Fatalf("changes of %d revisions: %v, complete %v, %v", n, tags, complete, err)
	}
	return n
}

func TestKilledWriteIsAtomic(t *testing.T) {
	if testing.Short() {
		t.Skip("kills 30 processes")
	}
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		dir := t.TempDir()
		open := func() *store.Store {
			s, err := store.OpenAt(t.Context(), address, dir, m)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		s := open()
		if err := importBody(t, s, small); err != nil {
			t.Fatal(err)
		}
		last := 0
		for range 30 {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			reported := writeUntilKilled(t, "TestWritingUntilKilled", 1+rand.IntN(8), killed+"="+dir, killedPostgres+"="+address)
			s = open()
			stored := lastStep(t, s, m)
			if stored < reported || stored < last {
				t.Errorf("step %d was written, but the store has %d", max(reported, last), stored)
			}
			last = stored
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// writeUntilKilled runs a test with additional environment variables in a child
// process, kills it after a number of writes, and returns the last step that it
// reported as written.
func writeUntilKilled(t *testing.T, test string, times int, environment ...string) (reported int) {
	t.Helper()
	writer := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+test+"$", "-test.v")
	writer.Env = append(os.Environ(), environment...)
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if n, _ := fmt.Sscanf(lines.Text(), "written %d", &reported); n == 1 {
			if times--; times == 0 {
				_ = writer.Process.Kill()
			}
		}
	}
	if err := writer.Wait(); err == nil || times > 0 {
		t.Fatalf("the writer exited before it was killed: %v", err)
	}
	return reported
}
