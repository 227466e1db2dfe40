package search

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Synonym states what a word or phrase of the trade means.
type Synonym struct {
	Language string // primary subtag: de; "*" for all
	Word     string
	Means    string // kind, value or standard
	// Target is for a kind its path from general to special, flange/weld-neck;
	// for a value a technical text (1.4401, 1.4404) or the name of a property;
	// for a standard the designations that replaced it. Commas separate
	// alternatives. Empty removes the shipped meaning of the word.
	Target string
}

// The meanings of a Synonym.
const (
	MeansKind     = "kind"
	MeansValue    = "value"
	MeansStandard = "standard"
)

// kindPath is a path of kinds, from general to special.
var kindPath = regexp.MustCompile(`^[a-z0-9]+(?:-[a-z0-9]+)*(?:/[a-z0-9]+(?:-[a-z0-9]+)*)*$`)

var primarySubtag = regexp.MustCompile(`^(?:[a-z]{2,3}|\*)$`)

// Validate returns an error that says what to write instead if the synonym cannot
// be used. A path of a kind need not be one that the vocabulary knows.
func (s Synonym) Validate() error {
	switch {
	case len(splitWords(s.Word)) == 0:
		return errors.New("word is empty; write a word or phrase")
	case !primarySubtag.MatchString(s.Language):
		return fmt.Errorf("language is %q; write a language without a region such as de, or * for all", s.Language)
	case s.Means != MeansKind && s.Means != MeansValue && s.Means != MeansStandard:
		return fmt.Errorf("means is %q; write kind, value or standard", s.Means)
	case s.Means == MeansKind && s.Target != "" && !kindPath.MatchString(s.Target):
		return fmt.Errorf("target is %q; write the path of a kind such as flange/weld-neck, in lower case, with hyphens inside and slashes between names", s.Target)
	}
	return nil
}

//go:embed synonyms.tsv
var shipped string

// Shipped returns the trade vocabulary that every installation starts with.
func Shipped() []Synonym {
	var all []Synonym
	for line := range strings.Lines(shipped) {
		cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(cells) == 4 && cells[0] != "language" {
			all = append(all, Synonym{cells[0], cells[1], cells[2], cells[3]})
		}
	}
	return all
}

// entryKey identifies the word of a synonym, in any inflection, and its language.
type entryKey struct{ language, phrase string }

func (s Synonym) key() entryKey { return entryKey{s.Language, phraseKey(splitWords(s.Word))} }

func byKey(all []Synonym) map[entryKey][]Synonym {
	entries := make(map[entryKey][]Synonym, len(all))
	for _, s := range all {
		key := s.key()
		entries[key] = append(entries[key], s)
	}
	return entries
}

// shippedByKey is computed once: the vocabulary has thousands of entries.
var shippedByKey = sync.OnceValue(func() map[entryKey][]Synonym { return byKey(Shipped()) }) //nolint:gochecknoglobals // immutable

// Differing returns a site's synonyms without those of words whose entries are the
// shipped ones: a vocabulary has these anyway.
func Differing(site []Synonym) []Synonym {
	own := byKey(site)
	for key, entries := range own {
		theirs := shippedByKey()[key]
		if len(entries) == len(theirs) && !slices.ContainsFunc(entries, func(s Synonym) bool { return !slices.Contains(theirs, s) }) {
			delete(own, key)
		}
	}
	if len(own) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(site), func(s Synonym) bool { return own[s.key()] == nil })
}
