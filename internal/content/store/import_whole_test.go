package store_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/fault"
)

func system(q *content.Query) { q.Access = content.System }

// openAt opens a store in the database at an address, SQLite for none.
func openAt(t *testing.T, address string, m *content.Model) *store.Store {
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

func loadAt(t *testing.T, address string, m *content.Model, body string) *store.Store {
	t.Helper()
	s := openAt(t, address, m)
	if err := importBody(t, s, body); err != nil {
		t.Fatal(err)
	}
	return s
}

// Problems of values, names, constraints, references and files do not hide each
// other.
func TestEveryProblemOfAnImportIsListed(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := loadAt(t, address, m, `{"items":{"products":[{"id":9,"slug":"taken"}]}}`)
		err := importBody(t, s, `{"files":[{"id":"00000000-0000-4000-8000-000000000001","filename":"none.png"}],"items":{
	 "nope":[{"id":1}],
	 "languages":{"code":"de-DE"},
	 "products":[
	  {"id":1,"slug":"a","stock":"many","nme":"x"},
	  {"id":2,"slug":"taken","status":null},
	  7,
	  {"id":3,"slug":"c","sort":1.5,"translations":[{"languages_code":"xx-XX","name":"C"},{"id":"one","name":"D"}],"tags":5},
	  {"id":1,"slug":"d"}],
	 "categories":[{"id":1,"slug":"c","parent":77}],
	 "index":[]}}`)
		if fault.KindOf(err) != fault.Invalid {
			t.Fatal(err)
		}
		for _, want := range []string{
			"content.json: 15 problems, nothing was imported:",
			"files[0] (none.png): open files/none.png",
			`there is no collection "nope"`,
			"languages: needs a list of objects",
			`products[0] (id 1): there is no field "nme" in products`,
			"products[0] (id 1): stock: Invalid numeric value",
			"products[1] (id 2): status: is required",
			"products[1] (id 2): products.slug has to be unique",
			"products[2]: needs to be an object",
			"products[3] (id 3): sort: Invalid numeric value",
			"products[3] (id 3): tags: needs a list of objects",
			"products[3] (id 3).translations[1]: id: Invalid numeric value",
			"products[4] (id 1): this id is given twice",
			"languages_code refers to xx-XX, which is not in languages",
			"categories, item 1: parent refers to 77, which is not in categories",
			"index: needs one object",
		} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("no %q in %v", want, err)
			}
		}
		if got, err := read(t, s, m, "products?fields=id,slug", system); err != nil || got != `{"data":[{"id":9,"slug":"taken"}]}` {
			t.Errorf("%s, %v", got, err)
		}
	})
}

func TestImportProblemsAreLimited(t *testing.T) {
	t.Parallel()
	s := open(t, content.Default())
	err := importBody(t, s, `{"items":{"products":[`+strings.TrimSuffix(strings.Repeat(`{"nope":1},`, 5000), ",")+`]}}`)
	if err == nil || !strings.Contains(err.Error(), "at least 5000 problems, nothing was imported; the first 200 of them:") || strings.Count(err.Error(), "\n") != 200 {
		t.Error(err)
	}
}

func TestImportCanSwapUniqueValues(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := loadAt(t, address, m, small)
		if err := importBody(t, s, `{"items":{"products":[{"id":1,"slug":"b"},{"id":2,"slug":"a"}]}}`); err != nil {
			t.Fatal(err)
		}
		if got, err := read(t, s, m, "products?fields=id,slug&sort=id", system); err != nil || got != `{"data":[{"id":1,"slug":"b"},{"id":2,"slug":"a"}]}` {
			t.Errorf("%s, %v", got, err)
		}
	})
}

