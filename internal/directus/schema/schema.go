// Package schema declares a content model as the REST API of Directus takes it.
package schema

import (
	"encoding/json"
	"fmt"
	"slices"

	"ferrule/internal/content"
)

// Schema is a content model as bodies of requests to the REST API of Directus.
type Schema struct {
	Collections []Collection `json:"collections"` // POST /collections, each with its fields
	Fields      []Field      `json:"fields"`      // POST /fields/{collection}: those missing in the collections of Directus itself
	Relations   []Relation   `json:"relations"`   // POST /relations
	Permissions []Permission `json:"permissions"` // POST /permissions, of the public policy
}

// Collection is a collection with its fields, or a folder of collections if Schema
// is nil.
type Collection struct {
	Name   string         `json:"collection"`
	Meta   map[string]any `json:"meta"`
	Schema *struct{}      `json:"schema"`
	Fields []Field        `json:"fields,omitempty"`
}

// Field is a column, or an alias if Schema is null.
type Field struct {
	Collection string          `json:"collection,omitempty"`
	Name       string          `json:"field"`
	Type       content.Type    `json:"type"`
	Meta       map[string]any  `json:"meta"`
	Schema     json.RawMessage `json:"schema"`
}

// Relation is a foreign key or, if Related is null, the item column of a
// many-to-any junction.
type Relation struct {
	Collection string          `json:"collection"`
	Field      string          `json:"field"`
	Related    *string         `json:"related_collection"`
	Meta       json.RawMessage `json:"meta"`
	Schema     json.RawMessage `json:"schema"`
}

// Permission is one action that the public may do on a collection.
type Permission struct {
	Collection string          `json:"collection"`
	Action     content.Action  `json:"action"`
	Fields     []string        `json:"fields"`
	Rule       json.RawMessage `json:"permissions"`
	Validation json.RawMessage `json:"validation"`
	Presets    json.RawMessage `json:"presets,omitempty"`
	Policy     string          `json:"policy,omitempty"` // set by the client that posts it
}

// FromDeclaration converts a model's declaration, in the form that
// content.ParseModel reads. Of the collections that Directus has itself, the
// result contains only the fields that it lacks. What the declaration does not say
// about folders, forms and labels of the studio is derived from kinds and types.
func FromDeclaration(declaration []byte) (Schema, error) {
	var in struct {
		Collections  []Collection          `json:"collections"`
		Relations    []Relation            `json:"relations"`
		Permissions  []Permission          `json:"public_permissions"`
		LateSpecials []content.LateSpecial `json:"late_specials"`
	}
	out := Schema{Fields: []Field{}}
	declaration = content.CurrentNames(declaration)
	model, err := content.ParseModel(declaration)
	if err != nil {
		return out, err
	}
	if err := json.Unmarshal(declaration, &in); err != nil {
		return out, fmt.Errorf("model: %w", err)
	}
	own := content.SystemFileFields()
	for _, c := range in.Collections {
		c.Meta = orEmpty(c.Meta)
		for i := range c.Fields {
			c.Fields[i].Meta = orEmpty(c.Fields[i].Meta)
			c.Fields[i].addSpecials(c.Name, in.LateSpecials)
		}
		if system, _ := c.Meta["system"].(bool); !system {
			out.Collections = append(out.Collections, c)
			continue
		}
		for _, f := range c.Fields {
			if !slices.Contains(own, f.Name) {
				f.Collection = c.Name
				out.Fields = append(out.Fields, f)
			}
		}
	}
	out.Relations, out.Permissions = in.Relations, in.Permissions
	for i := range out.Permissions {
		out.Permissions[i].nameFields(model)
	}
	out.design(model)
	return out, nil
}

// nameFields names the fields of the model that "*" stands for: the Directus may have
// others, which are private.
func (p *Permission) nameFields(m *content.Model) {
	c := m.Collection(p.Collection)
	if c == nil || !slices.Contains(p.Fields, "*") {
		return
	}
	p.Fields = make([]string, len(c.Fields))
	for i, f := range c.Fields {
		p.Fields[i] = f.Name
	}
}

// addSpecials adds the specials that the declaration lists under late_specials.
func (f *Field) addSpecials(collection string, late []content.LateSpecial) {
	for _, l := range late {
		if l.Collection != collection || l.Field != f.Name {
			continue
		}
		specials, _ := f.Meta["special"].([]any)
		for _, special := range l.Special {
			if !slices.Contains(specials, any(special)) {
				specials = append(specials, special)
			}
		}
		f.Meta["special"] = specials
	}
}

func orEmpty(meta map[string]any) map[string]any {
	if meta == nil {
		return make(map[string]any)
	}
	return meta
}
