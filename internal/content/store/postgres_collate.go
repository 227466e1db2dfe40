package store

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"ferrule/internal/collate"
)

// collation makes PostgreSQL's functions ferrule_fold and ferrule_sort of the
// tables of collate.Fold and collate.SortKey, so that they depend neither on the
// server's language nor on its libraries. They are plain SQL, which the planner
// puts in their place. Most texts take one of the first two ways, since
// translate() looks for each letter of a text in the whole table.
func collation() []string {
	return []string{
		letterwise("ferrule_fold", collate.Fold),
		letterwise("ferrule_sort", collate.SortKey),
	}
}

func letterwise(name string, key func(string) string) string {
	t := newLetters(key)
	// What texts have most is found first, be it changed or not.
	from, to := usual, ""
	for _, r := range usual {
		to += t.instead(r)
	}
	translated := `translate(lower($1 COLLATE "C"),` + literal(from+t.from+t.dropped) + "," + literal(to+t.to) + ")"
	for _, e := range t.spelled {
		translated = "replace(" + translated + "," + literal(e[0]) + "," + literal(e[1]) + ")"
	}
	return "CREATE OR REPLACE FUNCTION " + name + `(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$ SELECT CASE ` +
		`WHEN octet_length($1)=char_length($1) OR $1 COLLATE "C" !~ ` + literal("["+t.ranges+"]") + ` THEN lower($1 COLLATE "C") ELSE ` + translated + ` END $body$`
}

// usual are small letters and signs by how often texts have them.
const usual = ` enisratdhulcgmobwfkzpvyjxq0123456789.,-/()&"` +
	"äüößéèàçêôâîûëïùñáíóúìòãõåæøœčšžřýěůňťďąćęłńśźżőűğışță×°½–’„“" +
	"оаеинтсрвлкмдпуяыьгзбчйхжшюцщэфъё№" + "αοιετσνρκπλμςγδχθφβωξζψηυάέίόήύώ"

// letters are what a key makes of each letter beyond ASCII, as translate() and
// replace() take it.
type letters struct {
	one      map[rune]string // becomes this one letter, be it to be replaced then
	ranges   string          // all it changes, as a bracket expression has them
	from, to string          // the same as translate() takes it
	dropped  string          // becomes nothing
	spelled  [][2]string     // becomes several
}

func newLetters(key func(string) string) letters {
	t := letters{one: map[rune]string{}}
	var from, to, dropped, ranges strings.Builder
	first := rune(-1) // of the range that is being collected
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune+1; r++ {
		text := string(r) // beyond the last rune, and for half of a pair, U+FFFD
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

// instead is what translate() has to make of a letter.
func (t letters) instead(r rune) string {
	if other, ok := t.one[r]; ok {
		return other
	}
	return string(r)
}
