package catalogue

import (
	"context"
	"encoding/json"
	"runtime"
	"slices"
	"strings"

	"ferrule/internal/search"
)

// Limits of the matches for one line of a bill of materials.
const (
	minNumber        = 3  // letters and digits of a part number
	maxChoices       = 8  // articles that a person can choose from at a glance
	minPrefix        = 4  // minimum number of letters and digits of a prefix
	minWithoutPrefix = 6  // letters and digits of a number without the supplier's prefix
	likelyLevel      = 25 // articles whose level is lower than the best one's by more are no choices
	equalLevel       = 8  // what distinguishes equally good articles: their names
	maxWordHits      = 50 // maximum number of articles for words; with more they are too unspecific
)

// Parts finds articles by part number and by words, in one fixed index. Its
// article numbers are valid only for the same Parts.
type Parts struct {
	*searchIndex
	catalogue *Catalogue
	language  string
}

// Parts returns the current index for finding articles by words of a language.
func (c *Catalogue) Parts(ctx context.Context, language string) (*Parts, error) {
	x, _, err := c.index(ctx, false)
	if err != nil {
		return nil, err
	}
	return &Parts{x, c, language}, nil
}

// Number finds the article with a part number, written with or without
// separators; exact is then true. Otherwise it returns the first maxChoices of the
// family's sizes, or of the articles whose number has this prefix, and their total
// number.
func (p *Parts) Number(text string) (articles []uint32, all int, exact bool) {
	defer runtime.KeepAlive(p) // the compared data is in the index's memory
	folded := search.FoldNumber(text)
	if len(folded) < minNumber {
		return nil, 0, false
	}
	found := p.parts.withPrefix(folded)
	if len(found) == 0 && len(folded) >= minWithoutPrefix {
		found = p.withoutPrefix(folded)
		if articles, all = p.articlesOf(found); all == 1 {
			return articles, all, true
		}
	}
	same := 0 // equal numbers; they sort before longer ones with the same prefix
	for same < len(found) && len(p.parts.at(found[same])) == len(folded) {
		same++
	}
	if same > 0 {
		articles, all = p.articlesOf(found[:same])
		return articles, all, all == 1
	}
	if len(folded) < minPrefix {
		return nil, 0, false
	}
	articles, all = p.articlesOf(found)
	return articles, all, false
}

// withoutPrefix returns the numbers of which a text lacks the first letters, which
// stand for the supplier.
func (p *Parts) withoutPrefix(folded string) []uint32 {
	var found []uint32
	occurrences(p.parts.all, p.parts.starts, folded+"\n", func(item int, _, _ bool) {
		number := p.parts.at(uint32(item)) //nolint:gosec // an index
		if !hasDigit(number[:len(number)-len(folded)]) {
			found = append(found, uint32(item)) //nolint:gosec // an index
		}
	})
	return found
}

// articlesOf returns the first maxChoices articles of part numbers, and their total
// number. The number of a family represents all of its sizes, because the family
// itself cannot be requested.
func (p *Parts) articlesOf(numbers []uint32) (articles []uint32, all int) {
	add := func(a uint32) {
		if all++; len(articles) < maxChoices {
			articles = append(articles, a)
		}
	}
	families := map[uint32]bool{}
	for _, item := range numbers {
		target := p.parts.target[item]
		if at := target &^ wholeProduct; at != target && p.variations[at] != 0 {
			families[p.productOf(at)] = true
		}
	}
	for _, item := range numbers {
		target := p.parts.target[item]
		switch at := target &^ wholeProduct; {
		case at != target && p.variations[at] != 0:
			product := p.productOf(at)
			for a := p.articles[product]; a < p.articles[product+1]; a++ {
				add(a)
			}
		case len(families) == 0 || !families[p.productOf(at)]:
			add(at)
		}
	}
	return articles, all
}

