package store_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/fault"
)

// twoFamilies returns content with a nut and a ring of two sizes each.
const twoFamilies = `{"items":{"languages":[{"code":"en-US","sort":1}],"products":[
 {"id":1,"slug":"nut","status":"published","variations":[{"id":11,"sku":"N-6"},{"id":12,"sku":"N-12"}]},
 {"id":2,"slug":"ring","status":"published","variations":[{"id":21,"sku":"R-6"},{"id":22,"sku":"R-12"}]},
 {"id":3,"slug":"set","status":"published","product_type":"bundle"}]}}`

const setParts = "products?filter[slug][_eq]=set&fields=bundle.quantity,bundle.related_products_id.slug,bundle.related_variations_id.sku"

func TestBundleRowsReferenceAVariation(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := openOn(t, address, m)
		if err := importBody(t, s, twoFamilies); err != nil {
			t.Fatal(err)
		}
		set := `{"id":3,"slug":"set","status":"published","product_type":"bundle","bundle":[{"related_products_id":1,"related_variations_id":12,"quantity":2},{"related_products_id":2,"related_variations_id":VARIATION}]}`
		if err := importBody(t, s, `{"items":{"products":[`+strings.Replace(set, "VARIATION", "22", 1)+`]}}`); err != nil {
			t.Fatal(err)
		}
		want := `{"data":[{"bundle":[{"quantity":2,"related_products_id":{"slug":"nut"},"related_variations_id":{"sku":"N-12"}},{"quantity":1,"related_products_id":{"slug":"ring"},"related_variations_id":{"sku":"R-12"}}]}]}`
		parts := func(step, want string) {
			t.Helper()
			if got, err := read(t, s, m, setParts); err != nil || got != want {
				t.Errorf("%s: got %s, %v\nwant %s", step, got, err, want)
			}
		}
		parts("imported", want)

		err := importBody(t, s, `{"items":{"products":[`+strings.Replace(set, "VARIATION", "12", 1)+`]}}`)
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "related_variations_id 12 is no variation of product 2") {
			t.Errorf("import of a nut as a variation of the ring: %v", err)
		}
		_, err = write(t, s, m, content.ActionUpdate, "products", `{"id":3,"bundle":{"create":[{"related_products_id":2,"related_variations_id":11}],"update":[],"delete":[]}}`)
		if fault.KindOf(err) != fault.Invalid || err == nil || !strings.Contains(err.Error(), "no variation of product 2") {
			t.Errorf("write of a nut as a variation of the ring: %v", err)
		}
		if _, err = write(t, s, m, content.ActionUpdate, "variations", `{"id":22,"product":1}`); err == nil {
			t.Error("a bundled variation was moved to another product, want an error")
		}
		parts("after what was refused", want)

		mustWrite(t, s, m, content.ActionUpdate, "products", `{"id":2,"status":"draft"}`)
		parts("with an unpublished part", `{"data":[{"bundle":[{"quantity":2,"related_products_id":{"slug":"nut"},"related_variations_id":{"sku":"N-12"}}]}]}`)
		mustWrite(t, s, m, content.ActionUpdate, "products", `{"id":2,"status":"published"}`)
		if _, err := s.Write(t.Context(), content.Write{Collection: m.Collection("variations"), Action: content.ActionDelete, Access: content.Administrator(), Keys: []any{int64(22)}}); err != nil {
			t.Fatal(err)
		}
		parts("after the deletion of a variation", strings.Replace(want, `{"sku":"R-12"}`, "null", 1))
	})
}

// Bundles of the previous model reference products only.
func TestDatabaseWithBundlesOfThePreviousModelOpens(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile("../model.json")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(body)) {
		if !strings.Contains(line, `"related_variations_id"`) {
			lines = append(lines, line)
		}
	}
	before, err := content.ParseModel([]byte(strings.Join(lines, "")))
	if err != nil {
		t.Fatal(err)
	}
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		dir := t.TempDir()
		old, err := store.OpenAt(t.Context(), address, dir, before)
		if err != nil {
			t.Fatal(err)
		}
		set := `"products":[{"id":3,"slug":"set","status":"published","bundle":[{"related_products_id":1,"quantity":2}]}]`
		for _, body := range []string{twoFamilies, `{"items":{` + set + `}}`} {
			if _, err := old.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(body)}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := old.Close(); err != nil {
			t.Fatal(err)
		}
		m := content.Default()
		s, err := store.OpenAt(t.Context(), address, dir, m)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if got, err := read(t, s, m, setParts); err != nil || got != `{"data":[{"bundle":[{"quantity":2,"related_products_id":{"slug":"nut"},"related_variations_id":null}]}]}` {
			t.Errorf("got %s, %v", got, err)
		}
		mustWrite(t, s, m, content.ActionUpdate, "products", `{"id":3,"bundle":{"create":[],"update":[{"id":1,"related_variations_id":12}],"delete":[]}}`)
		if h, err := s.Check(t.Context()); err != nil || len(h.Problems) > 0 {
			t.Errorf("%v, %v", h.Problems, err)
		}
	})
}
