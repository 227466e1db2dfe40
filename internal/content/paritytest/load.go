package paritytest

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
)

// Load creates the model and the content of the recording in an empty Directus.
// call sends a request as its administrator and returns the data of the reply.
// Files have a record, but no bytes.
func Load(t testing.TB, call func(method, path string, body any) json.RawMessage) {
	t.Helper()
	var model struct {
		Collections, Relations []json.RawMessage
		LateSpecials           [][3]json.RawMessage `json:"late_specials"`
		Permissions            []map[string]any     `json:"public_permissions"`
	}
	var content struct {
		Files []struct{ ID, Filename, Title, SVG, Text string }
		Items map[string]json.RawMessage
	}
	parse(t, read(t, "schema.json"), &model)
	parse(t, read(t, "content.json"), &content)
	for _, c := range model.Collections {
		call("POST", "/collections", c)
	}
	for _, r := range model.Relations {
		call("POST", "/relations", r)
	}
	for _, f := range content.Files {
		media := "image/png"
		if f.SVG != "" {
			media = "image/svg+xml"
		} else if f.Text != "" {
			media = "text/plain"
		}
		call("POST", "/files", map[string]string{"id": f.ID, "title": f.Title, "type": media, "filename_download": f.Filename, "storage": "local"})
	}
	for _, name := range inOrder(t, read(t, "content.json")) {
		method := "POST"
		if content.Items[name][0] == '{' {
			method = "PATCH" // of a singleton
		}
		call(method, "/items/"+name, content.Items[name])
	}
	for _, late := range model.LateSpecials {
		var name, field string
		parse(t, late[0], &name)
		parse(t, late[1], &field)
		call("PATCH", "/fields/"+name+"/"+field, map[string]any{"meta": map[string]any{"special": late[2]}})
	}
	var public []struct{ ID string }
	parse(t, call("GET", "/policies?filter[name][_eq]=$t:public_label&limit=1", nil), &public)
	for _, p := range model.Permissions {
		p["policy"] = public[0].ID
	}
	call("POST", "/permissions", model.Permissions)
}

func parse(t testing.TB, data []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// inOrder returns the collections of the content in the order of its file, those
// with links to any collection last.
func inOrder(t testing.TB, data []byte) []string {
	t.Helper()
	var names []string
	_, items, _ := bytes.Cut(data, []byte(`"items":`))
	in := json.NewDecoder(bytes.NewReader(items))
	if _, err := in.Token(); err != nil {
		t.Fatal(err)
	}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			t.Fatal(err)
		}
		text, _ := name.(string)
		names = append(names, text)
		var skipped json.RawMessage
		if err := in.Decode(&skipped); err != nil {
			t.Fatal(err)
		}
	}
	last := func(name string) bool { return name == "header" || name == "footer" }
	links := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !last(name) })
	return append(slices.DeleteFunc(names, last), links...)
}
