package search

import (
	"slices"
	"strings"
)

// word returns the terms of a single folded word: a known one, the parts of a
// compound, or the word itself.
func (r *Reader) word(word, language string) []Term {
	if meanings := r.vocabulary.meanings([]string{word}, language); len(meanings) > 0 {
		return r.concept(meanings)
	}
	if parts := r.vocabulary.split(word); parts != nil {
		if meanings := r.vocabulary.meanings(parts, language); len(meanings) > 0 {
			return r.concept(meanings)
		}
		var terms []Term
		for _, part := range parts {
			terms = append(terms, r.concept(r.vocabulary.meanings([]string{part}, language))...)
		}
		return terms
	}
	return []Term{{Kind: Word, Word: word, Label: word}}
}

// concept returns the terms of a phrase's meanings. Its kinds are alternatives, and
// so are its values.
func (r *Reader) concept(meanings []Synonym) []Term {
	var part, value *Term
	var standards []Term
	for _, s := range meanings {
		switch s.Means {
		case MeansKind:
			if part == nil {
				part = &Term{Kind: Part, Concept: s.Target, Label: s.Word}
			}
			if slices.Contains(part.Facts, "k:"+s.Target) {
				continue // the same in another language
			}
			part.Facts = append(part.Facts, "k:"+s.Target)
			part.Matches = append(part.Matches, Match{Fact: "e:" + s.Target, Level: Exact + exactKind}, Match{Fact: "k:" + s.Target, Level: Exact}, Match{Fact: "m:" + s.Target, Level: Mention})
		case MeansValue:
			t := r.property(s.Target)
			if value == nil {
				value = &t
				value.Label = s.Word
				continue
			}
			value.Facts = append(value.Facts, t.Facts...)
			value.Matches = append(value.Matches, t.Matches...)
		case MeansStandard:
			if standards == nil {
				standards = r.replaced(s.Target)
			}
		}
	}
	var terms []Term
	switch { // an elbow is the part, rather than the angle form of a valve
	case part != nil:
		terms = append(terms, *part)
	case value != nil:
		terms = append(terms, *value)
	}
	return append(terms, standards...)
}

// Mention is the level of a part that is only named by an article: the flange of a
// flange gasket.
const Mention = 40

// exactKind raises an article that is no more special than the part asked for.
const exactKind = 5

// property returns the term of a value: technical alternatives, or a property by
// its name.
func (r *Reader) property(target string) Term {
	named := Term{Kind: Property, Concept: target, Facts: []string{"v:" + target}, Matches: exact("v:" + target)}
	if isMaterial(target) {
		named.Kind = Material
	}
	if !hasDigit(target) {
		return named
	}
	var values []Term
	for alternative := range strings.SplitSeq(target, ", ") {
		if v, end := r.value(newInput(alternative).folded, 0); v != nil && end == len(alternative) {
			values = append(values, *v)
		}
	}
	switch len(values) {
	case 0:
		return named
	case 1:
		return values[0]
	}
	// One of several values is no fact about the article that a text describes.
	t := Term{Kind: values[0].Kind, Concept: target}
	for _, v := range values {
		t.Matches = append(t.Matches, v.Matches...)
	}
	return t
}

// isMaterial reports whether a property is a material.
func isMaterial(property string) bool {
	const all = " stainless carbon-steel alloy-steel zinc-plated galvanised phosphated brass bronze gunmetal copper aluminium cast-iron ductile-iron cast-steel " +
		"duplex super-duplex hastelloy monel inconel titanium ptfe fkm nbr epdm hnbr silicone graphite pp pe pa pvc pvc-u pvdf pom polypropylene polyamide rubber "
	return strings.Contains(all, " "+property+" ")
}

