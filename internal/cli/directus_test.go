package cli_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ferrule/internal/app/apptest"
)

// directus stores what it receives, and sends the request of a Flow that is tried.
type directus struct {
	mu    sync.Mutex
	items map[string][]map[string]any // by path
}

func newDirectus(t *testing.T) (*directus, string) {
	t.Helper()
	d := &directus{items: map[string][]map[string]any{"/collections": {{"collection": "directus_files"}}}}
	server := httptest.NewServer(d)
	t.Cleanup(server.Close)
	return d, server.URL
}

func (d *directus) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	reply := func(data any) { _ = json.NewEncoder(w).Encode(map[string]any{"data": data}) }
	parent, id, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	parent = "/" + parent
	switch {
	case r.URL.Path == "/server/ping":
		_, _ = w.Write([]byte("pong"))
	case r.Header.Get("Authorization") != "Bearer root":
		w.WriteHeader(http.StatusUnauthorized)
	case r.URL.Path == "/server/info":
		reply(map[string]any{"version": "11.17.4"})
	case r.URL.Path == "/policies/me/globals":
		reply(map[string]any{"admin_access": true})
	case strings.HasPrefix(r.URL.Path, "/flows/trigger/"):
		_ = json.NewEncoder(w).Encode(d.run(r))
	case r.Method == http.MethodGet:
		reply(d.find(r))
	case r.Method == http.MethodDelete:
		d.items[parent] = slices.DeleteFunc(d.items[parent], func(item map[string]any) bool { return item["id"] == id })
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodPost:
		d.add(r)
		reply(map[string]any{})
	default:
		reply(map[string]any{})
	}
}

// find returns the items of a path, with an id if the filter has one.
func (d *directus) find(r *http.Request) []map[string]any {
	found := []map[string]any{}
	_, id, filtered := strings.Cut(r.URL.Query().Get("filter"), `{"id":{"_eq":"`)
	id, _, _ = strings.Cut(id, `"`)
	for _, item := range d.items[r.URL.Path] {
		if !filtered || item["id"] == id {
			found = append(found, item)
		}
	}
	return found
}

func (d *directus) add(r *http.Request) {
	var body any
	_ = json.NewDecoder(r.Body).Decode(&body) // every client sends JSON
	list, isList := body.([]any)
	if !isList {
		list = []any{body}
	}
	for _, item := range list {
		item := item.(map[string]any)
		d.items[r.URL.Path] = append(d.items[r.URL.Path], item)
		fields, _ := item["fields"].([]any)
		for _, f := range fields {
			if field, ok := f.(map[string]any); ok {
				field["collection"] = item["collection"]
				d.items["/fields"] = append(d.items["/fields"], field)
			}
		}
	}
}

// run sends the request of the latest operation, and returns the status of the reply.
func (d *directus) run(r *http.Request) map[string]any {
	operations := d.items["/operations"]
	options := operations[len(operations)-1]["options"].(map[string]any)
	header := options["headers"].([]any)[0].(map[string]any)
	sent, err := http.NewRequestWithContext(r.Context(), http.MethodPost, options["url"].(string), strings.NewReader("{}"))
	if err != nil {
		return map[string]any{"message": err.Error()}
	}
	sent.Header.Set(header["header"].(string), header["value"].(string))
	answer, err := http.DefaultClient.Do(sent)
	if err != nil {
		return map[string]any{"message": err.Error()}
	}
	_ = answer.Body.Close() // empty
	return map[string]any{"status": answer.StatusCode}
}

const smallModel = `{"collections":[
 {"collection":"tags","meta":{},"schema":{},"fields":[
  {"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}},
  {"field":"slug","type":"string","meta":{},"schema":{"is_unique":true}},
  {"field":"name","type":"string","meta":{},"schema":{}}]}],
 "relations":[],"public_permissions":[]}`

