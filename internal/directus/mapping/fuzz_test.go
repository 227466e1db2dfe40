package mapping

import (
	"testing"

	"ferrule/internal/content"
)

// A map that is accepted names collections and fields of the model alone.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		`{"collections":{"products":"articles"}}`, `{"fields":{"products":{"slug":"url_key"}}}`,
		`{"values":{"products":{"status":{"active":"published"}}}}`, `{"languages":{"de":"de-DE"}}`, `{"collections":{"nothing":"x"}}`, "[]", "",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m := content.Default()
		mapped, err := Parse(m, data)
		if err != nil {
			return
		}
		for name := range mapped.Collections {
			if m.Collection(name) == nil {
				t.Errorf("collection %q is not in the model", name)
			}
		}
		for name, fields := range mapped.Fields {
			for field := range fields {
				if c := m.Collection(name); c == nil || c.Field(field) == nil {
					t.Errorf("field %q of %q is not in the model", field, name)
				}
			}
		}
	})
}
