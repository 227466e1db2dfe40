package mapping

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"ferrule/internal/content"
)

// Reader reads the REST API of a Directus as its administrator.
type Reader interface {
	Get(ctx context.Context, path string, query url.Values) (json.RawMessage, error)
}

// remoteField is a field as GET /fields describes it.
type remoteField struct {
	Collection string       `json:"collection"`
	Name       string       `json:"field"`
	Type       content.Type `json:"type"`
	Meta       *struct {
		Special []string `json:"special"`
		Options *struct {
			Choices []struct {
				Value any `json:"value"`
			} `json:"choices"`
		} `json:"options"`
	} `json:"meta"`
	Schema *struct {
		Key    bool   `json:"is_primary_key"`
		Target string `json:"foreign_key_table"`
	} `json:"schema"`
}

func (f *remoteField) isColumn() bool { return f.Schema != nil && f.Type != content.Alias }

// suggestion collects a mapping and sentences on what does not fit.
type suggestion struct {
	model   *content.Model
	remote  map[string]map[string]*remoteField // by collection and field of the Directus
	single  map[string]bool                    // singletons of the Directus
	mapping Mapping
	local   map[string]string // collections of the model, by their name in the Directus
	notes   []string

	// Listed in one sentence each.
	missing, unused, constant, singletons, lists, keys []string
}

func (s *suggestion) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

// Suggest compares a model with the schema of a Directus by names and types. It
// returns a mapping of what fits, and sentences on what does not or was guessed.
func Suggest(ctx context.Context, m *content.Model, from Reader) (Mapping, []string, error) {
	s := &suggestion{
		model: m, remote: make(map[string]map[string]*remoteField), single: make(map[string]bool), local: make(map[string]string),
		mapping: Mapping{Collections: map[string]string{}, Fields: map[string]map[string]string{}, Values: map[string]map[string]map[string]any{}, Constants: map[string]map[string]any{}, Languages: map[string]string{}},
	}
	if err := s.read(ctx, from); err != nil {
		return Mapping{}, nil, err
	}
	s.matchCollections()
	for _, c := range m.Collections {
		if remote := s.remote[s.mapping.Collection(c)]; remote != nil && s.local[s.mapping.Collection(c)] == c.Name {
			s.matchFields(c, remote)
		}
	}
	if err := s.matchLanguages(ctx, from); err != nil {
		return Mapping{}, nil, err
	}
	s.noteLists()
	return s.mapping, s.notes, nil
}

func (s *suggestion) read(ctx context.Context, from Reader) error {
	var fields []*remoteField
	if err := get(ctx, from, "/fields", nil, &fields); err != nil {
		return err
	}
	for _, f := range fields {
		if strings.HasPrefix(f.Collection, "directus_") && f.Collection != content.FilesCollection {
			continue
		}
		if s.remote[f.Collection] == nil {
			s.remote[f.Collection] = make(map[string]*remoteField)
		}
		s.remote[f.Collection][f.Name] = f
	}
	var collections []struct {
		Name string `json:"collection"`
		Meta *struct {
			Singleton bool `json:"singleton"`
		} `json:"meta"`
		Schema *struct{} `json:"schema"`
	}
	if err := get(ctx, from, "/collections", nil, &collections); err != nil {
		return err
	}
	for _, c := range collections {
		if c.Schema == nil {
			delete(s.remote, c.Name) // a group without records
		}
		s.single[c.Name] = c.Meta != nil && c.Meta.Singleton
	}
	return nil
}

func get(ctx context.Context, from Reader, path string, query url.Values, into any) error {
	data, err := from.Get(ctx, path, query)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("decode reply of %s: %w", path, err)
	}
	return nil
}

// plain returns a name without case, separators and plural, for comparison.
func plain(name string) string {
	name = strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
	if short, ok := strings.CutSuffix(name, "ies"); ok {
		return short + "y"
	}
	return strings.TrimSuffix(name, "s")
}

// resembles reports whether two names mean the same: equal but for their form, or one
// with a prefix such as that of a project.
func resembles(local, remote string) bool {
	a, b := plain(local), plain(remote)
	const short = 4 // shorter names are parts of many others
	return a == b || len(a) >= short && strings.HasSuffix(b, a) || len(b) >= short && strings.HasSuffix(a, b)
}

