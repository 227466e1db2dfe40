package catalogue

import (
	"maps"
	"slices"
	"strings"
)

// facts is the dictionary of what the articles are and have, as package search
// reads it: "k:flange/blind", "dn:80", "pn:40"; "e:" is the most special kind. For each fact, by its number, it
// holds the products and single articles that it is true of. Words of texts are
// facts too: "w:" in names and titles, "o:" in tags and values, "c:" in categories.
type facts struct {
	all    string // the sorted facts, each between line breaks
	starts []uint32

	products lists
	articles lists
}

func (f *facts) at(i int) string { return lineAt(f.all, f.starts[i]) }

// find returns the number of a fact, or false if it is true of nothing.
func (f *facts) find(fact string) (int, bool) {
	i := f.from(fact)
	return i, i < len(f.starts) && f.at(i) == fact
}

// from returns the number of the first fact that is not before a text.
func (f *facts) from(text string) int {
	i, _ := slices.BinarySearchFunc(f.starts, text, func(start uint32, text string) int { return strings.Compare(lineAt(f.all, start), text) })
	return i
}

// withPrefix calls each with the numbers and the rests of all facts of a prefix.
func (f *facts) withPrefix(prefix string, each func(i int, rest string)) {
	for i := f.from(prefix); i < len(f.starts); i++ {
		fact := f.at(i)
		if !strings.HasPrefix(fact, prefix) {
			return
		}
		each(i, fact[len(prefix):])
	}
}

// lists stores many lists of numbers in one slice, with the end of each.
type lists struct {
	ends    []uint32
	numbers []uint32
}

func (l *lists) add(list []uint32) {
	l.numbers = append(l.numbers, list...)
	l.ends = append(l.ends, uint32(len(l.numbers)))
}

func (l *lists) at(i int) []uint32 {
	from := uint32(0)
	if i > 0 {
		from = l.ends[i-1]
	}
	return l.numbers[from:l.ends[i]]
}

// entry collects the lists of one fact while the dictionary is built.
type entry struct{ products, articles []uint32 }

type factsBuilder map[string]*entry

func (b factsBuilder) entry(fact string) *entry {
	e := b[fact]
	if e == nil {
		e = &entry{}
		b[strings.Clone(fact)] = e
	}
	return e
}

func (b factsBuilder) product(fact string, product uint32) {
	e := b.entry(fact)
	e.products = appendNew(e.products, product)
}

func (b factsBuilder) article(fact string, article uint32) {
	e := b.entry(fact)
	e.articles = appendNew(e.articles, article)
}

// appendNew appends a number unless it is the last one already.
func appendNew(list []uint32, n uint32) []uint32 {
	if len(list) > 0 && list[len(list)-1] == n {
		return list
	}
	return append(list, n)
}

// finish returns the dictionary. It empties the builder fact by fact, so that the
// lists are never in memory twice.
func (b factsBuilder) finish() facts {
	var f facts
	var all strings.Builder
	all.WriteByte('\n')
	for _, fact := range slices.Sorted(maps.Keys(b)) {
		e := b[fact]
		delete(b, fact)
		f.products.add(ascending(e.products))
		f.articles.add(ascending(e.articles))
		f.starts = append(f.starts, uint32(all.Len()))
		all.WriteString(fact)
		all.WriteByte('\n')
	}
	f.all = all.String()
	return f
}

// lineAt returns the item that starts at an offset and ends at the next line break.
func lineAt(all string, start uint32) string {
	rest := all[start:]
	return rest[:strings.IndexByte(rest, '\n')]
}

// occurrences calls each once for every item of all, a list of items between line
// breaks, that contains text: with the number of the item, and whether the match
// is at its beginning and at its end. starts holds the offsets of the items.
func occurrences(all string, starts []uint32, text string, each func(item int, begins, ends bool)) {
	next := 0 // first item that can contain the next match
	for from := 0; ; {
		i := strings.Index(all[from:], text)
		if i < 0 {
			return
		}
		at := from + i
		item := next + itemOf(starts[next:], uint32(at))
		end := at + len(text)
		each(item, all[at-1] == '\n', all[end] == '\n')
		// Continue after this item: each is reported once.
		from = end + strings.IndexByte(all[end:], '\n')
		next = item
	}
}

// itemOf returns the last item that starts at or before an offset. It is a galloping
// search, because consecutive matches are close together.
func itemOf(starts []uint32, at uint32) int {
	reach := 1
	for reach < len(starts) && starts[reach] <= at {
		reach *= 2
	}
	low := reach / 2
	i, found := slices.BinarySearch(starts[low:min(reach, len(starts))], at)
	if !found {
		i--
	}
	return max(0, low+i)
}
