package mirror

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/content/paritytest"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/itemsapi"
)

// testModel returns the model of the recording with public read access to all of it.
func testModel(t testing.TB) *content.Model {
	t.Helper()
	return modelWith(t, nil)
}

// modelWith returns the model that testModel returns, with changes to its
// declaration.
func modelWith(t testing.TB, change func(declaration map[string]any)) *content.Model {
	t.Helper()
	text, err := os.ReadFile(paritytest.Path("schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	permissions := []any{map[string]any{"collection": "directus_files", "action": "read", "fields": []string{"*"}}}
	for _, c := range schema["collections"].([]any) {
		permissions = append(permissions, map[string]any{"collection": c.(map[string]any)["collection"], "action": "read", "fields": []string{"*"}})
	}
	schema["public_permissions"] = permissions
	if change != nil {
		change(schema)
	}
	if text, err = json.Marshal(schema); err != nil {
		t.Fatal(err)
	}
	m, err := content.ParseModel(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// filled is a data folder with the content of the recording, created once.
var filled string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "mirror-*")
	if err != nil {
		panic(err)
	}
	filled = folder
	code := m.Run()
	if err := os.RemoveAll(folder); err != nil {
		panic(err)
	}
	os.Exit(code)
}

var fill = sync.OnceFunc(func() {
	var t testing.T
	s, err := store.Open(context.Background(), filled, testModel(&t))
	if err != nil {
		panic(err)
	}
	if _, err := s.Import(context.Background(), recorded(&t)); err != nil {
		panic(err)
	}
	if err := s.Close(); err != nil {
		panic(err)
	}
})

func openStore(t testing.TB, m *content.Model, address, folder string) *store.Store {
	t.Helper()
	s, err := store.OpenAt(t.Context(), address, folder, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// recorded returns the content of the recording as a folder to import, with a text
// for every file that has none.
func recorded(t testing.TB) fstest.MapFS {
	t.Helper()
	text, err := os.ReadFile(paritytest.Path("content.json"))
	if err != nil {
		t.Fatal(err)
	}
	var in struct {
		Files []map[string]any           `json:"files"`
		Items map[string]json.RawMessage `json:"items"`
	}
	if err := json.Unmarshal(text, &in); err != nil {
		t.Fatal(err)
	}
	out := fstest.MapFS{}
	for i, f := range in.Files {
		name := fmt.Sprint(f["filename"]) + ".txt"
		out["files/"+name] = &fstest.MapFile{Data: []byte(name)}
		in.Files[i] = map[string]any{"id": f["id"], "filename": name, "title": f["title"]}
	}
	if text, err = json.Marshal(in); err != nil {
		t.Fatal(err)
	}
	out["content.json"] = &fstest.MapFile{Data: text}
	return out
}

// testClock advances only by Sleep, which returns at once.
type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *testClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *testClock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(max(0, d))
	return ctx.Err()
}

// directus serves a content API in the protocol of Directus, with faults that
// tests can inject.
type directus struct {
	store *store.Store
	serve http.Handler

	mu       sync.Mutex
	folders  []string                                      // names or ids; nil if the token may not read folders
	activity []map[string]any                              // entries of the activity log; nil if the token may not read it
	fault    func(*http.Request) string                    // fault of a request; empty for none
	refuse   func(*http.Request) (status int, body string) // refusal of the activity log; a status of 0 for none
	requests []string
	partial  bool     // the token may read a part of the activity log
	listed   []string // with partial: that of these collections; nil for entries of its own user
}

func newDirectus(t testing.TB, m *content.Model) *directus {
	t.Helper()
	fill()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filled)); err != nil {
		t.Fatal(err)
	}
	d := &directus{store: openStore(t, m, "", folder)}
	d.serve = itemsapi.New(m, d.store)
	return d
}

func (d *directus) breaks(fault func(*http.Request) string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fault = fault
}

// takeRequests returns the requests since the previous call.
func (d *directus) takeRequests() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := d.requests
	d.requests = nil
	return out
}

func (d *directus) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	d.requests = append(d.requests, r.Method+" "+r.URL.Path)
	fault := ""
	if d.fault != nil {
		fault = d.fault(r)
	}
	d.mu.Unlock()
	switch fault {
	case "html":
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!doctype html><title>Sign in</title>")
	case "401":
		answer(w, 401, `{"errors":[{"message":"Invalid user credentials.","extensions":{"code":"INVALID_CREDENTIALS"}}]}`)
	case "403":
		answer(w, 403, `{"errors":[{"message":"You don't have permission to access this.","extensions":{"code":"FORBIDDEN"}}]}`)
	case "500":
		answer(w, 500, `{"errors":[{"message":"An unexpected error occurred.","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`)
	case "emptied":
		answer(w, 200, `{"data":[]}`)
	case "empty":
		answer(w, 200, `{}`)
	case "moved":
		http.Redirect(w, r, "https://elsewhere.example.com/", http.StatusFound)
	case "cut":
		rec := httptest.NewRecorder()
		d.answer(rec, r)
		answer(w, 200, rec.Body.String()[:rec.Body.Len()/2])
	case "drop":
		panic(http.ErrAbortHandler)
	case "hang":
		<-r.Context().Done()
	default:
		d.answer(w, r)
	}
}

func (d *directus) sizeOf(ctx context.Context, id string) (int, error) {
	result, err := d.store.Read(ctx, content.Query{Collection: content.FilesCollection, ID: id, Fields: []string{"filesize"}, Access: content.System})
	if err != nil {
		return 0, err
	}
	var reply struct {
		Data struct {
			Size int `json:"filesize,string"`
		}
	}
	err = json.Unmarshal(result.Body, &reply)
	return reply.Data.Size, err
}

