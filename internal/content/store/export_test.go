package store_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"ferrule/demo"
	"ferrule/internal/content"
	"ferrule/internal/content/paritytest"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/fault"
)

// everyType declares all types, keys of three kinds, automatic dates, defaults, a
// relation to the same collection and a many-to-any relation.
const everyType = `{"collections":[
 {"collection":"things","meta":{},"fields":[
  {"field":"id","type":"integer","schema":{"is_primary_key":true,"has_auto_increment":true}},
  {"field":"string","type":"string","schema":{"default_value":"not this"}},
  {"field":"text","type":"text","schema":{}},
  {"field":"big","type":"bigInteger","schema":{"default_value":7}},
  {"field":"float","type":"float","schema":{}},
  {"field":"decimal","type":"decimal","schema":{"numeric_precision":10,"numeric_scale":2}},
  {"field":"boolean","type":"boolean","schema":{"default_value":true}},
  {"field":"json","type":"json","schema":{}},
  {"field":"csv","type":"csv","schema":{}},
  {"field":"uuid","type":"uuid","schema":{}},
  {"field":"timestamp","type":"timestamp","schema":{}},
  {"field":"moment","type":"dateTime","schema":{}},
  {"field":"date","type":"date","schema":{}},
  {"field":"time","type":"time","schema":{}},
  {"field":"created","type":"timestamp","meta":{"special":["date-created"]},"schema":{}},
  {"field":"updated","type":"timestamp","meta":{"special":["date-updated"]},"schema":{}},
  {"field":"parent","type":"integer","schema":{}},
  {"field":"children","type":"alias","meta":{"special":["o2m"]},"schema":null},
  {"field":"links","type":"alias","meta":{"special":["m2a"]},"schema":null}]},
 {"collection":"words","fields":[{"field":"word","type":"string","schema":{"is_primary_key":true}},{"field":"picture","type":"uuid","schema":{}}]},
 {"collection":"single","meta":{"singleton":true},"fields":[{"field":"id","type":"uuid","schema":{"is_primary_key":true}},{"field":"note","type":"string","schema":{}}]},
 {"collection":"nothing","fields":[{"field":"id","type":"integer","schema":{"is_primary_key":true}}]},
 {"collection":"things_links","fields":[{"field":"id","type":"integer","schema":{"is_primary_key":true,"has_auto_increment":true}},{"field":"thing","type":"integer","schema":{}},{"field":"collection","type":"string","schema":{}},{"field":"item","type":"string","schema":{}},{"field":"sort","type":"integer","schema":{}}]}],
 "relations":[
  {"collection":"things","field":"parent","related_collection":"things","schema":{"on_delete":"SET NULL"},"meta":{"one_field":"children"}},
  {"collection":"words","field":"picture","related_collection":"directus_files"},
  {"collection":"things_links","field":"thing","related_collection":"things","schema":{"on_delete":"CASCADE"},"meta":{"one_field":"links","sort_field":"sort","junction_field":"item"}},
  {"collection":"things_links","field":"item","meta":{"one_collection_field":"collection","one_allowed_collections":["words","things"],"junction_field":"thing"}}]}`

const everyValue = `{"files":[
 {"id":"00000000-0000-4000-8000-000000000001","filename":"A.svg","svg":"<svg viewBox='0 0 3 2'/>","title":""},
 {"id":"00000000-0000-4000-8000-000000000002","filename":"b.png","w":4,"h":3,"hue":200,"width":null,"tags":["x"]},
 {"id":"00000000-0000-4000-8000-000000000003","filename":null,"title":"no bytes"}],
"items":{
 "things":[
  {"id":3,"string":"","text":"a \"b\" \\ \u0001 \u2028 <&> ü 😀","big":-9223372036854775808,"float":0.1,"decimal":-12345.6,"boolean":false,"json":{"b":[1,2.50,null,"<"],"a":{}},"csv":["a"," b",""],"uuid":"0000000A-0000-4000-8000-000000000001","timestamp":"2025-01-02T03:04:05.678+02:00","moment":"2025-01-02 03:04:05","date":"2025-02-03","time":"06:07","created":"2020-01-01T00:00:00Z","updated":null,"parent":5,
   "links":[{"collection":"words","item":"w","sort":2},{"collection":"things","item":"5","sort":1},{"collection":"words","item":"gone"}]},
  {"id":5,"string":null,"big":null,"boolean":null,"float":1e300,"json":[],"csv":[],"created":null,"children":[{"id":1,"float":-0.0},{"text":""}]}],
 "words":[{"word":"w","picture":"00000000-0000-4000-8000-000000000002"},{"word":"ä"}],
 "single":{"id":"00000000-0000-4000-8000-00000000000a","note":null}}}`

