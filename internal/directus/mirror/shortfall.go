package mirror

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// shortfalls are what the Directus lacks of the model, or hides from the token.
type shortfalls struct {
	collections []string            // names in the Directus
	inactive    []string            // deactivated by the licence of the Directus
	required    map[string][]string // fields without which a collection is left out
	fields      map[string][]string // other fields, by collection
}

// addField adds a missing field.
func (s *shortfalls) addField(collection, field string, required bool) {
	of := &s.fields
	if required {
		of = &s.required
	}
	if *of == nil {
		*of = make(map[string][]string)
	}
	(*of)[collection] = append((*of)[collection], field)
}

// sentences returns one sentence with its remedy for each kind of shortfall.
func (s *shortfalls) sentences() []string {
	var out []string
	add := func(found string, format string) {
		if found != "" {
			out = append(out, fmt.Sprintf(format, found))
		}
	}
	add(listNames(s.collections), "Collections are missing in the Directus, or the token may not read them: %s. "+
		"What is stored of them stays as it is. Give the token read access, name them in --directus-map, or create them with ferrule content schema --format directus --apply.")
	add(listNames(s.inactive), "The licence of the Directus deactivates collections: %s. What is stored of them stays as it is until the licence allows them.")
	add(listFields(s.required), "Collections are left out, since a field that the model requires is missing in the Directus or hidden from the token: %s. "+
		`Name the field in --directus-map, or give its value under "constants".`)
	add(listFields(s.fields), "Fields are missing in the Directus, or the token may not read them: %s. What is stored of them stays as it is. Name them in --directus-map, or give the token read access.")
	return out
}

// listNames returns the names sorted and once each: a poll and a sweep may both have
// probed a table.
func listNames(names []string) string {
	return strings.Join(slices.Compact(slices.Sorted(slices.Values(names))), ", ")
}

// listFields returns a text such as "products (price, sku), tags (title)".
func listFields(of map[string][]string) string {
	var out []string
	for _, collection := range slices.Sorted(maps.Keys(of)) {
		out = append(out, collection+" ("+listNames(of[collection])+")")
	}
	return strings.Join(out, ", ")
}

// warnShortfalls records what the Directus lacks as warnings, and forgets it.
func (m *Mirror) warnShortfalls() {
	for _, sentence := range m.shortfalls.sentences() {
		m.warnCollection("%s", sentence)
	}
	m.shortfalls = shortfalls{}
}
