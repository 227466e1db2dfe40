package search

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// grade is a steel or alloy with its EN 10027-2 number and its names in other
// standards. Buyers use all of them.
type grade struct {
	number string
	names  []string // AISI or ASTM, UNS
}

// grades returns the grades of fittings, flanges and valves. A name that several
// grades share matches all of them in a search, and as a value the first. Sources:
// EN 10088-1, EN 10213, EN 10222, EN 10216; ASTM A 182, A 240, A 351; UNS.
func grades() []grade {
	return []grade{
		{"1.4301", []string{"304", "s30400", "f304"}},
		{"1.4307", []string{"304l", "s30403", "f304l"}},
		{"1.4306", []string{"304l"}},
		{"1.4305", []string{"303", "s30300"}},
		{"1.4308", []string{"cf8", "j92600"}},
		{"1.4401", []string{"316", "s31600", "f316"}},
		{"1.4436", []string{"316"}},
		{"1.4404", []string{"316l", "s31603", "f316l"}},
		{"1.4432", []string{"316l"}},
		{"1.4435", []string{"316l"}},
		{"1.4408", []string{"cf8m", "j92900"}},
		{"1.4409", []string{"cf3m", "j92800"}},
		{"1.4571", []string{"316ti", "s31635"}},
		{"1.4541", []string{"321", "s32100", "f321"}},
		{"1.4462", []string{"2205", "s32205", "s31803", "f51", "duplex"}},
		{"1.4410", []string{"2507", "s32750", "f53", "superduplex"}},
		{"1.4501", []string{"s32760", "f55"}},
		{"1.4539", []string{"904l", "n08904"}},
		{"1.4547", []string{"254smo", "s31254", "f44"}},
		{"1.4021", []string{"420", "s42000"}},
		{"1.4057", []string{"431", "s43100"}},
		{"1.4542", []string{"630", "s17400"}},
		{"2.4602", []string{"c22", "n06022"}},
		{"2.4819", []string{"c276", "n10276"}},
		{"2.4360", []string{"n04400", "monel"}},
		{"2.4856", []string{"n06625", "625"}},
		{"1.0460", []string{"p250gh", "a105"}},
		{"1.0345", []string{"p235gh", "a106b"}},
		{"1.0619", []string{"gp240gh", "wcb"}},
	}
}

// materials finds grades by number or name.
type materials struct {
	number  *regexp.Regexp
	pattern *regexp.Regexp      // a grade in a text
	known   map[string]bool     // numbers
	named   map[string][]string // name → numbers, the usual one first
}

func newMaterials() materials {
	m := materials{
		number: regexp.MustCompile(`\b[12]\.\d{4}\b`),
		known:  map[string]bool{}, named: map[string][]string{},
	}
	var names []string
	for _, g := range grades() {
		m.known[g.number] = true
		for _, name := range g.names {
			m.named[name] = append(m.named[name], g.number)
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) })
	spaced := strings.NewReplacer("316l", "316 ?l", "316ti", "316 ?ti", "304l", "304 ?l", "p250gh", "p ?250 ?gh", "p235gh", "p ?235 ?gh")
	for i, name := range names {
		names[i] = spaced.Replace(name)
	}
	m.pattern = longest(`^(?:(aisi|ss|sus|tp|astm|a ?182|uns|inox|wst\.?|werkstoff|mat\.?|w\.?nr\.?)[ .:-]*)*([12]\.\d{4}|a[245](?:-?[5678]0)?|(?:f ?)?(?:` + strings.Join(slices.Compact(names), "|") + `))`)
	return m
}

// term reads a grade. Names that are plain numbers are read only for the usual
// austenitic steels, or behind the name of their standard: 420 may be a pressure.
func (m materials) term(groups []string) *Term {
	text := groups[2]
	name := FoldNumber(text)
	t := &Term{Kind: Material, Label: strings.ToUpper(text)}
	if name[0] == 'a' && len(name) <= 4 && name != "a105" {
		// Grades of fasteners, ISO 3506.
		t.Label = strings.ToUpper(name[:2])
		t.Facts, t.Matches = []string{"mat:" + name[:2], "v:stainless"}, exact("mat:"+name[:2])
		if name[:2] == "a4" {
			t.Matches = append(t.Matches, m.asMatches([]string{"1.4401", "1.4404", "1.4435", "1.4571", "1.4408"}, Other)...)
		} else {
			t.Matches = append(t.Matches, m.asMatches([]string{"1.4301", "1.4307", "1.4305", "1.4541"}, Other)...)
		}
		return t
	}
	if strings.ContainsRune(text, '.') {
		t.Facts, t.Matches = m.facts(text), exact("mat:"+text)
		return t
	}
	if groups[1] == "" && strings.Trim(name, "0123456789") == "" && !slices.Contains([]string{"303", "304", "316", "321"}, name) {
		return nil
	}
	numbers := m.named[name]
	if numbers == nil {
		numbers = m.named[strings.TrimPrefix(name, "f")]
	}
	if numbers == nil {
		return nil
	}
	t.Facts = m.facts(numbers[0])
	t.Matches = m.asMatches(numbers, Exact)
	// 316 without a letter is ordered for all of its variants.
	switch name {
	case "316":
		t.Matches = append(t.Matches, m.asMatches([]string{"1.4404", "1.4571", "1.4435", "1.4408"}, Other)...)
	case "304":
		t.Matches = append(t.Matches, m.asMatches([]string{"1.4307", "1.4306", "1.4308"}, Other)...)
	}
	return t
}

func (m materials) facts(number string) []string {
	facts := []string{"mat:" + number}
	switch {
	case number == "1.0619":
		facts = append(facts, "v:carbon-steel", "v:cast-steel")
	case strings.HasPrefix(number, "1.4"):
		facts = append(facts, "v:stainless")
	case strings.HasPrefix(number, "1."):
		facts = append(facts, "v:carbon-steel")
	}
	return facts
}

func (m materials) asMatches(numbers []string, level uint8) []Match {
	matches := make([]Match, len(numbers))
	for i, n := range numbers {
		matches[i] = Match{Fact: "mat:" + n, Level: level}
	}
	return matches
}

// key returns the number of the grade if the text names that grade and nothing
// else, so that "316L" and "1.4404 (316L)" are one value; otherwise "".
func (m materials) key(text string) string {
	if numbers := m.number.FindAllString(Fold(text), -1); len(numbers) == 1 {
		rest := Words(m.number.ReplaceAllString(Fold(text), " "))
		for _, w := range rest {
			if !m.names(w, numbers[0]) {
				return ""
			}
		}
		return numbers[0]
	}
	name := FoldNumber(text)
	for _, prefix := range []string{"aisi", "astm", "uns"} {
		if len(name) > len(prefix) && name[:len(prefix)] == prefix {
			name = name[len(prefix):]
		}
	}
	if numbers := m.named[name]; len(numbers) > 0 {
		return numbers[0]
	}
	return ""
}

// names reports whether a word is one of the grade's own names.
func (m materials) names(word, number string) bool {
	return slices.Contains(m.named[FoldNumber(word)], number) || word == "aisi" || word == "astm" || word == "uns"
}
