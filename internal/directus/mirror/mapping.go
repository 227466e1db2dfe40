package mirror

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"ferrule/internal/content"
)

// Mapping says how a Directus names what the model names otherwise. What is
// not in it has the same name there.
type Mapping struct {
	Collections map[string]string            `json:"collections"` // by our name
	Fields      map[string]map[string]string `json:"fields"`      // by our names of collection and field
}

// ParseMapping reads a mapping in JSON and checks it against the model. All
// problems are reported at once.
func ParseMapping(m *content.Model, data []byte) (Mapping, error) {
	var in Mapping
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&in); err != nil {
		return in, fmt.Errorf(`mapping: %w; it has to look like {"collections":{"products":"shop_products"},"fields":{"products":{"slug":"handle"}}}`, err)
	}
	var problems []error
	complain := func(format string, args ...any) {
		problems = append(problems, fmt.Errorf("mapping: "+format, args...))
	}
	useCurrentNames(in.Collections, complain)
	useCurrentNames(in.Fields, complain)
	theirs := make(map[string]string)
	for _, c := range m.Collections {
		name := in.collection(c)
		if other := theirs[name]; other != "" {
			complain("collections %q and %q are both %q", other, c.Name, name)
		}
		theirs[name] = c.Name
	}
	for name, there := range in.Collections {
		if m.Collection(name) == nil || there == "" {
			complain("collection %q: it is not in the model, or mapped to nothing", name)
		}
	}
	for name, fields := range in.Fields {
		c := m.Collection(name)
		for field, there := range fields {
			if c == nil || c.Field(field) == nil || c.Field(field).Type == content.Alias || there == "" {
				complain("field %s.%s: it is no column of the model, or mapped to nothing", name, field)
			}
		}
	}
	return in, errors.Join(problems...)
}

// useCurrentNames replaces former names of collections by the present ones.
func useCurrentNames[V any](byName map[string]V, complain func(string, ...any)) {
	for _, name := range slices.Collect(maps.Keys(byName)) {
		current := content.CurrentName(name)
		if current == name {
			continue
		}
		if _, both := byName[current]; both {
			complain("collection %q is mapped twice: its former name is %q", current, name)
		}
		byName[current] = byName[name]
		delete(byName, name)
	}
}

// collection is the name of a collection in the Directus.
func (m Mapping) collection(c *content.Collection) string {
	if name := m.Collections[c.Name]; name != "" {
		return name
	}
	return c.Name
}

// field is the name of a field in the Directus.
func (m Mapping) field(f *content.Field) string {
	if name := m.Fields[f.Collection.Name][f.Name]; name != "" {
		return name
	}
	return f.Name
}
