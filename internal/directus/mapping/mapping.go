// Package mapping describes how the content of a Directus that was modelled for
// something else fits the content model: other names, values, languages and missing
// fields. It parses the file of --directus-map and suggests one for an existing
// Directus. It must not depend on the mirror, which applies a mapping.
package mapping

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"ferrule/internal/content"
)

// Mapping maps the model to a Directus. What has no entry is the same in both.
type Mapping struct {
	Collections map[string]string                    `json:"collections,omitempty"` // name in the Directus, by name in the model
	Fields      map[string]map[string]string         `json:"fields,omitempty"`      // name in the Directus, by names of collection and field in the model
	Values      map[string]map[string]map[string]any `json:"values,omitempty"`      // value in the model, by collection, field and text of the value in the Directus
	Constants   map[string]map[string]any            `json:"constants,omitempty"`   // value of fields that the Directus lacks, by collection and field
	Languages   map[string]string                    `json:"languages,omitempty"`   // key of a language in the model, by its key in the Directus
	Folders     []string                             `json:"folders,omitempty"`     // names or ids of the folders whose files are copied; all files if empty
}

// LanguagesCollection is the collection whose keys Mapping.Languages maps.
const LanguagesCollection = "languages"

// Nothing is what a field of the model is mapped to if the Directus has one of the same
// name that means something else.
const Nothing = "-"

// example is shown with errors of the form.
const example = `{"collections":{"products":"shop_products"},"fields":{"products":{"slug":"handle"}},"values":{"products":{"status":{"active":"published"}}},"constants":{"catalog":{"status":"published"}},"languages":{"de":"de-DE"},"folders":["Website"]}`

// parser collects the problems of a mapping.
type parser struct {
	model    *content.Model
	problems []error
}

func (p *parser) complain(format string, args ...any) {
	p.problems = append(p.problems, fmt.Errorf("mapping: "+format, args...))
}

// Parse decodes a mapping from JSON and validates it against the model. The
// error has one line for each problem, which names the entry and its remedy.
func Parse(m *content.Model, data []byte) (Mapping, error) {
	var in Mapping
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	if err := dec.Decode(&in); err != nil {
		return in, fmt.Errorf(`mapping: %w; it has to look like %s`, err, example)
	}
	p := &parser{model: m}
	useCurrentNames(in.Collections, p.complain)
	useCurrentNames(in.Fields, p.complain)
	useCurrentNames(in.Values, p.complain)
	useCurrentNames(in.Constants, p.complain)
	p.collections(in)
	p.fields(in)
	p.values(in)
	p.constants(in)
	p.languages(in)
	if slices.Contains(in.Folders, "") {
		p.complain(`folders: an entry is empty; name the folder, or omit "folders" to copy all files`)
	}
	return in, errors.Join(p.problems...)
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

func (p *parser) collections(in Mapping) {
	remote := make(map[string]string)
	for _, c := range p.model.Collections {
		name := in.Collection(c)
		if other := remote[name]; other != "" {
			p.complain("collections %q and %q are both %q in the Directus; map one of them to another collection", other, c.Name, name)
		}
		remote[name] = c.Name
	}
	for _, name := range slices.Sorted(maps.Keys(in.Collections)) {
		switch c := p.model.Collection(name); {
		case c == nil:
			p.complain("collection %q: it is not in the model; ferrule content schema lists the model", name)
		case in.Collections[name] == "":
			p.complain("collection %q: it is mapped to nothing; name a collection of the Directus, or omit the entry", name)
		case c.System && in.Collections[name] != c.Name:
			p.complain("collection %q: the files of a Directus have no other name; omit the entry", name)
		}
	}
}

func (p *parser) fields(in Mapping) {
	for name, fields := range sorted(in.Fields) {
		for field, remote := range sorted(fields) {
			if p.column("fields", name, field) != nil && remote == "" {
				p.complain("fields: %s.%s is mapped to nothing; name a field of the Directus, or give the value under \"constants\"", name, field)
			}
		}
	}
}

func (p *parser) values(in Mapping) {
	for name, fields := range sorted(in.Values) {
		for field, values := range sorted(fields) {
			f := p.column("values", name, field)
			if f == nil {
				continue
			}
			if isKey(f) {
				p.complain(`values: %s.%s is a key; keys are copied, and those of languages are mapped under "languages"; omit the entry`, name, field)
				continue
			}
			for remote, value := range sorted(values) {
				if _, err := content.ParseValue(f, value); err != nil {
					p.complain("values: %s.%s: %q becomes %v, which %w; give a value of type %s", name, field, remote, value, err, f.Type)
				}
			}
		}
	}
}

func (p *parser) constants(in Mapping) {
	for name, fields := range sorted(in.Constants) {
		for field, value := range sorted(fields) {
			f := p.column("constants", name, field)
			if f == nil {
				continue
			}
			_, err := content.ParseValue(f, value)
			switch {
			case isKey(f):
				p.complain("constants: %s.%s is a key; keys cannot be constant", name, field)
			case value == nil || err != nil:
				p.complain("constants: %s.%s: %v is not a value of type %s", name, field, value, f.Type)
			case in.Fields[name][field] != "":
				p.complain(`constants: %s.%s is mapped to the field %q as well; omit one of the two`, name, field, in.Fields[name][field])
			}
		}
	}
}

// isKey reports whether a field is the key of its collection or a foreign key.
func isKey(f *content.Field) bool { return f == f.Collection.Key || f.Kind != content.None }

func (p *parser) languages(in Mapping) {
	remote := make(map[string]string)
	for from, to := range sorted(in.Languages) {
		switch {
		case from == "" || to == "":
			p.complain(`languages: %q becomes %q; both have to be given, such as "de":"de-DE"`, from, to)
		case remote[to] != "":
			p.complain("languages: %q and %q both become %q; a language has one key", remote[to], from, to)
		}
		remote[to] = from
	}
}

// column returns a column of the model; otherwise it complains and returns nil.
func (p *parser) column(entry, collection, field string) *content.Field {
	c := p.model.Collection(collection)
	if c == nil {
		p.complain("%s: collection %q is not in the model; ferrule content schema lists the model", entry, collection)
		return nil
	}
	f := c.Field(field)
	if f == nil || f.Type == content.Alias {
		p.complain("%s: field %s.%s is no column of the model; ferrule content schema lists the model", entry, collection, field)
		return nil
	}
	return f
}

// Collection returns the name of a collection in the Directus.
func (m Mapping) Collection(c *content.Collection) string {
	if name := m.Collections[c.Name]; name != "" {
		return name
	}
	return c.Name
}

// Field returns the name of a field in the Directus.
func (m Mapping) Field(f *content.Field) string {
	if name := m.Fields[f.Collection.Name][f.Name]; name != "" {
		return name
	}
	return f.Name
}

// sorted iterates over a map in the order of its keys.
func sorted[V any](in map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, key := range slices.Sorted(maps.Keys(in)) {
			if !yield(key, in[key]) {
				return
			}
		}
	}
}
