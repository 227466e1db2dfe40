package catalogue

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/content/query"
)

const (
	pageSize       = 24  // products on one page
	suggestions    = 6   // products suggested while typing
	maxSuggested   = 4   // categories suggested while typing
	maxSearch      = 200 // bytes of a search that are used
	maxFacetValues = 200
	rangeFrom      = 3 // number of values from which only the ends of the range are listed
	maxMaterials   = 3 // materials listed in a row
)

// Listing is one page of a product list. Its fields, and those of the types below,
// are documented for the client in web/src/content/listing.ts.
type Listing struct {
	Products int         `json:"products"`
	Articles int         `json:"articles"`
	Page     int         `json:"page"`
	Pages    int         `json:"pages"`
	Items    []Item      `json:"items"`
	Facets   []Facet     `json:"facets"`
	Loosen   []Loosening `json:"loosen"`
	Search   *Reading    `json:"search,omitempty"`
}

// Item is one product of a list.
type Item struct {
	Product   json.RawMessage   `json:"product"`
	Articles  uint32            `json:"articles"`
	Of        uint32            `json:"of"`
	Stock     int64             `json:"stock"`
	Variation json.RawMessage   `json:"variation"`
	Values    map[string]Values `json:"values"`
}

// Values are an item's values of one attribute.
type Values struct {
	Texts []string `json:"texts"`
	Unit  string   `json:"unit"`
	Range bool     `json:"range"`
}

// Facet is an attribute by which a list can be narrowed.
type Facet struct {
	Slug   string       `json:"slug"`
	Name   string       `json:"name"`
	Unit   string       `json:"unit"`
	Kind   string       `json:"kind"`
	Values []FacetValue `json:"values"`
	From   *float64     `json:"from"`
	To     *float64     `json:"to"`
}

// FacetValue is one value of a facet.
type FacetValue struct {
	Key    string   `json:"key"`
	Name   string   `json:"name"`
	Number *float64 `json:"number"`
	Count  int32    `json:"count"`
	Chosen bool     `json:"chosen"`
}

// Loosening is a part of a selection whose removal yields results.
type Loosening struct {
	Slug     string `json:"slug"`
	Word     string `json:"word"`
	Products int    `json:"products"`
}

// Reading describes how the words of a search were interpreted.
type Reading struct {
	Marks     []string     `json:"marks"`
	Ignored   []string     `json:"ignored"`
	Corrected []Correction `json:"corrected"`
	Empty     bool         `json:"empty"`
}

// Correction is a misspelled word with its replacement.
type Correction struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Suggestions is the result of a search while it is typed.
type Suggestions struct {
	Products   int         `json:"products"`
	Items      []Item      `json:"items"`
	Categories []Suggested `json:"categories"`
	Search     Reading     `json:"search"`
}

// Suggested is a category whose title matches a search.
type Suggested struct {
	Slug     string `json:"slug"`
	Title    string `json:"title"`
	Products int    `json:"products"`
}

func (a *request) listing(ctx context.Context, x *searchIndex, values url.Values) (*Listing, error) {
	scope, s := x.scope(values)
	selection := x.selection(values)
	o := x.narrow(scope, s, selection, true)
	language := values.Get("language")
	at := x.languageOf(language)
	l := &Listing{
		Products: len(o.hits), Articles: o.articles, Pages: (len(o.hits) + pageSize - 1) / pageSize,
		Facets: x.facets(o, selection, at), Loosen: []Loosening{},
	}
	l.Page, _ = strconv.Atoi(values.Get("page"))
	l.Page = max(1, l.Page)
	from := min((l.Page-1)*pageSize, len(o.hits))
	shown := x.first(min(from+pageSize, len(o.hits)), o.hits, values.Get("sort"), at)[from:]
	var err error
	if l.Items, err = a.items(ctx, x, s, selection, shown, language); err != nil {
		return nil, err
	}
	if s != nil {
		l.Search = &s.reading
	}
	if len(o.hits) == 0 {
		x.loosen(l, o, scope, s, selection)
	}
	return l, nil
}

// scope returns the products of a category, or all products with the search.
func (x *searchIndex) scope(values url.Values) ([]uint32, *search) {
	if slug := values.Get("category"); slug != "" {
		// An unknown category has no products, as with a filter of the content API.
		if c := x.categories[slug]; c != nil {
			return c.products, nil
		}
		return nil, nil
	}
	q := values.Get("q")
	if len(q) > maxSearch {
		q = strings.ToValidUTF8(q[:maxSearch], "")
	}
	return x.every, x.reader.read(q)
}

