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

// Mapping maps names of the model to names in the Directus. Names without an
// entry are the same in both.
type Mapping struct {
	Collections map[string]string            `json:"collections"` // by name in the model
	Fields      map[string]map[string]string `json:"fields"`      // by names of collection and field in the model
}

// ParseMapping decodes a mapping from JSON and validates it against the model.
// The error lists all problems.
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
	remoteNames := make(map[string]string)
	for _, c := range m.Collections {
		name := in.collection(c)
		if other := remoteNames[name]; other != "" {
			complain("collections %q and %q are both %q", other, c.Name, name)
		}
		remoteNames[name] = c.Name
	}
	for name, remote := range in.Collections {
		if m.Collection(name) == nil || remote == "" {
			complain("collection %q: it is not in the model, or mapped to nothing", name)
		}
	}
	for name, fields := range in.Fields {
		c := m.Collection(name)
		for field, remote := range fields {
			if c == nil || c.Field(field) == nil || c.Field(field).Type == content.Alias || remote == "" {
				complain("field %s.%s: it is no column of the model, or mapped to nothing", name, field)
			}
		}
	}
	return in, errors.Join(problems...)
}

// useCurrentNames replaces former collection names with the current ones.
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

// collection returns the name of a collection in the Directus.
func (m Mapping) collection(c *content.Collection) string {
	if name := m.Collections[c.Name]; name != "" {
		return name
	}
	return c.Name
}

// field returns the name of a field in the Directus.
func (m Mapping) field(f *content.Field) string {
	if name := m.Fields[f.Collection.Name][f.Name]; name != "" {
		return name
	}
	return f.Name
}
