package importer

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
)

// declaration is a content model in the format of model.json.
type declaration struct {
	Collections  []*declared           `json:"collections"`
	Relations    []*declaredRelation   `json:"relations"`
	Permissions  []*declaredPermission `json:"public_permissions"`
	LateSpecials json.RawMessage       `json:"late_specials,omitempty"`
}

type declared struct {
	Name   string           `json:"collection"`
	Meta   map[string]any   `json:"meta"`
	Schema map[string]any   `json:"schema"`
	Fields []*declaredField `json:"fields"`
}

type declaredField struct {
	Name   string         `json:"field"`
	Type   content.Type   `json:"type"`
	Meta   map[string]any `json:"meta"`
	Schema map[string]any `json:"schema"`
}

type declaredRelation struct {
	Collection string         `json:"collection"`
	Field      string         `json:"field"`
	Related    *string        `json:"related_collection"`
	Schema     map[string]any `json:"schema"`
	Meta       map[string]any `json:"meta"`
}

// declaredPermission is a permission of the public or of a role.
type declaredPermission struct {
	Collection string         `json:"collection"`
	Action     string         `json:"action"`
	Fields     []string       `json:"fields"`
	Rule       any            `json:"permissions"`
	Validation any            `json:"validation,omitempty"`
	Presets    map[string]any `json:"presets,omitempty"`
}

func (d *declaration) collection(name string) *declared {
	for _, c := range d.Collections {
		if c.Name == name {
			return c
		}
	}
	return nil
}

func (d *declaration) relation(collection, field string) *declaredRelation {
	for _, r := range d.Relations {
		if r.Collection == collection && r.Field == field {
			return r
		}
	}
	return nil
}

func (c *declared) field(name string) *declaredField {
	for _, f := range c.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// usableName returns a name that a model allows and that is not taken: the given one if
// possible.
func usableName(name string, taken func(string) bool) string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		if unicode.IsUpper(r) && lower {
			b.WriteByte('_')
		}
		lower = unicode.IsLower(r) || unicode.IsDigit(r)
		if r = unicode.ToLower(r); r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			r = '_'
		}
		b.WriteRune(r)
	}
	const most = 56 // characters; a number may follow
	plain := b.String()
	if content.IsName(name) {
		plain = name
	} else if !content.IsName(plain) {
		plain = "n_" + strings.TrimLeft(plain[:min(len(plain), most)], "_")
	}
	out := plain
	for n := 2; taken(out); n++ {
		out = plain[:min(len(plain), most)] + "_" + strconv.Itoa(n)
	}
	return out
}

// typeOf returns the type of the model for a column of a Directus; empty if there is none.
func typeOf(r *remoteField) content.Type {
	switch t := content.Type(r.Type); t {
	case content.Integer:
		if r.Schema["data_type"] == "bigint" {
			return content.BigInteger // SQLite has one type
		}
		return t
	case content.String, content.Text, content.BigInteger, content.Float, content.Decimal, content.Boolean,
		content.JSON, content.CSV, content.UUID, content.Timestamp, content.DateTime, content.Date, content.Time:
		return t
	default:
		if strings.HasPrefix(r.Type, "geometry") {
			return content.JSON
		}
		return ""
	}
}

// keepMeta returns those entries that describe a form, a field or a collection.
func keepMeta(meta map[string]any, names ...string) map[string]any {
	out := make(map[string]any)
	for _, name := range names {
		if v := meta[name]; v != nil {
			out[name] = v
		}
	}
	return out
}

// declareField returns the declaration of a column with a type of the model.
func declareField(name string, t content.Type, r *remoteField) *declaredField {
	f := &declaredField{Name: name, Type: t, Meta: fieldMeta(r), Schema: make(map[string]any)}
	if strings.HasPrefix(r.Type, "geometry") {
		f.Meta["special"], f.Meta["interface"] = []any{"cast-json"}, "input-code"
		delete(f.Meta, "options")
	}
	for _, name := range []string{"is_primary_key", "has_auto_increment", "is_unique"} {
		if r.Schema[name] == true {
			f.Schema[name] = true
		}
	}
	if f.Schema["is_primary_key"] == true {
		delete(f.Schema, "is_unique")
	}
	if r.Schema["is_nullable"] == false {
		f.Schema["is_nullable"] = false
	}
	if v := defaultOf(t, r.Schema["default_value"]); v != nil && f.Schema["has_auto_increment"] != true {
		f.Schema["default_value"] = v
	}
	if n, ok := r.Schema["max_length"].(json.Number); ok && t == content.String && n != "0" {
		f.Schema["length"] = n
	}
	if t == content.Decimal {
		f.Schema["numeric_precision"], f.Schema["numeric_scale"] = json.Number("38"), json.Number("10")
		for _, name := range []string{"numeric_precision", "numeric_scale"} {
			if n, ok := r.Schema[name].(json.Number); ok {
				f.Schema[name] = n
			}
		}
	}
	return f
}

func fieldMeta(r *remoteField) map[string]any {
	return keepMeta(r.Meta, "special", "interface", "options", "display", "display_options", "readonly", "hidden", "required", "width", "note", "translations", "validation", "validation_message", "conditions")
}

// defaultOf returns the default value of a column if it is one of the type, and not, for
// example, a function of the database.
func defaultOf(t content.Type, v any) any {
	if text, ok := v.(string); ok && t == content.JSON {
		var parsed any
		if client.Decode([]byte(text), &parsed) != nil {
			return nil
		}
		v = parsed
	}
	if _, err := content.ParseValue(&content.Field{Type: t}, v); err != nil {
		return nil
	}
	return v
}

// holds reports whether a column of the model holds every value of one of the Directus as
// it is. related is the collection of the model to which the latter refers; nil for none.
func holds(f *content.Field, r *remoteField, refers bool, related *content.Collection) bool {
	t := typeOf(r)
	switch {
	case r.isAlias() || f.Type == content.Alias || t == "":
		return false
	case f.Kind == content.ManyToOne && refers:
		return related == f.Relation.Related
	case f == f.Collection.Key:
		return true // the reader maps keys of other kinds
	case t == f.Type:
		return true
	}
	in := func(types ...content.Type) bool { return slices.Contains(types, t) }
	switch f.Type {
	case content.String, content.Text:
		return in(content.String, content.Text, content.UUID)
	case content.BigInteger:
		return in(content.Integer)
	case content.Float, content.Decimal:
		return in(content.Integer, content.BigInteger, content.Float, content.Decimal)
	case content.JSON:
		return in(content.CSV)
	case content.UUID:
		return in(content.String) && r.Schema["data_type"] == "char" // as SQLite stores them
	case content.Timestamp, content.DateTime:
		return in(content.Timestamp, content.DateTime)
	default:
		return false
	}
}