// loosen lists the parts of the selection whose removal yields results, the most
// products first.
func (x *searchIndex) loosen(l *Listing, o *outcome, scope []uint32, s *search, selection []condition) {
	for i := range selection {
		if n := o.without[i]; n > 0 {
			l.Loosen = append(l.Loosen, Loosening{Slug: selection[i].slug(), Products: int(n)})
		}
	}
	if s != nil {
		x.loosenSearch(l, scope, s, selection)
	}
	slices.SortStableFunc(l.Loosen, func(a, b Loosening) int { return b.Products - a.Products })
}

func (x *searchIndex) loosenSearch(l *Listing, scope []uint32, s *search, selection []condition) {
	l.Search.Empty = len(selection) == 0 || len(x.narrow(scope, s, nil, false).hits) == 0
	if len(s.terms) < 2 {
		return
	}
	for i, t := range s.terms {
		fewer := &search{terms: slices.Delete(slices.Clone(s.terms), i, i+1), inStock: s.inStock}
		if n := len(x.narrow(scope, fewer, selection, false).hits); n > 0 {
			l.Loosen = append(l.Loosen, Loosening{Word: t.word, Products: n})
		}
	}
}

// facets returns the columns that can filter the list: those with at least two
// values in it, and those in the selection.
func (x *index) facets(o *outcome, selection []condition, language int) []Facet {
	facets := []Facet{}
	for i, c := range x.columns {
		present := make([]bool, len(c.values))
		different := 0
		for set, is := range o.present[i] {
			if !is {
				continue
			}
			for _, v := range c.sets[set] {
				if !present[v] {
					present[v] = true
					different++
				}
			}
		}
		at := slices.IndexFunc(selection, func(part condition) bool { return part.c == c })
		if at < 0 && different < 2 {
			continue
		}
		f := Facet{Slug: c.slug, Name: c.names[language], Unit: c.unit, Kind: "values", Values: []FacetValue{}}
		if c.numeric {
			f.Kind = "numbers"
		}
		var part condition
		if at >= 0 {
			part = selection[at]
			f.From, f.To = part.from, part.to
		}
		for v := range c.values {
			is := part.values != nil && part.values[v]
			if (!present[v] && !is) || len(f.Values) == maxFacetValues {
				continue
			}
			val := FacetValue{Key: c.values[v].key, Name: c.values[v].texts[language], Count: o.counts[i][v], Chosen: is}
			if c.values[v].isNum {
				val.Number = &c.values[v].number
			}
			f.Values = append(f.Values, val)
		}
		facets = append(facets, f)
	}
	stock := slices.ContainsFunc(selection, func(part condition) bool { return part.c == nil })
	return append(facets, Facet{
		Slug: slugStock, Kind: "values",
		Values: []FacetValue{{Key: "1", Count: o.inStock, Chosen: stock}},
	})
}

// items reads the records of one page of hits.
func (a *request) items(ctx context.Context, x *searchIndex, s *search, selection []condition, hits []hit, language string) ([]Item, error) {
	items := make([]Item, len(hits))
	var products, variations []int64
	for i, h := range hits {
		items[i] = x.item(s, selection, h, x.languageOf(language))
		products = append(products, x.ids[h.product])
		if id := x.variations[h.only]; h.passing == 1 && id != 0 {
			variations = append(variations, id)
		}
	}
	records, err := a.records(ctx, "products", productFields, products, language)
	if err != nil {
		return nil, err
	}
	sizes, err := a.records(ctx, "variations", variationFields, variations, language)
	if err != nil {
		return nil, err
	}
	result := items[:0]
	for i, h := range hits {
		// Omit a record that was deleted after the index was built.
		if items[i].Product = records[x.ids[h.product]]; items[i].Product == nil {
			continue
		}
		if h.passing == 1 {
			items[i].Variation = sizes[x.variations[h.only]]
		}
		if items[i].Variation == nil {
			items[i].Variation = json.RawMessage("null")
		}
		result = append(result, items[i])
	}
	return result, nil
}

// item returns a hit with the values of its articles that pass.
func (x *index) item(s *search, selection []condition, h hit, language int) Item {
	first, end := x.articles[h.product], x.articles[h.product+1]
	item := Item{Articles: h.passing, Of: end - first, Values: map[string]Values{}}
	for a := first; a < end; a++ {
		if x.passes(s, selection, h.product, a) {
			item.Stock += int64(x.stock[a])
		}
	}
	for _, c := range x.columns {
		has := make([]bool, len(c.values))
		n := 0
		for a := first; a < end; a++ {
			if !x.passes(s, selection, h.product, a) {
				continue
			}
			for _, v := range c.sets[c.of.at(a)] {
				if !has[v] {
					has[v] = true
					n++
				}
			}
		}
		if n > 0 {
			item.Values[c.slug] = c.texts(has, n, language)
		}
	}
	return item
}

