package catalogue_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ferrule/internal/catalogue"
	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/content/store"
)

// counting is a store that counts index builds.
type counting struct {
	*store.Store

	scans atomic.Int64
}

func (s *counting) Scan(ctx context.Context, collection string, columns []string, each func([]any) error) error {
	s.scans.Add(1)
	return s.Store.Scan(ctx, collection, columns, each)
}

// family is a demo product with the fields that the tests change.
type family struct {
	ID           int64
	Translations []struct{ ID int64 }
	Categories   []struct{ ID int64 }
	Variations   []struct{ ID int64 }
}

func families(t *testing.T, s *store.Store) (with, without []family) {
	t.Helper()
	q, err := query.Parse(content.Default(), "products", map[string][]string{
		"fields": {"id,translations.id,categories.id,variations.id"}, "limit": {"-1"}, "sort": {"id"},
	})
	if err != nil {
		t.Fatal(err)
	}
	result, err := s.Read(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var body struct{ Data []family }
	if err := json.Unmarshal(result.Body, &body); err != nil {
		t.Fatal(err)
	}
	for _, f := range body.Data {
		if len(f.Variations) > 0 {
			with = append(with, f)
		} else {
			without = append(without, f)
		}
	}
	if len(with) == 0 || len(without) == 0 {
		t.Fatal("the demo has products with variations and without")
	}
	return with, without
}

// edit writes one item as an administrator.
func edit(t *testing.T, s *store.Store, a content.Action, collection, item string) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(item))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	var parser content.RecordParser
	r, err := parser.Record(content.Default().Collection(collection), v)
	if err != nil {
		t.Fatal(err)
	}
	w := content.Write{Collection: r.Collection, Action: a, Access: content.Administrator(), Records: []*content.Record{r}}
	if a == content.ActionDelete {
		w.Keys, w.Records = []any{r.Key}, nil
	}
	if _, err := s.Write(t.Context(), w); err != nil {
		t.Fatalf("%s: %v", item, err)
	}
}

