package store_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
)

// openOn opens a store in the database at an address, or in SQLite if it is
// empty.
func openOn(t testing.TB, address string, m *content.Model) *store.Store {
	t.Helper()
	s, err := store.OpenAt(t.Context(), address, t.TempDir(), m)
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

// loadOn opens a store as openOn does and imports the content of small.
func loadOn(t *testing.T, address string, m *content.Model) *store.Store {
	t.Helper()
	s := openOn(t, address, m)
	if err := importBody(t, s, small); err != nil {
		t.Fatal(err)
	}
	return s
}

// write writes one item as an administrator.
func write(t testing.TB, s *store.Store, m *content.Model, a content.Action, collection, item string) (content.Written, error) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(item))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	var parser content.RecordParser
	r, err := parser.Record(m.Collection(collection), v)
	if err != nil {
		t.Fatal(err)
	}
	return s.Write(t.Context(), content.Write{Collection: r.Collection, Action: a, Access: content.Administrator(), User: "33333333-3333-4333-8333-333333333333", Records: []*content.Record{r}})
}

func mustWrite(t testing.TB, s *store.Store, m *content.Model, a content.Action, collection, item string) any {
	t.Helper()
	done, err := write(t, s, m, a, collection, item)
	if err != nil {
		t.Fatalf("%s: %v", item, err)
	}
	return done.Keys[0]
}

const notesModel = `{"collections":[{"collection":"notes","fields":[
 {"field":"id","type":"uuid","meta":{"special":["uuid"]},"schema":{"is_primary_key":true}},
 {"field":"text","type":"string","schema":{"length":5,"is_unique":true}},
 {"field":"made_on","type":"timestamp","meta":{"special":["date-created"]},"schema":{}},
 {"field":"made_by","type":"uuid","meta":{"special":["user-created"]},"schema":{}},
 {"field":"changed_on","type":"timestamp","meta":{"special":["date-updated"]},"schema":{}},
 {"field":"changed_by","type":"uuid","meta":{"special":["user-updated"]},"schema":{}},
 {"field":"lines","type":"alias","meta":{"special":["o2m"]}}]},
 {"collection":"lines","fields":[{"field":"id","type":"integer","schema":{"is_primary_key":true,"has_auto_increment":true}},{"field":"note","type":"uuid","schema":{}},{"field":"text","type":"string","schema":{}}]}],
 "relations":[{"collection":"lines","field":"note","related_collection":"notes","schema":{"on_delete":"CASCADE"},"meta":{"one_field":"lines","one_deselect_action":"delete"}}]}`

func TestWritesSetUserAndDateFields(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m, err := content.ParseModel([]byte(notesModel))
		if err != nil {
			t.Fatal(err)
		}
		s := openOn(t, address, m)
		key := mustWrite(t, s, m, content.ActionCreate, "notes", `{"text":"a","made_on":"2001-01-01T00:00:00Z","made_by":null}`)
		note := func() (n map[string]any) {
			body, err := read(t, s, m, "notes", func(q *content.Query) { q.ID, q.Access = key.(string), content.System })
			var reply struct{ Data map[string]any }
			if err != nil || json.Unmarshal([]byte(body), &reply) != nil {
				t.Fatal(body, err)
			}
			return reply.Data
		}
		n := note()
		if n["made_by"] != "33333333-3333-4333-8333-333333333333" || n["changed_on"] != nil || n["changed_by"] != nil || strings.HasPrefix(fmt.Sprint(n["made_on"]), "2001") {
			t.Errorf("created: %v", n)
		}
		mustWrite(t, s, m, content.ActionUpdate, "notes", fmt.Sprintf(`{"id":%q,"text":"b"}`, key))
		if after := note(); after["made_on"] != n["made_on"] || after["changed_on"] == nil || after["changed_by"] != n["made_by"] {
			t.Errorf("updated: %v", after)
		}
		var refusal *content.Refusal
		if _, err := write(t, s, m, content.ActionCreate, "notes", `{"text":"123456"}`); !errors.As(err, &refusal) || refusal.Problems[0].Code != content.CodeValueTooLong {
			t.Errorf("a text beyond the maximum length: %v", err)
		}
		if _, err := write(t, s, m, content.ActionCreate, "notes", `{"text":"b"}`); !errors.As(err, &refusal) || refusal.Problems[0].Code != content.CodeNotUnique {
			t.Errorf("a duplicate of a unique text: %v", err)
		}
	})
}