// Words finds articles by words, the best match first, and the number of those that
// are equally good. sure reports that the
// words name exactly one article, rather than a set of it, without a misspelled word
// or the quantity of another part. It returns
// none if the words name neither a kind of part nor its size, if most of them are
// unknown, or if more than maxWordHits articles match.
func (p *Parts) Words(text string) (articles []uint32, all int, sure bool) {
	defer runtime.KeepAlive(p)
	if len(text) > maxSearch {
		text = strings.ToValidUTF8(text[:maxSearch], "")
	}
	e := p.evaluate(text, p.language)
	if len(e.results) == 0 || !e.definite(e.results[0].article) {
		return nil, 0, false
	}
	best := e.results[0]
	if best.group == groupNear {
		return nil, 0, false // another part than the one asked for
	}
	for _, r := range e.results {
		if r.group != best.group {
			break
		}
		if r.level >= best.level-equalLevel {
			all++
		}
		if r.level >= best.level-likelyLevel && len(articles) < maxChoices {
			articles = append(articles, r.article)
		}
	}
	if all > maxWordHits {
		return nil, all, false
	}
	// A misspelled word, a quantity of another part, and a set of the part leave the choice.
	open := slices.ContainsFunc(e.demands, func(d *demand) bool {
		return d.Corrected != "" || d.Aside && d.Kind != search.Part || d.Kind == search.Part && p.has(best.article, "e:"+d.Concept+"/set")
	})
	return articles, all, all == 1 && best.group == groupExact && !open
}

// has reports whether a fact is true of an article.
func (x *index) has(article uint32, fact string) bool {
	i, known := x.facts.find(fact)
	has := false
	if known {
		x.articlesOfFact(i, func(a uint32) { has = has || a == article })
	}
	return has
}

// Names reports whether a text names a kind of part, and a size of it. A misspelled
// word is a kind only beside a size.
func (p *Parts) Names(text string) (kind, size bool) {
	defer runtime.KeepAlive(p)
	if len(text) > maxSearch {
		text = strings.ToValidUTF8(text[:maxSearch], "")
	}
	corrected := false
	for _, t := range p.reader.ReadTyped(text, p.language, p.hasWord) {
		switch t.Kind {
		case search.Part:
			kind = kind || t.Corrected == "" && !t.Aside
			corrected = corrected || t.Corrected != ""
		case search.Size, search.Thread, search.Tube, search.Series, search.Range:
			size = true
		default:
		}
	}
	return kind || corrected && size, size
}

// Begins reports whether a text begins with a kind of part, or with properties of one
// before it: straight unions.
func (p *Parts) Begins(text string) bool {
	defer runtime.KeepAlive(p)
	for i, t := range p.reader.ReadTyped(text, p.language, p.hasWord) {
		switch {
		case t.Kind == search.Word, t.Aside, i == 0 && strings.TrimSpace(text[:t.Start]) != "":
			return false
		case t.Kind == search.Part:
			kind, _ := p.Names(text)
			return kind
		}
	}
	return false
}

// Contradicts reports whether a description asks for another part than an article:
// for a kind, size, pressure or material that others have, while the article has
// another one. A misspelled word or a number without a unit contradicts nothing.
func (p *Parts) Contradicts(description string, article uint32) bool {
	defer runtime.KeepAlive(p)
	if len(description) > maxSearch {
		description = strings.ToValidUTF8(description[:maxSearch], "")
	}
	for _, t := range p.reader.ReadTyped(description, p.language, p.hasWord) {
		d := p.demand(t)
		if !d.used || !d.distinguishes() || d.vague() || d.Corrected != "" || d.levels[article&^wholeProduct] > 0 {
			continue
		}
		for _, m := range d.Matches {
			name, _, _ := strings.Cut(m.Fact, ":")
			if m.Level == search.Exact && p.states(article&^wholeProduct, name+":") {
				return true
			}
		}
	}
	return false
}

// states reports whether an article has a fact with a prefix, such as "dn:".
func (x *index) states(article uint32, prefix string) bool {
	has := false
	x.facts.withPrefix(prefix, func(i int, _ string) {
		if !has {
			x.articlesOfFact(i, func(a uint32) { has = has || a == article })
		}
	})
	return has
}

