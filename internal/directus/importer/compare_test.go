package importer_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/directus/directustest"
	"ferrule/internal/directus/mapping"
)

// inventory is the content of an export.
type inventory struct {
	Files []object                   `json:"files"`
	Items map[string]json.RawMessage `json:"items"`
}

func read(t *testing.T, from fs.FS) (out inventory) {
	t.Helper()
	text, err := fs.ReadFile(from, "content.json")
	if err == nil {
		err = decodeNumbers(string(text), &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// rows returns the records of a collection, by key.
func rows(t *testing.T, c *content.Collection, text json.RawMessage) map[string]object {
	t.Helper()
	var list []object
	if bytes.HasPrefix(text, []byte("{")) {
		text = slices.Concat([]byte("["), text, []byte("]"))
	}
	if len(text) > 0 {
		if err := decodeNumbers(string(text), &list); err != nil {
			t.Fatal(err)
		}
	}
	out := make(map[string]object)
	for _, row := range list {
		out[fmt.Sprint(row[c.Key.Name])] = row
	}
	return out
}

// isAutomatic reports whether a Directus sets a field itself.
func isAutomatic(f *content.Field) bool {
	return f.HasSpecial("date-created") || f.HasSpecial("date-updated") || f.HasSpecial("user-created") || f.HasSpecial("user-updated")
}

func stored(f *content.Field, v any) string {
	parsed, err := content.ParseValue(f, v)
	if err != nil {
		return fmt.Sprintf("%T %v", v, v)
	}
	return fmt.Sprint(parsed)
}

// sameExports compares two exports field by field, but for what a Directus sets itself.
func sameExports(t *testing.T, m *content.Model, want, got fs.FS) {
	t.Helper()
	a, b := read(t, want), read(t, got)
	fields, records := 0, 0
	for _, c := range m.Collections {
		if c.System {
			continue
		}
		one, other := rows(t, c, a.Items[c.Name]), rows(t, c, b.Items[c.Name])
		if len(one) != len(other) {
			t.Errorf("%s: %d records instead of %d", c.Name, len(other), len(one))
		}
		for key, row := range one {
			records++
			for _, f := range c.Fields {
				if f.Type == content.Alias || isAutomatic(f) {
					continue
				}
				fields++
				if x, y := stored(f, row[f.Name]), stored(f, other[key][f.Name]); x != y {
					t.Errorf("%s %s: %s is %.100s instead of %.100s", c.Name, key, f.Name, y, x)
				}
			}
		}
	}
	files := make(map[string]object)
	for _, f := range b.Files {
		files[fmt.Sprint(f["id"])] = f
	}
	for _, f := range a.Files {
		other := files[fmt.Sprint(f["id"])]
		for _, name := range []string{"title", "type", "filename_download", "filesize", "width", "height", "description", "optical_scale", "focal_point_x", "focal_point_y"} {
			if fmt.Sprint(f[name]) != fmt.Sprint(other[name]) {
				t.Errorf("file %v: %s is %v instead of %v", f["id"], name, other[name], f[name])
			}
		}
		if x, y := sum(t, want, f["filename"]), sum(t, got, other["filename"]); x != y {
			t.Errorf("file %v: other bytes", f["id"])
		}
	}
	if len(files) != len(a.Files) {
		t.Errorf("%d files instead of %d", len(files), len(a.Files))
	}
	t.Logf("compared %d fields of %d records, and the bytes of %d files", fields, records, len(files))
}

func sum(t *testing.T, from fs.FS, name any) string {
	t.Helper()
	text, err := fs.ReadFile(from, "files/"+fmt.Sprint(name))
	if err != nil {
		t.Error(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// sameItems compares the replies of a Directus with an installation, field by field.
func sameItems(i *installation, s *directustest.Server) {
	i.Helper()
	var names mapping.Mapping
	text, err := os.ReadFile(filepath.Join(i.options.Folder, "map.json"))
	if err == nil {
		err = json.Unmarshal(text, &names)
	}
	if err != nil {
		i.Fatal(err)
	}
	local := integers(i)
	if i.options.URL != s.URL {
		local = nil // that Directus has the keys of here
	}
	// here returns a value of a key as it is here.
	here := func(c *content.Collection, v any) any {
		if n, ok := local[c.Name+" "+fmt.Sprint(v)]; ok {
			return n
		}
		return v
	}
	records, fields := 0, 0
	for _, c := range i.model().Collections {
		path := "/items/" + names.Collection(c)
		if c.System {
			path = "/files"
		}
		reply, status := call(i, s, path+"?limit=-1&fields=*")
		if status == http.StatusForbidden {
			continue // the Directus does not have it
		}
		remote := rows(i.T, &content.Collection{Key: &content.Field{Name: names.Field(c.Key)}}, reply)
		delete(remote, "<nil>") // a singleton without a record
		stores := make(map[string]object)
		for _, row := range i.read(c.Name, "*", content.System) {
			if row[c.Key.Name] != nil {
				stores[fmt.Sprint(row[c.Key.Name])] = row
			}
		}
		if len(stores) != len(remote) {
			i.Errorf("%s: %d records instead of %d", c.Name, len(stores), len(remote))
		}
		for key, row := range remote {
			records++
			own := stores[fmt.Sprint(here(c, key))]
			for _, f := range c.Fields {
				v, ok := row[names.Field(f)]
				if !ok || isAutomatic(f) && i.options.URL != s.URL || f.Name == "filename_disk" || f.Name == "storage" {
					continue
				}
				fields++
				switch {
				case f == c.Key:
					v = here(c, v)
				case f.Kind == content.ManyToOne:
					v = here(f.Relation.Related, v)
				case f.ToMany():
					list, _ := v.([]any)
					for n := range list {
						list[n] = here(f.Relation.Collection, list[n])
					}
				}
				x, y := stored(f, v), stored(f, own[f.Name])
				if f.Type == content.Alias {
					x, y = keys(v), keys(own[f.Name])
				}
				if x != y {
					i.Errorf("%s %s: %s is %.100s instead of %.100s", c.Name, key, f.Name, y, x)
				}
			}
		}
	}
	i.Logf("compared %d fields of %d records with %s", fields, records, s.URL)
}

// integers returns the integers of keys that are others in the Directus, by collection and
// key.
func integers(i *installation) map[string]any {
	i.Helper()
	out := make(map[string]any)
	text, err := os.ReadFile(filepath.Join(i.options.Folder, "keys.jsonl"))
	if err != nil {
		return out // there are none
	}
	for line := range strings.Lines(string(text)) {
		var in struct {
			C, K string
			N    json.Number
		}
		if err := decodeNumbers(line, &in); err != nil {
			i.Fatal(err)
		}
		out[in.C+" "+in.K] = in.N
	}
	return out
}

// keys returns the keys in an alias, sorted.
func keys(v any) string {
	list, _ := v.([]any)
	var out []string
	for _, key := range list {
		out = append(out, fmt.Sprint(key))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func call(i *installation, s *directustest.Server, path string) (json.RawMessage, int) {
	i.Helper()
	r, err := http.NewRequestWithContext(i.Context(), http.MethodGet, s.URL+path, nil)
	if err != nil {
		i.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+directustest.Token)
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		i.Fatal(err)
	}
	defer func() { _ = reply.Body.Close() }() // only read
	text, err := io.ReadAll(reply.Body)
	var in struct{ Data json.RawMessage }
	if err == nil {
		err = json.Unmarshal(text, &in)
	}
	if err != nil {
		i.Fatal(err)
	}
	return in.Data, reply.StatusCode
}
