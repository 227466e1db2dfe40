package catalogue

import (
	"cmp"
	"slices"
	"strings"

	"ferrule/internal/search"
)

// Lengths of part numbers in a search, in letters and digits.
const (
	minPrefixOfNumber = 4
	minInsideNumber   = 5
	minWrongNumber    = 5
	maxNearest        = 6 // articles with a similar number
	maxNumberErrors   = 2
)

// Levels of part numbers.
const (
	numberBegins = 90
	numberInside = 80
	numberNear   = 60
)

// maxNumberFields is the number of words that a part number may be written in.
const maxNumberFields = 6

// readNumber finds a part number among the words of a search and reports whether
// there is one. A number in no article's is compared with the nearest ones. Words
// that the grammar reads, by its terms, are part numbers only if all is true or if
// they are the whole number of an article.
func (x *searchIndex) readNumber(q *evaluation, terms []search.Term, all bool) (from, to int, found bool) {
	fields := fieldsOf(q.text)
	readable := func(from, to int) bool {
		return !all && !slices.ContainsFunc(fields, func(f [2]int) bool {
			return f[0] >= from && f[1] <= to && search.FoldNumber(q.text[f[0]:f[1]]) != "" && !covered(terms, f)
		})
	}
	take := func(from, to int, d *demand) (int, int, bool) {
		d.Start, d.End, d.Text = from, to, q.text[from:to]
		q.demands = append(q.demands, d)
		return from, to, true
	}
	for n := min(len(fields), maxNumberFields); n > 0; n-- {
		for i := 0; i+n <= len(fields); i++ {
			from, to := fields[i][0], fields[i+n-1][1]
			if d := x.partNumber(q.text[from:to], func() bool { return readable(from, to) }); d != nil {
				return take(from, to, d)
			}
		}
	}
	for _, f := range fields {
		if readable(f[0], f[1]) {
			continue
		}
		if d := x.nearestNumbers(q.text[f[0]:f[1]]); d != nil {
			q.wrongNumber = q.text[f[0]:f[1]]
			return take(f[0], f[1], d)
		}
	}
	return 0, 0, false
}

// covered reports whether the grammar read all of a field.
func covered(terms []search.Term, field [2]int) bool {
	at := field[0]
	for _, t := range terms { // in the order of the text
		if t.Kind == search.Word && t.Start < field[1] && t.End > field[0] {
			return false
		}
		if t.Start <= at+1 { // a hyphen or slash between
			at = max(at, t.End)
		}
	}
	return at >= field[1]-1
}

// fieldsOf returns the starts and ends of the words of a text between spaces,
// without punctuation around them.
func fieldsOf(text string) [][2]int {
	var fields [][2]int
	for i := 0; i < len(text); {
		if strings.IndexByte(" \t\n,;:()[]", text[i]) >= 0 {
			i++
			continue
		}
		end := i + strings.IndexAny(text[i:]+" ", " \t\n,;:()[]")
		fields = append(fields, [2]int{i, end})
		i = end
	}
	return fields
}

func hasDigit(s string) bool  { return strings.ContainsAny(s, "0123456789") }
func hasLetter(s string) bool { return strings.ContainsAny(s, "abcdefghijklmnopqrstuvwxyz") }

// partNumber matches words with the part numbers; nil for no match. Words that are
// readable otherwise match only a whole number.
func (x *searchIndex) partNumber(text string, readable func() bool) *demand {
	number := search.FoldNumber(text)
	if len(number) < minPrefixOfNumber || (!hasDigit(number) && !strings.Contains(text, "-")) {
		return nil
	}
	d := &demand{Term: search.Term{Kind: search.Number, Label: strings.ToUpper(text)}, parts: true, used: true}
	found := x.parts.withPrefix(number)
	if len(found) > 0 && len(x.parts.at(found[0])) == len(number) {
		for _, item := range found {
			if len(x.parts.at(item)) == len(number) {
				x.raiseNumber(d, int(item), search.Exact)
			}
		}
		return d
	}
	if hasDigit(number) && !hasLetter(number) && len(number) < minInsideNumber {
		return nil
	}
	for _, item := range found {
		x.raiseNumber(d, int(item), numberBegins)
	}
	if d.levels == nil && hasDigit(number) && len(number) >= minInsideNumber {
		occurrences(x.parts.all, x.parts.starts, number, func(item int, _, _ bool) { x.raiseNumber(d, item, numberInside) })
	}
	if d.levels == nil || readable() {
		return nil
	}
	return d
}

func (x *searchIndex) raiseNumber(d *demand, item int, level uint8) {
	target := x.parts.target[item]
	if target&wholeProduct == 0 {
		d.raise(x, target, level)
		return
	}
	p := x.productOf(target &^ wholeProduct)
	for a := x.articles[p]; a < x.articles[p+1]; a++ {
		d.raise(x, a, level)
	}
}

