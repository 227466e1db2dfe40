package page

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
)

// storeSite is a site on a real store that tests write to.
type storeSite struct {
	*testSite
	store *store.Store
	model *content.Model
}

func newStoreSite(t *testing.T, change func(*Options)) *storeSite {
	t.Helper()
	d := &storeSite{model: content.Default()}
	var err error
	if d.store, err = store.Open(t.Context(), t.TempDir(), d.model); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.store.Close(); err != nil {
			t.Error(err)
		}
	})
	_, err = d.store.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(`{"files":[],"items":{
		"languages":[{"code":"fr-FR","sort":1},{"code":"de-DE","sort":2}],
		"about":[{"id":1,"status":"published","translations":[{"languages_code":"fr-FR"},{"languages_code":"de-DE"}]}],
		"header":[{"id":1,"slug":"main"}],
		"categories":[{"id":1,"slug":"flanges","status":"published"}],
		"products":[
			{"id":1,"slug":"a","status":"published","translations":[{"languages_code":"fr-FR","name":"Bride"},{"languages_code":"de-DE","name":"Flansch"}]},
			{"id":2,"slug":"b","status":"published","translations":[{"languages_code":"fr-FR","name":"Coude"},{"languages_code":"de-DE","name":"Bogen"}]}]
	}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	d.testSite = build(t, func(o *Options) {
		o.Source = d.store
		if change != nil {
			change(o)
		}
	})
	return d
}

// write changes one item and makes the site check the revision.
func (d *storeSite) write(a content.Action, collection, item string) {
	d.t.Helper()
	dec := json.NewDecoder(strings.NewReader(item))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		d.t.Fatal(err)
	}
	var parser content.RecordParser
	r, err := parser.Record(d.model.Collection(collection), v)
	if err != nil {
		d.t.Fatal(err)
	}
	call := content.Write{Collection: r.Collection, Action: a, Access: content.System, Records: []*content.Record{r}}
	if a == content.ActionDelete {
		call.Keys, call.Records = []any{r.Key}, nil
	}
	if _, err := d.store.Write(d.t.Context(), call); err != nil {
		d.t.Fatal(err)
	}
	d.Invalidate()
}

// settle checks the revision and waits until all stale pages are refreshed.
func (d *storeSite) settle() {
	d.epoch(d.t.Context())
	d.work.Wait()
}

func TestAWriteAffectsOnlyThePagesThatShowIt(t *testing.T) {
	t.Parallel()
	d := newStoreSite(t, nil)
	addresses := []string{
		"/fr/product/a", "/de/product/a", "/fr/product/b", "/de/product/b", "/fr/range", "/de/range", "/fr/about", "/product/a", "/fr/catalog/flanges",
	}
	tags := map[string]string{}
	for _, address := range addresses {
		r := d.get(address)
		if r.status != http.StatusOK {
			t.Fatalf("%s: %d", address, r.status)
		}
		tags[address] = r.header.Get("ETag")
	}
	for _, c := range []struct {
		name     string
		write    func()
		rendered []string // again
		changed  []string // of those, whose bytes differ
	}{
		{
			"a French name", func() { d.write(content.ActionUpdate, "products_translations", `{"id":1,"name":"Bride plate"}`) },
			[]string{"/fr/product/a", "/product/a", "/fr/range"},
			[]string{"/fr/product/a", "/product/a", "/fr/range"},
		},
		{
			"a French name, through its product", func() {
				d.write(content.ActionUpdate, "products", `{"id":1,"translations":{"update":[{"id":1,"name":"Bride ronde"}]}}`)
			},
			[]string{"/fr/product/a", "/de/product/a", "/product/a", "/fr/range", "/de/range"},
			[]string{"/fr/product/a", "/product/a", "/fr/range"},
		},
		{
			"the order of a list", func() { d.write(content.ActionUpdate, "products", `{"id":2,"sort":-1}`) },
			[]string{"/fr/product/b", "/de/product/b", "/fr/range", "/de/range"},
			[]string{"/fr/range", "/de/range"},
		},
		{"a column that no page asks for", func() { d.write(content.ActionCreate, "tags", `{"slug":"t"}`) }, nil, nil},
		{
			"a new product", func() { d.write(content.ActionCreate, "products", `{"id":3,"slug":"c","status":"published"}`) },
			[]string{"/fr/range", "/de/range"},
			[]string{"/fr/range", "/de/range"},
		},
		{"a page that all others are on", func() { d.write(content.ActionUpdate, "header", `{"id":1,"slug":"other"}`) }, addresses, addresses},
	} {
		before := d.engine.pages.Load()
		c.write()
		d.settle()
		if got := d.engine.pages.Load() - before; got != int64(len(c.rendered)) {
			t.Errorf("%s: %d pages rendered, want %d", c.name, got, len(c.rendered))
		}
		differ := map[string]bool{}
		for _, address := range c.changed {
			differ[address] = true
		}
		for _, address := range addresses {
			tag := d.get(address).header.Get("ETag")
			if (tag != tags[address]) != differ[address] {
				t.Errorf("%s: %s changed: %v", c.name, address, tag != tags[address])
			}
			tags[address] = tag
		}
		if again := d.engine.pages.Load() - before; again != int64(len(c.rendered)) {
			t.Errorf("%s: %d pages rendered by requests", c.name, again-int64(len(c.rendered)))
		}
	}
}

func TestAStalePageIsServedUntilItIsRefreshed(t *testing.T) {
	t.Parallel()
	d := newStoreSite(t, nil)
	d.get("/fr/product/a")
	d.engine.gate = make(chan struct{})
	d.write(content.ActionUpdate, "products_translations", `{"id":1,"name":"Collier"}`)
	for range 3 {
		if r := d.get("/fr/product/a"); r.status != http.StatusOK || !strings.Contains(r.body, "Bride") {
			t.Errorf("%d, %s", r.status, r.body)
		}
	}
	close(d.engine.gate)
	d.work.Wait()
	if r := d.get("/fr/product/a"); !strings.Contains(r.body, "Collier") {
		t.Errorf("%d, %s", r.status, r.body)
	}
}

func TestAPageOfADeletedRecordIsRemoved(t *testing.T) {
	t.Parallel()
	d := newStoreSite(t, nil)
	for i, write := range []func(){
		func() { d.write(content.ActionUpdate, "products", `{"id":1,"status":"draft"}`) },
		func() { d.write(content.ActionUpdate, "products", `{"id":1,"status":"published"}`) },
		func() { d.write(content.ActionDelete, "products", `{"id":1}`) },
	} {
		d.get("/fr/product/a")
		d.get("/fr/range")
		write()
		d.settle()
		want, shown := http.StatusNotFound, false
		if i == 1 {
			want, shown = http.StatusOK, true
		}
		if r := d.get("/fr/product/a"); r.status != want {
			t.Errorf("after write %d: status %d, want %d", i, r.status, want)
		}
		if r := d.get("/fr/range"); strings.Contains(r.body, "Bride") != shown {
			t.Errorf("after write %d: in the list: %v", i, !shown)
		}
	}
}

func TestAPageWhoseRefreshFailsStaysStale(t *testing.T) {
	t.Parallel()
	d := newStoreSite(t, nil)
	d.get("/fr/product/a")
	d.get("/fr/range")
	d.engine.refuse.Store(true)
	d.write(content.ActionUpdate, "products_translations", `{"id":1,"name":"Collier"}`)
	d.epoch(t.Context())
	for d.engine.plans.Load() < 4 { // each was planned once, and is tried again
		if r := d.get("/fr/product/a"); !strings.Contains(r.body, "Bride") || r.header.Get("Cache-Control") != cachePublic {
			t.Fatalf("%d, %s", r.status, r.body)
		}
	}
	d.engine.refuse.Store(false)
	d.work.Wait()
	if r := d.get("/fr/product/a"); !strings.Contains(r.body, "Collier") {
		t.Errorf("%d, %s", r.status, r.body)
	}
}