// matchCollections maps collections by name; of several that resemble one, that
// with the most common fields.
func (s *suggestion) matchCollections() {
	for _, c := range s.model.Collections {
		if s.remote[c.Name] != nil {
			s.local[c.Name] = c.Name
		}
	}
	var missing []string
	for _, c := range s.model.Collections {
		if s.remote[c.Name] != nil {
			continue
		}
		best, score := "", 1 // the key alone says nothing
		for _, name := range slices.Sorted(maps.Keys(s.remote)) {
			if s.local[name] != "" || !resembles(c.Name, name) {
				continue
			}
			if n := s.common(c, name); n > score {
				best, score = name, n
			}
		}
		if best == "" {
			missing = append(missing, c.Name)
			continue
		}
		s.mapping.Collections[c.Name], s.local[best] = best, c.Name
		s.note("Guessed: the collection %s is %s in the Directus.", c.Name, best)
	}
	if len(missing) > 0 {
		s.note("Nothing in the Directus resembles these collections of the model, which stay empty: %s. Name them under \"collections\" if they are there.", strings.Join(missing, ", "))
	}
}

// common counts the fields of a collection that a collection of the Directus has by
// name.
func (s *suggestion) common(c *content.Collection, remote string) int {
	n := 0
	for _, f := range c.Fields {
		if r := s.remote[remote][f.Name]; r != nil && f.Type != content.Alias && r.isColumn() {
			n++
		}
	}
	return n
}

// matchFields maps the fields of a collection.
func (s *suggestion) matchFields(c *content.Collection, remote map[string]*remoteField) {
	name := s.mapping.Collection(c)
	used := make(map[string]bool)
	var missing []string
	for _, f := range c.Fields {
		if f.Type == content.Alias {
			continue
		}
		match := remote[f.Name]
		if match == nil || !match.isColumn() {
			match = s.resembling(f, remote)
		}
		switch {
		case match == nil && f.Required && f.Name == "status" && remote["archived"] != nil:
			used["archived"] = true // the mirror reads it, as Directus 12 has it
			continue
		case match == nil && f.Required:
			s.addConstant(f)
			continue
		case match == nil:
			missing = append(missing, f.Name)
			continue
		case match.Name != f.Name:
			set(s.mapping.Fields, c.Name, f.Name, match.Name)
			s.note("Guessed: the field %s.%s is %s.%s in the Directus.", c.Name, f.Name, name, match.Name)
		}
		used[match.Name] = true
		s.compareTypes(f, match)
		if f.Name == "status" {
			s.mapStatus(f, match)
		}
	}
	s.missing = append(s.missing, listed(c.Name, missing)...)
	switch {
	case s.single[name] && !c.Singleton:
		s.singletons = append(s.singletons, name)
	case !s.single[name] && c.Singleton:
		s.lists = append(s.lists, name)
	}
	var unused []string
	for _, field := range slices.Sorted(maps.Keys(remote)) {
		if !used[field] && remote[field].isColumn() && !c.System {
			unused = append(unused, field)
		}
	}
	s.unused = append(s.unused, listed(name, unused)...)
}

// listed returns a text such as "tags (name, title)"; none without fields.
func listed(collection string, fields []string) []string {
	if len(fields) == 0 {
		return nil
	}
	return []string{collection + " (" + strings.Join(fields, ", ") + ")"}
}

