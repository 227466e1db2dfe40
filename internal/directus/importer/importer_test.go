package importer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/directus/mapping"
)

func onBoth(t *testing.T, test func(p *project, i *installation)) {
	t.Helper()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		p, url := newProject(t)
		test(p, newInstallation(t, url, address))
	})
}

func contains(t *testing.T, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("the report lacks %q:\n%s", w, text)
		}
	}
}

// keyOf returns the integer that a key of the project has here.
func (i *installation) keyOf(handle string) json.Number {
	i.Helper()
	for _, row := range i.read("products", "id,slug", content.System) {
		if row["slug"] == handle {
			return row["id"].(json.Number)
		}
	}
	i.Fatalf("there is no product %s", handle)
	return ""
}

func TestEverythingOfADirectusArrives(t *testing.T) {
	t.Parallel()
	onBoth(t, func(_ *project, i *installation) {
		r := i.run()
		tee := i.keyOf("tee")
		if n, err := tee.Int64(); err != nil || n < 1<<30 {
			i.Errorf("the key of a UUID is %s", tee)
		}
		for _, c := range []struct {
			collection, fields string
			want               string
		}{
			{"products", "slug,status,weight_kg,purchase_price,place,owner,brand", `[
				{"slug":"tee","status":"published","weight_kg":0.5,"purchase_price":"12.50","place":{"coordinates":[1,2],"type":"Point"},"owner":"77777777-0000-4000-8000-000000000001","brand":"` + brand + `"},
				{"slug":"elbow","status":"draft","weight_kg":null,"purchase_price":null,"place":null,"owner":null,"brand":null}]`},
			{"products_translations", "id,name,languages_code,products_id.slug", `[{"id":1,"name":"T-Stück","languages_code":"de-DE","products_id":{"slug":"tee"}}]`},
			{"brands", "id,name,logo.title,products.slug,blocks.collection,blocks.item:notes.text,blocks.item:products.slug", `[
				{"id":"` + brand + `","name":"Acme","logo":{"title":"A"},"products":[{"slug":"tee"}],
				 "blocks":[{"collection":"products","item":{"slug":"tee"}},{"collection":"notes","item":{"text":"a note"}}]}]`},
			{"settings", "id,colour", `[{"id":1,"colour":"blue"}]`},
			{"directus_files", "id,title,filename_disk", `[{"id":"` + picture + `","title":"A","filename_disk":"` + picture + `.txt"},{"id":"` + lost + `","title":"B","filename_disk":"` + lost + `.txt"}]`},
		} {
			var want []object
			if err := decodeNumbers(c.want, &want); err != nil {
				i.Fatal(err)
			}
			got := i.read(c.collection, c.fields, content.System)
			if len(got) == 2 && got[0]["slug"] == "elbow" {
				got[0], got[1] = got[1], got[0] // keys are hashes
			}
			if diff := cmp.Diff(want, got); diff != "" {
				i.Errorf("%s: %s", c.collection, diff)
			}
		}
		if text, err := os.ReadFile(i.folder + "/files/" + picture + ".txt"); string(text) != "bytes" {
			i.Errorf("bytes %q, %v", text, err)
		}
		contains(i.T, r.Text(false),
			"The collection Brands is brands here.",
			"The field shop_products.weightKg is products.weight_kg here.",
			"The field shop_products.place, of type geometry.Point, is JSON here.",
			"Deleting a record of Brands empties shop_products.brand here; the Directus refuses to.",
			"The field shop_products.secret is of type hash.",
			"The collection keyless has no primary key.",
			"The bytes of the file "+lost+" could not be fetched",
			"Records: 11 new, 0 changed, 0 unchanged, 0 kept",
		)
		if r.Complete() {
			i.Error("an import without the bytes of a file is complete")
		}
		written, err := os.ReadFile(i.options.Folder + "/report.txt")
		if err != nil || string(written) != r.Text(true)+"\n" {
			i.Errorf("report.txt: %v", err)
		}
	})
}

