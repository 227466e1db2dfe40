package mirror

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/admin"
	"ferrule/internal/directus/client"
	"ferrule/internal/directus/directustest"
	"ferrule/internal/directus/schema"
)

const (
	readerToken = "reader-token-of-the-tests"
	hookSecret  = "secret-of-the-tests"
	shownLimit  = 10 * time.Minute // until a change must be shown, on a busy machine
)

// realPair is a real Directus with the model and a running mirror of it.
type realPair struct {
	*testing.T

	directus *directustest.Server
	admin    *admin.Directus
	model    *content.Model
	local    *store.Store
	mirror   *Mirror
	site     *httptest.Server // receives the webhooks
	stop     func()
	opt      Options
}

type object = map[string]any

func newRealPair(t *testing.T, s *directustest.Server) *realPair {
	t.Helper()
	p := &realPair{T: t, directus: s}
	declaration := content.Declaration()
	if s.Major() >= 12 {
		declaration = reduced(t, declaration)
	}
	var err error
	if p.model, err = content.ParseModel(declaration); err != nil {
		t.Fatal(err)
	}
	if p.admin, err = admin.Connect(t.Context(), p.directus.URL, directustest.Token, t.Logf); err != nil {
		t.Fatal(err)
	}
	declared, err := schema.FromDeclaration(declaration)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.admin.ApplyModel(t.Context(), declared); err != nil {
		t.Fatal(err)
	}
	if err := p.admin.ApplyRoles(t.Context(), declared, readerToken); err != nil {
		t.Fatal(err)
	}
	p.fill()
	p.local = openStore(t, p.model, "", t.TempDir())
	p.site = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != client.HookPath || p.mirror.ServeHook(w, r) != nil {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	t.Cleanup(p.site.Close)
	p.opt = Options{
		URL: p.directus.URL, Token: readerToken, Secret: hookSecret, Folder: filepath.Join(t.TempDir(), "mirror"), Files: t.TempDir(),
		Model: p.model, Store: p.local, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
	p.start()
	t.Cleanup(func() { p.stop() })
	return p
}

// start starts the mirror, as a start of the program does.
func (p *realPair) start() {
	p.Helper()
	m, err := New(p.opt)
	if err != nil {
		p.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(p.Context()))
	done := make(chan struct{})
	go func() { defer close(done); m.Run(ctx) }()
	p.mirror, p.stop = m, func() { cancel(); m.Close(); <-done }
}

func (p *realPair) fill() {
	p.Helper()
	post := func(collection string, rows ...object) { p.directus.Call(p, "POST", "/items/"+collection, rows) }
	post("languages", object{"code": "de-DE", "name": "Deutsch"}, object{"code": "en-US", "name": "English"})
	post("categories", object{"id": 1, "slug": "flanges", "status": published}, object{"id": 2, "slug": "valves", "status": published}, object{"id": 3, "slug": "spare", "status": published})
	var products []object
	for n := 1; n <= 30; n++ {
		products = append(products, object{
			"id": n, "slug": fmt.Sprint("product-", n), "status": published,
			"translations": []object{{"languages_code": "de-DE", "name": fmt.Sprint("Artikel ", n)}},
			"variations":   []object{{"sku": fmt.Sprint("A-", n), "stock": n}},
			"categories":   []object{{"categories_id": 1}},
		})
	}
	post("products", products...)
	post("link", object{"id": 1, "title": "one", "slug": "one"}, object{"id": 2, "title": "two", "slug": "two"})
	post("menu", object{"id": 1, "slug": "main", "status": published})
	post("menu_links", object{"id": 1, "menu_id": 1, "collection": "link", "item": "1", "sort": 1}, object{"id": 2, "menu_id": 1, "collection": "link", "item": "2", "sort": 2})
	post("footer", object{"id": 1, "slug": "footer", "status": published})
	post("footer_categories", object{"id": 1, "footer_id": 1, "categories_id": 1, "sort": 1}, object{"id": 2, "footer_id": 1, "categories_id": 2, "sort": 2})
}

const published = "published"

// read returns the first record of a query of the copy as JSON; access is of the
// public, or of the system.
func (p *realPair) read(collection string, access *content.Policy, filter object, fields ...string) string {
	p.Helper()
	text, err := json.Marshal(object{"filter": filter, "fields": fields, "limit": -1})
	if err != nil {
		p.Fatal(err)
	}
	q, err := query.ParseObject(p.model, collection, text)
	if err != nil {
		p.Fatal(err)
	}
	q.Access = access
	reply, err := p.local.Read(p.Context(), q)
	if err != nil {
		return err.Error()
	}
	return string(reply.Body)
}

// stored returns fields of a record of the copy.
func (p *realPair) stored(collection string, id any, fields ...string) string {
	p.Helper()
	return p.read(collection, content.System, object{p.model.Collection(collection).Key.Name: object{"_eq": id}}, fields...)
}

// shown waits until the copy contains a change, and logs how long it took.
func (p *realPair) shown(how, what string, holds func() bool) {
	p.Helper()
	began := time.Now()
	if !directustest.Await(p, shownLimit, holds) {
		p.Fatalf("%s: %s is not shown: %+v", how, what, p.mirror.Status())
	}
	p.Logf("latency | %s | %s | %.1f s", what, how, time.Since(began).Seconds())
}

// edit makes every kind of change, and waits for each. round makes the values
// unique.
func (p *realPair) edit(how string, round int) {
	p.Helper()
	patch := func(path string, body any) { p.directus.Call(p, "PATCH", "/items/"+path, body) }
	value := fmt.Sprint("round ", round)
	patch("products/1", object{"translations": object{"update": []object{{"id": p.translation(1), "name": value}}}})
	p.shown(how, "edited product name (nested translation)", func() bool {
		return strings.Contains(p.read("products_translations", content.System, object{"products_id": object{"_eq": 1}}, "name"), value)
	})
	patch("variations/2", object{"stock": 1000 + round})
	p.shown(how, "variation edited alone, no date", func() bool { return strings.Contains(p.stored("variations", 2, "stock"), fmt.Sprint(1000+round)) })
	id := 100 + round
	p.directus.Call(p, "POST", "/items/products", object{"id": id, "slug": value, "status": published})
	p.shown(how, "new product", func() bool { return strings.Contains(p.stored("products", id, "slug"), value) })
	p.directus.Call(p, "POST", "/items/products_translations", object{"id": 1000 + round, "products_id": 2, "languages_code": "en-US", "name": value})
	p.shown(how, "new translation", func() bool { return strings.Contains(p.stored("products_translations", 1000+round, "name"), value) })
	patch("footer_categories/1", object{"sort": 10 + round})
	p.shown(how, "reordered junction", func() bool { return strings.Contains(p.stored("footer_categories", 1, "sort"), fmt.Sprint(10+round)) })
	patch("menu_links/1", object{"item": fmt.Sprint(1 + round%2), "sort": 20 + round})
	p.shown(how, "many-to-any row", func() bool { return strings.Contains(p.stored("menu_links", 1, "sort"), fmt.Sprint(20+round)) })
	file := p.upload(value)
	p.shown(how, "uploaded file, bytes in the folder", func() bool {
		left, _ := filepath.Glob(filepath.Join(p.opt.Files, file+"*"))
		return len(left) == 1
	})
	p.directus.Call(p, "DELETE", fmt.Sprint("/items/products/", id), nil)
	p.shown(how, "deleted product", func() bool { return !strings.Contains(p.stored("products", id, "slug"), value) })
	patch("products/3", object{"status": "draft"})
	public := func() bool {
		return strings.Contains(p.read("products", nil, object{"id": object{"_eq": 3}}, "slug"), "product-3")
	}
	p.shown(how, "withdrawn product, hidden from the public", func() bool { return !public() })
	patch("products/3", object{"status": published})
	p.shown(how, "published product", public)
}

// translation returns the key of the first translation of a product.
func (p *realPair) translation(product int) int {
	p.Helper()
	var rows []struct {
		ID int `json:"id"`
	}
	p.directus.Read(p, fmt.Sprintf("/items/products_translations?filter[products_id][_eq]=%d&fields=id", product), &rows)
	return rows[0].ID
}

// upload uploads a file and returns its id.
func (p *realPair) upload(text string) string {
	p.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="file"; filename="note.txt"`}, "Content-Type": {"text/plain"}})
	if err == nil {
		_, err = part.Write([]byte(text))
	}
	if err != nil || form.Close() != nil {
		p.Fatal(err)
	}
	clock := client.WallClock{}
	c := client.New(p.directus.URL, directustest.Token, clock, client.NewRateLimiter(clock, 100, 1<<20))
	reply, err := c.Call(p.Context(), "POST", "/files", client.Body{Type: form.FormDataContentType(), Reader: &body})
	if err != nil {
		p.Fatal(err)
	}
	var file struct{ ID string }
	if err := json.Unmarshal(reply.Data, &file); err != nil {
		p.Fatal(err)
	}
	return file.ID
}

func TestRealDirectusIsMirrored(t *testing.T) {
	const setting = "IMPORT_IP_DENY_LIST=169.254.169.254"
	t.Run("PostgreSQL", func(t *testing.T) { testMirroring(t, directustest.StartPostgres(t, setting)) })
	t.Run("SQLite", func(t *testing.T) {
		p := testMirroring(t, directustest.Start(t, setting))
		p.removeFlows()
		p.withdrawActivity()
		p.edit("comparison of small collections", 3)
		p.outages()
	})
}

// testMirroring edits a Directus that is mirrored without and with the Flow.
func testMirroring(t *testing.T, s *directustest.Server) *realPair {
	t.Helper()
	p := newRealPair(t, s)
	p.shown("first pull", "everything", func() bool { return p.mirror.Status().Pulled })
	if s := p.mirror.Status(); len(s.Warnings) > 0 {
		t.Errorf("%+v", s)
	}
	restricts := s.Major() < 12 // without a key, 12 refuses the permission for a part of the log
	if p.mirror.activity.hidden == restricts {
		t.Errorf("activity log hidden: %v", p.mirror.activity.hidden)
	}
	if restricts {
		p.logNamesContentOnly()
		p.edit("activity log", 1)
	}

	p.applyFlow()
	p.edit("webhook", 2)
	if counts, last := p.mirror.Hooks(); counts[hookAccepted] == 0 || last.IsZero() {
		t.Errorf("%v %s", counts, last)
	}
	return p
}

// logNamesContentOnly checks what the mirror's token reads of the activity log: nothing
// about users.
func (p *realPair) logNamesContentOnly() {
	p.Helper()
	clock := client.WallClock{}
	c := client.New(p.directus.URL, readerToken, clock, client.NewRateLimiter(clock, 100, 1<<20))
	data, err := c.Get(p.Context(), "/activity", nil)
	var entries []activity
	if err == nil {
		err = json.Unmarshal(data, &entries)
	}
	if err != nil || len(entries) == 0 {
		p.Errorf("%d entries, %v", len(entries), err)
	}
	for _, e := range entries {
		if p.model.Collection(e.Collection) == nil {
			p.Errorf("the mirror's token reads the log of %s", e.Collection)
		}
	}
}

// applyFlow lets the program write the Flow.
func (p *realPair) applyFlow() {
	p.Helper()
	var collections []string
	for _, c := range p.model.Collections {
		collections = append(collections, c.Name)
	}
	if err := p.admin.ApplyFlow(p.Context(), admin.Hook{Site: p.site.URL, Secret: hookSecret}, collections); err != nil {
		p.Fatal(err)
	}
}

func (p *realPair) removeFlows() {
	p.Helper()
	var flows []struct {
		ID string `json:"id"`
	}
	p.directus.Read(p, "/flows?fields=id", &flows)
	if len(flows) != 1 {
		p.Errorf("%d Flows", len(flows))
	}
	for _, f := range flows {
		p.directus.Call(p, "DELETE", "/flows/"+f.ID, nil)
	}
}

// withdrawActivity takes the right to read the activity log from the mirror.
func (p *realPair) withdrawActivity() {
	p.Helper()
	var rights []struct {
		ID int `json:"id"`
	}
	p.directus.Read(p, "/permissions?filter[collection][_eq]=directus_activity&fields=id", &rights)
	for _, r := range rights {
		p.directus.Call(p, "DELETE", fmt.Sprint("/permissions/", r.ID), nil)
	}
	p.stop()
	p.start()
	if !directustest.Await(p, shownLimit, func() bool { return p.mirror.Status().Pulled && p.mirror.Status().Error == "" }) {
		p.Fatalf("%+v", p.mirror.Status())
	}
}

// outages stops and kills the Directus and restarts the mirror meanwhile.
func (p *realPair) outages() {
	p.Helper()
	everything := func() string {
		return p.read("products", content.System, object{}, "id", "slug", "status") + p.read("products_translations", content.System, object{}, "*")
	}
	before := everything()
	fails := func(what string) {
		p.Helper()
		errors := p.mirror.Errors()
		if !directustest.Await(p, shownLimit, func() bool { return p.mirror.Errors() > errors }) {
			p.Errorf("%s: no attempt fails", what)
		}
		if everything() != before {
			p.Errorf("%s changes the content", what)
		}
	}
	p.mirror.client.Timeout = 10 * time.Second
	p.directus.Signal(p, "STOP")
	fails("a stopped Directus")
	p.directus.Signal(p, "CONT")
	p.directus.Signal(p, "KILL")
	fails("a killed Directus")
	p.stop()
	p.start() // the program restarts while the Directus is away
	fails("a restart while the Directus is away")
	if _, err := os.Stat(filepath.Join(p.opt.Folder, StateFile)); err != nil {
		p.Error(err)
	}
	p.directus.Restart(p)
	p.directus.Call(p, "PATCH", "/items/products/5", object{"slug": "after the outage"})
	p.shown("after an outage", "edited product", func() bool { return strings.Contains(p.stored("products", 5, "slug"), "after the outage") })
}