// An import deletes omitted rows with their dependent rows, in any order of the
// database.
func TestImportDeletesOmittedRowsWithTheirDependents(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := loadAt(t, address, m, `{"items":{
	 "attributes":[{"id":1,"slug":"dn","values":[{"id":1,"value":"15"},{"id":2,"value":"20"}]}],
	 "products":[{"id":1,"slug":"a","attributes":[{"id":1,"attribute":1,"values":[{"attribute_values_id":1}]},{"id":2,"attribute":1,"values":[{"attribute_values_id":2}]}]}]}}`)
		if err := importBody(t, s, `{"items":{"products":[{"id":1,"slug":"a","attributes":[{"id":2,"values":[{"attribute_values_id":2},{"attribute_values_id":1}]}]}]}}`); err != nil {
			t.Fatal(err)
		}
		for target, want := range map[string]string{
			"product_attributes?fields=id":                              `{"data":[{"id":2}]}`,
			"product_attributes_values?fields=id,attribute_values_id":   `{"data":[{"id":2,"attribute_values_id":2},{"id":3,"attribute_values_id":1}]}`,
			"attribute_values?fields=id":                                `{"data":[{"id":1},{"id":2}]}`,
			"products?fields=attributes.values.attribute_values_id":     `{"data":[{"attributes":[{"values":[{"attribute_values_id":2},{"attribute_values_id":1}]}]}]}`,
			"product_attributes_values?fields=id&filter[id][_gt]=2":     `{"data":[{"id":3}]}`,
			"product_attributes?fields=attribute&filter[id][_eq]=2":     `{"data":[{"attribute":null}]}`,
			"product_attributes_values?fields=product_attributes_id":    `{"data":[{"product_attributes_id":2},{"product_attributes_id":2}]}`,
			"attribute_values?fields=value,attribute&filter[id][_eq]=1": `{"data":[{"value":"15","attribute":1}]}`,
		} {
			if got, err := read(t, s, m, target, system); err != nil || got != want {
				t.Errorf("%s: %s, %v, want %s", target, got, err, want)
			}
		}
	})
}

func TestImportUpdatesDatesOfChangedRecordsOnly(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := loadAt(t, address, m, small)
		dates := func() string {
			got, err := read(t, s, m, "products?fields=id,date_created,date_updated&sort=id", system)
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		before := dates()
		for began := time.Now(); time.Since(began) < 2*time.Millisecond; { // dates have milliseconds
		}
		if err := importBody(t, s, small); err != nil {
			t.Fatal(err)
		}
		if after := dates(); after != before {
			t.Errorf("without a change %s became %s", before, after)
		}
		if err := importBody(t, s, strings.Replace(small, `"slug":"b"`, `"slug":"c"`, 1)); err != nil {
			t.Fatal(err)
		}
		split := func(dates string) []string { return strings.Split(dates, "},{") }
		if was, is := split(before), split(dates()); was[0] != is[0] || was[1] == is[1] || was[1][:50] != is[1][:50] {
			t.Errorf("%s became %s", was, is)
		}
	})
}

func TestCheckStoresNothing(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := openAt(t, address, m)
		got, err := s.CheckFile(t.Context(), fstest.MapFS{"c.json": {Data: []byte(`{"files":[{"id":"00000000-0000-4000-8000-000000000001","filename":"a.txt","text":"a"}],"items":{"products":[{"id":1,"slug":"a"}]}}`)}}, "c.json")
		if err != nil || got.Files != 1 || got.Items["products"] != 1 {
			t.Errorf("%+v, %v", got, err)
		}
		if got, err := read(t, s, m, "products", system); err != nil || got != `{"data":[]}` {
			t.Errorf("%s, %v", got, err)
		}
	})
}

// Until an import is committed, records refer to their previous bytes.
func TestReferencedBytesAreNeverOverwritten(t *testing.T) {
	t.Parallel()
	m := content.Default()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	const id = "00000000-0000-4000-8000-000000000001"
	names := map[string]bool{}
	for i, text := range []string{"one", "one", "two", "one", "three"} {
		body := fmt.Sprintf(`{"files":[{"id":%q,"filename":"a.txt","text":%q}]}`, id, text)
		refused := strings.Replace(body, `"text"`, `"shade":1,"text"`, 1)
		if err := importBody(t, s, strings.Replace(refused, text, "refused", 1)); err == nil {
			t.Fatal("the import succeeded, want an error")
		}
		if err := importBody(t, s, body); err != nil {
			t.Fatal(err)
		}
		left := folder(t, filepath.Join(dir, "files"))
		if len(left) != 1 {
			t.Fatalf("%d: the folder has %v", i, left)
		}
		name := slices.Collect(maps.Keys(left))[0]
		want := fmt.Sprintf(`{"data":[{"filename_disk":%q,"filesize":"%d"}]}`, name, len(text))
		if got, err := read(t, s, m, "directus_files?fields=filename_disk,filesize", system); err != nil || got != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
		if left[name] != text {
			t.Errorf("%s, want %s", left[name], text)
		}
		names[name] = true
	}
	if len(names) < 3 {
		t.Errorf("names: %v", names)
	}
}
