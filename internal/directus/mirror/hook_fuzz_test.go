package mirror

import (
	"log/slog"
	"testing"

	"ferrule/internal/content"
)

// A webhook names records of one collection, or nothing.
func FuzzParseHook(f *testing.F) {
	for _, body := range []string{
		`{"collection":"products","keys":["1","2"],"event":"products.items.update"}`, `{"collection":"products","key":3,"event":"items.delete"}`,
		`{"collection":"directus_files","key":"2954803c-2a19-55b8-bf9a-0a9f124cc3b3"}`, `{"collection":"products","keys":[null,{},1e400]}`, `[]`, ``,
	} {
		f.Add([]byte(body))
	}
	m, err := New(Options{URL: "http://127.0.0.1", Folder: f.TempDir(), Model: content.Default(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		in, keys, deleted := m.parseHook(body)
		if in == nil && (len(keys) > 0 || deleted) {
			t.Errorf("%q names %q of no collection", body, keys)
		}
	})
}
