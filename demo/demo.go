// Package demo contains the fictional supplier Ferrule AG: compact tables of its
// catalogue, the texts of its pages, pictures, and the code that expands them
// into content for `ferrule content import`. The expansion is
// reproducible to the byte. The figures follow the standards closely enough to
// be plausible; they are demonstration data.
//
// Some translations are missing on purpose, to show the fallback language: product
// 52 (weld-elbow-45) has no Italian, product 42 (dairy-nut) no French, category
// 80 (u-bolts) no Italian, and the catalogue page no Italian.
package demo

import (
	"crypto/sha1" //nolint:gosec // a UUID of version 5 needs it
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing/fstest"
)

//go:embed catalogue drawings media pages starter.json
var sources embed.FS

// languages of the demo, in the order of the tables' columns.
var languages = [4]string{"de-DE", "en-US", "fr-FR", "it-IT"} //nolint:gochecknoglobals // a constant table

// object is one JSON object of content.json.
type object map[string]any

// content is content.json: files, and items by collection.
type content struct {
	Files []object       `json:"files"`
	Items map[string]any `json:"items"`
}

// Source returns a folder with content.json and files/, as store.Import reads it.
func Source() (fs.FS, error) {
	out := fstest.MapFS{}
	all, err := pages(out)
	if err != nil {
		return nil, err
	}
	c, err := loadCatalogue()
	if err != nil {
		return nil, err
	}
	if err := c.expand(all, out); err != nil {
		return nil, err
	}
	all.Items["synonyms"] = synonyms()
	body, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	out["content.json"] = &fstest.MapFile{Data: body, Mode: 0o644}
	return out, nil
}

// pages reads the texts of the pages and copies their files.
func pages(out fstest.MapFS) (*content, error) {
	all := &content{Items: map[string]any{}}
	names, err := fs.Glob(sources, "pages/*.json")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		body, err := sources.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var part content
		if err := json.Unmarshal(body, &part); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		all.Files = append(all.Files, part.Files...)
		for collection, items := range part.Items {
			if _, taken := all.Items[collection]; taken {
				return nil, fmt.Errorf("read %s: %s is in two files", name, collection)
			}
			all.Items[collection] = items
		}
	}
	if err := copyFiles(out, "pages/files"); err != nil {
		return nil, err
	}
	describeDocuments(all, out)
	return all, nil
}

// describeDocuments sets type and size of the entries in the support page's lists
// that link to a file of the demo. The list is JSON, in which the content system does
// not recognize files.
func describeDocuments(all *content, files fstest.MapFS) {
	names := map[string]string{}
	for _, file := range all.Files {
		names["/assets/"+file["id"].(string)] = file["filename"].(string)
	}
	for _, record := range all.Items["support"].([]any) {
		for _, text := range record.(map[string]any)["translations"].([]any) {
			for _, entry := range text.(map[string]any)["docs_list"].([]any) {
				document := entry.(map[string]any)
				if name, ours := names[document["link"].(string)]; ours {
					document["type"] = strings.ToUpper(strings.TrimPrefix(path.Ext(name), "."))
					document["size"] = len(files["files/"+name].Data)
				}
			}
		}
	}
}

func copyFiles(out fstest.MapFS, folder string) error {
	entries, err := sources.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		body, err := sources.ReadFile(path.Join(folder, entry.Name()))
		if err != nil {
			return err
		}
		out["files/"+entry.Name()] = &fstest.MapFile{Data: body, Mode: 0o644}
	}
	return nil
}

// fileID returns the stable id of a file: a UUID of version 5 in the URL namespace of
// "ferrule-demo/" and its name.
func fileID(name string) string {
	namespace := []byte{0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8}
	sum := sha1.Sum(append(namespace, "ferrule-demo/"+name...)) //nolint:gosec // see the import
	id := sum[:16]
	id[6] = id[6]&0x0f | 0x50
	id[8] = id[8]&0x3f | 0x80
	h := hex.EncodeToString(id)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}
