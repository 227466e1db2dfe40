package catalogue

import (
	"regexp"
	"slices"
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
	number *regexp.Regexp
	known  map[string]bool     // numbers
	named  map[string][]string // name → numbers, the usual one first
}

func newMaterials() materials {
	m := materials{
		number: regexp.MustCompile(`\b[12]\.\d{4}\b`),
		known:  map[string]bool{}, named: map[string][]string{},
	}
	for _, g := range grades() {
		m.known[g.number] = true
		for _, name := range g.names {
			m.named[name] = append(m.named[name], g.number)
		}
	}
	return m
}

// key returns the number of the grade if the text names that grade and nothing
// else, so that "316L" and "1.4404 (316L)" are one value; otherwise "".
func (m materials) key(text string) string {
	if numbers := m.number.FindAllString(fold(text), -1); len(numbers) == 1 {
		rest := words(m.number.ReplaceAllString(fold(text), " "))
		for _, w := range rest {
			if !m.names(w, numbers[0]) {
				return ""
			}
		}
		return numbers[0]
	}
	name := foldNumber(text)
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
	return slices.Contains(m.named[foldNumber(word)], number) || word == "aisi" || word == "astm" || word == "uns"
}

// equal returns the numbers of the grades that a search word names, or nil.
func (m materials) equal(word string) []string {
	if m.known[word] {
		return []string{word}
	}
	return m.named[foldNumber(word)]
}
