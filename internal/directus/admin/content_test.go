package admin

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/internal/content"
	"ferrule/internal/directus/schema"
)

// tree is a model with references to its own collection, to a later one, and to files.
const tree = `{"collections":[
 {"collection":"branches","meta":{},"schema":{},"fields":[
  {"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}},
  {"field":"parent","type":"integer","meta":{"special":["m2o"]},"schema":{}},
  {"field":"kind","type":"string","meta":{"special":["m2o"]},"schema":{}},
  {"field":"picture","type":"uuid","meta":{"special":["file"]},"schema":{}},
  {"field":"price","type":"decimal","meta":{},"schema":{}},
  {"field":"list","type":"json","meta":{"special":["cast-json"]},"schema":{}},
  {"field":"created","type":"timestamp","meta":{"special":["date-created"]},"schema":{}}]},
 {"collection":"kinds","meta":{},"schema":{},"fields":[
  {"field":"code","type":"string","meta":{},"schema":{"is_primary_key":true}}]}],
 "relations":[
  {"collection":"branches","field":"parent","related_collection":"branches","schema":{"on_delete":"SET NULL"},"meta":{}},
  {"collection":"branches","field":"kind","related_collection":"kinds","schema":{"on_delete":"SET NULL"},"meta":{}},
  {"collection":"branches","field":"picture","related_collection":"directus_files","schema":{"on_delete":"SET NULL"},"meta":{}}],
 "public_permissions":[]}`

const picture = "a1f6f2ce-0a0b-4c0d-8e0f-000000000001"

// pushed returns the tree model, with two branches of which the first refers to the
// second.
func pushed(t *testing.T) (*content.Model, fstest.MapFS) {
	t.Helper()
	m, err := content.ParseModel([]byte(tree))
	if err != nil {
		t.Fatal(err)
	}
	return m, fstest.MapFS{
		"files/a.txt": {Data: []byte("bytes")},
		"content.json": {Data: []byte(`{"files":[{"filename":"a.txt","id":"` + picture + `","title":"A","type":"text/plain","filename_download":"a \"b\".txt","width":9}],
			"items":{"branches":[{"id":1,"parent":2,"kind":"x","picture":"` + picture + `","price":"1.50","list":[{"b":1,"a":2}],"created":"2020-01-01T00:00:00Z"},{"id":2,"parent":null}],
			"kinds":[{"code":"x"}]}}`)},
	}
}

// ready returns an administrator of a stand-in with a model.
func (s *standIn) ready(t *testing.T, declaration string) (*Directus, *[]string) {
	t.Helper()
	d, reported, err := s.administrator(t, "root")
	if err != nil {
		t.Fatal(err)
	}
	model, err := schema.FromDeclaration([]byte(declaration))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.ApplyModel(t.Context(), model); err != nil {
		t.Fatal(err)
	}
	*reported = nil
	return d, reported
}

// exported returns an export of the tree model.
func exported(text string) fstest.MapFS { return fstest.MapFS{"content.json": {Data: []byte(text)}} }

func TestReferencesToFilesWithoutBytesAreLeftOut(t *testing.T) {
	t.Parallel()
	m, _ := pushed(t)
	s := newStandIn()
	d, reported := s.ready(t, tree)
	from := exported(`{"files":[{"id":"` + picture + `","title":"A"}],"items":{"branches":[{"id":1,"picture":"` + picture + `"},{"id":2}],"kinds":[]}}`)
	for _, want := range []Pushed{{Created: 2}, {Same: 2}} {
		done, err := d.Push(t.Context(), m, from)
		if err != nil || done != want {
			t.Fatalf("%+v, %v, want %+v", done, err, want)
		}
		s.items["/items/branches"][0]["picture"] = nil // Directus replies with all fields
		if text := strings.Join(*reported, "\n"); !strings.Contains(text, "file "+picture+" has no bytes; it was left out\n") || !strings.Contains(text, "branches.picture: 1 references to files without bytes were left out") {
			t.Errorf("report %s", text)
		}
		*reported = nil
	}
}

func TestReplacedBytesArePushed(t *testing.T) {
	t.Parallel()
	m, from := pushed(t)
	s := newStandIn()
	d, _ := s.ready(t, tree)
	if _, err := d.Push(t.Context(), m, from); err != nil {
		t.Fatal(err)
	}
	from["files/a.txt"] = &fstest.MapFile{Data: []byte("other bytes")}
	for _, want := range []Pushed{{Same: 3, Changed: 1}, {Same: 4}} {
		if done, err := d.Push(t.Context(), m, from); err != nil || done != want {
			t.Errorf("%+v, %v, want %+v", done, err, want)
		}
	}
	if file := s.items["/files"]; len(file) != 1 || file[0]["file"] != "other bytes" {
		t.Errorf("%v", file)
	}
}

func TestRequestsAreAsLargeAsAccepted(t *testing.T) {
	t.Parallel()
	m, _ := pushed(t)
	var rows []string
	for n := range 150 {
		rows = append(rows, fmt.Sprintf(`{"id":%d,"list":[%q]}`, n+1, strings.Repeat("x", 20_000)))
	}
	from := exported(`{"files":[],"items":{"branches":[` + strings.Join(rows, ",") + `],"kinds":[]}}`)
	for name, s := range map[string]*standIn{
		"default":       {payload: maxPayload},
		"a lower limit": {payload: 100_000},
		"a proxy":       {payload: 50_000, proxy: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			directus := newStandIn()
			directus.payload, directus.proxy, directus.most = s.payload, s.proxy, 40
			d, _ := directus.ready(t, tree)
			posts := directus.posts
			if done, err := d.Push(t.Context(), m, from); err != nil || done != (Pushed{Created: 150}) {
				t.Fatalf("%+v, %v", done, err)
			}
			if n := directus.posts - posts; n > 150 {
				t.Errorf("%d requests", n)
			}
			if done, err := d.Push(t.Context(), m, from); err != nil || done != (Pushed{Same: 150}) {
				t.Errorf("once more: %+v, %v", done, err)
			}
		})
	}
	s := newStandIn()
	d, _ := s.ready(t, tree)
	s.payload = 10_000
	if _, err := d.Push(t.Context(), m, from); err == nil || !strings.Contains(err.Error(), "raise MAX_PAYLOAD_SIZE") || !strings.Contains(err.Error(), "push branches 1 to 1") {
		t.Errorf("a record that is too large: %v", err)
	}
}