// The public sees what the rules of the model and of the Directus allow.
func TestNothingBecomesVisibleByAnImport(t *testing.T) {
	t.Parallel()
	p, url := newProject(t)
	i := newInstallation(t, url, "")
	r := i.run()
	products := i.read("products", "*", nil)
	if len(products) != 1 || products[0]["slug"] != "tee" || products[0]["weight_kg"] == nil {
		t.Errorf("visible products: %v", products)
	}
	for _, field := range []string{"purchase_price", "place", "owner"} {
		if _, shown := products[0][field]; shown {
			t.Errorf("the public reads %s", field)
		}
	}
	if brands := i.read("brands", "*", nil); len(brands) != 1 || len(brands[0]) != 2 {
		t.Errorf("visible brands: %v", brands)
	}
	m := i.model()
	for _, name := range []string{"notes", "settings", "brands_blocks"} {
		if m.Published(m.Collection(name)) {
			t.Errorf("the public reads %s", name)
		}
	}
	contains(t, r.Text(false), "The public may not read notes, since the model cannot express its permission: it uses $CURRENT_ROLE.")

	// A status that the model does not have hides drafts, too.
	p.edit(func() {
		p.schema.Collections = append(p.schema.Collections, object{"collection": "tags", "meta": object{}, "schema": object{}, "fields": []any{
			object{"field": "id", "type": "integer", "schema": object{"is_primary_key": true}},
			object{"field": "slug", "type": "string", "schema": object{}},
			object{"field": "status", "type": "string", "schema": object{}},
		}})
		p.rows["/items/tags"] = []object{{"id": 1, "slug": "shown", "status": "published"}, {"id": 2, "slug": "hidden", "status": "draft"}, {"id": 3, "slug": "old", "status": nil}}
	})
	i.run()
	if all, shown := i.read("tags", "slug", content.System), i.read("tags", "slug", nil); len(all) != 3 || len(shown) != 2 {
		t.Errorf("%d tags, of which %v are shown", len(all), shown)
	}
}

func TestASecondImportBringsWhatHasChanged(t *testing.T) {
	t.Parallel()
	onBoth(t, func(p *project, i *installation) {
		i.run()
		p.took("")
		r := i.run()
		contains(i.T, r.Text(false), "Records: 0 new, 0 changed, 11 unchanged, 0 kept", "0 fetched (0.0 MB), of 1 already here")
		if r.Extended {
			i.Error("the model changed again")
		}
		if again := p.took("/assets/" + picture); len(again) > 0 {
			i.Error("bytes that are here were fetched again")
		}
		tee, elbow := i.keyOf("tee"), i.keyOf("elbow")
		set := func(id json.Number, field string, v any) content.Change {
			return content.Change{Collection: "products", Key: id, Values: object{field: v}}
		}
		// Edited there; edited here; edited on both sides; deleted here; deleted there; new there.
		p.edit(func() {
			p.rows["/items/shop_products"][1]["handle"] = "elbow-90"
			p.rows["/items/shop_products_translations"][0]["name"] = "T"
			p.rows["/items/settings"][0]["colour"] = "green"
			p.rows["/items/Brands_blocks"] = p.rows["/items/Brands_blocks"][:1]
			p.rows["/items/languages"] = append(p.rows["/items/languages"], object{"code": "fr-FR", "name": "Français"})
			p.rows["/files"][0]["filesize"], p.rows["/files"][0]["uploaded_on"] = 9, "2026-02-01T00:00:00.000Z"
			p.assets[picture] = "new bytes"
		})
		i.write(set(tee, "weight_kg", json.Number("7.5")),
			content.Change{Collection: "settings", Key: json.Number("1"), Values: object{"colour": "yellow"}},
			content.Change{Collection: "notes", Key: json.Number("3"), Delete: true})
		r = i.run()
		contains(i.T, r.Text(false), "Records: 1 new, 3 changed, 5 unchanged, 2 kept",
			"the records of here were kept:\n  settings 1", "Deleted here, and not brought again:\n  notes 3", "No longer in the Directus; the records of here were kept:\n  brands_blocks 2")
		if got := i.keyOf("elbow-90"); got != elbow {
			i.Errorf("the edited product has the key %s instead of %s", got, elbow)
		}
		if got := i.read("settings", "colour", content.System)[0]["colour"]; got != "yellow" {
			i.Errorf("the record that was edited on both sides is %v", got)
		}
		for _, row := range i.read("products", "slug,weight_kg", content.System) {
			if row["slug"] == "tee" && fmt.Sprint(row["weight_kg"]) != "7.5" {
				i.Errorf("the edit of here was lost: %v", row)
			}
		}
		disk := fmt.Sprint(i.read("directus_files", "filename_disk", content.System)[0]["filename_disk"])
		if text, err := os.ReadFile(i.folder + "/files/" + disk); string(text) != "new bytes" {
			i.Errorf("replaced bytes: %q, %v", text, err)
		}
		if _, err := os.Stat(i.folder + "/files/" + picture + ".txt"); err == nil {
			i.Error("the bytes that were replaced remain")
		}
		i.options.Delete = true
		contains(i.T, i.run().Text(false), "No longer in the Directus, and deleted here:\n  brands_blocks 2")
		if n := len(i.read("brands_blocks", "id", content.System)); n != 1 {
			i.Errorf("%d rows after a deletion there", n)
		}
	})
}

