package page

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/content"
)

// What caches between the site and its visitors (Varnish, a CDN) keep, and how
// they hear of changes. They are told what a page was made of by short tags, and
// to drop those of a change with each revision (Options.Purge).
//
// A cache must not keep an old page beyond the purge that was meant for it:
//   - A page that is stale answers as if there were no shared caches, until it
//     is made anew; so does one that a change overtook while it was built. So a
//     purge can go out as soon as pages are stale, and need not wait for them.
//   - A reply on its way meanwhile may come into a cache after the purge. That
//     is why each purge is sent twice, see package purge.
//   - A replica that learns of the change later purges on its own.

// Values of headers for shared caches. Browsers go on asking each time:
// must-revalidate beats what else is said, with strict shared caches too. For
// these there is the header of RFC 9213, which beats Cache-Control. An hour is
// for how long a purge that nobody heard leaves a page old.
const (
	cacheShared = cachePublic + ", s-maxage=3600, stale-while-revalidate=60, stale-if-error=86400"
	cacheCDN    = "public, max-age=3600, stale-while-revalidate=60, stale-if-error=86400"
)

// TagAll is the tag that every page has.
const TagAll = "all"

// maxTags is how many tags a page has at most. With seven letters each they are
// 1.2 KB, twice: proxies commonly take 4 to 8 KB of headers.
const maxTags = 150

// sharedHeaders are those for shared caches alone; all replies share them.
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

// unshared is a page as it was, but for visitors alone.
func (e *entry) unshared() *entry {
	if e.shared == nil {
		return e
	}
	own := emptyEntry(e.key, e.language[0], e.name, e.tags, e.cacheable, false)
	for c := range e.forms {
		own.forms[c].Store(e.forms[c].Load())
	}
	return own
}

// Widths of a row's tag, in bits of the key that are left out: the row itself,
// with 15 or with 255 neighbours. What belongs to one record was mostly made at
// once and has keys that follow each other, so a page that is made of hundreds of
// rows needs few wide tags, which hardly another page has.
const (
	widthRow, widthFew, widthMany = 0, 4, 8
	widthAll                      = 64 // the whole collection, columns included
)

// part is what a page was made of in one collection.
type part struct {
	made  []content.Tag
	width int
	tags  []string // of that width, each once
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

// pageTags is what caches are told that a page was made of. Where that is too
// much, the collections with the most tags get wider ones, down to one for each
// collection; none are left out.
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

// purgeTags are the tags of all pages that a change concerns, whatever width
// they have: a superset of those that content.Changed.Meets. Nil stands for a
// change of anything.
func purgeTags(what *content.Changed) []string {
	if what == nil {
		return []string{TagAll}
	}
	var tags []string
	for t := range what.Tags() {
		if t.ID == "" { // rows that the change does not name
			return []string{TagAll}
		}
		for _, width := range []int{widthRow, widthFew, widthMany, widthAll} {
			tags = append(tags, shortTag(t, width))
		}
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// shortTag names what a page was made of in at most seven letters. Two things of
// one name would only purge too much.
func shortTag(t content.Tag, width int) string {
	name := t.Collection
	key, err := strconv.ParseUint(t.ID, 10, 64)
	switch {
	case t.ID == "" || width == widthAll:
	case err == nil:
		name += ":" + strconv.Itoa(width) + ":" + strconv.FormatUint(key>>width, 10)
	default: // a column, or a key that has no neighbours
		name += ":" + t.ID
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(name)) // it never fails
	return strconv.FormatUint(uint64(sum.Sum32()), 36)
}