//nolint:gochecknoglobals // constants
var (
	standardPattern = longest(`^(?:din|en|iso|ansi|asme|astm|sae|jis|vdma|vg|nf|uni|bs|api|sms|ds|gost|ece)(?:[ /-]+(?:din|en|iso|ansi|asme|e))*` +
		`(?:[ .:-]*(\d{3,6}(?:-\d+)*[a-z]?|\d{1,2}-\d)|[ .:-]+([a-z] ?\d+(?:\.\d+)*|100 ?r\d+[a-z]{0,2}))`)
	// flangeTypePattern is the type of a flange of EN 1092-1.
	flangeTypePattern = longest(`^(?:typ|type|tipo|form|forme|forma)[ .-]?(01|02|04|05|11|12|13|21|35)`)
	stockPattern      = longest(`^(?:ab lager|auf lager|lagernd|lagerware|sofort lieferbar|sofort verfugbar|lieferbar|verfugbar|vorratig|in stock|ex stock|from stock|available|en stock|sur stock|disponibles?|disponibil[ei]|in magazzino|a magazzino|pronta consegna|in giacenza)`)
)

// standard reads a designation; its bodies do not distinguish it: DIN EN ISO 8434-1
// is ISO 8434-1.
func (r *Reader) standard(m []string) *Term {
	if m[1] == "" {
		m[1] = m[2]
	}
	body := m[0][:len(m[0])-len(m[1])]
	words := strings.FieldsFunc(body, func(c rune) bool { return c < 'a' || c > 'z' })
	name := words[len(words)-1]
	if name == "e" {
		name = "en"
	}
	digits := strings.ReplaceAll(m[1], " ", "")
	if (name == "ansi" || name == "asme") && barOfClass[digits] != "" {
		return nil // a pressure class
	}
	if name == "sae" && (digits == "3000" || digits == "6000") {
		return nil // a pressure in psi
	}
	if _, steel := r.materials.named[digits]; steel && name == "en" {
		return nil // "en 316L": in this steel
	}
	if name == "ansi" {
		name = "asme" // the same standards under today's name
	}
	fact := "std:" + name + digits
	t := &Term{Kind: Standard, Label: strings.ToUpper(name) + " " + strings.ToUpper(digits), Facts: []string{fact}, Matches: exact(fact)}
	if base, _, parted := strings.Cut(digits, "-"); parted {
		t.Facts = append(t.Facts, "std:"+name+base)
		t.Matches = append(t.Matches, Match{Fact: "std:" + name + base, Level: Other})
	}
	return t
}

// expand returns a term with those that its standard stands for.
func (r *Reader) expand(t *Term) []Term {
	if t.Kind != Standard {
		return []Term{*t}
	}
	for _, s := range r.vocabulary.phrases[phraseKey(splitWords(t.Label))] {
		if s.Means == MeansStandard {
			more := r.replaced(s.Target)
			if len(more) > 0 && more[0].Kind == Standard {
				more[0].Matches = append(more[0].Matches, t.Matches...)
				more[0].Facts = append(more[0].Facts, t.Facts...)
				return more
			}
		}
	}
	return []Term{*t}
}

// replaced returns the terms of a standard's successors, which are alternatives,
// and of what else its designation fixes: the type of the part, the pressure.
func (r *Reader) replaced(target string) []Term {
	var all []Term
	for alternative := range strings.SplitSeq(target, ", ") {
		s := newInput(alternative).folded
		for i := 0; i < len(s); {
			t, end := r.value(s, i)
			switch {
			case t == nil:
				i++
				continue
			case t.Kind == Standard && len(all) > 0 && all[0].Kind == Standard:
				all[0].Matches = append(all[0].Matches, t.Matches...)
			default:
				all = append(all, *t)
			}
			i = end
		}
	}
	return all
}

func flangeType(m []string) *Term {
	path := map[string]string{
		"01": "flange/plate", "02": "flange/loose", "04": "flange/loose", "05": "flange/blind", "11": "flange/weld-neck",
		"12": "flange/slip-on", "13": "flange/threaded", "21": "flange/integral", "35": "flange/loose",
	}[m[1]]
	return &Term{Kind: Part, Concept: path, Facts: []string{"k:" + path}, Matches: exact("k:" + path)}
}
