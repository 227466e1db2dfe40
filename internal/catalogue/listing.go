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
	Scope    Scope       `json:"scope"`
}

// Scope is what a list contains without a selection.
type Scope struct {
	Products int                    `json:"products"`
	Articles int                    `json:"articles"`
	Values   map[string]ScopeValues `json:"values"`
}

// ScopeValues are all values of one attribute in a list.
type ScopeValues struct {
	Values

	Count int `json:"count"`
}

// Item is one product of a list.
type Item struct {
	Product   json.RawMessage   `json:"product"`
	Number    string            `json:"number"`
	Articles  uint32            `json:"articles"`
	Of        uint32            `json:"of"`
	Stock     int64             `json:"stock"`
	Variation json.RawMessage   `json:"variation"`
	Match     string            `json:"match"` // part number of the first article that matches, if several but not all do
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
	Products int    `json:"products"`
}

func (a *request) listing(ctx context.Context, x *searchIndex, values url.Values) (*Listing, error) {
	var scope []uint32
	// An unknown category has no products, as with a filter of the content API.
	if c := x.categories[values.Get("category")]; c != nil {
		scope = c.products
	}
	selection := x.selection(values)
	o := x.narrow(scope, selection, true)
	language := values.Get("language")
	at := x.languageOf(language)
	l := &Listing{
		Products: len(o.hits), Articles: o.articles, Pages: (len(o.hits) + pageSize - 1) / pageSize,
		Facets: x.facets(o, selection, at), Loosen: []Loosening{}, Scope: x.scope(scope, o, at),
	}
	l.Page = pageOfList(values)
	from := min((l.Page-1)*pageSize, len(o.hits))
	shown := x.first(min(from+pageSize, len(o.hits)), o.hits, values.Get("sort"), at)[from:]
	passes := func(a uint32) bool { return x.passes(selection, a) }
	var err error
	if l.Items, err = a.items(ctx, x, passes, shown, language); err != nil {
		return nil, err
	}
	if len(o.hits) == 0 {
		l.Loosen = loosen(o, selection)
	}
	return l, nil
}

// scope returns what a list contains without a selection.
func (x *index) scope(products []uint32, o *outcome, language int) Scope {
	s := Scope{Products: len(products), Articles: x.articlesOf(products), Values: map[string]ScopeValues{}}
	for i, c := range x.columns {
		if has, n := c.present(o.present[i]); n > 0 {
			s.Values[c.slug] = ScopeValues{c.texts(has, n, language), n}
		}
	}
	return s
}

// present returns which values the present sets of a column contain, and their
// number.
func (c *column) present(sets []bool) (has []bool, n int) {
	has = make([]bool, len(c.values))
	for set, is := range sets {
		if !is {
			continue
		}
		for _, v := range c.sets[set] {
			if !has[v] {
				has[v] = true
				n++
			}
		}
	}
	return has, n
}

// loosen lists the parts of the selection whose removal yields results, the most
// products first.
func loosen(o *outcome, selection []condition) []Loosening {
	found := []Loosening{}
	for i := range selection {
		if n := o.without[i]; n > 0 {
			found = append(found, Loosening{Slug: selection[i].slug(), Products: int(n)})
		}
	}
	slices.SortStableFunc(found, func(a, b Loosening) int { return b.Products - a.Products })
	return found
}

