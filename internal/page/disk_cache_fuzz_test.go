package page

import (
	"os"
	"slices"
	"testing"
	"unicode/utf8"

	"ferrule/internal/content"
	"ferrule/internal/diskcache"
)

// FuzzPageFile checks that a stored page is read as it was, and that its file is
// rejected for another page and once it is changed or cut off.
func FuzzPageFile(f *testing.F) {
	f.Add("de-DE", "/de/catalog/flanges", "name", "products", "7", []byte("\x1b\x00\n\x00body"), uint(40), byte(1))
	f.Add("fr-FR", "/", "", "", "", []byte{}, uint(0), byte(128))
	f.Add("", "/a\"\n\\b/\u2028", "\n", "{", "}\n", []byte("\n\n"), uint(1<<20), byte(0))
	root, err := os.OpenRoot(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = root.Close() })
	s := &diskCache{root: diskcache.NewFolder(root, 1<<20)}
	ep := &epoch{revision: 1, languagesDigest: "languages"}
	f.Fuzz(func(t *testing.T, language, path, name, collection, id string, body []byte, at uint, bits byte) {
		for _, text := range []string{language, path, name, collection, id} {
			if !utf8.ValidString(text) {
				return // the router and the content accept none
			}
		}
		k := key{language: language, path: path, prefixed: bits&1 != 0}
		tags := []content.Tag{{Collection: collection, ID: id}}
		stored := emptyEntry(k, language, name, tags, true, true)
		stored.add(brotliCoding, body)
		if err := s.put(stored, ep); err != nil {
			t.Fatal(err)
		}
		got, stale := s.get(t.Context(), k, ep, nil, true)
		if got == nil || stale {
			t.Fatalf("%+v is not read", k)
		}
		if b := got.bodies[brotliCoding].Load(); string(b.body) != string(body) || got.name != name || !slices.Equal(got.tags, tags) || got.language[0] != language {
			t.Errorf("stored %+v %q, read %+v %q", stored, body, got, b.body)
		}
		file, err := root.ReadFile(fileOf(k))
		if err != nil {
			t.Fatal(err)
		}
		damaged := slices.Clone(file)
		if at < uint(len(file)) && bits != 0 {
			damaged[at] ^= bits
		} else {
			damaged = damaged[:at%uint(len(file))]
		}
		other := key{language: language, path: path + "x", prefixed: k.prefixed}
		for page, data := range map[key][]byte{k: damaged, other: file} {
			if err := root.MkdirAll(fileOf(page)[:2], 0o700); err != nil {
				t.Fatal(err)
			}
			if err := root.WriteFile(fileOf(page), data, 0o600); err != nil {
				t.Fatal(err)
			}
			if got, _ := s.get(t.Context(), page, ep, nil, true); got != nil {
				t.Errorf("%q is read as the page %+v", data, page)
			}
			s.drop(page)
		}
	})
}