// nearestNumbers matches a word with the most similar part numbers; nil if it is
// not written like a part number or none is similar. Of a number with two errors at
// least one third is right, so only numbers that contain one are compared. If its
// first group begins part numbers, the letters of the family may be missing behind it.
func (x *searchIndex) nearestNumbers(text string) *demand {
	number := search.FoldNumber(text)
	if len(number) < minWrongNumber || !hasDigit(number) || !hasLetter(number) {
		return nil
	}
	most := maxNumberErrors
	if len(number) < 2*minWrongNumber-2 {
		most = 1
	}
	pieces := make([]string, most+1)
	length := len(number) / (most + 1)
	for i := range most {
		pieces[i] = number[i*length : (i+1)*length]
	}
	pieces[most] = number[most*length:]
	if d := x.similarNumbers(text, number, pieces, most, ""); d != nil {
		return d
	}
	first, rest, _ := strings.Cut(text, "-")
	var groups []string
	for group := range strings.SplitSeq(rest, "-") {
		if group = search.FoldNumber(group); len(group) > 1 && hasDigit(group) {
			groups = append(groups, group)
		}
	}
	number = search.FoldNumber(rest)
	if len(groups) < 2 || len(number) < minWrongNumber || len(x.parts.withPrefix(search.FoldNumber(first))) == 0 {
		return nil
	}
	return x.similarNumbers(text, number, groups[:2], maxNumberErrors, "abcdefghijklmnopqrstuvwxyz")
}

// similarNumbers matches a word with the part numbers that contain one of some pieces
// of it and that, without the letters of family at their start, begin with at most so
// many errors like its folded number: the end of a number is often left out. A whole
// number precedes a start with as many errors.
func (x *searchIndex) similarNumbers(text, number string, pieces []string, most int, family string) *demand {
	type similar struct {
		item, errors, left int
		start              string
	}
	compared := map[int]bool{}
	var all []similar
	for _, piece := range pieces {
		occurrences(x.parts.all, x.parts.starts, piece, func(item int, _, _ bool) {
			if compared[item] {
				return
			}
			compared[item] = true
			whole := strings.TrimLeft(x.parts.at(uint32(item)), family) //nolint:gosec // an index
			if errors, length := search.StartDistance(number, whole, most); errors <= most {
				all = append(all, similar{item, errors, len(whole) - length, whole[:length]})
			}
		})
	}
	if len(all) == 0 {
		return nil
	}
	slices.SortFunc(all, func(l, r similar) int {
		return cmp.Or(cmp.Compare(l.errors, r.errors), cmp.Compare(min(l.left, 1), min(r.left, 1)), cmp.Compare(l.item, r.item))
	})
	d := &demand{Term: search.Term{Kind: search.Number, Label: text, Corrected: text}, parts: true, used: true}
	for _, s := range all[:min(len(all), maxNearest)] {
		level := numberNear - 10*s.errors
		if sameLetters(number, s.start) || lookAlike(number, s.start) {
			level += 5 // exchanged characters, or a letter O for a zero
		}
		x.raiseNumber(d, s.item, uint8(level)) //nolint:gosec // at most 100
	}
	return d
}

// sameLetters reports whether two numbers have the same characters in any order.
func sameLetters(a, b string) bool {
	sorted := func(s string) string {
		bytes := []byte(s)
		slices.Sort(bytes)
		return string(bytes)
	}
	return sorted(a) == sorted(b)
}

// drawn folds the letters that are mistaken for digits.
var drawn = strings.NewReplacer("o", "0", "i", "1", "l", "1", "z", "2", "s", "5", "b", "8") //nolint:gochecknoglobals // immutable

// lookAlike reports whether two numbers differ in letters that look like digits only.
func lookAlike(a, b string) bool { return drawn.Replace(a) == drawn.Replace(b) }

// maxQuantity is that of a line of the cart.
const maxQuantity = 999_999

// readQuantity takes a plain number behind or before a part number as a quantity:
// "vf-080-040 8", "8 x FR-GV-12S-71".
func (q *evaluation) readQuantity() {
	if !slices.ContainsFunc(q.demands, func(d *demand) bool { return d.parts }) {
		return
	}
	for i, d := range q.demands {
		n := 0
		for _, c := range strings.Trim(strings.ToLower(d.Text), "x*×, ") {
			if c < '0' || c > '9' || n > maxQuantity {
				n = 0
				break
			}
			n = n*10 + int(c-'0')
		}
		if (d.Kind == search.Size || d.Kind == search.Word) && !d.parts && n > 0 && n <= maxQuantity {
			q.quantity = n
			q.demands = slices.Delete(q.demands, i, i+1)
			return
		}
	}
}
