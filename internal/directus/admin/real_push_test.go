package admin_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/internal/content"
	"ferrule/internal/content/paritytest"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/admin"
	"ferrule/internal/directus/directustest"
)

// export returns content as Push reads it.
func export(t *testing.T, m *content.Model, from fs.FS) fs.FS {
	t.Helper()
	data := t.TempDir()
	st, err := store.Open(t.Context(), data, m)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }() // it is not used again
	if _, err := st.Import(t.Context(), from); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if _, err := st.Export(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	return os.DirFS(folder)
}

// withBytes returns the recording with a text for each file, which have none there.
func withBytes(t *testing.T) fs.FS {
	t.Helper()
	folder := t.TempDir()
	text, err := os.ReadFile(paritytest.Path("content.json"))
	if err != nil {
		t.Fatal(err)
	}
	var in struct {
		Files []map[string]any           `json:"files"`
		Items map[string]json.RawMessage `json:"items"`
	}
	if err := json.Unmarshal(text, &in); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(folder+"/files", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, f := range in.Files {
		f["filename"] = fmt.Sprint(f["id"]) + ".txt"
		f["type"] = "text/plain"
		if err := os.WriteFile(folder+"/files/"+f["filename"].(string), []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if text, err = json.Marshal(map[string]any{"files": in.Files, "items": in.Items}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder+"/content.json", text, 0o600); err != nil {
		t.Fatal(err)
	}
	return os.DirFS(folder)
}

func TestRealDirectusIsGivenContentOnce(t *testing.T) {
	directustest.SkipWithoutLicence(t)
	directustest.OnBoth(t, func(t *testing.T, s *directustest.Server) {
		m, err := content.ParseModel(recordedModel(t))
		if err != nil {
			t.Fatal(err)
		}
		d, _, err := administrator(t, s, directustest.Token)
		if err != nil {
			t.Fatal(err)
		}
		from := export(t, m, withBytes(t))
		if _, err := d.Push(t.Context(), m, from); err == nil || !strings.Contains(err.Error(), "the Directus lacks") {
			t.Errorf("without the model: %v", err)
		}
		withModel(t, s, recordedModel(t))
		first, err := d.Push(t.Context(), m, from)
		if err != nil || first.Created == 0 || first.Changed+first.Same > 0 {
			t.Fatalf("%+v, %v", first, err)
		}
		again, err := d.Push(t.Context(), m, from)
		if err != nil || again != (admin.Pushed{Same: first.Created}) {
			t.Errorf("once more: %+v, %v, want %d equal", again, err, first.Created)
		}
		s.Call(t, "PATCH", "/items/products/3", map[string]any{"slug": "edited-there"})
		s.Call(t, "DELETE", "/items/tags/2", nil)
		again, err = d.Push(t.Context(), m, from)
		if err != nil || again.Changed != 1 || again.Created == 0 {
			t.Errorf("after an edit and a deletion: %+v, %v", again, err)
		}
		// The keys that Directus gives follow those that were pushed.
		s.Call(t, "POST", "/items/tags", map[string]any{"name": "new", "slug": "new"})
	})
}

// branches is a model whose records refer to files.
const branches = `{"collections":[
 {"collection":"branches","meta":{},"schema":{},"fields":[
  {"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}},
  {"field":"about","type":"text","meta":{},"schema":{}},
  {"field":"picture","type":"uuid","meta":{"special":["file"]},"schema":{}}]}],
 "relations":[{"collection":"branches","field":"picture","related_collection":"directus_files","schema":{"on_delete":"SET NULL"},"meta":{}}],
 "public_permissions":[]}`

func TestRealDirectusIsPushedWithinItsLimits(t *testing.T) {
	directustest.OnBoth(t, func(t *testing.T, s *directustest.Server) {
		withModel(t, s, []byte(branches))
		if _, reported := withModel(t, s, []byte(branches)); len(*reported) > 0 && s.Major() < 12 {
			t.Errorf("the second time: %q", *reported) // the licence of 12 refuses some permissions of the mirror
		}
		d, _, err := administrator(t, s, directustest.Token)
		if err != nil {
			t.Fatal(err)
		}
		m, err := content.ParseModel([]byte(branches))
		if err != nil {
			t.Fatal(err)
		}
		const withBytes, without = "a1f6f2ce-0a0b-4c0d-8e0f-000000000001", "a1f6f2ce-0a0b-4c0d-8e0f-000000000002"
		rows := []string{`{"id":1000,"picture":"` + withBytes + `"}`, `{"id":1001,"picture":"` + without + `"}`}
		for n := range 60 {
			rows = append(rows, fmt.Sprintf(`{"id":%d,"about":%q}`, n+1, strings.Repeat("x", 10_000)))
		}
		from := fstest.MapFS{
			"files/a.txt": {Data: []byte("bytes")},
			"content.json": {Data: []byte(`{"files":[{"filename":"a.txt","id":"` + withBytes + `","title":"A","type":"text/plain","filename_download":"a.txt"},{"id":"` + without + `","title":"B"}],
				"items":{"branches":[` + strings.Join(rows, ",") + `]}}`)},
		}
		push := func(what string, want admin.Pushed) {
			t.Helper()
			if done, err := d.Push(t.Context(), m, from); err != nil || done != want {
				t.Fatalf("%s: %+v, %v, want %+v", what, done, err, want)
			}
		}
		push("the first time", admin.Pushed{Created: 63})
		push("the second time", admin.Pushed{Same: 63})
		from["files/a.txt"] = &fstest.MapFile{Data: []byte("other bytes")}
		push("after the bytes were replaced", admin.Pushed{Changed: 1, Same: 62})
		push("once more", admin.Pushed{Same: 63})
		if _, text := visit(t, s, "/assets/"+withBytes+"?access_token="+directustest.Token); text != "other bytes" {
			t.Errorf("the file is %q", text)
		}
	}, "QUERY_LIMIT_MAX=5", "MAX_PAYLOAD_SIZE=50kb")
}
