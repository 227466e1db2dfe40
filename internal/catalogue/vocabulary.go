package catalogue

import (
	"maps"
	"slices"
	"strings"
)

// vocabulary holds every word of the catalogue's texts, in all languages, and for
// each word, by its number, the products, articles and categories that contain it.
type vocabulary struct {
	all    string // the sorted words, each between line breaks
	starts []uint32

	names      lists // products with the word in a name
	others     lists // products with the word in a tag or a value
	articles   lists // variations with the word in their title
	categories lists // categories, as indexes into ranked, with the word in a title
}

func (v *vocabulary) word(i int) string { return lineAt(v.all, v.starts[i]) }

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

// entry collects the lists of one word while a vocabulary is built.
type entry struct{ names, others, articles, categories []uint32 }

type vocabularyBuilder map[string]*entry

func (b vocabularyBuilder) at(word string) *entry {
	e := b[word]
	if e == nil {
		e = &entry{}
		b[strings.Clone(word)] = e
	}
	return e
}

func (b vocabularyBuilder) name(word string, product uint32) {
	e := b.at(word)
	e.names = appendNew(e.names, product)
}

func (b vocabularyBuilder) other(word string, product uint32) {
	e := b.at(word)
	e.others = appendNew(e.others, product)
}

func (b vocabularyBuilder) article(word string, article uint32) {
	e := b.at(word)
	e.articles = appendNew(e.articles, article)
}

func (b vocabularyBuilder) category(word string, category uint32) {
	e := b.at(word)
	e.categories = appendNew(e.categories, category)
}

// appendNew appends a number unless it is the last one already.
func appendNew(list []uint32, n uint32) []uint32 {
	if len(list) > 0 && list[len(list)-1] == n {
		return list
	}
	return append(list, n)
}

// finish returns the vocabulary. It empties the builder word by word, so that the
// lists are never in memory twice.
func (b vocabularyBuilder) finish() vocabulary {
	var v vocabulary
	var all strings.Builder
	all.WriteByte('\n')
	for _, word := range slices.Sorted(maps.Keys(b)) {
		e := b[word]
		delete(b, word)
		v.names.add(ascending(e.names))
		v.others.add(ascending(e.others))
		v.articles.add(ascending(e.articles))
		v.categories.add(ascending(e.categories))
		v.starts = append(v.starts, uint32(all.Len()))
		all.WriteString(word)
		all.WriteByte('\n')
	}
	v.all = all.String()
	return v
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

// oneOff reports whether two different words are one typing error apart: a letter
// added, missing or wrong, or two adjacent letters swapped.
func oneOff(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i == len(a) {
		return true
	}
	return a[i+1:] == b[i+1:] ||
		(i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:])
}

// wholeProduct flags the target of a part number that belongs to a product rather
// than to one article; the other bits are the product's first article.
const wholeProduct = 1 << 31

// numbers holds all part numbers, folded.
type numbers struct {
	all    string
	starts []uint32
	target []uint32 // article, or first article | wholeProduct
	sorted []uint32 // indexes into starts, sorted by number
}

type numbersBuilder struct {
	all    strings.Builder
	starts []uint32
	target []uint32
}

func (b *numbersBuilder) add(sku string, target uint32) {
	if sku = foldNumber(sku); sku == "" {
		return
	}
	if b.all.Len() == 0 {
		b.all.WriteByte('\n')
	}
	b.starts = append(b.starts, uint32(b.all.Len()))
	b.target = append(b.target, target)
	b.all.WriteString(sku)
	b.all.WriteByte('\n')
}

func (b *numbersBuilder) finish() numbers {
	n := numbers{all: b.all.String(), starts: b.starts, target: b.target, sorted: make([]uint32, len(b.starts))}
	for i := range n.sorted {
		n.sorted[i] = uint32(i)
	}
	slices.SortFunc(n.sorted, func(l, r uint32) int { return strings.Compare(n.at(l), n.at(r)) })
	return n
}

// at returns the part number with an index into starts.
func (n *numbers) at(i uint32) string { return lineAt(n.all, n.starts[i]) }

// withPrefix returns the numbers that begin with a folded text, sorted.
func (n *numbers) withPrefix(text string) []uint32 {
	from, _ := slices.BinarySearchFunc(n.sorted, text, func(i uint32, text string) int { return strings.Compare(n.at(i), text) })
	to := from
	for to < len(n.sorted) && strings.HasPrefix(n.at(n.sorted[to]), text) {
		to++
	}
	return n.sorted[from:to]
}