// upToDate waits until the index is current.
func upToDate(t *testing.T, c *catalogue.Catalogue) {
	t.Helper()
	for current := false; !current; {
		var err error
		if _, current, err = reply(c, catalogue.ListingPath, "category=none"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOnlyAChangeOfIndexedColumnsRebuildsTheIndex(t *testing.T) {
	t.Parallel()
	s := &counting{Store: openDemo("", t.TempDir())}
	t.Cleanup(func() { _ = s.Close() })
	with, without := families(t, s.Store)
	c := catalogue.New(s, content.Default(), quiet())
	t.Cleanup(func() { _ = c.Close() })
	upToDate(t, c)
	for _, change := range []struct {
		collection, item string
		rebuilt          bool
	}{
		{"products_translations", fmt.Sprintf(`{"id":%d,"description":"<p>new</p>"}`, with[0].Translations[0].ID), false},
		{"products", fmt.Sprintf(`{"id":%d,"price":12.5}`, with[0].ID), false},
		{"products", fmt.Sprintf(`{"id":%d,"stock":7}`, without[0].ID), false},
		{"variations", fmt.Sprintf(`{"id":%d,"stock":8,"price":2}`, with[0].Variations[0].ID), false},
		{"products_translations", fmt.Sprintf(`{"id":%d,"name":"Xylophonventil"}`, with[0].Translations[0].ID), true},
		{"products", fmt.Sprintf(`{"id":%d,"sku":"XX-1"}`, with[0].ID), true},
		{"products", fmt.Sprintf(`{"id":%d,"stock":9,"sort":1005}`, without[0].ID), true},
	} {
		before := s.scans.Load()
		edit(t, s.Store, content.ActionUpdate, change.collection, change.item)
		upToDate(t, c)
		if rebuilt := s.scans.Load() > before; rebuilt != change.rebuilt {
			t.Errorf("%s %s: rebuilt = %v", change.collection, change.item, rebuilt)
		}
	}
}

func TestAPatchedIndexEqualsARebuiltOne(t *testing.T) {
	t.Parallel()
	s, file := storeWithIndex(t)
	with, without := families(t, s.Store)
	products := slices.Concat(with, without)
	c := started(t, s, file, "a") // its index is in the file
	for round := range uint64(8) {
		r := rand.New(rand.NewPCG(round, 1))
		pick := func(list []family) family { return list[r.IntN(len(list))] }
		for range 1 + r.IntN(6) {
			f, v := pick(products), pick(with)
			stocked := v.Variations[r.IntN(len(v.Variations))].ID
			translation := f.Translations[r.IntN(len(f.Translations))].ID
			kind := r.IntN(5)
			if round%4 == 3 {
				kind = r.IntN(11) // includes changes that cause a rebuild
			}
			switch kind {
			case 0, 1:
				edit(t, s.Store, content.ActionUpdate, "variations", fmt.Sprintf(`{"id":%d,"stock":%d}`, stocked, r.IntN(3)*r.IntN(900)))
			case 2:
				edit(t, s.Store, content.ActionUpdate, "products", fmt.Sprintf(`{"id":%d,"stock":%d,"price":%d}`, pick(without).ID, r.IntN(3)*r.IntN(900), r.IntN(99)))
			case 3:
				edit(t, s.Store, content.ActionUpdate, "products", fmt.Sprintf(`{"id":%d,"stock":null}`, f.ID))
			case 4:
				edit(t, s.Store, content.ActionUpdate, "products_translations", fmt.Sprintf(`{"id":%d,"description":"<p>%d</p>"}`, translation, r.IntN(99)))
			case 5:
				edit(t, s.Store, content.ActionUpdate, "products_translations", fmt.Sprintf(`{"id":%d,"name":"Ventil %d"}`, translation, r.IntN(99)))
			case 6:
				edit(t, s.Store, content.ActionUpdate, "products", fmt.Sprintf(`{"id":%d,"sku":"FR-GV-12S-%d"}`, f.ID, r.IntN(1e6)))
			case 7:
				edit(t, s.Store, content.ActionUpdate, "products", fmt.Sprintf(`{"id":%d,"sort":%d}`, f.ID, r.IntN(200)))
			case 8:
				edit(t, s.Store, content.ActionUpdate, "products", fmt.Sprintf(`{"id":%d,"status":"draft"}`, f.ID))
			case 9:
				edit(t, s.Store, content.ActionUpdate, "products", fmt.Sprintf(`{"id":%d,"status":"published"}`, f.ID))
			case 10:
				edit(t, s.Store, content.ActionCreate, "products", fmt.Sprintf(`{"slug":"ventil-%d-%d","sku":"NEW-%d","status":"published","stock":3,"translations":[{"languages_code":"fr-FR","name":"Ventil neuf"}]}`, round, r.IntN(1e6), r.IntN(1e6)))
			}
		}
		upToDate(t, c)
		fresh := catalogue.New(s, content.Default(), quiet())
		upToDate(t, fresh)
		for path, queries := range map[string][]string{
			catalogue.ListingPath: {
				"category=flanges", "category=flanges&stock=1&sort=stock", "category=flanges&dn=80&stock=1", "category=valves&sort=name", "category=valves&sort=sku", "category=fittings&sort=stock",
			},
			catalogue.SearchPath: {"q=ventil", "q=new", "q=auf lager", "q=auf lager dn 25", "q=fr gv 12s", "q=ventil&page=2"},
			catalogue.CountsPath: {""},
		} {
			for _, query := range queries {
				want, _, err := reply(fresh, path, query)
				got, _, amendedErr := reply(c, path, query)
				if err != nil || amendedErr != nil || got != want {
					t.Fatalf("round %d, %s?%s: %v %v\npatched %s\nrebuilt %s", round, path, query, amendedErr, err, got, want)
				}
			}
		}
		_ = fresh.Close()
	}
}
