package content

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// modelJSON is the format of model.json, which is also that of a Directus schema snapshot.
type modelJSON struct {
	Collections []collectionJSON `json:"collections"`
	Relations   []relationJSON   `json:"relations"`
	Permissions []permissionJSON `json:"public_permissions"`

	// LateSpecials are specials of fields that Directus gets after its
	// content was loaded: [collection, field, specials]. Here they apply from
	// the start, because an import keeps the dates it is given.
	LateSpecials []LateSpecial `json:"late_specials"`
}

type collectionJSON struct {
	Name string `json:"collection"`
	Meta struct {
		Singleton bool   `json:"singleton"`
		System    bool   `json:"system"`
		Hidden    bool   `json:"hidden"`
		SortField string `json:"sort_field"`
	} `json:"meta"`
	Fields []fieldJSON `json:"fields"`
}

type fieldJSON struct {
	Name string `json:"field"`
	Type Type   `json:"type"`
	Meta struct {
		Special   []string `json:"special"`
		Interface string   `json:"interface"`
		Note      string   `json:"note"`
	} `json:"meta"`
	Schema *struct {
		Key           bool  `json:"is_primary_key"`
		AutoIncrement bool  `json:"has_auto_increment"`
		Unique        bool  `json:"is_unique"`
		Nullable      *bool `json:"is_nullable"`
		Default       any   `json:"default_value"`
		Length        int   `json:"length"`
		Precision     int   `json:"numeric_precision"`
		Scale         *int  `json:"numeric_scale"`
	} `json:"schema"`
}

type relationJSON struct {
	Collection string `json:"collection"`
	Field      string `json:"field"`
	Related    string `json:"related_collection"`
	Schema     *struct {
		OnDelete string `json:"on_delete"`
	} `json:"schema"`
	Meta struct {
		OneField        string   `json:"one_field"`
		SortField       string   `json:"sort_field"`
		JunctionField   string   `json:"junction_field"`
		CollectionField string   `json:"one_collection_field"`
		Allowed         []string `json:"one_allowed_collections"`
		Deselect        string   `json:"one_deselect_action"`
	} `json:"meta"`
}

type permissionJSON struct {
	Collection string         `json:"collection"`
	Action     Action         `json:"action"`
	Fields     []string       `json:"fields"`
	Rule       any            `json:"permissions"`
	Validation any            `json:"validation"`
	Presets    map[string]any `json:"presets"`
}

// nameShape restricts the alphabet of names, which become identifiers in SQL
// and TypeScript.
var nameShape = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// IsName reports whether a collection or field may have a name.
func IsName(name string) bool { return nameShape.MatchString(name) && !isReserved(name) }

// isReserved reports whether a name is reserved for tables that are not
// content.
func isReserved(name string) bool {
	return strings.HasPrefix(name, "ferrule_") || strings.HasPrefix(name, "sqlite_") || strings.HasPrefix(name, "pg_")
}

// ParseModel parses a model in the shape of model.json and validates its names
// and relations. The error lists all problems except those in the filters of
// permissions, which query.CheckPolicy finds.
func ParseModel(data []byte) (*Model, error) {
	data = CurrentNames(data)
	var in modelJSON
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&in); err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	addSystemCollections(&in)
	dropForeign(&in)
	m := &Model{
		byName: make(map[string]*Collection, len(in.Collections)),
		Hash:   hashOf(data),
	}
	var problems []error
	complain := func(format string, args ...any) {
		problems = append(problems, fmt.Errorf("model: "+format, args...))
	}
	for i := range in.Collections {
		m.addCollection(&in.Collections[i], complain)
	}
	for i := range in.LateSpecials {
		m.addLateSpecial(&in.LateSpecials[i], complain)
	}
	for i := range in.Relations {
		m.addRelation(&in.Relations[i], complain)
	}
	m.bindAliases(complain)
	m.public = m.policy(in.Permissions, complain)
	if len(problems) == 0 {
		m.check(m.public, complain)
	}
	return m, errors.Join(problems...)
}

func (m *Model) addCollection(in *collectionJSON, complain func(string, ...any)) {
	if !nameShape.MatchString(in.Name) || isReserved(in.Name) {
		complain("collection %q: not a usable name", in.Name)
		return
	}
	if m.byName[in.Name] != nil {
		complain("collection %q is declared twice", in.Name)
		return
	}
	c := &Collection{
		Name:      in.Name,
		Singleton: in.Meta.Singleton,
		System:    in.Meta.System,
		Hidden:    in.Meta.Hidden,
		byName:    make(map[string]*Field, len(in.Fields)),
	}
	for i := range in.Fields {
		c.addField(&in.Fields[i], complain)
	}
	if c.Key == nil {
		complain("collection %q has no primary key", c.Name)
		return
	}
	if name := in.Meta.SortField; name != "" {
		if c.SortField = c.byName[name]; c.SortField == nil {
			complain("collection %q: its sort_field %q does not exist", c.Name, name)
		}
	}
	m.Collections = append(m.Collections, c)
	m.byName[c.Name] = c
}

func (c *Collection) addField(in *fieldJSON, complain func(string, ...any)) {
	if !nameShape.MatchString(in.Name) {
		complain("field %s.%q: not a usable name", c.Name, in.Name)
		return
	}
	if c.byName[in.Name] != nil {
		complain("field %s.%s is declared twice", c.Name, in.Name)
		return
	}
	if _, ok := operators[in.Type]; !ok {
		complain("field %s.%s: unknown type %q", c.Name, in.Name, in.Type)
		return
	}
	if (in.Type == Alias) != (in.Schema == nil) {
		complain("field %s.%s: a field of type alias has no schema, every other has one", c.Name, in.Name)
		return
	}
	f := &Field{
		Name:       in.Name,
		Collection: c,
		Type:       in.Type,
		Special:    in.Meta.Special,
		Interface:  in.Meta.Interface,
		Note:       in.Meta.Note,
	}
	if s := in.Schema; s != nil {
		f.AutoIncrement = s.AutoIncrement
		f.Unique = s.Unique
		f.Required = s.Key || s.Nullable != nil && !*s.Nullable
		f.Default = s.Default
		f.Length = s.Length
		f.Precision, f.Scale = 10, 5 // default of Directus for decimals
		if s.Precision > 0 {
			f.Precision = s.Precision
		}
		if s.Scale != nil {
			f.Scale = *s.Scale
		}
		if s.Key {
			if c.Key != nil {
				complain("collection %q has two primary keys", c.Name)
			}
			if !slices.Contains([]Type{Integer, BigInteger, UUID, String}, f.Type) {
				complain("field %s.%s: a %s cannot be the primary key", c.Name, f.Name, f.Type)
			}
			c.Key = f
		}
		if f.Default != nil {
			if _, err := ParseValue(f, f.Default); err != nil {
				complain("field %s.%s: default: %v", c.Name, f.Name, err)
			}
		}
	}
	c.Fields = append(c.Fields, f)
	c.byName[f.Name] = f
}
