package chaos_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// chosen names the cases that run, separated by spaces, or "all"; seed repeats a run.
const (
	chosen = "CHAOS"
	seed   = "CHAOS_SEED"
)

// chaosCase is one case, with what it found.
type chaosCase struct {
	*testing.T

	data string // a data folder of its own, with the demo supplier's content
	rand *rand.Rand
	row  row
}

// row is a line of the table that is printed.
type row struct {
	rounds, acknowledged, lost, doubled int
	message                             string
}

// cases are all cases, in the order of the table.
var cases = []struct {
	name string
	run  func(c *chaosCase)
}{
	{"disk-full", diskFull},
	{"read-only", readOnly},
	{"second-server", secondServer},
	{"locked", locked},
	{"damaged-databases", damagedDatabases},
	{"damaged-logs", damagedLogs},
	{"damaged-caches", damagedCaches},
	{"damaged-files", damagedFiles},
	{"damaged-backup", damagedBackup},
	{"descriptors", descriptors},
	{"memory", memory},
	{"clock", clock},
	{"kill-requests", killRequests},
	{"kill-import", killImport},
	{"kill-migration", killMigration},
	{"kill-backup", killBackup},
	{"kill-restore", killRestore},
}

func TestNothingAcknowledgedIsLost(t *testing.T) {
	names := strings.Fields(os.Getenv(chosen))
	if len(names) == 0 {
		t.Skip("takes minutes; make chaos runs it")
	}
	number := cmp.Or(os.Getenv(seed), "1")
	start, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", seed, err)
	}
	template := newTemplate(t)
	var table strings.Builder
	for i, one := range cases {
		if !slices.Contains(names, "all") && !slices.Contains(names, one.name) {
			continue
		}
		c := &chaosCase{data: filepath.Join(t.TempDir(), "data"), rand: rand.New(rand.NewPCG(start, uint64(i)))} //nolint:gosec // it is to be repeatable
		result := "skipped"
		t.Run(one.name, func(t *testing.T) {
			c.T = t
			c.copyFolder(template, c.data)
			defer func() {
				if t.Failed() {
					result = "FAILED"
				}
			}()
			one.run(c)
			result = "passed"
		})
		r := c.row
		fmt.Fprintf(&table, "| %s | %s | %d | %d | %d | %d | %s |\n", one.name, result, r.rounds, r.acknowledged, r.lost, r.doubled, strings.ReplaceAll(r.message, "|", "/"))
	}
	if table.Len() == 0 {
		t.Fatalf("%s=%q names no case", chosen, os.Getenv(chosen))
	}
	fmt.Printf("| case | result | rounds | acknowledged | lost | doubled | message |\n|---|---|---|---|---|---|---|\n%s", table.String())
}

// says checks that a text has all parts, and no trace of a crash, and takes the line with
// the first part as the message of the table.
func (c *chaosCase) says(text string, parts ...string) {
	c.Helper()
	c.noCrash(text)
	for _, part := range parts {
		if !strings.Contains(text, part) {
			c.Errorf("%q is not in: %s", part, text)
		}
	}
	if c.row.message != "" || len(parts) == 0 {
		return
	}
	for line := range strings.Lines(text) {
		if strings.Contains(line, parts[0]) {
			folder := regexp.MustCompile(regexp.QuoteMeta(os.TempDir()) + `/Test[^/]*/\d+`)
			c.row.message = shorten(strings.TrimSpace(folder.ReplaceAllString(line, "")))
			return
		}
	}
}

// shorten keeps the part of a log line that says what happened.
func shorten(line string) string {
	if _, text, ok := strings.Cut(line, `error="`); ok {
		line = strings.TrimSuffix(text, `"`)
	}
	const most = 200
	if len(line) > most {
		line = strings.ToValidUTF8(line[:most], "") + "…"
	}
	return line
}

func (c *chaosCase) noCrash(text string) {
	c.Helper()
	for _, sign := range []string{"panic:", "fatal error:", "SIGBUS", "SIGSEGV", "goroutine 1 ["} {
		if strings.Contains(text, sign) {
			c.Errorf("the program crashed: %s", text)
			return
		}
	}
}

func (c *chaosCase) must(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

func (c *chaosCase) copyFolder(from, to string) {
	c.Helper()
	c.must(os.RemoveAll(to))
	c.must(os.CopyFS(to, os.DirFS(from)))
}
