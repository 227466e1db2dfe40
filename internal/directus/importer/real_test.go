package importer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"ferrule/demo"
	"ferrule/internal/content"
	"ferrule/internal/content/paritytest"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/directus/admin"
	"ferrule/internal/directus/directustest"
	"ferrule/internal/directus/mapping"
	"ferrule/internal/directus/schema"
)

// fill gives a real Directus a model and the content of a store.
func fill(t *testing.T, s *directustest.Server, declaration []byte, from func(*store.Store)) {
	t.Helper()
	d, err := admin.Connect(t.Context(), s.URL, directustest.Token, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	model, err := schema.FromDeclaration(declaration)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.ApplyModel(t.Context(), model); err != nil {
		t.Fatal(err)
	}
	m, err := content.ParseModel(declaration)
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	st, err := store.Open(t.Context(), data, m)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }() // it is not used again
	from(st)
	if _, err := d.Push(t.Context(), m, exported(t, st)); err != nil {
		t.Fatal(err)
	}
}

func exported(t *testing.T, s *store.Store) fs.FS {
	t.Helper()
	folder := t.TempDir()
	if _, err := s.Export(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	return os.DirFS(folder)
}

func load(t *testing.T, from fs.FS) func(*store.Store) {
	return func(s *store.Store) {
		t.Helper()
		if _, err := s.Import(t.Context(), from); err != nil {
			t.Fatal(err)
		}
	}
}

// The demo, pushed to a Directus and imported from it, is the demo.
func TestRealDirectusGivesTheDemoBack(t *testing.T) {
	directustest.SkipWithoutLicence(t)
	source, err := demo.Source()
	if err != nil {
		t.Fatal(err)
	}
	s := directustest.Start(t)
	var want fs.FS
	fill(t, s, content.Declaration(), func(st *store.Store) {
		load(t, source)(st)
		want = exported(t, st)
	})
	i := newInstallation(t, s.URL, "")
	i.options.Token, i.options.Map = directustest.Token, mapping.Mapping{}
	r := i.run()
	if !r.Complete() || r.Extended {
		t.Errorf("complete %v, extended %v", r.Complete(), r.Extended)
	}
	var got fs.FS
	i.use(func(st *store.Store) { got = exported(t, st) })
	sameExports(t, content.Default(), want, got)
}

// recording returns the content of the recording, with a text for each file.
func recording(t *testing.T) (declaration []byte, from fs.FS) {
	t.Helper()
	declaration, err := os.ReadFile(paritytest.Path("schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(paritytest.Path("content.json"))
	if err != nil {
		t.Fatal(err)
	}
	var in inventory
	if err := decodeNumbers(string(text), &in); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.Mkdir(folder+"/files", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, f := range in.Files {
		name := fmt.Sprint(f["id"]) + ".txt"
		f["filename"], f["type"] = name, "text/plain"
		if err := os.WriteFile(folder+"/files/"+name, []byte("text "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if text, err = json.Marshal(in); err == nil {
		err = os.WriteFile(folder+"/content.json", text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return declaration, os.DirFS(folder)
}

// A project of another model arrives whole, and can be given back to an empty Directus.
func TestRealDirectusOfAnotherModelArrivesWhole(t *testing.T) {
	directustest.SkipWithoutLicence(t)
	declaration, from := recording(t)
	first := directustest.Start(t)
	fill(t, first, declaration, load(t, from))
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		i := newInstallation(t, first.URL, address)
		i.options.Token, i.options.Map = directustest.Token, mapping.Mapping{}
		r := i.run()
		if !r.Complete() || !r.Extended {
			t.Errorf("complete %v, extended %v", r.Complete(), r.Extended)
		}
		sameItems(i, first)

		second := directustest.Start(t)
		fill(t, second, i.declaration(), func(st *store.Store) {
			i.use(func(own *store.Store) { load(t, exported(t, own))(st) })
		})
		sameItems(i, second)
	})
}

// The project of the stand-in, in a real Directus.
func TestRealDirectusWithOtherNamesAndKeys(t *testing.T) {
	directustest.OnBoth(t, func(t *testing.T, s *directustest.Server) {
		createProject(t, s)
		i := newInstallation(t, s.URL, "")
		i.options.Token = directustest.Token
		r := i.run()
		contains(t, r.Text(false), "The collection Brands is brands here.", "The field shop_products.secret is of type hash.", "boss@example.com")
		tee := i.keyOf("tee")
		brands := i.read("brands", "name,logo.title,products.slug,blocks.collection,blocks.item:notes.text,blocks.item:products.slug", content.System)
		got, err := json.Marshal(brands)
		want := `[{"blocks":[{"collection":"products","item":{"slug":"tee"}},{"collection":"notes","item":{"text":"a note"}}],"logo":{"title":"A"},"name":"Acme","products":[{"slug":"tee"}]}]`
		if err != nil || string(got) != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
		if names := i.read("products_translations", "name,languages_code", content.System); len(names) != 1 || names[0]["languages_code"] != "de-DE" || names[0]["name"] != "T-Stück" {
			t.Errorf("translations %v", names)
		}
		if products := i.read("products", "*", nil); len(products) != 1 || products[0]["slug"] != "tee" || products[0]["purchase_price"] != nil {
			t.Errorf("visible products %v", products)
		}

		// Edits on either side.
		r = i.run()
		contains(t, r.Text(false), " 0 new, 0 changed, ", " 0 kept", "0 fetched")
		s.Call(t, "PATCH", "/items/shop_products/"+product, object{"weightKg": 2.5})
		s.Call(t, "PATCH", "/items/settings", object{"colour": "green"})
		s.Call(t, "DELETE", "/items/notes/3", nil)
		i.write(content.Change{Collection: "settings", Key: json.Number("1"), Values: object{"colour": "yellow"}},
			content.Change{Collection: "brands", Key: brand, Values: object{"name": "Acme & Co."}})
		r = i.run()
		contains(t, r.Text(false), " 0 new, 1 changed, ", "settings 1", "notes 3")
		for _, row := range i.read("products", "id,weight_kg", content.System) {
			if row["id"] == tee && fmt.Sprint(row["weight_kg"]) != "2.5" {
				t.Errorf("the edit there: %v", row)
			}
		}
		if row := i.read("brands", "name", content.System)[0]; row["name"] != "Acme & Co." {
			t.Errorf("the edit here: %v", row)
		}
	})
}

// createProject creates the project of the stand-in, but for shapes, for which SQLite needs
// an extension, and the collection without a key.
func createProject(t *testing.T, s *directustest.Server) {
	t.Helper()
	p, _ := newProject(t)
	for _, c := range p.schema.Collections {
		if name := fmt.Sprint(c["collection"]); !strings.HasPrefix(name, "directus_") && name != "keyless" {
			c["fields"] = slices.DeleteFunc(c["fields"].([]any), func(f any) bool { return f.(object)["field"] == "place" })
			s.Call(t, "POST", "/collections", c)
		}
	}
	for _, r := range p.schema.Relations {
		s.Call(t, "POST", "/relations", r)
	}
	file := upload(t, s, picture)
	s.Call(t, "PATCH", "/files/"+file, object{"title": "A"})
	user := object{"id": "77777777-0000-4000-8000-000000000001", "email": "boss@example.com", "first_name": "Ida"}
	s.Call(t, "POST", "/users", user)
	for _, path := range []string{"languages", "Brands", "notes", "shop_products", "shop_products_translations", "Brands_blocks"} {
		for _, row := range p.rows["/items/"+path] {
			delete(row, "place")
			s.Call(t, "POST", "/items/"+path, row)
		}
	}
	s.Call(t, "PATCH", "/items/settings", object{"colour": "blue"})
	if s.Major() >= 12 {
		return // without a licence key, it refuses permissions on some fields
	}
	var access []struct{ Policy string }
	s.Read(t, `/access?filter={"_and":[{"role":{"_null":true}},{"user":{"_null":true}}]}&fields=policy`, &access)
	s.Call(t, "POST", "/permissions", object{"policy": access[0].Policy, "collection": "shop_products", "action": "read", "fields": []string{"uid", "handle", "weightKg"}})
}

// upload creates a file with an id.
func upload(t *testing.T, s *directustest.Server, id string) string {
	t.Helper()
	body := "--b\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n" + id +
		"\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\nbytes\r\n--b--\r\n"
	r, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodPost, s.URL+"/files", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	r.Header.Set("Authorization", "Bearer "+directustest.Token)
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reply.Body.Close() }() // only read
	if reply.StatusCode != http.StatusOK {
		t.Fatalf("upload: %s", reply.Status)
	}
	return id
}