func TestDeselectedRowsAreDeletedIfTheRelationDeclaresIt(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m, err := content.ParseModel([]byte(notesModel))
		if err != nil {
			t.Fatal(err)
		}
		s := openOn(t, address, m)
		key := mustWrite(t, s, m, content.ActionCreate, "notes", `{"lines":[{"text":"1"},{"text":"2"},{"text":"3"}]}`)
		mustWrite(t, s, m, content.ActionUpdate, "notes", fmt.Sprintf(`{"id":%q,"lines":[1,2]}`, key))
		mustWrite(t, s, m, content.ActionUpdate, "notes", fmt.Sprintf(`{"id":%q,"lines":{"delete":[2]}}`, key))
		got, err := read(t, s, m, "lines?fields=id,text", func(q *content.Query) { q.Access = content.System })
		if want := `{"data":[{"id":1,"text":"1"}]}`; err != nil || got != want {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	})
}

func TestWritesSanitizeMarkup(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := loadOn(t, address, m)
		mustWrite(t, s, m, content.ActionUpdate, "products", `{"id":1,"translations":{"update":[{"id":1,"description":"<p onclick=\"x()\">a</p><script>b</script>"}]}}`)
		if err := s.Apply(t.Context(), []content.Change{{Collection: "products_translations", Key: json.Number("2"), Values: map[string]any{"description": "<b>c</b><script>d</script>"}}}); err != nil {
			t.Fatal(err)
		}
		got, err := read(t, s, m, "products_translations?fields=description&sort=id&limit=2")
		if want := `{"data":[{"description":"<p>a</p>"},{"description":"<b>c</b>"}]}`; err != nil || got != want {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	})
}

func TestConcurrentEditsOfOneProductAreKept(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := loadOn(t, address, m)
		const rounds = 25
		var editors sync.WaitGroup
		for id, field := range map[int]string{1: "name", 2: "title"} {
			editors.Go(func() {
				for i := range rounds {
					item := fmt.Sprintf(`{"id":1,"translations":{"update":[{"id":%d,%q:"%d"}],"create":[{"name":"row %d of %d"}]}}`, id, field, i, i, id)
					if _, err := write(t, s, m, content.ActionUpdate, "products", item); err != nil {
						t.Error(err)
					}
				}
			})
		}
		editors.Wait()
		got, err := read(t, s, m, "products_translations?fields=name,title&filter[products_id][_eq]=1&filter[id][_lte]=2&sort=id")
		if want := `{"data":[{"name":"24","title":null},{"name":"A","title":"24"}]}`; err != nil || got != want {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
		got, err = read(t, s, m, "products_translations?aggregate[count]=*&filter[name][_starts_with]=row", func(q *content.Query) { q.Access = content.System })
		if want := fmt.Sprintf(`{"data":[{"count":"%d"}]}`, 2*rounds); err != nil || got != want {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	})
}

// changes returns the changed rows since a revision, as "collection:id", and
// columns as "collection:?name".
func changes(t *testing.T, s *store.Store, since int64) ([]string, bool) {
	t.Helper()
	tags, complete, err := s.Changes(t.Context(), since)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tag := range tags {
		names = append(names, tag.Collection+":"+tag.ID)
	}
	slices.Sort(names)
	return names, complete
}

func TestWriteRecordsItsChanges(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := loadOn(t, address, m)
		mustWrite(t, s, m, content.ActionCreate, "categories", `{"id":7,"slug":"c7","status":"published","products":[{"id":70,"products_id":1},{"id":71,"products_id":2}]}`)
		columns := func(name string) bool { return strings.Contains(name, ":?") }
		for _, c := range []struct {
			name  string
			write func()
			want  []string // rows
		}{
			{"a text", func() {
				mustWrite(t, s, m, content.ActionUpdate, "products_translations", `{"id":2,"name":"N"}`)
			}, []string{"products_translations:2"}},
			{"a text through its product", func() {
				mustWrite(t, s, m, content.ActionUpdate, "products", `{"id":1,"translations":{"update":[{"id":2,"name":"N"}]}}`)
			}, []string{"products:1", "products_translations:2"}},
			{"a new row of a product", func() {
				mustWrite(t, s, m, content.ActionCreate, "variations", `{"id":9,"product":1,"sku":"V"}`)
			}, []string{"products:1", "variations:9"}},
			{"a row that moves", func() {
				mustWrite(t, s, m, content.ActionUpdate, "variations", `{"id":9,"product":2}`)
			}, []string{"products:1", "products:2", "variations:9"}},
			{"a row that is hidden, and shown by the categories no longer", func() {
				mustWrite(t, s, m, content.ActionUpdate, "products", `{"id":1,"status":"draft"}`)
			}, []string{"categories:7", "products:1", "products_categories:70", "products_translations:1", "products_translations:2"}},
			{"a deleted row with what goes with it", func() {
				if _, err := s.Write(t.Context(), content.Write{Collection: m.Collection("products"), Action: content.ActionDelete, Access: content.System, Keys: []any{int64(2)}}); err != nil {
					t.Fatal(err)
				}
			}, []string{"categories:7", "products:2", "products_categories:71", "products_translations:3", "variations:9"}},
		} {
			before, err := s.Revision(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			c.write()
			got, complete := changes(t, s, before)
			if diff := cmp.Diff(c.want, slices.DeleteFunc(got, columns)); diff != "" || !complete {
				t.Errorf("%s: complete %v (-want +got):\n%s", c.name, complete, diff)
			}
		}
	})
}

