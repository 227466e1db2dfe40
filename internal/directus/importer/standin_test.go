package importer_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"ferrule/internal/account"
	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/importer"
	"ferrule/internal/directus/mapping"
)

type object = map[string]any

// project is a Directus of a team whose names and keys are not those of the model, as far
// as an import reads it.
type project struct {
	mu      sync.Mutex
	version string
	schema  struct {
		Collections []object
		Relations   []object
	}
	rows   map[string][]object // by path
	assets map[string]string   // bytes of files; those of others are missing
	status map[string]int      // of paths that are refused
	code   string              // of refusals
	admin  bool
	gets   []string

	onAsset func(id string) // called before a reply; nil for nothing
}

const (
	picture = "0c9a54d2-6c0e-4a55-8f0e-000000000001"
	lost    = "0c9a54d2-6c0e-4a55-8f0e-000000000002"
	product = "5f1d0a8e-2f3b-4d7b-9a55-0000000000aa"
	draft   = "5f1d0a8e-2f3b-4d7b-9a55-0000000000ab"
	brand   = "5f1d0a8e-2f3b-4d7b-9a55-0000000000ba"
)

const projectSchema = `{"collections":[
 {"collection":"folder","meta":{},"schema":null,"fields":[]},
 {"collection":"languages","meta":{},"schema":{},"fields":[
  {"field":"code","type":"string","meta":{},"schema":{"is_primary_key":true}},
  {"field":"name","type":"string","meta":{},"schema":{}}]},
 {"collection":"shop_products","meta":{},"schema":{},"fields":[
  {"field":"uid","type":"uuid","meta":{"special":["uuid"]},"schema":{"is_primary_key":true}},
  {"field":"handle","type":"string","meta":{},"schema":{"is_unique":true}},
  {"field":"status","type":"string","meta":{},"schema":{"is_nullable":false,"default_value":"inactive"}},
  {"field":"weightKg","type":"float","meta":{"interface":"input"},"schema":{}},
  {"field":"purchase_price","type":"decimal","meta":{},"schema":{"numeric_precision":10,"numeric_scale":2}},
  {"field":"place","type":"geometry.Point","meta":{},"schema":{}},
  {"field":"secret","type":"hash","meta":{"special":["hash"]},"schema":{}},
  {"field":"owner","type":"uuid","meta":{"special":["m2o"],"interface":"select-dropdown-m2o"},"schema":{}},
  {"field":"brand","type":"uuid","meta":{"special":["m2o"]},"schema":{}},
  {"field":"form","type":"alias","meta":{"special":["alias","no-data","group"]},"schema":null},
  {"field":"translations","type":"alias","meta":{"special":["translations"]},"schema":null}]},
 {"collection":"shop_products_translations","meta":{"hidden":true},"schema":{},"fields":[
  {"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}},
  {"field":"product","type":"uuid","meta":{},"schema":{}},
  {"field":"lang","type":"string","meta":{},"schema":{}},
  {"field":"name","type":"string","meta":{},"schema":{}}]},
 {"collection":"Brands","meta":{"icon":"star"},"schema":{},"fields":[
  {"field":"id","type":"uuid","meta":{"special":["uuid"]},"schema":{"is_primary_key":true}},
  {"field":"Name","type":"string","meta":{},"schema":{"max_length":255}},
  {"field":"logo","type":"uuid","meta":{"special":["file"],"interface":"file-image"},"schema":{}},
  {"field":"products","type":"alias","meta":{"special":["o2m"]},"schema":null},
  {"field":"blocks","type":"alias","meta":{"special":["m2a"]},"schema":null}]},
 {"collection":"Brands_blocks","meta":{"hidden":true},"schema":{},"fields":[
  {"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}},
  {"field":"Brands_id","type":"uuid","meta":{},"schema":{}},
  {"field":"collection","type":"string","meta":{},"schema":{}},
  {"field":"item","type":"string","meta":{},"schema":{}}]},
 {"collection":"notes","meta":{},"schema":{},"fields":[
  {"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}},
  {"field":"text","type":"text","meta":{},"schema":{}}]},
 {"collection":"settings","meta":{"singleton":true},"schema":{},"fields":[
  {"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}},
  {"field":"colour","type":"string","meta":{},"schema":{"default_value":"red"}}]},
 {"collection":"keyless","meta":{},"schema":{},"fields":[{"field":"a","type":"string","meta":{},"schema":{}}]},
 {"collection":"directus_files","meta":{"system":true},"schema":{},"fields":[
  {"field":"id","type":"uuid","meta":{},"schema":{"is_primary_key":true}},
  {"field":"filename_disk","type":"string","meta":{},"schema":{}},
  {"field":"filename_download","type":"string","meta":{},"schema":{}},
  {"field":"title","type":"string","meta":{},"schema":{}},
  {"field":"type","type":"string","meta":{},"schema":{}},
  {"field":"folder","type":"uuid","meta":{},"schema":{}},
  {"field":"filesize","type":"bigInteger","meta":{},"schema":{}},
  {"field":"uploaded_on","type":"timestamp","meta":{},"schema":{}}]},
 {"collection":"directus_users","meta":{"system":true},"schema":{},"fields":[
  {"field":"id","type":"uuid","meta":{},"schema":{"is_primary_key":true}}]}],
 "relations":[
 {"collection":"shop_products","field":"owner","related_collection":"directus_users","schema":{"on_delete":"SET NULL"},"meta":{}},
 {"collection":"shop_products","field":"brand","related_collection":"Brands","schema":{"on_delete":"NO ACTION"},"meta":{"one_field":"products"}},
 {"collection":"shop_products_translations","field":"product","related_collection":"shop_products","schema":{"on_delete":"CASCADE"},"meta":{"one_field":"translations","junction_field":"lang"}},
 {"collection":"shop_products_translations","field":"lang","related_collection":"languages","schema":{"on_delete":"SET NULL"},"meta":{"junction_field":"product"}},
 {"collection":"Brands","field":"logo","related_collection":"directus_files","schema":{"on_delete":"SET NULL"},"meta":{}},
 {"collection":"Brands_blocks","field":"Brands_id","related_collection":"Brands","schema":{"on_delete":"CASCADE"},"meta":{"one_field":"blocks","junction_field":"item"}},
 {"collection":"Brands_blocks","field":"item","related_collection":null,"schema":null,"meta":{"one_collection_field":"collection","one_allowed_collections":["shop_products","notes","directus_users"],"junction_field":"Brands_id"}}]}`

