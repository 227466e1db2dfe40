package sqlgen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"ferrule/internal/collate"
)

// PostgresFunctions returns the statements that create PostgreSQL's functions
// ferrule_fold and ferrule_sort from the tables of collate.Fold and
// collate.SortKey, so that they depend neither on the server's locale nor on its
// libraries. They are plain SQL, which the planner inlines. Most texts take one
// of the first two branches, since translate() searches the whole table for each
// character of a text.
func PostgresFunctions() []string {
	return []string{
		letterwise("ferrule_fold", collate.Fold),
		letterwise("ferrule_sort", collate.SortKey),
	}
}

func letterwise(name string, key func(string) string) string {
	t := newLetters(key)
	// The most frequent characters are first, changed or not.
	from, to := frequent, ""
	for _, r := range frequent {
		to += t.mapped(r)
	}
	translated := `translate(lower($1 COLLATE "C"),` + Literal(from+t.from+t.dropped) + "," + Literal(to+t.to) + ")"
	for _, e := range t.spelled {
		translated = "replace(" + translated + "," + Literal(e[0]) + "," + Literal(e[1]) + ")"
	}
	return "CREATE OR REPLACE FUNCTION " + name + `(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$ SELECT CASE ` +
		`WHEN octet_length($1)=char_length($1) OR $1 COLLATE "C" !~ ` + Literal("["+t.ranges+"]") + ` THEN lower($1 COLLATE "C") ELSE ` + translated + ` END $body$`
}

// frequent lists lower-case letters and signs in the order of their frequency.
const frequent = ` enisratdhulcgmobwfkzpvyjxq0123456789.,-/()&"` +
	"äüößéèàçêôâîûëïùñáíóúìòãõåæøœčšžřýěůňťďąćęłńśźżőűğışță×°½–’„“" +
	"оаеинтсрвлкмдпуяыьгзбчйхжшюцщэфъё№" + "αοιετσνρκπλμςγδχθφβωξζψηυάέίόήύώ"

// letters is the mapping of characters beyond ASCII, as translate() and
// replace() take it.
type letters struct {
	one      map[rune]string // maps to this one character, which may be replaced in turn
	ranges   string          // all changed characters, as a bracket expression
	from, to string          // the same, as arguments of translate()
	dropped  string          // maps to nothing
	spelled  [][2]string     // maps to several characters
}

func newLetters(key func(string) string) letters {
	t := letters{one: map[rune]string{}}
	var from, to, dropped, ranges strings.Builder
	first := rune(-1) // start of the range that is being collected
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune+1; r++ {
		text := string(r) // U+FFFD beyond the last rune and for a surrogate
		spelling := key(text)
		if spelling == text {
			if first >= 0 {
				fmt.Fprintf(&ranges, "%c-%c", first, r-1)
			}
			first = -1
			continue
		}
		if first < 0 {
			first = r
		}
		switch utf8.RuneCountInString(spelling) {
		case 0:
			dropped.WriteString(text)
		case 1:
			t.one[r] = spelling
		default:
			i := slices.IndexFunc(t.spelled, func(e [2]string) bool { return e[1] == spelling })
			if i < 0 {
				i = len(t.spelled)
				t.spelled = append(t.spelled, [2]string{text, spelling})
			}
			t.one[r] = t.spelled[i][0]
		}
	}
	for _, r := range slices.Sorted(maps.Keys(t.one)) {
		from.WriteRune(r)
		to.WriteString(t.one[r])
	}
	t.from, t.to, t.dropped, t.ranges = from.String(), to.String(), dropped.String(), ranges.String()
	return t
}

// mapped returns what translate() maps a character to.
func (t letters) mapped(r rune) string {
	if other, ok := t.one[r]; ok {
		return other
	}
	return string(r)
}
