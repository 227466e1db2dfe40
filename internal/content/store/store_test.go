package store_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"net/url"
	"testing"
	"testing/fstest"

	"ferrule/internal/content"
	"ferrule/internal/content/paritytest"
	"ferrule/internal/content/query"
	"ferrule/internal/content/store"
)

// open opens a store in a temporary folder.
func open(t testing.TB, m *content.Model) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), t.TempDir(), m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// load imports content into a new store.
func load(t testing.TB, m *content.Model, body string, files fstest.MapFS) *store.Store {
	t.Helper()
	s := open(t, m)
	if files == nil {
		files = fstest.MapFS{}
	}
	files["content.json"] = &fstest.MapFile{Data: []byte(body)}
	if _, err := s.Import(t.Context(), files); err != nil {
		t.Fatal(err)
	}
	return s
}

// read executes the query of a URL and returns the reply's JSON.
func read(t testing.TB, s content.Source, m *content.Model, target string, change ...func(*content.Query)) (string, error) {
	t.Helper()
	q, err := parseQuery(m, target)
	if err != nil {
		return "", err
	}
	for _, c := range change {
		c(&q)
	}
	r, err := s.Read(t.Context(), q)
	if err == nil && !json.Valid(r.Body) {
		t.Fatalf("%s: the reply is not JSON: %s", target, r.Body)
	}
	return string(r.Body), err
}

func parseQuery(m *content.Model, target string) (content.Query, error) {
	u, err := url.Parse(target)
	if err != nil {
		return content.Query{}, err
	}
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return content.Query{}, err
	}
	return query.Parse(m, u.Path, values)
}

// parity loads the model and the content of the recorded Directus.
func parity(t testing.TB) (*content.Model, *store.Store) {
	t.Helper()
	m := paritytest.Model(t)
	s := open(t, m)
	if _, err := s.Import(t.Context(), paritytest.Folder()); err != nil {
		t.Fatal(err)
	}
	return m, s
}

func picture(t testing.TB, w, h int) []byte {
	t.Helper()
	p := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Black})
	var b bytes.Buffer
	if err := png.Encode(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
