package store_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/fault"
)

const small = `{"items":{
 "languages":[{"code":"de-DE","sort":1},{"code":"en-US","sort":2}],
 "products":[{"id":1,"slug":"a","status":"published","translations":[{"languages_code":"de-DE","name":"A"},{"languages_code":"en-US","name":"A"}]},
             {"id":2,"slug":"b","status":"published","translations":[{"languages_code":"de-DE","name":"B"}]}]}}`

func importBody(t *testing.T, s *store.Store, body string) error {
	t.Helper()
	_, err := s.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(body)}})
	return err
}

func TestDirectusModelAndContentAreLoaded(t *testing.T) {
	t.Parallel()
	m, s := parity(t)
	got, err := read(t, s, m, "products?fields=price,ean,is_new,specs,keywords,weight,release_date,opens,translations.name,categories.sort&limit=1&filter[id][_eq]=6&deep[translations][_limit]=1")
	want := `{"data":[{"price":"20.60","ean":"9007199254741000","is_new":false,"specs":{"dn":25,"tags":["a","b"]},"keywords":[],"weight":0.75,"release_date":"2025-02-24","opens":"06:30:00","translations":[{"name":"Flansch Stahl 06"}],"categories":[{"sort":1},{"sort":2}]}]}`
	if err != nil || got != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
	if got, err := read(t, s, m, "empty_page"); err != nil || got != `{"data":{"id":null,"title":"Untitled"}}` {
		t.Errorf("singleton without a row: %s, %v", got, err)
	}
	if got, err := read(t, s, m, "partners?meta=*&search=n1"); err != nil || got != `{"meta":{"total_count":3,"filter_count":0},"data":[]}` {
		t.Errorf("search in a hidden field: %s, %v", got, err)
	}
}

func TestImportOfTheSameInputAssignsTheSameKeys(t *testing.T) {
	t.Parallel()
	m := content.Default()
	s := load(t, m, small, nil)
	all := "products_translations?fields=id,products_id,languages_code,name&sort=id"
	first, err := read(t, s, m, all)
	if err != nil {
		t.Fatal(err)
	}
	if err := importBody(t, s, small); err != nil {
		t.Fatal(err)
	}
	if again, err := read(t, s, m, all); err != nil || again != first {
		t.Errorf("second import: %s, %v\nfirst %s", again, err, first)
	}
	want := `{"data":[{"id":1,"products_id":1,"languages_code":"de-DE","name":"A"},{"id":2,"products_id":1,"languages_code":"en-US","name":"A"},{"id":3,"products_id":2,"languages_code":"de-DE","name":"B"}]}`
	if first != want {
		t.Errorf("got %s\nwant %s", first, want)
	}
}

func TestPartialImportReplacesOnlyListedRelations(t *testing.T) {
	t.Parallel()
	m := content.Default()
	s := load(t, m, small, nil)
	if err := importBody(t, s, `{"items":{"products":[
	 {"id":1,"slug":"a2","status":"published","translations":[{"languages_code":"en-US","name":"New"}]},
	 {"id":2,"slug":"b","status":"published","sku":"B2"},
	 {"id":3,"slug":"c","status":"published","translations":[{"languages_code":"de-DE","name":"C"}]}]}}`); err != nil {
		t.Fatal(err)
	}
	got, err := read(t, s, m, "products?fields=slug,sku,translations.id,translations.name&sort=id")
	want := `{"data":[{"slug":"a2","sku":null,"translations":[{"id":2,"name":"New"}]},{"slug":"b","sku":"B2","translations":[{"id":3,"name":"B"}]},{"slug":"c","sku":null,"translations":[{"id":4,"name":"C"}]}]}`
	if err != nil || got != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
}