func answer(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

func (d *directus) answer(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/activity" {
		d.answerActivity(w, r)
		return
	}
	if r.URL.Path == "/folders" {
		d.answerFolders(w, r)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/permissions") {
		d.answerPermissions(w, r)
		return
	}
	if file, ok := strings.CutPrefix(r.URL.Path, "/assets/"); ok {
		size, err := d.sizeOf(r.Context(), file)
		if err != nil {
			answer(w, 500, err.Error())
			return
		}
		_, _ = io.WriteString(w, strings.Repeat("x", size))
		return
	}
	d.serve.ServeHTTP(w, r)
}

// pair is a Directus instance and its mirror.
type pair struct {
	*testing.T

	remote *directus
	local  *store.Store
	clock  *testClock
	mirror *Mirror
	opt    Options
	log    bytes.Buffer
}

func newPair(t *testing.T, change func(*Options)) *pair {
	t.Helper()
	return newPairAt(t, "", change)
}

// newPairAt returns a pair whose copy is in the database at address.
func newPairAt(t *testing.T, address string, change func(*Options)) *pair {
	t.Helper()
	m := testModel(t)
	return newPairOf(t, address, m, m, change)
}

// newPairOf returns a pair of a Directus and a copy with different models.
func newPairOf(t *testing.T, address string, remote, m *content.Model, change func(*Options)) *pair {
	t.Helper()
	p := &pair{T: t, remote: newDirectus(t, remote), local: openStore(t, m, address, t.TempDir()), clock: &testClock{now: time.Date(2031, 5, 1, 12, 0, 0, 0, time.UTC)}}
	server := httptest.NewServer(p.remote)
	t.Cleanup(server.Close)
	p.opt = Options{
		URL: server.URL, Secret: "of both", Folder: filepath.Join(t.TempDir(), "mirror"), Files: t.TempDir(), Model: m, Store: p.local,
		Page: 7, Clock: p.clock, Log: slog.New(slog.NewTextHandler(&p.log, nil)),
	}
	if change != nil {
		change(&p.opt)
	}
	p.start()
	return p
}

// start creates the mirror again, as a restart of the program does.
func (p *pair) start() {
	p.Helper()
	m, err := New(p.opt)
	if err != nil {
		p.Fatal(err)
	}
	p.mirror = m
}

// later advances the clock and runs what is due.
func (p *pair) later(d time.Duration) {
	p.Helper()
	if err := p.clock.Sleep(p.Context(), d); err != nil {
		p.Fatal(err)
	}
	p.mirror.runDue(p.Context())
}

// change writes to the Directus.
func (p *pair) change(changes ...content.Change) {
	p.Helper()
	if err := p.remote.store.Apply(p.Context(), changes); err != nil {
		p.Fatal(err)
	}
}

func upsert(collection string, key any, values map[string]any) content.Change {
	if n, ok := key.(int); ok {
		key = json.Number(fmt.Sprint(n))
	}
	return content.Change{Collection: collection, Key: key, Values: values}
}

func remove(collection string, key any) content.Change {
	c := upsert(collection, key, nil)
	c.Delete = true
	return c
}

// equal requires both sides to have the same content.
func (p *pair) equal() {
	p.Helper()
	if diff := gocmp.Diff(everything(p, p.remote.store), everything(p, p.local)); diff != "" {
		p.Fatalf("-remote +local\n%s\nerror: %s", diff, p.mirror.Status().Error)
	}
}

func everything(p *pair, s *store.Store) map[string]any {
	out := make(map[string]any)
	all := -1
	for _, c := range p.opt.Model.Collections {
		var fields []string
		for _, f := range c.Fields {
			if f.Type != content.Alias {
				fields = append(fields, f.Name)
			}
		}
		result, err := s.Read(p.Context(), content.Query{Collection: c.Name, Fields: fields, Access: content.System, Options: content.Options{Limit: &all, Sort: []string{c.Key.Name}}})
		if err != nil {
			p.Fatal(err)
		}
		var reply any
		if err := json.Unmarshal(result.Body, &reply); err != nil {
			p.Fatal(err)
		}
		out[c.Name] = reply
	}
	return out
}

// value returns one field of the copy.
func (p *pair) value(collection, id, field string) string {
	p.Helper()
	result, err := p.local.Read(p.Context(), content.Query{Collection: collection, ID: id, Fields: []string{field}, Access: content.System})
	if err != nil {
		return "none"
	}
	var reply struct{ Data map[string]any }
	if err := json.Unmarshal(result.Body, &reply); err != nil {
		p.Fatal(err)
	}
	return cmp.Or(fmt.Sprint(reply.Data[field]), "none")
}

func (p *pair) revision() int64 {
	p.Helper()
	n, err := p.local.Revision(p.Context())
	if err != nil {
		p.Fatal(err)
	}
	return n
}

func TestPullCopiesEverything(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	p.equal()
	if s := p.mirror.Status(); !s.Pulled || s.Error != "" || len(s.Warnings) > 0 {
		t.Errorf("%+v", s)
	}
	if n := p.revision(); n != 1 {
		t.Errorf("revision %d: an incomplete pull was visible", n)
	}
	before := p.revision()
	p.later(time.Hour)
	if p.revision() != before {
		t.Error("sweep of equal content changed the revision")
	}
	if left, _ := filepath.Glob(filepath.Join(p.opt.Folder, "*.jsonl")); len(left) > 0 {
		t.Errorf("leftover files: %v", left)
	}
}