const projectRows = `{
"/items/languages":[{"code":"de","name":"Deutsch"}],
"/items/shop_products":[
 {"uid":"` + product + `","handle":"tee","status":"active","weightKg":0.5,"purchase_price":"12.50","place":{"type":"Point","coordinates":[1,2]},"secret":"x","owner":"77777777-0000-4000-8000-000000000001","brand":"` + brand + `"},
 {"uid":"` + draft + `","handle":"elbow","status":"inactive","weightKg":null,"purchase_price":null,"place":null,"secret":null,"owner":null,"brand":null}],
"/items/shop_products_translations":[{"id":1,"product":"` + product + `","lang":"de","name":"T-Stück"}],
"/items/Brands":[{"id":"` + brand + `","Name":"Acme","logo":"` + picture + `"}],
"/items/Brands_blocks":[{"id":1,"Brands_id":"` + brand + `","collection":"shop_products","item":"` + product + `"},{"id":2,"Brands_id":"` + brand + `","collection":"notes","item":"3"}],
"/items/notes":[{"id":3,"text":"a note"}],
"/items/settings":[{"id":1,"colour":"blue"}],
"/files":[
 {"id":"` + picture + `","filename_disk":"` + picture + `.txt","filename_download":"a.txt","title":"A","type":"text/plain","folder":null,"filesize":5,"uploaded_on":"2026-01-01T00:00:00.000Z"},
 {"id":"` + lost + `","filename_disk":"` + lost + `.txt","filename_download":"b.txt","title":"B","type":"text/plain","folder":null,"filesize":5,"uploaded_on":"2026-01-01T00:00:00.000Z"}],
"/policies":[{"id":"p-admin","admin_access":true,"app_access":true},{"id":"p-public","admin_access":false,"app_access":false},{"id":"p-shop","admin_access":false,"app_access":true},{"id":"p-more","admin_access":false,"app_access":false}],
"/access":[{"id":1,"role":"00000000-0000-4000-8000-0000000000a1","user":null,"policy":"p-admin"},{"id":2,"role":null,"user":null,"policy":"p-public"},{"id":3,"role":"00000000-0000-4000-8000-0000000000a2","user":null,"policy":"p-shop"},{"id":4,"role":"00000000-0000-4000-8000-0000000000a2","user":null,"policy":"p-more"}],
"/permissions":[
 {"id":1,"policy":"p-public","collection":"Brands","action":"read","fields":["id","Name"],"permissions":{"Name":{"_nnull":true}},"validation":null,"presets":null},
 {"id":2,"policy":"p-public","collection":"shop_products","action":"read","fields":["uid","handle","weightKg"],"permissions":null,"validation":null,"presets":null},
 {"id":3,"policy":"p-public","collection":"notes","action":"read","fields":["*"],"permissions":{"text":{"_eq":"$CURRENT_ROLE"}},"validation":null,"presets":null},
 {"id":4,"policy":"p-shop","collection":"shop_products","action":"update","fields":["handle","weightKg"],"permissions":{"brand":{"Name":{"_eq":"Acme"}}},"validation":null,"presets":null},
 {"id":5,"policy":"p-more","collection":"shop_products","action":"update","fields":["weightKg","purchase_price"],"permissions":{"owner":{"_eq":"$CURRENT_USER"}},"validation":null,"presets":null},
 {"id":6,"policy":"p-shop","collection":"shop_products","action":"read","fields":["*"],"permissions":{"status":{"_eq":"active"}},"validation":null,"presets":null},
 {"id":7,"policy":"p-shop","collection":"directus_users","action":"read","fields":["id","email"],"permissions":{"_and":[{"id":{"_eq":"$CURRENT_USER"}}]},"validation":null,"presets":null},
 {"id":8,"policy":"p-shop","collection":"directus_flows","action":"read","fields":["*"],"permissions":null,"validation":null,"presets":null}],
"/roles":[{"id":"00000000-0000-4000-8000-0000000000a1","name":"Administrator","parent":null},{"id":"00000000-0000-4000-8000-0000000000a2","name":"Editor","parent":null}],
"/users":[
 {"id":"77777777-0000-4000-8000-000000000001","email":"boss@example.com","first_name":"Ida","status":"active","role":"00000000-0000-4000-8000-0000000000a1","provider":"default","password":"**********","token":"**********"},
 {"id":"77777777-0000-4000-8000-000000000002","email":"ed@example.com","first_name":"Ed","status":"active","role":"00000000-0000-4000-8000-0000000000a2","provider":"works","external_identifier":"ed","title":"Editor in chief"},
 {"id":"77777777-0000-4000-8000-000000000003","email":"gone@example.com","status":"suspended","role":"00000000-0000-4000-8000-0000000000a2","provider":"default"},
 {"id":"77777777-0000-4000-8000-000000000004","email":null,"first_name":"A","last_name":"Program","status":"active","role":null,"provider":"default"}]}`

