package bom

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
)

var (
	// explicitPosition matches a position with a label, a bracket or leading zeros.
	explicitPosition = regexp.MustCompile(`(?i)^(?:(?:position|positionsnr|posizione|pos|item|lfd\.?\s*nr|nr|no|n°|postes?|repère|rep|rif|line|ligne|riga|zeile|#)\.?\s*[:#]?\s*(\d{1,6}(?:[.-]\d{1,4})*[a-h]?|[A-Z]\.?-?\d{1,4})\s*[:.)\]-]?|\(?(\d{1,3}(?:\.\d{1,2})*[a-h]?|[a-z])\)|(0\d{1,5}|\d{1,3}(?:\.\d{1,2})*[a-h]?)\.?\)?(?:\.|\)))(?:\s+|$)`)
	thousands        = regexp.MustCompile(`^\d{1,3} \d{3}(?:\s|$)`)
	// implicitPosition matches a number, which a sequence proves to be a position.
	implicitPosition = regexp.MustCompile(`^(\d{1,5}|\d{1,3}(?:\.\d{1,3}){1,2}[a-h]?|[A-Z]{1,2}-?\d{1,3})(?:\s+|$)`)
)

// markPositions finds the positions that only their sequence tells from quantities
// and sizes: 10, 20, 30; 1.1, 1.2; A1, A2.
func markPositions(entries []entry, a Articles) {
	var numbers, others []int // entries that begin with a number; with 1.1 or A1
	for i := range entries {
		e := &entries[i]
		if e.line != nil || e.reason == Footer || e.reason == Total || e.position != "" || e.row.follows() {
			continue
		}
		m := implicitPosition.FindStringSubmatchIndex(e.text)
		switch {
		case m == nil || measureWord.MatchString(e.text[m[1]:]) || startsWithUnit.MatchString(e.text[m[1]:]):
		case strings.Trim(e.text[:m[3]], "0123456789") != "":
			others = append(others, i)
		case m[1] == len(e.text) && !leadsOn(entries, i): // a quantity alone
		default:
			numbers = append(numbers, i)
		}
	}
	for _, i := range append(sequence(entries, numbers, a), ascending(entries, others)...) {
		entries[i].cutPosition(a)
	}
}

var startsWithUnit = regexp.MustCompile(`(?i)^(?:(?:` + units + `)\.?(?:$|[\s,;:])|[x×*](?:\s|\d))`)

// leadsOn reports whether the entry after a number alone continues it.
func leadsOn(entries []entry, i int) bool {
	if i+1 == len(entries) {
		return false
	}
	next := &entries[i+1]
	return next.line == nil && next.reason == "" && next.position == "" && strings.Trim(next.text, "0123456789") != ""
}

// cutPosition moves the number at the beginning of an entry to its position.
func (e *entry) cutPosition(a Articles) {
	m := implicitPosition.FindStringSubmatch(e.text)
	e.position, e.text = m[1], strings.TrimSpace(e.text[len(m[0]):])
	e.reason = ""
	e.describe(a)
}

// sequence returns the entries whose number is a position: 1, 2, 3 or 10, 20, 30 where
// lines have another quantity or where there are too many for a coincidence, and
// those that have another quantity themselves.
func sequence(entries []entry, candidates []int, a Articles) []int {
	const coincidence = 3
	var members, counted []int
	last, step := 0, 0
	for _, i := range candidates {
		e := &entries[i]
		m := implicitPosition.FindStringSubmatch(e.text)
		value, _ := strconv.Atoi(m[1])
		rest := e.text[len(m[0]):]
		if !thousands.MatchString(e.text) && endsCounted(rest, a) {
			counted = append(counted, i)
		}
		if step == 0 && value > 0 {
			step = 1
			for _, s := range []int{100, 10} {
				if value%s == 0 {
					step = s
					break
				}
			}
			last = value - step
		}
		if next := value - last; step > 0 && next > 0 && next <= 3*step && next%step == 0 {
			members, last = append(members, i), value
		}
	}
	alone := 0
	for _, i := range members {
		if m := implicitPosition.FindString(entries[i].text); m == entries[i].text {
			alone++
		}
	}
	others := 0 // quantities beside the sequence
	for i := range entries {
		if entries[i].only && !entries[i].price {
			others++
		}
	}
	if len(members) > 1 && (2*(len(counted)+others-alone) >= len(members) && len(counted)+others-alone > 0 || alone == len(members) || len(members) > coincidence && last <= len(members)*step) {
		return members
	}
	return counted
}

