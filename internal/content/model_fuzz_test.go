package content_test

import (
	"testing"

	"ferrule/internal/content"
)

// A declaration that is accepted has collections with a key and unique names.
func FuzzParseModel(f *testing.F) {
	f.Add([]byte(`{"collections":[{"collection":"notes","fields":[{"field":"id","type":"integer","schema":{"is_primary_key":true}}]}],"relations":[]}`))
	f.Add(content.Declaration()[:4096])
	f.Add([]byte(`{}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := content.ParseModel(data)
		if err != nil {
			return
		}
		for _, c := range m.Collections {
			if c.Key == nil || m.Collection(c.Name) != c {
				t.Errorf("collection %q has no key, or its name is not unique", c.Name)
			}
		}
	})
}