// facets returns the columns that can filter the list: those with at least two
// values in it, and those in the selection.
func (x *index) facets(o *outcome, selection []condition, language int) []Facet {
	facets := []Facet{}
	for i, c := range x.columns {
		present, different := c.present(o.present[i])
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

// items reads the records of one page of hits. passes reports whether an article of
// a hit is one of those found.
func (a *request) items(ctx context.Context, x *searchIndex, passes func(a uint32) bool, hits []hit, language string) ([]Item, error) {
	products, variations, err := a.recordsOf(ctx, x, hits, language)
	if err != nil {
		return nil, err
	}
	matches, err := a.firstMatches(ctx, x, passes, hits, language)
	if err != nil {
		return nil, err
	}
	items := make([]Item, 0, len(hits))
	for _, h := range hits {
		item := x.item(passes, h, x.languageOf(language))
		// Omit a record that was deleted after the index was built.
		if item.Product = products[x.ids[h.product]]; item.Product == nil {
			continue
		}
		if h.passing == 1 {
			item.Variation = variations[x.variations[h.only]]
		}
		item.Match = matches[x.firstMatch(passes, h)]
		if item.Variation == nil {
			item.Variation = json.RawMessage("null")
		}
		items = append(items, item)
	}
	return items, nil
}

// firstMatches reads the part numbers of the first matches of hits, by key.
func (a *request) firstMatches(ctx context.Context, x *searchIndex, passes func(a uint32) bool, hits []hit, language string) (map[int64]string, error) {
	var ids []int64
	for _, h := range hits {
		if id := x.firstMatch(passes, h); id != 0 {
			ids = append(ids, id)
		}
	}
	records, err := a.records(ctx, "variations", "id,sku", ids, language)
	if err != nil {
		return nil, err
	}
	numbers := make(map[int64]string, len(records))
	for id, record := range records {
		var variation struct{ SKU string }
		if err := json.Unmarshal(record, &variation); err != nil {
			return nil, err
		}
		numbers[id] = variation.SKU
	}
	return numbers, nil
}

// firstMatch returns the key of the first variation of a hit that passes, if several
// but not all do; else 0.
func (x *index) firstMatch(passes func(a uint32) bool, h hit) int64 {
	first, end := x.articles[h.product], x.articles[h.product+1]
	if h.passing <= 1 || h.passing == end-first {
		return 0
	}
	for a := first; a < end; a++ {
		if passes(a) && x.variations[a] != 0 {
			return x.variations[a]
		}
	}
	return 0
}

// recordsOf reads the records of hits: their products, and the variations of those
// with one article.
func (a *request) recordsOf(ctx context.Context, x *searchIndex, hits []hit, language string) (products, variations map[int64]json.RawMessage, err error) {
	var productIDs, variationIDs []int64
	for _, h := range hits {
		productIDs = append(productIDs, x.ids[h.product])
		if id := x.variations[h.only]; h.passing == 1 && id != 0 {
			variationIDs = append(variationIDs, id)
		}
	}
	if products, err = a.records(ctx, "products", productFields, distinctIDs(productIDs), language); err != nil {
		return nil, nil, err
	}
	variations, err = a.records(ctx, "variations", variationFields, variationIDs, language)
	return products, variations, err
}

// item returns a hit with the values of its articles that pass.
func (x *index) item(passes func(a uint32) bool, h hit, language int) Item {
	first, end := x.articles[h.product], x.articles[h.product+1]
	item := Item{Number: x.familyNumber(h.product), Articles: h.passing, Of: end - first, Values: x.valuesOf(passes, h, language)}
	for a := first; a < end; a++ {
		if passes(a) {
			item.Stock += int64(x.stock[a])
		}
	}
	return item
}

// valuesOf returns the values of those articles of a hit that pass.
func (x *index) valuesOf(passes func(a uint32) bool, h hit, language int) map[string]Values {
	all := map[string]Values{}
	for _, c := range x.columns {
		has := make([]bool, len(c.values))
		n := 0
		for a := x.articles[h.product]; a < x.articles[h.product+1]; a++ {
			if !passes(a) {
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
			all[c.slug] = c.texts(has, n, language)
		}
	}
	return all
}

func (x *index) passes(selection []condition, a uint32) bool {
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
	// ownPictures are the pictures of a product in its languages.
	ownPictures = "translations.thumbnail.id,translations.thumbnail.width,translations.thumbnail.height,translations.thumbnail.type,translations.thumbnail.optical_scale,"
	// sharedValues are the values that all articles of a product share; values that
	// differ are cut after the second.
	sharedValues = "attributes.attribute.slug,attributes.values.attribute_values_id.value," +
		"attributes.values.attribute_values_id.translations.languages_code,attributes.values.attribute_values_id.translations.name,"
	setParts = "bundle.id,bundle.quantity,bundle.related_products_id.id,bundle.related_products_id.sku," +
		"bundle.related_products_id.product_type,bundle.related_products_id.count(variations),bundle.related_variations_id.sku"
	productFields = "id,slug,sku,stock,product_type,translations.languages_code,translations.name," + ownPictures + sharedValues +
		"tags.tags_id.id,tags.tags_id.title,tags.tags_id.translations.languages_code,tags.tags_id.translations.title," +
		setParts + ",thumbnail." + pictureFields
	variationFields = "id,sku,stock,translations.languages_code,translations.title," +
		"attributes.attribute.id,attributes.attribute.slug,attributes.value.id,attributes.value.value," +
		"attributes.value.translations.languages_code,attributes.value.translations.name,thumbnail." + pictureFields
)

// deepQueries narrow the rows of relations: all attributes, of products those that
// identify an article (web/src/catalogue/cart-chips.ts).
var deepQueries = map[string]string{ //nolint:gochecknoglobals // a constant table
	"variations": `{"attributes":{"_limit":-1}}`,
	"products": `{"attributes":{"_limit":-1,"_filter":{"attribute":{"slug":{"_in":["dn","nps","pn","class","thread","material"]}}},
		"values":{"_limit":2}}}`,
}

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
		"deep": {deepQueries[collection]},
	})
	if err != nil {
		return nil, err
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
