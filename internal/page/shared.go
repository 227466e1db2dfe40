package page

import (
	"cmp"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/content"
)

// Shared caches (Varnish, a CDN) between the site and its visitors store pages
// and drop them when content changes. A reply names the content that it depends
// on in short tags; each revision purges the tags of its change
// (Options.Purge).
//
// A cache must not store a stale page after its purge:
//   - A stale page is served without headers for shared caches until it is
//     refreshed; so is one that was built while the content changed. A purge
//     can therefore be sent as soon as pages are stale, before they are
//     refreshed.
//   - A reply that is being sent during a purge may be stored after it.
//     Therefore each purge is sent twice, see package purge.
//   - A replica that detects the change later sends its own purge.

// Cache headers for shared caches. Browsers revalidate each time:
// must-revalidate overrides the other directives, in strict shared caches too.
// For these there is the header of RFC 9213, which overrides Cache-Control. The
// hour limits how long a page is stale if a purge is lost.
const (
	cacheShared = cachePublic + ", s-maxage=3600, stale-while-revalidate=60, stale-if-error=86400"
	cacheCDN    = "public, max-age=3600, stale-while-revalidate=60, stale-if-error=86400"
)

// TagAll is the tag of every page.
const TagAll = "all"

// maxTags is the maximum number of tags of a page. With seven characters each they
// take 1.2 KB, twice: proxies commonly accept 4 to 8 KB of headers.
const maxTags = 150

// sharedHeaders are the headers for shared caches only; all replies share them.
type sharedHeaders struct {
	cdn, surrogateKey, cacheTag []string
}

func newSharedHeaders(made []content.Tag) *sharedHeaders {
	tags := pageTags(made)
	return &sharedHeaders{
		cdn:          []string{cacheCDN},
		surrogateKey: []string{strings.Join(tags, " ")},
		cacheTag:     []string{strings.Join(tags, ",")},
	}
}

// unshared returns the page without the headers for shared caches.
func (e *entry) unshared() *entry {
	if e.shared == nil {
		return e
	}
	own := emptyEntry(e.key, e.language[0], e.name, e.tags, e.cacheable, false)
	for c := range e.bodies {
		own.bodies[c].Store(e.bodies[c].Load())
	}
	return own
}

// Widths of a row's tag, in bits of the key that are dropped: the row alone,
// with 15 or with 255 neighbours. Rows that belong to one record were mostly
// created together and have consecutive keys, so a page that is made from
// hundreds of rows needs few wide tags, which hardly any other page has.
const (
	widthRow, widthFew, widthMany = 0, 4, 8
	widthAll                      = 64 // the whole collection, columns included
)

// widths are the widths of tags, the narrowest first.
var widths = [...]int{widthRow, widthFew, widthMany, widthAll} //nolint:gochecknoglobals // a constant

// part is the content of a page from one collection.
type part struct {
	tags  [len(widths)][]string // by index into widths, without duplicates
	width int                   // index into widths of the chosen tags
}

func newPart(made []content.Tag) *part {
	p := &part{}
	for i, width := range widths {
		for _, t := range made {
			p.tags[i] = append(p.tags[i], shortTag(t, width))
		}
		slices.Sort(p.tags[i])
		p.tags[i] = slices.Compact(p.tags[i])
	}
	return p
}

// rows returns how many rows the tags of a width stand for.
func (p *part) rows(width int) float64 {
	const whole = 1 << 12 // as many as matter: most collections have fewer
	return float64(len(p.tags[width])) * math.Min(math.Ldexp(1, widths[width]), whole)
}

// wider returns the width that saves many tags for few rows that they stand for in
// addition, and how well it does; 0 if none saves any. Savings count three times, so that
// the few tags of a small collection stay exact.
func (p *part) wider() (width int, worth float64) {
	for next := p.width + 1; next < len(widths); next++ {
		saved := float64(len(p.tags[p.width]) - len(p.tags[next]))
		if w := saved * saved * saved / (p.rows(next) - p.rows(p.width)); w > worth {
			width, worth = next, w
		}
	}
	return width, worth
}

// pageTags returns the tags of a page. If there are more than maxTags, those
// collections get wider ones for which it is worth most (part.wider), down to one tag
// for each collection; none is omitted.
func pageTags(made []content.Tag) []string {
	byName := map[string][]content.Tag{}
	for _, t := range made {
		byName[t.Collection] = append(byName[t.Collection], t)
	}
	var parts []*part
	total := 1
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		p := newPart(byName[name])
		parts = append(parts, p)
		total += len(p.tags[p.width])
	}
	for total > maxTags {
		best := slices.MaxFunc(parts, func(a, b *part) int {
			_, one := a.wider()
			_, other := b.wider()
			return cmp.Compare(one, other)
		})
		width, worth := best.wider()
		if worth == 0 {
			break
		}
		total += len(best.tags[width]) - len(best.tags[best.width])
		best.width = width
	}
	tags := []string{TagAll}
	for _, p := range parts {
		tags = append(tags, p.tags[p.width]...)
	}
	return tags
}

// purgeTags returns the tags of all pages that a change affects, in all widths:
// a superset of those that content.Changed.Meets. Nil is a change of
// unknown extent.
func purgeTags(what *content.Changed) []string {
	if what == nil {
		return []string{TagAll}
	}
	var tags []string
	for t := range what.Tags() {
		if t.ID == "" { // rows that the change does not identify
			return []string{TagAll}
		}
		for _, width := range []int{widthRow, widthFew, widthMany, widthAll} {
			tags = append(tags, shortTag(t, width))
		}
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// shortTag returns the tag of a row, a column or a collection, at most seven
// characters. A collision only purges too much.
func shortTag(t content.Tag, width int) string {
	name := t.Collection
	key, err := strconv.ParseUint(t.ID, 10, 64)
	switch {
	case t.ID == "" || width == widthAll:
	case err == nil:
		name += ":" + strconv.Itoa(width) + ":" + strconv.FormatUint(key>>width, 10)
	default: // a column, or a key without neighbours
		name += ":" + t.ID
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(name)) // it never fails
	return strconv.FormatUint(uint64(sum.Sum32()), 36)
}