func TestImportIsAllOrNothing(t *testing.T) {
	t.Parallel()
	m := content.Default()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	const id = "00000000-0000-4000-8000-000000000001"
	file := `"files":[{"id":"` + id + `","filename":"a.txt"}],`
	for want, body := range map[string]string{
		"content.json is malformed":     `{`,
		"malformed":                     `{"other":1}`,
		`there is no collection "nope"`: `{"items":{"nope":[]}}`,
		"index: needs one object":       `{"items":{"index":[]}}`,
		"products: needs a list":        `{"items":{"products":{}}}`,
		`products[0] (id 1): there is no field "nme" in products`:   `{"items":{"products":[{"id":1,"nme":"x"}]}}`,
		"products[1] (id 2): stock: Invalid numeric value":          `{"items":{"products":[{"id":1,"slug":"a"},{"id":2,"slug":"b","stock":"many"}]}}`,
		"products[0] (id 1): status: is required":                   `{"items":{"products":[{"id":1,"status":null}]}}`,
		"products[0] (id 1): slug: has to be valid UTF-8":           `{"items":{"products":[{"id":1,"slug":"a\u0000"}]}}`,
		"languages[0]: needs a code":                                `{"items":{"languages":[{"name":"x"}]}}`,
		"products, item 1: thumbnail refers to " + id:               `{"items":{"products":[{"id":1,"slug":"a","thumbnail":"` + id + `"}]}}`,
		"products_translations, item 1: languages_code refers to":   `{"items":{"products":[{"id":1,"slug":"a","translations":[{"languages_code":"xx-XX"}]}]}}`,
		"products[1] (id 2): products.slug has to be unique":        `{"items":{"products":[{"id":1,"slug":"a"},{"id":2,"slug":"a"}]}}`,
		"translations: needs a list of objects":                     `{"items":{"products":[{"id":1,"slug":"a","translations":[1]}]}}`,
		"thumbnail: needs the key of a record of directus_files":    `{"items":{"products":[{"id":1,"slug":"a","thumbnail":{"id":"x"}}]}}`,
		"menu[0] (id 1).links[0] (id 1): item: collection products": `{"items":{"menu":[{"id":1,"slug":"m","links":[{"collection":"products","item":"1"}]}]}}`,
		"files[0] (b.txt): open files/b.txt":                        `{"files":[{"id":"` + id + `","filename":"b.txt"}]}`,
		"files[0] (../a.txt): filename":                             `{"files":[{"id":"` + id + `","filename":"../a.txt"}]}`,
		"files[0] (a.txt): id has to be a UUID":                     `{"files":[{"id":"../x","filename":"a.txt"}]}`,
		`files[0] (a.txt): there is no field "shade"`:               `{"files":[{"id":"` + id + `","filename":"a.txt","shade":1}]}`,
		"stock: Invalid": `{` + file + `"items":{"products":[{"id":1,"slug":"a","stock":"after the files"}]}}`,
	} {
		_, err := s.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(body)}, "files/a.txt": {Data: []byte("a")}})
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("want %s, got %v", want, err)
		}
	}
	for _, c := range []string{"products", "languages", "directus_files", "menu"} {
		if got, err := read(t, s, m, c, func(q *content.Query) { q.Access = content.System }); err != nil || got != `{"data":[]}` {
			t.Errorf("%s: %s, %v", c, got, err)
		}
	}
	if left := folder(t, filepath.Join(dir, "files")); len(left) != 0 {
		t.Errorf("files left behind: %v", left)
	}
	if empty, err := s.Empty(t.Context()); err != nil || !empty {
		t.Errorf("Empty: %v, %v", empty, err)
	}
}

func TestFilesAreCopiedAndDescribed(t *testing.T) {
	t.Parallel()
	m := content.Default()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	files := fstest.MapFS{
		"files/a.PNG":  {Data: picture(t, 30, 20)},
		"files/b.svg":  {Data: []byte(`<?xml version="1.0"?><!-- x --><svg viewBox="0 0 640 480"></svg>`)},
		"files/c.mp4":  {Data: mp4(1280, 720)},
		"files/d.webm": {Data: webm(640, 360)},
		"files/e.pdf":  {Data: []byte("%PDF-1.7")},
		"files/f.html": {Data: []byte("<script>")},
	}
	in := map[string]any{"files": []map[string]any{}}
	var list []map[string]any
	for i, name := range []string{"a.PNG", "b.svg", "c.mp4", "d.webm", "e.pdf", "f.html"} {
		f := map[string]any{"id": "00000000-0000-4000-8000-00000000000" + string(rune('1'+i)), "filename": name}
		if name == "e.pdf" {
			f["width"], f["height"] = 210, 297
		}
		list = append(list, f)
	}
	in["files"] = list
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	files["content.json"] = &fstest.MapFile{Data: body}
	got, err := s.Import(t.Context(), files)
	if err != nil || got.Files != 6 || got.Items["directus_files"] != 6 {
		t.Fatalf("%+v, %v", got, err)
	}
	reply, err := read(t, s, m, "directus_files?fields=filename_disk,filename_download,type,width,height&sort=id")
	want := `{"data":[` +
		`{"filename_disk":"00000000-0000-4000-8000-000000000001.png","filename_download":"a.PNG","type":"image/png","width":30,"height":20},` +
		`{"filename_disk":"00000000-0000-4000-8000-000000000002.svg","filename_download":"b.svg","type":"image/svg+xml","width":640,"height":480},` +
		`{"filename_disk":"00000000-0000-4000-8000-000000000003.mp4","filename_download":"c.mp4","type":"video/mp4","width":1280,"height":720},` +
		`{"filename_disk":"00000000-0000-4000-8000-000000000004.webm","filename_download":"d.webm","type":"video/webm","width":640,"height":360},` +
		`{"filename_disk":"00000000-0000-4000-8000-000000000005.pdf","filename_download":"e.pdf","type":"application/pdf","width":210,"height":297},` +
		`{"filename_disk":"00000000-0000-4000-8000-000000000006.html","filename_download":"f.html","type":"application/octet-stream","width":null,"height":null}]}`
	if err != nil || reply != want {
		t.Errorf("got  %s, %v\nwant %s", reply, err, want)
	}
	copied, err := os.ReadFile(filepath.Join(dir, "files", "00000000-0000-4000-8000-000000000005.pdf"))
	if err != nil || string(copied) != "%PDF-1.7" {
		t.Errorf("%q, %v", copied, err)
	}
}