const projectMap = `{"collections":{"products":"shop_products","products_translations":"shop_products_translations"},
 "fields":{"products":{"slug":"handle"},"products_translations":{"products_id":"product","languages_code":"lang"}},
 "values":{"products":{"status":{"active":"published","inactive":"draft"}}},"languages":{"de":"de-DE"}}`

func newProject(t *testing.T) (*project, string) {
	t.Helper()
	p := &project{version: "11.17.4", admin: true, assets: map[string]string{picture: "bytes"}, status: make(map[string]int)}
	for text, into := range map[string]any{projectSchema: &p.schema, projectRows: &p.rows} {
		if err := decodeNumbers(text, into); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	return p, server.URL
}

func decodeNumbers(text string, into any) error {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	return dec.Decode(into)
}

func (p *project) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if id, ok := strings.CutPrefix(r.URL.Path, "/assets/"); ok && p.onAsset != nil {
		p.onAsset(id)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gets = append(p.gets, r.URL.Path)
	status := p.status[r.URL.Path]
	if r.Header.Get("Authorization") != "Bearer root" && r.URL.Path != "/server/ping" {
		status, p.code = http.StatusUnauthorized, "INVALID_CREDENTIALS"
	}
	if status != 0 {
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(object{"errors": []object{{"message": "refused", "extensions": object{"code": cmp.Or(p.code, "FORBIDDEN")}}}})
		return
	}
	id, isAsset := strings.CutPrefix(r.URL.Path, "/assets/")
	switch {
	case r.URL.Path == "/server/ping":
		_, _ = io.WriteString(w, "pong")
		return
	case isAsset && p.assets[id] == "":
		w.WriteHeader(http.StatusInternalServerError)
		return
	case isAsset:
		_, _ = io.WriteString(w, p.assets[id])
		return
	}
	_ = json.NewEncoder(w).Encode(object{"data": p.data(r)})
}

func (p *project) data(r *http.Request) any {
	switch r.URL.Path {
	case "/server/info":
		return object{"version": p.version}
	case "/policies/me/globals":
		return object{"admin_access": p.admin}
	case "/collections":
		return p.schema.Collections
	case "/relations":
		return p.schema.Relations
	case "/fields":
		var out []object
		for _, c := range p.schema.Collections {
			for _, f := range c["fields"].([]any) {
				field := f.(object)
				field["collection"] = c["collection"]
				out = append(out, field)
			}
		}
		return out
	case "/items/settings":
		return p.rows[r.URL.Path][0]
	case "/permissions":
		out := page(p.rows[r.URL.Path], r.URL.Query())
		for range 100 { // those of the studio, on every page
			out = append(out, object{"policy": "p-shop", "collection": "directus_presets", "action": "read", "fields": []string{"*"}, "system": true})
		}
		return out
	default:
		return page(p.rows[r.URL.Path], r.URL.Query())
	}
}

// page returns the rows that a reader asks for: sorted by the key, after one.
func page(rows []object, q map[string][]string) []object {
	get := func(name string) string { return strings.Join(q[name], "") }
	key := cmp.Or(get("sort"), "id")
	out := []object{}
	after := ""
	var filter struct {
		And []object `json:"_and"`
	}
	if json.Unmarshal([]byte(get("filter")), &filter) == nil && len(filter.And) > 0 {
		of, _ := filter.And[len(filter.And)-1][key].(object)
		after = fmt.Sprint(of["_gt"])
	}
	for _, row := range rows {
		if after == "" || less(after, fmt.Sprint(row[key])) {
			out = append(out, row)
		}
	}
	if get("sort") != "" {
		slices.SortStableFunc(out, func(a, b object) int {
			if less(fmt.Sprint(a[key]), fmt.Sprint(b[key])) {
				return -1
			}
			return 1
		})
	}
	offset, _ := strconv.Atoi(get("offset"))
	if n, err := strconv.Atoi(get("page")); err == nil {
		limit, _ := strconv.Atoi(get("limit"))
		offset = (n - 1) * limit
	}
	out = out[min(offset, len(out)):]
	if n, err := strconv.Atoi(get("limit")); err == nil && n >= 0 {
		out = out[:min(n, len(out))]
	}
	return out
}

func less(a, b string) bool {
	x, err := strconv.Atoi(a)
	y, other := strconv.Atoi(b)
	if err == nil && other == nil {
		return x < y
	}
	return a < b
}

// edit changes the project.
func (p *project) edit(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

// took returns the requests since the last call that begin with a prefix.
func (p *project) took(prefix string) (out []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, path := range p.gets {
		if strings.HasPrefix(path, prefix) {
			out = append(out, path)
		}
	}
	p.gets = nil
	return out
}

// installation is a data folder into which a project is imported.
type installation struct {
	*testing.T

	folder, database string
	options          importer.Options
	accounts         account.Options
	broken           error // of the transaction
}

// failing is a store whose transaction fails.
type failing struct {
	*store.Store

	err error
}

func (f failing) ImportAll(ctx context.Context, changes importer.Changes) error {
	if f.err != nil {
		return f.err
	}
	return f.Store.ImportAll(ctx, changes)
}

func newInstallation(t *testing.T, url, database string) *installation {
	t.Helper()
	i := &installation{T: t, folder: t.TempDir(), database: database}
	names, err := mapping.Parse(content.Default(), []byte(projectMap))
	if err != nil {
		t.Fatal(err)
	}
	i.options = importer.Options{
		URL: url, Token: "root", Map: names, Folder: filepath.Join(i.folder, "state"), ModelFile: filepath.Join(i.folder, "model.json"),
		OpenStore: func(ctx context.Context, m *content.Model) (importer.Store, error) {
			s, err := store.OpenAt(ctx, database, i.folder, m)
			return failing{s, i.broken}, err
		},
		OpenAccounts: func(ctx context.Context) (*account.Service, func() error, error) {
			db, err := account.OpenDatabase(ctx, database, i.folder)
			if err != nil {
				return nil, nil, err
			}
			s, err := account.Open(ctx, db, i.accounts)
			return s, db.Close, err
		},
	}
	return i
}

func (i *installation) declaration() []byte {
	if text, err := os.ReadFile(i.options.ModelFile); err == nil {
		return text
	}
	return content.Declaration()
}

func (i *installation) try(ctx context.Context) (*importer.Report, error) {
	i.options.Declaration = i.declaration()
	return importer.Import(ctx, i.options)
}

func (i *installation) run() *importer.Report {
	i.Helper()
	r, err := i.try(i.Context())
	if err != nil {
		i.Fatal(err)
	}
	i.Logf("%s", r.Text(false))
	return r
}

func (i *installation) model() *content.Model {
	i.Helper()
	m, err := content.ParseModel(i.declaration())
	if err != nil {
		i.Fatal(err)
	}
	return m
}

// use opens the store of content.
func (i *installation) use(do func(s *store.Store)) {
	i.Helper()
	s, err := store.OpenAt(i.Context(), i.database, i.folder, i.model())
	if err != nil {
		i.Fatal(err)
	}
	defer func() { _ = s.Close() }() // the test ends
	do(s)
}

// read returns the records that a reader sees, the program if access is content.System.
func (i *installation) read(collection, fields string, access *content.Policy) (out []object) {
	i.Helper()
	i.use(func(s *store.Store) {
		c, limit := i.model().Collection(collection), "-1"
		if access == nil {
			limit = "9" // the cost of a visitor's query is limited
		}
		q, err := query.ParseObject(i.model(), collection, []byte(`{"limit":`+limit+`,"sort":"`+c.Key.Name+`","fields":"`+fields+`"}`))
		if err != nil {
			i.Fatal(err)
		}
		q.Access = access
		result, err := s.Read(i.Context(), q)
		if err != nil {
			i.Fatal(err)
		}
		var reply struct{ Data json.RawMessage }
		if err := json.Unmarshal(result.Body, &reply); err != nil {
			i.Fatal(err)
		}
		if bytes.HasPrefix(reply.Data, []byte("{")) {
			reply.Data = slices.Concat([]byte("["), reply.Data, []byte("]"))
		}
		if err := decodeNumbers(string(reply.Data), &out); err != nil {
			i.Fatal(err)
		}
	})
	return out
}

func (i *installation) write(changes ...content.Change) {
	i.Helper()
	i.use(func(s *store.Store) {
		if err := s.Apply(i.Context(), changes); err != nil {
			i.Fatal(err)
		}
	})
}
