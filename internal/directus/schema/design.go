package schema

import (
	"cmp"
	"slices"
	"strings"

	"ferrule/internal/content"
)

// longForm is the number of visible fields above which those with a common first
// word are grouped; smallestGroup is the number of fields that make a group.
const (
	longForm      = 12
	smallestGroup = 3
)

// design adds what the studio needs: folders, icons, labels and forms.
func (s *Schema) design(m *content.Model) {
	for i := range s.Collections {
		c := &s.Collections[i]
		of := m.Collection(c.Name)
		setDefault(c.Meta, "sort", i+1)
		setDefault(c.Meta, "display_template", templateOf(of))
		if owner := ownerOf(of, nil); owner != nil {
			setDefault(c.Meta, "group", owner.Name)
		}
		setDefault(c.Meta, "collapse", "closed")
		addLabels(c.Meta, collectionLabel(of))
		if status := of.Field("status"); status != nil && isStatus(status) {
			setDefault(c.Meta, "archive_field", "status")
			setDefault(c.Meta, "archive_value", "archived")
			setDefault(c.Meta, "unarchive_value", "draft")
		}
		for j := range c.Fields {
			c.Fields[j].design(of.Field(c.Fields[j].Name), m)
		}
		c.groupFields()
	}
	for i := range s.Fields {
		s.Fields[i].design(m.Collection(s.Fields[i].Collection).Field(s.Fields[i].Name), m)
	}
	s.addFolders()
}

func (f *Field) design(of *content.Field, m *content.Model) {
	formOf(of, f.Meta).addTo(f.Meta)
	addLabels(f.Meta, labelOf(f.Name))
	if isHidden(of, m.Relations) {
		setDefault(f.Meta, "hidden", true)
	}
	if of.HasSpecial("date-created") || of.HasSpecial("date-updated") {
		setDefault(f.Meta, "readonly", true)
	}
	if of.Required && of.Default == nil && of != of.Collection.Key {
		setDefault(f.Meta, "required", true)
	}
	setDefault(f.Meta, "width", widthOf(of))
}

// widthOf returns the width of a field in its form: short values share a row,
// except beside the other language, where a form has half of the page.
func widthOf(f *content.Field) string {
	if f.Collection.Hidden || f.Type == content.Alias || f.Type == content.Text || f.Type == content.JSON {
		return "full"
	}
	return "half"
}

// ownerOf returns the collection in whose forms the records of c are edited; nil if
// they stand alone.
func ownerOf(c *content.Collection, seen []*content.Collection) *content.Collection {
	for _, f := range c.Fields {
		if f.Kind != content.ManyToOne || !isOwner(f) || f.Relation.OnDelete != "CASCADE" {
			continue
		}
		owner := f.Relation.Related
		if owner.System || slices.Contains(append(seen, c), owner) {
			return nil
		}
		return owner
	}
	return nil
}

// groupFields puts the fields of a long form that begin with the same word into a
// group of that name.
func (c *Collection) groupFields() {
	byWord, visible := make(map[string][]int), 0
	for i, f := range c.Fields {
		if f.Meta["hidden"] == true {
			continue
		}
		visible++
		if word, rest, ok := strings.Cut(f.Name, "_"); ok && rest != "" {
			byWord[word] = append(byWord[word], i)
		}
	}
	if visible <= longForm {
		return
	}
	var fields []Field
	for i, f := range c.Fields {
		word, rest, _ := strings.Cut(f.Name, "_")
		of := byWord[word]
		if len(of) < smallestGroup || !slices.Contains(of, i) {
			fields = append(fields, f)
			continue
		}
		name := "group_" + word
		if of[0] == i {
			fields = append(fields, Field{Name: name, Type: content.Alias, Meta: map[string]any{
				"interface": "group-detail", "special": []any{"alias", "no-data", "group"}, "width": "full",
				"options": map[string]any{"start": "closed"}, "translations": labelOf(word).list(),
			}})
		}
		f.Meta["group"] = name
		f.Meta["translations"] = labelOf(rest).list()
		fields = append(fields, f)
	}
	c.Fields = fields
}

// folders are the folders of the model, in the order of the studio, with their icons.
var folders = []struct{ name, icon string }{ //nolint:gochecknoglobals // a constant table
	{"site_catalogue", "category"}, {"site_pages", "web"}, {"site_navigation", "explore"}, {"site_requests", "request_quote"}, {"site_settings", "settings"},
}

// addFolders adds the folders that collections name as their group, and orders
// collections after their groups, as Directus requires. A declaration that names
// other groups has them as collections.
func (s *Schema) addFolders() {
	groups := make(map[string]string)
	for _, c := range s.Collections {
		groups[c.Name], _ = c.Meta["group"].(string)
	}
	var all []Collection
	for i, f := range folders {
		used := slices.ContainsFunc(s.Collections, func(c Collection) bool { return c.Meta["group"] == f.name })
		if _, taken := groups[f.name]; used && !taken {
			groups[f.name] = ""
			meta := map[string]any{"icon": f.icon, "sort": i + 1}
			addLabels(meta, labelOf("folder:"+f.name))
			all = append(all, Collection{Name: f.name, Meta: meta})
		}
	}
	depth := func(name string) (n int) {
		for ; groups[name] != ""; name = groups[name] {
			n++
		}
		return n
	}
	s.Collections = append(all, s.Collections...)
	slices.SortStableFunc(s.Collections, func(a, b Collection) int { return cmp.Compare(depth(a.Name), depth(b.Name)) })
}