// mp4 returns a minimal video file: moov > trak > tkhd.
func mp4(w, h int) []byte {
	box := func(name string, body []byte) []byte {
		n := len(body) + 8
		return append([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n), name[0], name[1], name[2], name[3]}, body...)
	}
	tkhd := append(make([]byte, 76), byte(w>>8), byte(w), 0, 0, byte(h>>8), byte(h), 0, 0)
	return append(box("ftyp", []byte("isom")), box("moov", append(box("mvhd", make([]byte, 100)), box("trak", box("tkhd", tkhd))...))...)
}

// webm returns a Tracks element with one video track.
func webm(w, h int) []byte {
	video := []byte{0xe0, 0x88, 0xb0, 0x82, byte(w >> 8), byte(w), 0xba, 0x82, byte(h >> 8), byte(h)}
	entry := append([]byte{0xae, byte(0x80 | (3 + len(video))), 0xd7, 0x81, 0x01}, video...)
	return append([]byte{0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x16, 0x54, 0xae, 0x6b, byte(0x80 | len(entry))}, entry...)
}

// An invalid redirect rule is detected before any part of the import is visible,
// also in combination with rules of an earlier import or with other prefixes.
func TestImportRejectsInvalidRedirects(t *testing.T) {
	t.Parallel()
	m := content.Default()
	const languages = `"languages":[{"code":"de-DE","sort":1},{"code":"fr-FR","sort":2}]`
	const before = `{"items":{` + languages + `,"redirects":[{"id":1,"path":"/a","target":"/b","status_code":301},{"id":2,"path":"/shop","target":"https://shop.example.com/","status_code":307,"is_external":true}]}}`
	for _, tt := range []struct{ name, rules, want string }{
		{"a loop of one", `{"path":"/x","target":"/x/"}`, "redirects: /x → /x: the rules form a loop"},
		{"a loop through a prefix", `{"path":"/x","target":"/fr/y","status_code":308},{"path":"/y","target":"/de/x"}`, "redirects: /x → /y → /x: the rules form a loop"},
		{"a loop through a rule that was there", `{"path":"/c","target":"/a"},{"path":"/b","target":"/fr/c"}`, "redirects: /a → /b → /c → /a: the rules form a loop"},
		{"another host without is_external", `{"path":"/x","target":"https://evil.example.com/"}`, `/x: the target "https://evil.example.com/" is on another host, and is_external is not set`},
		{"a status that is none", `{"path":"/x","target":"/y","status_code":303}`, "/x: the status 303 is not 301"},
		{"a path under a prefix", `{"path":"/fr/x","target":"/y"}`, "write it without /fr"},
		{"every problem at once", `{"path":"/x","target":"/x"},{"path":"/y","target":"y"}`, `/y: the target "y" is not an address; /x → /x`},
	} {
		s := load(t, m, before, nil)
		err := importBody(t, s, `{"items":{"products":[{"id":7,"slug":"new","status":"published"}],"redirects":[`+tt.rules+`]}}`)
		if fault.KindOf(err) != fault.Invalid || err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
		system := func(q *content.Query) { q.Access = content.System }
		if got, err := read(t, s, m, "redirects?fields=path", system); err != nil || got != `{"data":[{"path":"/a"},{"path":"/shop"}]}` {
			t.Errorf("%s: the rules are %s, %v", tt.name, got, err)
		}
		if got, err := read(t, s, m, "products?fields=slug"); err != nil || got != `{"data":[]}` {
			t.Errorf("%s: the import was partly stored: %s, %v", tt.name, got, err)
		}
	}
}