// Differs returns the slug of the attribute in which articles differ, so that a
// person can be asked for it; "" for several or none. A size implies others: of
// those that differ with it, only the first is returned.
func (p *Parts) Differs(articles []uint32) string {
	defer runtime.KeepAlive(p)
	found := ""
	for _, implied := range [][]string{
		{"dn", "nps", "tube-od", "thread", "size", "pn", "class", "wall"},
		{"material"},
		{"connection"},
		{"type"},
		{"port"},
		{"range"},
		{"seal"},
		{"material-seal"},
		{"operation"},
	} {
		at := slices.IndexFunc(implied, func(slug string) bool {
			c := p.bySlug[slug]
			return c != nil && slices.ContainsFunc(articles, func(a uint32) bool {
				return c.of.at(a&^wholeProduct) != c.of.at(articles[0]&^wholeProduct)
			})
		})
		if at >= 0 && found != "" {
			return ""
		}
		if at >= 0 {
			found = implied[at]
		}
	}
	return found
}

// definite reports whether a text names a part, rather than containing some words of
// the catalogue by chance. A misspelled word counts only beside a size, and the best
// article has to be such a part, rather than one of a more general kind.
func (e *evaluation) definite(best uint32) bool {
	used, unknown, kinds, corrected, values := 0, 0, 0, 0, 0
	for _, d := range e.demands {
		if d.Aside && !d.used {
			continue
		}
		if !d.used && (d.technical() || d.Kind == search.Material) {
			return false // no article has this size or material
		}
		if d.Kind == search.Part && !d.Aside && d.used && kinds+corrected == 0 && d.levels[best] <= search.Mention {
			return false
		}
		if !d.used {
			unknown++
			continue
		}
		used++
		switch {
		case d.Kind == search.Part && d.Corrected != "":
			corrected++
		case d.Kind == search.Part || d.parts:
			kinds++
		case d.technical() || d.Kind == search.Material || d.Kind == search.Standard:
			values++
		}
	}
	return unknown <= used && (kinds > 0 || values > 1 || corrected > 0 && values > 0)
}

// Part is the record of an article's product and, if the article is a variation,
// the variation's record, with their names in all languages.
type Part struct {
	Product   json.RawMessage `json:"product"`
	Variation json.RawMessage `json:"variation"` // null for the product itself
}

const (
	partProductFields = "id,slug,sku,stock,product_type,translations.languages_code,translations.name,translations.thumbnail.id," + sharedValues +
		setParts + ",thumbnail.id"
	partVariationFields = "id,sku,stock,translations.languages_code,translations.title,attributes.attribute.id,attributes.attribute.slug," +
		"attributes.value.id,attributes.value.value,attributes.value.translations.languages_code,attributes.value.translations.name,thumbnail.id"
)

// Records reads the records of articles that Number or Words found. It omits
// articles that were deleted since then.
func (p *Parts) Records(ctx context.Context, articles []uint32) (map[uint32]Part, error) {
	var products, variations []int64
	for _, a := range articles {
		at := a &^ wholeProduct
		products = append(products, p.ids[p.productOf(at)])
		if id := p.variations[at]; a == at && id != 0 {
			variations = append(variations, id)
		}
	}
	r := &request{Catalogue: p.catalogue}
	families, err := r.records(ctx, "products", partProductFields, distinctIDs(products), "")
	if err != nil {
		return nil, err
	}
	sizes, err := r.records(ctx, "variations", partVariationFields, distinctIDs(variations), "")
	if err != nil {
		return nil, err
	}
	parts := make(map[uint32]Part, len(articles))
	for _, a := range articles {
		at := a &^ wholeProduct
		part := Part{families[p.ids[p.productOf(at)]], json.RawMessage("null")}
		if id := p.variations[at]; a == at && id != 0 {
			part.Variation = sizes[id]
		}
		if part.Product != nil && part.Variation != nil {
			parts[a] = part
		}
	}
	return parts, nil
}

func distinctIDs(ids []int64) []int64 {
	slices.Sort(ids)
	return slices.Compact(ids)
}