// endsCounted reports whether a text has a quantity besides the number before it.
func endsCounted(rest string, a Articles) bool {
	_, rest = extractPart(rest, a)
	if amount, _ := explicitAmount(cutPrices(rest)); amount != "" {
		return true
	}
	_, rest = splitRemarks(rest)
	rest = strings.TrimSpace(rest)
	m := numberAtEnd(apartPattern, rest)
	if strings.Contains(rest, placeholder) {
		m = numberAtEnd(trailingPattern, rest)
	}
	return m != nil && !isMaterial(rest[m[2]:m[3]], rest) && wholeNumber.MatchString(rest[m[2]:m[3]]) && decimalSign(rest[m[2]:m[3]]) == 0 && !isSizeLabel(wordBefore(rest, m[2]))
}

// ascending returns the entries with a position of several parts, where there are
// two or more of the form.
func ascending(entries []entry, candidates []int) []int {
	forms := map[string][]int{}
	last := map[string]string{}
	for _, i := range candidates {
		position := implicitPosition.FindStringSubmatch(entries[i].text)[1]
		form := formOf(position)
		if isAfter(position, last[form]) && !measurePattern.MatchString(strings.TrimRight(position, subPosition)) {
			forms[form] = append(forms[form], i)
			last[form] = position
		}
	}
	var found []int
	for _, members := range forms {
		if len(members) > 1 {
			found = append(found, members...)
		}
	}
	return found
}

// subPosition are the letters of positions that were inserted later: 1.5a, 4b.
const subPosition = "abcdefgh"

// areSteps reports whether texts are positions of one form in ascending order: 1.1,
// 1.2 or A1, A2.
func areSteps(positions []string) bool {
	last := ""
	for _, position := range positions {
		if !stepPattern.MatchString(position) || !isAfter(position, last) {
			return false
		}
		last = position
	}
	return true
}

var stepPattern = regexp.MustCompile(`^(?:\d{1,3}(?:[.-]\d{1,3}){1,3}[a-h]?\.?|[A-Z]{1,2}[.-]?\d{1,3}|0\d{1,5})$`)

// isAfter reports whether a position follows another: A2 after A1, 1.10 after 1.9.
func isAfter(position, last string) bool {
	return compareNumbers(position, last) > 0
}

// compareNumbers compares texts, and the numbers in them by their value.
func compareNumbers(l, r string) int {
	for l != "" && r != "" {
		nl, nr := len(l)-len(strings.TrimLeft(l, "0123456789")), len(r)-len(strings.TrimLeft(r, "0123456789"))
		if nl == 0 || nr == 0 {
			if l[0] != r[0] {
				return cmp.Compare(l[0], r[0])
			}
			l, r = l[1:], r[1:]
			continue
		}
		vl, _ := strconv.Atoi(l[:nl])
		vr, _ := strconv.Atoi(r[:nr])
		if vl != vr {
			return cmp.Compare(vl, vr)
		}
		l, r = l[nl:], r[nr:]
	}
	return cmp.Compare(len(l), len(r))
}

// formOf returns the form of a position: 9.9 for 1.12 and 1.12a, A9 for B3.
func formOf(position string) string {
	form := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return '9'
		case r == '.' || r == '-':
			return r
		}
		return 'A'
	}, strings.TrimRight(position, subPosition))
	for strings.Contains(form, "99") {
		form = strings.ReplaceAll(form, "99", "9")
	}
	return form
}