// folder returns the files of a folder by name.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		out[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func export(t *testing.T, s *store.Store) (string, map[string]string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "export")
	if _, err := s.Export(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	return dir, folder(t, dir)
}

func TestExportAndImportAreInverses(t *testing.T) {
	t.Parallel()
	supplier, err := demo.Source()
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := os.ReadFile(paritytest.Path("schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		model  []byte
		source fs.FS
	}{
		{"the demo", content.Declaration(), supplier},
		{"a recorded Directus", recorded, paritytest.Folder()},
		{"every type", []byte(everyType), fstest.MapFS{"content.json": {Data: []byte(everyValue)}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m, err := content.ParseModel(tt.model)
			if err != nil {
				t.Fatal(err)
			}
			first, second := open(t, m), openAt(t, databasetest.Postgres(t), m)
			if _, err := first.Import(t.Context(), tt.source); err != nil {
				t.Fatal(err)
			}
			dir, want := export(t, first)
			// Also over existing content, and from one database to the other.
			for _, into := range []*store.Store{open(t, m), second, second, first} {
				if _, err := into.Import(t.Context(), os.DirFS(dir)); err != nil {
					t.Fatal(err)
				}
				if _, got := export(t, into); !cmp.Equal(want, got) {
					t.Error(cmp.Diff(want, got))
				}
			}
		})
	}
}

func TestExportDistinguishesNullAndEmpty(t *testing.T) {
	t.Parallel()
	m, err := content.ParseModel([]byte(everyType))
	if err != nil {
		t.Fatal(err)
	}
	_, got := export(t, load(t, m, everyValue, nil))
	for _, want := range []string{
		`{"id":3,"string":"","text":"a \"b\" \\ \u0001 \u2028 <&> ü 😀","big":-9223372036854775808,"float":0.1,"decimal":-12345.6,"boolean":false,"json":{"a":{},"b":[1,2.50,null,"<"]},"csv":["a"," b",""],"uuid":"0000000a-0000-4000-8000-000000000001","timestamp":"2025-01-02T01:04:05.678Z","moment":"2025-01-02T03:04:05","date":"2025-02-03","time":"06:07:00","created":"2020-01-01T00:00:00.000Z","updated":null,"parent":5}`,
		`{"id":5,"string":null,"big":null,"float":1e+300,"boolean":null,"json":[],"csv":[],"created":null,`,
		`{"id":6,"string":"not this","text":"","big":7,"boolean":true,`,
		`"words":[` + "\n" + `{"word":"w","picture":"00000000-0000-4000-8000-000000000002"},` + "\n" + `{"word":"ä"}` + "\n]",
		`"single":{"id":"00000000-0000-4000-8000-00000000000a"}`,
		`{"filename":null,"id":"00000000-0000-4000-8000-000000000003",`,
	} {
		if !strings.Contains(strings.ReplaceAll(got["content.json"], "\u2028", `\u2028`), want) {
			t.Errorf("no %s in\n%s", want, got["content.json"])
		}
	}
}

func TestExportRefusesAFolderWithFiles(t *testing.T) {
	t.Parallel()
	s := load(t, content.Default(), small, nil)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Export(t.Context(), dir); fault.KindOf(err) != fault.Invalid {
		t.Errorf("got %v", err)
	}
	if got := folder(t, dir); len(got) != 1 {
		t.Errorf("the folder has %v", got)
	}
}