// resembling returns the only field that may hold the values of f: the key, a foreign key
// to the same collection, or one with a similar name and a type that fits.
func (s *suggestion) resembling(f *content.Field, remote map[string]*remoteField) *remoteField {
	var found []*remoteField
	for _, name := range slices.Sorted(maps.Keys(remote)) {
		r := remote[name]
		if !r.isColumn() || f.Collection.Field(name) != nil {
			continue
		}
		switch {
		case f == f.Collection.Key:
			if r.Schema.Key {
				return r
			}
		case f.Kind == content.ManyToOne:
			if s.local[r.Schema.Target] == f.Relation.Related.Name {
				found = append(found, r)
			}
		case r.Schema.Target == "" && !r.Schema.Key && sameField(f, name) && fits(f.Type, r.Type):
			found = append(found, r)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// sameField reports whether a name of the Directus means a field: equal but for
// its form, or with the name of the collection, as product_name.
func sameField(f *content.Field, remote string) bool {
	name, collection := plain(f.Name), plain(f.Collection.Name)
	return plain(remote) == name || plain(remote) == collection+name || collection+plain(remote) == name
}

// fits reports whether values of a type in the Directus can be values of a type of
// the model.
func fits(local, remote content.Type) bool {
	class := func(t content.Type) string {
		switch t {
		case content.String, content.Text, content.UUID:
			return "text"
		case content.Integer, content.BigInteger, content.Float, content.Decimal:
			return "number"
		case content.Timestamp, content.DateTime, content.Date:
			return "date"
		case content.JSON, content.CSV:
			return "list"
		default:
			return string(t)
		}
	}
	return class(local) == class(remote)
}

func (s *suggestion) compareTypes(f *content.Field, remote *remoteField) {
	isKey := f == f.Collection.Key || f.Kind != content.None
	switch {
	case isKey && f.Collection.Name == LanguagesCollection, isKey && f.Type == remote.Type, f.Kind == content.AnyToOne:
	case isKey && f == f.Collection.Key && f.Type == content.Integer:
		s.keys = append(s.keys, remote.Collection+" ("+string(remote.Type)+")")
	case !isKey && !fits(f.Type, remote.Type):
		s.note("%s.%s is of type %s in the Directus and %s in the model; values that do not fit are left out.", remote.Collection, remote.Name, remote.Type, f.Type)
	}
}

// addConstant gives a required field that the Directus lacks a value.
func (s *suggestion) addConstant(f *content.Field) {
	name := s.mapping.Collection(f.Collection)
	if f.Name != "status" {
		s.note("%s lacks %s, which the model requires: give its value under \"constants\", otherwise the collection is left out.", name, f.Name)
		return
	}
	set(s.mapping.Constants, f.Collection.Name, f.Name, any(published))
	s.constant = append(s.constant, name)
}

const published = "published"

// mapStatus maps the value that means published, if the choices of the field do not contain it.
func (s *suggestion) mapStatus(f *content.Field, remote *remoteField) {
	if remote.Meta == nil || remote.Meta.Options == nil || len(remote.Meta.Options.Choices) == 0 {
		return
	}
	var values []string
	for _, c := range remote.Meta.Options.Choices {
		values = append(values, fmt.Sprint(c.Value))
	}
	if slices.Contains(values, published) {
		return
	}
	for _, value := range values {
		if slices.Contains([]string{"active", "live", "public", "visible", "online", "enabled"}, strings.ToLower(value)) {
			set(s.mapping.Values, f.Collection.Name, f.Name, map[string]any{value: published})
			s.note("Guessed: the status %q of %s means published.", value, remote.Collection)
			return
		}
	}
	s.note("No status of %s means published, so that none of its records is shown: say which of %s does under \"values\".", remote.Collection, strings.Join(values, ", "))
}

// languageCode matches a key of the model, such as "de-DE".
var languageCode = regexp.MustCompile(`^[a-z]{2,3}-[A-Z]{2}$`)

// regions are the regions that complete a key without one.
func regions() map[string]string {
	return map[string]string{"de": "de-DE", "en": "en-US", "fr": "fr-FR", "it": "it-IT"}
}

// matchLanguages maps the keys of the languages.
func (s *suggestion) matchLanguages(ctx context.Context, from Reader) error {
	c := s.model.Collection(LanguagesCollection)
	if c == nil || s.local[s.mapping.Collection(c)] != c.Name {
		return nil
	}
	name := s.mapping.Collection(c)
	var records []map[string]any
	if err := get(ctx, from, "/items/"+name, url.Values{"limit": {"-1"}}, &records); err != nil {
		return err
	}
	key := s.mapping.Field(c.Key)
	for _, record := range records {
		id := fmt.Sprint(record[key])
		if languageCode.MatchString(id) {
			continue
		}
		code := ""
		for _, field := range slices.Sorted(maps.Keys(record)) {
			if text := fmt.Sprint(record[field]); code == "" && languageCode.MatchString(text) {
				code = text
			} else if region := regions()[strings.ToLower(text)]; code == "" && region != "" {
				code = region
			}
		}
		if code == "" {
			s.note("The language %q of the Directus is not of the form de-DE: give its key of the model under \"languages\".", id)
			continue
		}
		s.mapping.Languages[id] = code
	}
	return nil
}

// noteLists adds a sentence for each list.
func (s *suggestion) noteLists() {
	var collections []string
	for _, name := range slices.Sorted(maps.Keys(s.remote)) {
		if s.local[name] == "" && name != content.FilesCollection {
			collections = append(collections, name)
		}
	}
	for _, list := range []struct {
		format string
		names  []string
	}{
		{"Guessed: all records of these collections are published, since they have no field status: %s.", s.constant},
		{"Keys of these collections become integers: %s. Nothing has to be done.", s.keys},
		{"Singletons in the Directus that are lists of one record in the model: %s. Nothing has to be done.", s.singletons},
		{"Lists in the Directus of which the model takes the first record: %s.", s.lists},
		{"Fields of the model that stay empty, unless they are named under \"fields\": %s.", s.missing},
		{"Fields of the Directus without a place in the model: %s.", s.unused},
		{"Collections of the Directus without a place in the model: %s.", collections},
	} {
		if len(list.names) > 0 {
			s.note(list.format, strings.Join(list.names, ", "))
		}
	}
}

func set[V any](of map[string]map[string]V, collection, field string, v V) {
	if of[collection] == nil {
		of[collection] = make(map[string]V)
	}
	of[collection][field] = v
}