// circle is a model of two collections that refer to each other.
const circle = `{"collections":[
 {"collection":"branches","meta":{},"schema":{},"fields":[
  {"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}},
  {"field":"leaf","type":"integer","meta":{"special":["m2o"]},"schema":{}}]},
 {"collection":"leaves","meta":{},"schema":{},"fields":[
  {"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}},
  {"field":"branch","type":"integer","meta":{"special":["m2o"]},"schema":{}}]}],
 "relations":[
  {"collection":"branches","field":"leaf","related_collection":"leaves","schema":{"on_delete":"SET NULL"},"meta":{}},
  {"collection":"leaves","field":"branch","related_collection":"branches","schema":{"on_delete":"SET NULL"},"meta":{}}],
 "public_permissions":[]}`

func TestChangedRecordsReferToNewOnes(t *testing.T) {
	t.Parallel()
	m, err := content.ParseModel([]byte(circle))
	if err != nil {
		t.Fatal(err)
	}
	s := newStandIn()
	d, _ := s.ready(t, circle)
	for _, c := range []struct {
		text string
		want Pushed
	}{
		{`{"items":{"branches":[{"id":1}],"leaves":[{"id":1,"branch":1}]}}`, Pushed{Created: 2}},
		{`{"items":{"branches":[{"id":1},{"id":2,"leaf":1}],"leaves":[{"id":1,"branch":2}]}}`, Pushed{Created: 1, Changed: 1, Same: 1}},
		{`{"items":{"branches":[{"id":1},{"id":2,"leaf":1}],"leaves":[{"id":1,"branch":2}]}}`, Pushed{Same: 3}},
	} {
		if done, err := d.Push(t.Context(), m, exported(c.text)); err != nil || done != c.want {
			t.Errorf("%s: %+v, %v, want %+v", c.text, done, err, c.want)
		}
	}
}

func TestPushWritesOnlyWhatDiffers(t *testing.T) {
	t.Parallel()
	m, from := pushed(t)
	s := newStandIn()
	d, reported, err := s.administrator(t, "root")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Push(t.Context(), m, from); err == nil || !strings.Contains(err.Error(), "the Directus lacks branches, kinds; create it with") {
		t.Errorf("without the model: %v", err)
	}
	model, err := schema.FromDeclaration([]byte(tree))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.ApplyModel(t.Context(), model); err != nil {
		t.Fatal(err)
	}
	first, err := d.Push(t.Context(), m, from)
	if err != nil || first != (Pushed{Created: 4}) {
		t.Fatalf("%+v, %v", first, err)
	}
	file := s.items["/files"][0]
	if file["file"] != "bytes" || file["title"] != "A" || file["filename"] != `a "b".txt` || file["width"] != nil {
		t.Errorf("file %v", file)
	}
	if branch := s.items["/items/branches"][0]; fmt.Sprint(branch["parent"]) != "2" || branch["kind"] != "x" || branch["created"] != nil {
		t.Errorf("branch %v", branch)
	}
	// As SQLite returns them.
	s.items["/items/branches"][0]["price"] = 1.5
	s.items["/items/branches"][0]["created"] = "2026-11-25T20:00:00"
	*reported = nil
	posts := s.posts
	again, err := d.Push(t.Context(), m, from)
	if err != nil || again != (Pushed{Same: 4}) || s.posts != posts || len(*reported) > 0 {
		t.Errorf("once more: %+v, %v, %q", again, err, *reported)
	}
	s.items["/items/branches"][1]["price"] = 7
	s.items["/files"][0]["title"] = "B"
	again, err = d.Push(t.Context(), m, from)
	if err != nil || again != (Pushed{Same: 2, Changed: 2}) {
		t.Errorf("after edits: %+v, %v", again, err)
	}
	if price := s.items["/items/branches"][1]["price"]; price != nil || s.items["/files"][0]["title"] != "A" {
		t.Errorf("price %v, file %v", price, s.items["/files"][0])
	}
	s.left = 1
	s.items["/items/kinds"] = nil
	if _, err := d.Push(t.Context(), m, from); err == nil || !strings.Contains(err.Error(), "push kinds x to x: POST /items/kinds: 403") {
		t.Errorf("a refused record: %v", err)
	}
}

// A limit of the licence of Directus 12 is not mistaken for an error of the model.
func TestLimitOfTheLicenceIsNamed(t *testing.T) {
	t.Parallel()
	s := newStandIn()
	s.version, s.limit = "12.4.1", 1
	d, _, err := s.administrator(t, "root")
	if err != nil {
		t.Fatal(err)
	}
	model, err := schema.FromDeclaration([]byte(tree))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.ApplyModel(t.Context(), model); err == nil || !strings.Contains(err.Error(), "collection kinds: ") || !strings.Contains(err.Error(), "a limit of the licence of this Directus 12.4.1: enter a licence key") {
		t.Error(err)
	}
}