// A field that the Directus gets later, with a value for existing records, is no edit of here.
func TestAFieldThatIsAddedThereArrives(t *testing.T) {
	t.Parallel()
	onBoth(t, func(p *project, i *installation) {
		p.edit(func() { p.rows["/items/notes"] = append(p.rows["/items/notes"], object{"id": 4, "text": "another"}) })
		i.run()
		p.edit(func() {
			for _, c := range p.schema.Collections {
				if c["collection"] == "notes" {
					c["fields"] = append(c["fields"].([]any), object{"field": "open", "type": "boolean", "meta": object{}, "schema": object{"default_value": true}})
				}
			}
			p.rows["/items/notes"][0]["open"], p.rows["/items/notes"][1]["open"] = false, true
		})
		r := i.run()
		if !r.Extended {
			i.Error("the model has not got the field")
		}
		contains(i.T, r.Text(false), "0 kept as", "Fields beside those of the model: notes (open).")
		if notes := i.read("notes", "open", content.System); notes[0]["open"] != false || notes[1]["open"] != true {
			i.Errorf("%v", notes)
		}
		p.edit(func() { p.rows["/items/notes"][1]["text"] = "edited" })
		contains(i.T, i.run().Text(false), "0 new, 1 changed", "0 kept as")
	})
}

// A record may be new there whose parent was deleted here.
func TestRecordsFollowADeletionHere(t *testing.T) {
	t.Parallel()
	p, url := newProject(t)
	i := newInstallation(t, url, "")
	i.run()
	i.write(content.Change{Collection: "products", Key: i.keyOf("tee"), Delete: true})
	p.edit(func() {
		p.rows["/items/shop_products_translations"] = append(p.rows["/items/shop_products_translations"], object{"id": 2, "product": product, "lang": "de", "name": "again"})
	})
	r := i.run()
	contains(t, r.Text(false), "products_translations 2 refers to a record that was not brought")
	if n := len(i.read("products_translations", "id", content.System)); n != 0 {
		t.Errorf("%d translations of a deleted product", n)
	}
}

// What a mirror has copied is completed, and its own content is kept.
func TestContentOfBeforeIsKeptUnlessItWasACopy(t *testing.T) {
	t.Parallel()
	for _, copied := range []bool{false, true} {
		p, url := newProject(t)
		p.rows["/items/languages"][0]["name"] = "German"
		i := newInstallation(t, url, "")
		i.write(content.Change{Collection: "languages", Key: "de-DE", Values: object{"name": "Deutsch"}})
		i.options.Copied = copied
		want := map[bool]string{false: "Deutsch", true: "German"}[copied]
		if contains(t, i.run().Text(false), map[bool]string{false: "languages de-DE", true: "1 changed"}[copied]); i.read("languages", "name", content.System)[0]["name"] != want {
			t.Errorf("copied %v: not %s", copied, want)
		}
	}
}

func TestAnInstallationThatHasTablesIsExtended(t *testing.T) {
	t.Parallel()
	onBoth(t, func(_ *project, i *installation) {
		i.use(func(s *store.Store) {
			change := content.Change{Collection: "products", Key: json.Number("1"), Values: object{"slug": "own", "status": "published"}}
			if err := s.Apply(i.Context(), []content.Change{change}); err != nil {
				i.Fatal(err)
			}
		})
		i.run()
		if n := len(i.read("products", "slug,weight_kg", content.System)); n != 3 {
			i.Errorf("%d products", n)
		}
	})
}

// unchanged reports what of an installation a refused import has written.
func (i *installation) unchanged() {
	i.Helper()
	for _, name := range []string{"/model.json", "/content.db", "/accounts.db", "/state/map.json", "/state/records.jsonl"} {
		if _, err := os.Stat(i.folder + name); err == nil {
			i.Errorf("a refused import wrote %s", name)
		}
	}
}

func TestBadInputChangesNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		change     func(p *project, i *installation)
	}{
		{"address", "cannot be reached", func(_ *project, i *installation) { i.options.URL = "http://127.0.0.1:1" }},
		{"path", "there is no Directus at", func(_ *project, i *installation) { i.options.URL += "/admin" }},
		{"no address", "is no address of a Directus", func(_ *project, i *installation) { i.options.URL = "cms.example.com" }},
		{"token", "does not accept the token", func(_ *project, i *installation) { i.options.Token = "wrong" }},
		{"no token", "needs a token", func(_ *project, i *installation) { i.options.Token = "" }},
		{"version", "version 10.13.0; version 11 or newer is needed", func(p *project, _ *installation) { p.version = "10.13.0" }},
		{"licence", "the licence of the Directus blocks its API", func(p *project, _ *installation) {
			p.status["/items/notes"], p.code = http.StatusForbidden, "RESOURCE_RESTRICTED"
		}},
		{"map", "are both", func(_ *project, i *installation) {
			i.options.Map.Collections = map[string]string{"products": "shop_products", "tags": "shop_products"}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, url := newProject(t)
			i := newInstallation(t, url, "")
			c.change(p, i)
			if _, err := i.try(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			i.unchanged()
		})
	}
}