func TestChangesAreIncompleteAfterAnImport(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := loadOn(t, address, m)
		if tags, complete := changes(t, s, 0); complete || len(tags) > 0 {
			t.Errorf("after the import: %v, complete %v", tags, complete)
		}
		mustWrite(t, s, m, content.ActionUpdate, "products", `{"id":1,"sku":"S"}`)
		if tags, complete := changes(t, s, 1); !complete || !cmp.Equal(tags, []string{"products:1", "products:?date_updated", "products:?sku"}) {
			t.Errorf("after a write: %v, complete %v", tags, complete)
		}
		if tags, complete := changes(t, s, 2); !complete || len(tags) != 0 {
			t.Errorf("without a change: %v, complete %v", tags, complete)
		}
		if _, complete := changes(t, s, 0); complete {
			t.Error("changes since before an import are complete, want incomplete")
		}
		if err := importBody(t, s, small); err != nil {
			t.Fatal(err)
		}
		if _, complete := changes(t, s, 1); complete {
			t.Error("changes that include an import are complete, want incomplete")
		}
	})
}

func TestRejectedWriteChangesNothing(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := loadOn(t, address, m)
		if _, err := write(t, s, m, content.ActionUpdate, "products", `{"id":1,"sku":"S","translations":{"create":[{"languages_code":"xx-XX"}]}}`); err == nil {
			t.Fatal("a missing language was accepted")
		}
		if n, err := s.Revision(t.Context()); err != nil || n != 1 {
			t.Errorf("revision %d, %v", n, err)
		}
		if got, err := read(t, s, m, "products?fields=sku&filter[id][_eq]=1"); err != nil || got != `{"data":[{"sku":null}]}` {
			t.Errorf("got %s, %v", got, err)
		}
	})
}

func TestApplyWritesTheRowsOfAnotherSystem(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := loadOn(t, address, m)
		number := func(n string) any { return json.Number(n) }
		err := s.Apply(t.Context(), []content.Change{
			{Collection: "products_translations", Key: number("50"), Values: map[string]any{"products_id": number("40"), "languages_code": "de-DE", "name": "Later"}},
			{Collection: "products", Key: number("40"), Values: map[string]any{"slug": "forty", "status": "published"}},
			{Collection: "products", Key: number("1"), Values: map[string]any{"sku": "X"}},
			{Collection: "products", Key: number("2"), Delete: true},
			{Collection: "products", Key: number("77"), Delete: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := read(t, s, m, "products?fields=id,slug,sku,translations.name&sort=id")
		if want := `{"data":[{"id":1,"slug":"a","sku":"X","translations":[{"name":"A"},{"name":"A"}]},{"id":40,"slug":"forty","sku":null,"translations":[{"name":"Later"}]}]}`; err != nil || got != want {
			t.Errorf("got %s, %v\nwant %s", got, err, want)
		}
		tags, complete := changes(t, s, 1)
		if want := []string{"products:1", "products:2", "products:40", "products:?id", "products:?sku", "products_translations:3", "products_translations:50", "products_translations:?id", "products_translations:?products_id"}; !complete || !cmp.Equal(tags, want) {
			t.Errorf("changed %v, want %v", tags, want)
		}
		if err := s.Apply(t.Context(), []content.Change{{Collection: "variations", Key: number("1"), Values: map[string]any{"product": number("99")}}}); err == nil || !strings.Contains(err.Error(), `"99"`) {
			t.Errorf("a row with a missing reference: %v", err)
		}
		mustWrite(t, s, m, content.ActionUpdate, "products", `{"id":1,"sku":"Y"}`) // the previous transaction has ended
	})
}

func TestRedirectCyclesAreRejected(t *testing.T) {
	t.Parallel()
	m := content.Default()
	s := load(t, m, small, nil)
	mustWrite(t, s, m, content.ActionCreate, "redirects", `{"path":"/a","target":"/b","status_code":301}`)
	mustWrite(t, s, m, content.ActionCreate, "redirects", `{"path":"/b","target":"/c","status_code":301}`)
	if _, err := write(t, s, m, content.ActionCreate, "redirects", `{"path":"/c","target":"/de/a","status_code":301}`); err == nil || !strings.Contains(err.Error(), "/a") {
		t.Errorf("a redirect cycle: %v", err)
	}
	if tags, complete := changes(t, s, 1); !complete || !slices.Contains(tags, "redirects:2") || slices.Contains(tags, "redirects:3") {
		t.Errorf("changed %v", tags)
	}
}
