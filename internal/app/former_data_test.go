package app_test

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
	"ferrule/internal/database/databasetest"
)

// former is the folder of data that the build of November 2026 wrote; its README
// describes how.
const (
	former      = "testdata/data-2026-11"
	formerToken = "0CgVnlKU3SqjfCtJHnq3scvgIe9tnD7F03H8IQCtuBLc8CJ5Yocw71l_1Iq2qBJJ" //nolint:gosec // it opens the fixture alone
)

// TestDataOfAFormerBuildOpens compares content, requests, accounts and files that a
// former build wrote with what this program reads.
func TestDataOfAFormerBuildOpens(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		data := t.TempDir()
		if err := os.CopyFS(data, os.DirFS(filepath.Join(former, "data"))); err != nil {
			t.Fatal(err)
		}
		flags := []string{"--data", data}
		if address != "" {
			for _, name := range []string{"content.db", "requests.db", "accounts.db"} {
				if err := os.Remove(filepath.Join(data, name)); err != nil {
					t.Fatal(err)
				}
			}
			restore(t, address)
			flags = append(flags, "--database", address)
		}
		formerContentIsWhole(t, flags)
		formerRequestsAreWhole(t, flags)
		formerSiteAnswers(t, flags)
	})
}

// TestABackupOfAFormerBuildIsRestored restores a backup of the same data, which the build
// that first had backups took.
func TestABackupOfAFormerBuildIsRestored(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		from, flags := filepath.Join(former, "backup"), []string{"--data", t.TempDir()}
		if address != "" {
			from, flags = from+"-postgres", append(flags, "--database", address)
		}
		apptest.MustCommand(t, append([]string{"restore", "--from", from}, flags...)...)
		formerContentIsWhole(t, flags)
		formerRequestsAreWhole(t, flags)
		formerSiteAnswers(t, flags)
	})
}

// restore loads the dump into an empty database.
func restore(t *testing.T, address string) {
	t.Helper()
	f, err := os.Open(filepath.Join(former, "postgres.sql.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	dump, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	// Without arguments, pgx sends all statements as they are.
	if _, err := db.ExecContext(t.Context(), string(dump)); err != nil {
		t.Fatal(err)
	}
}

func formerContentIsWhole(t *testing.T, flags []string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "export")
	apptest.MustCommand(t, append([]string{"content", "export", dir}, flags...)...)
	want, got := readJSON(t, filepath.Join(former, "content.json")), readJSON(t, filepath.Join(dir, "content.json"))
	migrate(t, want.(map[string]any)["items"].(map[string]any))
	for _, difference := range missing("content", want, got) {
		t.Error(difference)
	}
	before, err := os.ReadDir(filepath.Join(former, "data", "files"))
	if err != nil || len(before) == 0 {
		t.Fatalf("the fixture has %d files: %v", len(before), err)
	}
	for _, entry := range before {
		written, err := os.ReadFile(filepath.Join(former, "data", "files", entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if exported, err := os.ReadFile(filepath.Join(dir, "files", entry.Name())); err != nil || !bytes.Equal(exported, written) {
			t.Errorf("file %s: got %d bytes, want %d: %v", entry.Name(), len(exported), len(written), err)
		}
	}
}

// migrate changes items of the former build as the migrations of later builds do
// on purpose.
func migrate(t *testing.T, items map[string]any) {
	t.Helper()
	// A Directus rejects the name of a collection that begins with directus_.
	items["files_translations"] = items["directus_files_translations"]
	delete(items, "directus_files_translations")
	// Two texts of the home page are rich text, which is sanitised.
	for i, unclean := range map[int][2]string{
		0: {"offer_specification_description", "<script>alert(1)</script>"},
		1: {"offer_description", `<meta http-equiv="refresh" content="0;url=https://example.org/">`},
	} {
		row := items["index_translations"].([]any)[i].(map[string]any)
		text, removed := strings.CutSuffix(row[unclean[0]].(string), unclean[1])
		if !removed {
			t.Fatalf("the fixture's %s has no markup to remove", unclean[0])
		}
		row[unclean[0]] = text
	}
}

func formerRequestsAreWhole(t *testing.T, flags []string) {
	t.Helper()
	exported := filepath.Join(t.TempDir(), "requests.json")
	apptest.MustCommand(t, append([]string{"requests", "export", "--state", "open,answered,spam", "--format", "json", "--output", exported}, flags...)...)
	want, got := readJSON(t, filepath.Join(former, "requests.json")), readJSON(t, exported)
	for _, difference := range missing("requests", want, got) {
		t.Error(difference)
	}
	for _, request := range want.([]any) {
		r := request.(map[string]any)
		for _, file := range r["files"].([]any) {
			saved := filepath.Join(t.TempDir(), "file")
			apptest.MustCommand(t, append([]string{"requests", "file", r["reference"].(string), file.(map[string]any)["id"].(string), "--output", saved}, flags...)...)
			if text, err := os.ReadFile(saved); err != nil || string(text) != "flange 80 mm" {
				t.Errorf("file of %s: got %q, %v", r["reference"], text, err)
			}
		}
	}
	show := apptest.MustCommand(t, append([]string{"requests", "show", want.([]any)[3].(map[string]any)["reference"].(string)}, flags...)...)
	apptest.Contains(t, show, "FR-GV-12S-71", "1000 ×", "mail:sales@example.com", "webhook")
}

func formerSiteAnswers(t *testing.T, flags []string) {
	t.Helper()
	apptest.Contains(t, apptest.MustCommand(t, append([]string{"users", "list"}, flags...)...), "boss@example.com", "Administrator", "editor@example.com", "Editor")
	apptest.RequireBuild(t)
	s := apptest.Start(t, apptest.Config(t, append(flags, "--no-warm")...))
	for _, tt := range []struct {
		method, path, body, contains string
		header                       []string
	}{
		{http.MethodGet, "/en/product/assembly-set-12s", "", "Assembly set 12S", nil},
		{http.MethodGet, "/assets/17f408e3-605d-5fad-a735-710315606bcf", "", "%PDF", nil},
		{http.MethodGet, "/api/content/users/me", "", "boss@example.com", []string{"Authorization", "Bearer " + formerToken}},
		{http.MethodPost, "/api/content/items/synonyms", `{"language":"de","word":"Ring","target":"ring/spacer"}`, `"means":"kind"`, []string{"Authorization", "Bearer " + formerToken, "Content-Type", "application/json"}},
		{http.MethodPost, "/api/content/auth/login", `{"email":"editor@example.com","password":"editor-password-1"}`, "access_token", []string{"Content-Type", "application/json"}},
	} {
		if status, body := apptest.Request(t, s.Handler(), tt.method, tt.path, tt.body, tt.header...); status != http.StatusOK || !strings.Contains(body, tt.contains) {
			t.Errorf("%s %s: %d, without %q", tt.method, tt.path, status, tt.contains)
		}
	}
}

func readJSON(t *testing.T, path string) (v any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// missing lists what want has and got has not, by path. Keys that only got has,
// such as those that a later build adds, are no difference.
func missing(at string, want, got any) (out []string) {
	switch want := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: got %v, want an object", at, got)}
		}
		for k, v := range want {
			out = append(out, missing(at+"."+k, v, g[k])...)
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(want) {
			return []string{fmt.Sprintf("%s: got %d entries, want %d", at, len(g), len(want))}
		}
		for i, v := range want {
			out = append(out, missing(fmt.Sprintf("%s[%d]", at, i), v, g[i])...)
		}
	default:
		if got != want {
			out = append(out, fmt.Sprintf("%s: got %v, want %v", at, got, want))
		}
	}
	return out
}