func TestWhatTheTokenMayNotReadIsNamed(t *testing.T) {
	t.Parallel()
	p, url := newProject(t)
	i := newInstallation(t, url, "")
	p.admin = false
	for _, path := range []string{"/users", "/policies", "/items/notes"} {
		p.status[path] = http.StatusForbidden
	}
	r := i.run()
	contains(t, r.Text(false), "no administrator of the Directus: only what it may read was brought",
		"The token may not read the users of the Directus; none was brought",
		"The token may not read policies and permissions", "The token may not read these collections: notes")
	if n := len(i.read("products", "id", content.System)); n != 2 {
		t.Errorf("%d products", n)
	}
	m := i.model()
	if m.Published(m.Collection("brands")) {
		t.Error("the public reads a collection whose permissions are unknown")
	}
}

// An import that ends before its transaction changes nothing, and the next one does not
// fetch again what it has fetched.
func TestAnInterruptedImportIsCompletedByTheNext(t *testing.T) {
	t.Parallel()
	p, url := newProject(t)
	i := newInstallation(t, url, "")
	ctx, stop := context.WithCancel(t.Context())
	fetched := func() bool {
		entries, err := os.ReadDir(i.options.Folder + "/files")
		return err == nil && slices.ContainsFunc(entries, func(e os.DirEntry) bool {
			return strings.HasPrefix(e.Name(), picture) && !strings.HasSuffix(e.Name(), ".part")
		})
	}
	p.onAsset = func(id string) {
		if id == lost {
			for !fetched() && t.Context().Err() == nil {
				runtime.Gosched()
			}
			stop()
		}
	}
	if _, err := i.try(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if n := len(i.read("products", "id", content.System)); n != 0 {
		t.Errorf("%d products after an interrupted import", n)
	}
	p.onAsset = nil
	p.took("")
	i.broken = errors.New("the disk is full")
	if _, err := i.try(t.Context()); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("a failed transaction: %v", err)
	}
	if again := p.took("/assets/" + picture); len(again) > 0 {
		t.Error("fetched bytes were fetched again")
	}
	if _, err := os.Stat(i.folder + "/files/" + picture + ".txt"); err == nil {
		t.Error("bytes without a record remain")
	}
	i.broken = nil
	contains(t, i.run().Text(false), "Records: 11 new, 0 changed, 0 unchanged, 0 kept")
	contains(t, i.run().Text(false), "Records: 0 new, 0 changed, 11 unchanged, 0 kept")
}

// Without a map, what resembles the model stands beside it; the report says how to place it.
func TestAMissingMapIsProposed(t *testing.T) {
	t.Parallel()
	_, url := newProject(t)
	i := newInstallation(t, url, "")
	i.options.Map = mapping.Mapping{}
	contains(t, i.run().Text(false), "shop_products_translations may be products_translations", "languages are spelled otherwise", "ferrule content map --from "+url+" > map.json")
	if n := len(i.read("shop_products", "uid,handle,weight_kg,translations.name", content.System)); n != 2 {
		t.Errorf("%d records beside the model", n)
	}
	if strings.Contains(i.run().Text(false), "content map") {
		t.Error("it is proposed again")
	}
}

// A text may show a file by the address of the Directus, which is turned off some day, and
// contain what pages do not allow.
func TestTextsArriveAsPagesShowThem(t *testing.T) {
	t.Parallel()
	p, url := newProject(t)
	for _, c := range p.schema.Collections {
		if c["collection"] == "notes" {
			c["fields"].([]any)[1].(object)["meta"] = object{"interface": "input-rich-text-html"}
		}
	}
	p.rows["/items/notes"][0]["text"] = `<p>a<script>b</script></p><img src="` + url + "/assets/" + picture + `?width=9">`
	i := newInstallation(t, url, "")
	contains(t, i.run().Text(false), "Addresses of files in the Directus became those of the site in 1 text.", "such as scripts and styles, was removed from 1 text.")
	if got := i.read("notes", "text", content.System)[0]["text"]; got != `<p>a</p><img src="/assets/`+picture+`?width=9">` {
		t.Errorf("%v", got)
	}
	contains(t, i.run().Text(false), "0 new, 0 changed, 11 unchanged")
}

func TestAnotherDirectusIsRefused(t *testing.T) {
	t.Parallel()
	_, url := newProject(t)
	i := newInstallation(t, url, "")
	i.run()
	_, i.options.URL = newProject(t)
	if _, err := i.try(t.Context()); err == nil || !strings.Contains(err.Error(), "holds an import from "+url) {
		t.Error(err)
	}
}