// written writes a file and returns its path.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestModelAndContentArePushed(t *testing.T) {
	d, address := newDirectus(t)
	model := written(t, "model.json", smallModel)
	items := written(t, "content.json", `{"items":{"tags":[{"slug":"a","name":"A"},{"slug":"b","name":"B"}]}}`)
	push := []string{"content", "push", items, "--model", model, "--data", t.TempDir(), "--directus", address}

	if _, err := apptest.Command(t, append(push, "--token", "root")...); err == nil || !strings.Contains(err.Error(), "the Directus lacks tags; create it with: ferrule content schema --format directus --apply "+address) {
		t.Errorf("without the model: %v", err)
	}
	t.Setenv("FERRULE_DIRECTUS_TOKEN", "root")
	t.Setenv("FERRULE_MIRROR_TOKEN", "token-of-the-mirror")
	out := apptest.MustCommand(t, "content", "schema", "--format", "directus", "--apply", address, "--model", model)
	if !strings.Contains(out, "created collection tags\n") || strings.Contains(out, "token-of-the-mirror") {
		t.Errorf("schema: %s", out)
	}
	if users := d.items["/users"]; len(users) != 1 || users[0]["token"] != "token-of-the-mirror" {
		t.Errorf("users %v", users)
	}
	for _, want := range []string{"tags: 2 created, 0 changed\n2 records created, 0 changed, 0 equal\n", "0 records created, 0 changed, 2 equal\n"} {
		if out := apptest.MustCommand(t, push...); out != want {
			t.Errorf("%q, want %q", out, want)
		}
	}
	if tags := d.items["/items/tags"]; len(tags) != 2 || tags[0]["name"] != "A" {
		t.Errorf("tags %v", tags)
	}
	if _, err := apptest.Command(t, append(push, "--token", "other")...); err == nil || !strings.Contains(err.Error(), "does not accept the token") {
		t.Errorf("another token: %v", err)
	}
}

func TestContentOfTheInstallationIsPushed(t *testing.T) {
	t.Parallel()
	d, address := newDirectus(t)
	model, data := written(t, "model.json", smallModel), t.TempDir()
	items := written(t, "content.json", `{"items":{"tags":[{"slug":"a","name":"A"}]}}`)
	apptest.MustCommand(t, "content", "import", items, "--model", model, "--data", data)
	apptest.MustCommand(t, "content", "schema", "--format", "directus", "--apply", address, "--token", "root", "--model", model)
	if out := apptest.MustCommand(t, "content", "push", "--model", model, "--data", data, "--directus", address, "--token", "root"); !strings.HasSuffix(out, "1 record created, 0 changed, 0 equal\n") || len(d.items["/items/tags"]) != 1 {
		t.Errorf("%s %v", out, d.items["/items/tags"])
	}
}

func TestTheFlowIsWrittenAfterATrial(t *testing.T) {
	t.Parallel()
	d, address := newDirectus(t)
	model := written(t, "model.json", smallModel)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/api/hooks/content":
			w.WriteHeader(http.StatusNotFound)
		case r.Header.Get("X-Ferrule-Secret") != "secret":
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	t.Cleanup(site.Close)
	hooks := func(more ...string) (string, error) {
		return apptest.Command(t, append([]string{"content", "hooks", "--apply", address, "--token", "root", "--model", model, "--to", site.URL}, more...)...)
	}
	if _, err := hooks("--secret", "secret"); err == nil || !strings.Contains(err.Error(), "the Directus has no collection of the model") {
		t.Errorf("without the model: %v", err)
	}
	apptest.MustCommand(t, "content", "schema", "--format", "directus", "--apply", address, "--token", "root", "--model", model)
	for _, c := range []struct{ more, want string }{
		{"--secret=", "--secret: missing"},
		{"--secret=other", "refuses the secret"},
		{"--to=ftp://example.com", `"ftp://example.com" is no address of a site`},
	} {
		args := []string{c.more}
		if !strings.HasPrefix(c.more, "--secret") {
			args = append(args, "--secret=secret")
		}
		if _, err := hooks(args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.more, err, c.want)
		}
	}
	if flows := d.items["/flows"]; len(flows) > 0 {
		t.Errorf("Flows after failed trials: %v", flows)
	}
	out, err := hooks("--secret", "secret")
	if err != nil || !strings.HasSuffix(out, "The Directus reports changes to "+site.URL+"; a request through it was accepted.\n") {
		t.Fatalf("%q, %v", out, err)
	}
	flows := d.items["/flows"]
	if len(flows) != 1 {
		t.Fatalf("Flows %v", flows)
	}
	options, _ := flows[0]["options"].(map[string]any)
	if text, _ := json.Marshal(options["collections"]); string(text) != `["directus_files","tags"]` {
		t.Errorf("collections %s", text)
	}
}
