package page

import (
	"hash/fnv"
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

// part is the content of a page from one collection.
type part struct {
	made  []content.Tag
	width int
	tags  []string // of that width, without duplicates
}

func (p *part) tag() {
	p.tags = p.tags[:0]
	for _, t := range p.made {
		p.tags = append(p.tags, shortTag(t, p.width))
	}
	slices.Sort(p.tags)
	p.tags = slices.Compact(p.tags)
}

func (p *part) widen() {
	switch p.width {
	case widthRow:
		p.width = widthFew
	case widthFew:
		p.width = widthMany
	default:
		p.width = widthAll
	}
	p.tag()
}

// pageTags returns the tags of a page. If there are more than maxTags, the
// collections with the most tags get wider ones, down to one for each
// collection; none is omitted.
func pageTags(made []content.Tag) []string {
	var parts []*part
	byName := map[string]*part{}
	for _, t := range made {
		p := byName[t.Collection]
		if p == nil {
			p = &part{}
			byName[t.Collection] = p
			parts = append(parts, p)
		}
		p.made = append(p.made, t)
	}
	total := 1
	for _, p := range parts {
		p.tag()
		total += len(p.tags)
	}
	for total > maxTags {
		widest := slices.MaxFunc(parts, func(a, b *part) int { return len(a.tags) - len(b.tags) })
		if len(widest.tags) == 1 {
			break
		}
		total -= len(widest.tags)
		widest.widen()
		total += len(widest.tags)
	}
	tags := []string{TagAll}
	for _, p := range parts {
		tags = append(tags, p.tags...)
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