func (x *index) passes(s *search, selection []condition, p, a uint32) bool {
	if s != nil && (s.article(p, a) == 0 || (s.inStock && x.stock[a] <= 0)) {
		return false
	}
	for i := range selection {
		if !selection[i].passes(x, a) {
			return false
		}
	}
	return true
}

func (c *column) texts(has []bool, n, language int) Values {
	out := Values{Unit: c.unit}
	for v, is := range has {
		if !is {
			continue
		}
		val := &c.values[v]
		if val.isNum {
			out.Texts = append(out.Texts, val.key)
		} else {
			out.Texts = append(out.Texts, val.texts[language])
		}
	}
	switch {
	case c.slug == slugMaterial && n > maxMaterials:
		out.Texts = append(out.Texts[:maxMaterials], "…")
	case c.slug != slugMaterial && n >= rangeFrom:
		out.Texts, out.Range = []string{out.Texts[0], out.Texts[n-1]}, true
	}
	return out
}

// Fields of the records in a list: those that a row shows and the cart stores.
const (
	pictureFields = "id,@.width,@.height,@.type,@.optical_scale"
	setParts      = "bundle.id,bundle.quantity,bundle.related_products_id.id,bundle.related_products_id.sku," +
		"bundle.related_products_id.product_type,bundle.related_products_id.count(variations),bundle.related_variations_id.sku"
	productFields = "id,slug,sku,stock,product_type,translations.languages_code,translations.name," +
		"tags.tags_id.id,tags.tags_id.title,tags.tags_id.translations.languages_code,tags.tags_id.translations.title," +
		setParts + ",thumbnail." + pictureFields
	variationFields = "id,sku,stock,translations.languages_code,translations.title," +
		"attributes.attribute.id,attributes.attribute.slug,attributes.value.id,attributes.value.value," +
		"attributes.value.translations.languages_code,attributes.value.translations.name,thumbnail." + pictureFields
)

// records reads records by id with the permissions of the public.
func (a *request) records(ctx context.Context, collection, fields string, ids []int64, language string) (map[int64]json.RawMessage, error) {
	found := map[int64]json.RawMessage{}
	if len(ids) == 0 {
		return found, nil
	}
	list, err := json.Marshal(map[string]any{"id": map[string]any{"_in": ids}})
	if err != nil {
		return nil, err
	}
	q, err := query.Parse(a.model, collection, url.Values{
		"fields": {strings.ReplaceAll(fields, "@.", "thumbnail.")}, "filter": {string(list)}, "limit": {strconv.Itoa(len(ids))}, "language": {language},
		"deep": {`{"attributes":{"_limit":-1}}`},
	})
	if err != nil {
		return nil, err
	}
	if collection == "products" {
		q.Deep = nil
	}
	q.Trace = true
	result, err := a.source.Read(ctx, q)
	if err != nil {
		return nil, err
	}
	a.show(result.Touched)
	var reply struct {
		Data []json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(result.Body, &reply); err != nil {
		return nil, err
	}
	for _, record := range reply.Data {
		var key struct {
			ID int64 `json:"id"`
		}
		if err := json.Unmarshal(record, &key); err != nil {
			return nil, err
		}
		found[key.ID] = record
	}
	return found, nil
}

func (a *request) suggest(ctx context.Context, x *searchIndex, values url.Values) (*Suggestions, error) {
	values = url.Values{"q": values["q"], "language": values["language"]}
	scope, s := x.scope(values)
	language := values.Get("language")
	o := x.narrow(scope, s, nil, false)
	shown := x.first(min(suggestions, len(o.hits)), o.hits, "", x.languageOf(language))
	items, err := a.items(ctx, x, s, nil, shown, language)
	if err != nil {
		return nil, err
	}
	s.reading.Empty = len(o.hits) == 0
	return &Suggestions{
		Products: len(o.hits), Items: items, Search: s.reading,
		Categories: x.suggestCategories(values.Get("q"), x.languageOf(language)),
	}, nil
}

// suggestCategories returns up to maxSuggested categories whose title, in any
// language, contains every word of a text, those with the most products first.
func (x *index) suggestCategories(text string, language int) []Suggested {
	wanted := words(text)
	found := []Suggested{}
	if len(wanted) == 0 {
		return found
	}
	for _, c := range x.ranked {
		if slices.ContainsFunc(c.titles, func(title string) bool {
			title = fold(title)
			return !slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(title, w) })
		}) {
			found = append(found, Suggested{Slug: c.slug, Title: strings.ReplaceAll(c.titles[language], "\u00ad", ""), Products: len(c.products)})
		}
	}
	slices.SortStableFunc(found, func(a, b Suggested) int { return b.Products - a.Products })
	return found[:min(maxSuggested, len(found))]
}

// marshal encodes JSON without escaping for HTML, as the content API does.
func marshal(data any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(data); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
