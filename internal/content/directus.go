package content

import (
	"encoding/json"
	"fmt"
	"slices"
)

// DirectusSchema is a model as a Directus is told it through its REST API.
type DirectusSchema struct {
	Collections []DirectusCollection `json:"collections"` // POST /collections, each with its fields
	Fields      []DirectusField      `json:"fields"`      // POST /fields/{collection}: those that its own collections lack
	Relations   []DirectusRelation   `json:"relations"`   // POST /relations
	Permissions []DirectusPermission `json:"permissions"` // POST /permissions, for the public policy
}

// DirectusCollection is a collection with its fields.
type DirectusCollection struct {
	Name   string          `json:"collection"`
	Meta   map[string]any  `json:"meta"`
	Schema struct{}        `json:"schema"` // present: a table, and not a folder of collections
	Fields []DirectusField `json:"fields"`
}

// DirectusField is a column, or an alias with Schema null.
type DirectusField struct {
	Collection string          `json:"collection,omitempty"`
	Name       string          `json:"field"`
	Type       Type            `json:"type"`
	Meta       map[string]any  `json:"meta"`
	Schema     json.RawMessage `json:"schema"`
}

// DirectusRelation is a foreign key, or with Related null the item column of a
// many-to-any junction.
type DirectusRelation struct {
	Collection string          `json:"collection"`
	Field      string          `json:"field"`
	Related    *string         `json:"related_collection"`
	Meta       json.RawMessage `json:"meta"`
	Schema     json.RawMessage `json:"schema"`
}

// DirectusPermission is what the public may do.
type DirectusPermission struct {
	Collection string          `json:"collection"`
	Action     Action          `json:"action"`
	Fields     []string        `json:"fields"`
	Rule       json.RawMessage `json:"permissions"`
	Validation json.RawMessage `json:"validation"`
	Presets    json.RawMessage `json:"presets,omitempty"`
	Policy     string          `json:"policy,omitempty"` // known where it is posted
}

// Directus returns a model's declaration, as ParseModel reads it, in the words
// of a Directus. Its own collections are there already: of these only the
// fields remain that it does not bring itself.
func Directus(declaration []byte) (DirectusSchema, error) {
	var in struct {
		Collections  []DirectusCollection `json:"collections"`
		Relations    []DirectusRelation   `json:"relations"`
		Permissions  []DirectusPermission `json:"public_permissions"`
		LateSpecials []lateSpecialJSON    `json:"late_specials"`
	}
	out := DirectusSchema{Fields: []DirectusField{}}
	declaration = withCurrentNames(declaration)
	if _, err := ParseModel(declaration); err != nil {
		return out, err
	}
	if err := json.Unmarshal(declaration, &in); err != nil {
		return out, fmt.Errorf("model: %w", err)
	}
	own, err := broughtAlong()
	if err != nil {
		return out, err
	}
	for _, c := range in.Collections {
		for i := range c.Fields {
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
	return out, nil
}

// broughtAlong are the fields that a Directus itself gives its files.
func broughtAlong() ([]string, error) {
	var files collectionJSON
	if err := json.Unmarshal([]byte(systemFiles), &files); err != nil {
		return nil, err
	}
	names := make([]string, len(files.Fields))
	for i, f := range files.Fields {
		names[i] = f.Name
	}
	return names, nil
}

// addSpecials gives a field the specials that are declared apart from it.
func (f *DirectusField) addSpecials(collection string, late []lateSpecialJSON) {
	for _, l := range late {
		if l.collection != collection || l.field != f.Name {
			continue
		}
		had, _ := f.Meta["special"].([]any)
		for _, special := range l.special {
			if !slices.Contains(had, any(special)) {
				had = append(had, special)
			}
		}
		if f.Meta == nil {
			f.Meta = make(map[string]any)
		}
		f.Meta["special"] = had
	}
}
