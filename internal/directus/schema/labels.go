package schema

import (
	_ "embed" // embeds labels.tsv
	"maps"
	"slices"
	"strings"
	"sync"

	"ferrule/internal/content"
)

//go:embed labels.tsv
var labelTable string

// label is a name in the studio, by language.
type label map[string]string

// labels returns the table: by name of a field, by "collection:" or "folder:" and
// the name of a collection.
var labels = sync.OnceValue(func() map[string]label { //nolint:gochecknoglobals // parsed once
	table := make(map[string]label)
	var languages []string
	for line := range strings.Lines(labelTable) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if languages == nil {
			languages = cells[1:]
			continue
		}
		table[cells[0]] = make(label)
		for i, language := range languages {
			table[cells[0]][language] = cells[i+1]
		}
	}
	return table
})

// ordinals are the first words of numbered fields.
var ordinals = map[string]string{"first": "1", "frist": "1", "second": "2", "three": "3", "four": "4", "five": "5", "six": "6"} //nolint:gochecknoglobals // a constant table

// labelOf returns the label of a field by its name. One that is not in the table is
// made of its words: button_text after cta_, a number after a title. It is nil if
// a word has no label; the studio then shows the name.
func labelOf(name string) label {
	if known := labels()[name]; known != nil {
		return known
	}
	if of, ok := strings.CutSuffix(name, "_id"); ok { // a foreign key
		return labels()["collection:"+strings.TrimSuffix(of, "_translations")]
	}
	first, rest, _ := strings.Cut(name, "_")
	if n := ordinals[first]; n != "" {
		return labelOf(rest).joined(" ", label(nil), n)
	}
	last := strings.LastIndex(name, "_")
	if last > 0 && ordinals[name[last+1:]] != "" {
		return labelOf(name[:last]).joined(" ", label(nil), ordinals[name[last+1:]])
	}
	if rest == "" {
		return nil
	}
	return labels()[first].joined(": ", labelOf(rest), "")
}

// joined returns the label followed by another, or by the same text in all languages.
func (l label) joined(separator string, other label, text string) label {
	if l == nil || other == nil && text == "" {
		return nil
	}
	out := make(label)
	for language, first := range l {
		if other != nil {
			text = other[language]
		}
		out[language] = first + separator + text
	}
	return out
}

// collectionLabel returns the label of a collection. That of a junction or of
// translations is made of its owner and the owner's field.
func collectionLabel(c *content.Collection) label {
	if known := labels()["collection:"+c.Name]; known != nil {
		return known
	}
	for _, f := range c.Fields {
		if f.Kind == content.ManyToOne && isOwner(f) {
			return collectionLabel(f.Relation.Related).joined(": ", labelOf(f.Relation.OneField), "")
		}
	}
	return nil
}

// list returns the label as Directus stores it.
func (l label) list() []any {
	var out []any
	for _, language := range slices.Sorted(maps.Keys(l)) {
		out = append(out, map[string]any{"language": language, "translation": l[language]})
	}
	return out
}

func addLabels(meta map[string]any, l label) {
	if l != nil {
		setDefault(meta, "translations", l.list())
	}
}
