package cli_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
)

// small is a Directus with one collection that the model does not have, two users and a
// file whose bytes are lost.
func small(t *testing.T) string {
	t.Helper()
	replies := map[string]string{
		"/server/info":         `{"version":"11.17.4"}`,
		"/policies/me/globals": `{"admin_access":true}`,
		"/collections":         `[{"collection":"Notes","meta":{},"schema":{}}]`,
		"/fields":              `[{"collection":"Notes","field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}},{"collection":"Notes","field":"text","type":"text","meta":{},"schema":{}}]`,
		"/items/Notes":         `[{"id":1,"text":"a note"}]`,
		"/policies":            `[{"id":"a","admin_access":true}]`,
		"/access":              `[{"id":1,"role":"5b0c4ed1-0000-4000-8000-000000000001","user":null,"policy":"a"}]`,
		"/roles":               `[{"id":"5b0c4ed1-0000-4000-8000-000000000001","name":"Administrator"}]`,
		"/users": `[{"id":"5b0c4ed1-0000-4000-8000-000000000011","email":"boss@example.com","status":"active","role":"5b0c4ed1-0000-4000-8000-000000000001","provider":"default"},
			{"id":"5b0c4ed1-0000-4000-8000-000000000012","email":"nobody","status":"active","role":null,"provider":"default"}]`,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/server/ping" {
			_, _ = io.WriteString(w, "pong")
			return
		}
		reply := replies[r.URL.Path]
		if reply == "" || strings.Contains(r.URL.RawQuery, "_gt") {
			reply = "[]"
		}
		_, _ = io.WriteString(w, `{"data":`+reply+`}`)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestADirectusIsImported(t *testing.T) {
	t.Parallel()
	url, data := small(t), filepath.Join(t.TempDir(), "data")
	run := func(args ...string) (string, error) {
		t.Helper()
		return apptest.Command(t, append(args, "--data", data)...)
	}
	out, err := run("content", "import", "--from-directus", url, "--token", "root")
	if err == nil || err.Error() != "1 entry was not brought; see "+filepath.Join(data, "directus-import/report.txt") {
		t.Errorf("an incomplete import: %v", err)
	}
	for _, want := range []string{
		"notes (Notes)      1 new", "The user nobody: ", "ferrule users role boss@example.com administrator --data " + data,
		"ferrule users invite --all", "ferrule serve --base-url https://www.example.com --data " + data,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the report lacks %q:\n%s", want, out)
		}
	}
	other := t.TempDir()
	out, err = apptest.Command(t, "content", "import", "--from-directus", url, "--token", "root", "--data", other, "--invite")
	if mails, _ := os.ReadDir(filepath.Join(other, "mail")); err == nil || !strings.Contains(out, "Invited boss@example.com.\n") || len(mails) != 1 {
		t.Errorf("with invitations: %v, %d mails:\n%s", err, len(mails), out)
	}
	// Every command has the model from now on.
	for _, args := range [][]string{{"content", "schema"}, {"content", "schema", "--format", "typescript"}, {"content", "schema", "--format", "directus"}} {
		if text, err := run(args...); err != nil || !strings.Contains(text, "notes") {
			t.Errorf("%q: %v", args, err)
		}
	}
	folder := t.TempDir()
	if out, err := run("content", "export", folder); err != nil || !strings.Contains(out, "1 notes") {
		t.Errorf("export: %s, %v", out, err)
	}
	if out, err := run("content", "import", folder); err != nil || !strings.Contains(out, "1 notes") {
		t.Errorf("import of the export: %s, %v", out, err)
	}

	if out, err := run("users", "invite", "--all"); err != nil || out != "Invited boss@example.com.\n" {
		t.Errorf("%s, %v", out, err)
	}
	if mails, err := os.ReadDir(filepath.Join(data, "mail")); err != nil || len(mails) != 1 {
		t.Errorf("%d mails, %v", len(mails), err)
	}
	if out, err := run("users", "role", "boss@example.com", "administrator"); err != nil || out != "Made boss@example.com administrator.\n" {
		t.Errorf("%s, %v", out, err)
	}
	if list, err := run("users", "list"); err != nil || !strings.Contains(list, "Administrator") {
		t.Errorf("%s, %v", list, err)
	}
	for want, args := range map[string][]string{
		"there is no account nobody@example.com": {"users", "invite", "nobody@example.com"},
		"needs either addresses or --all":        {"users", "invite"},
		"There is no such role":                  {"users", "role", "boss@example.com", "captain"},
		"needs either a folder or file":          {"content", "import"},
	} {
		if _, err := run(args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", args, err, want)
		}
	}
}

// The content of a mirror is restored by its next comparison.
func TestAMirrorIsNotImportedInto(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if err := os.Mkdir(filepath.Join(data, "mirror"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "mirror/state.json"), []byte(`{"url":"https://cms.example.com"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := apptest.Command(t, "content", "import", "--from-directus", small(t), "--token", "root", "--data", data)
	if err == nil || !strings.Contains(err.Error(), "is a copy of the Directus at https://cms.example.com") || !strings.Contains(err.Error(), "rename "+filepath.Join(data, "mirror")) {
		t.Error(err)
	}
}
