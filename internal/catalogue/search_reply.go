package catalogue

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/search"
)

const (
	searchPage     = 24 // articles or families on one page
	overlayArticle = 8  // articles that accompany families
	searchFamilies = 3  // families that accompany articles
	maxSuggested   = 4  // categories
	maxDocuments   = 3
	maxShown       = 4 // columns
	manyArticles   = 12
)

// Search is the result of a search. Its fields, and those of the types below, are
// documented for the client in web/src/content/search.ts.
type Search struct {
	Terms       []SearchTerm    `json:"terms"`
	Focus       string          `json:"focus"`
	Total       int             `json:"total"`
	Products    int             `json:"products"`
	Page        int             `json:"page"`
	Pages       int             `json:"pages"`
	Articles    []SearchArticle `json:"articles"`
	Families    []Item          `json:"families"`
	Categories  []Suggested     `json:"categories"`
	Documents   []Document      `json:"documents"`
	Columns     []Column        `json:"columns"`
	WrongNumber string          `json:"wrongNumber"`
	Quantity    *int            `json:"quantity"`
	Marks       []string        `json:"marks"`
}

// Values of Search.Focus.
const (
	focusArticles = "articles"
	focusFamilies = "families"
)

// SearchTerm is what was understood of some words of the text.
type SearchTerm struct {
	Text      string      `json:"text"`
	Kind      search.Kind `json:"kind"`
	Label     string      `json:"label"`
	Used      bool        `json:"used"`
	Corrected string      `json:"corrected"`
	Without   string      `json:"without"`
}

// SearchArticle is one article that was found.
type SearchArticle struct {
	Product   json.RawMessage   `json:"product"`
	Variation json.RawMessage   `json:"variation"`
	Values    map[string]Values `json:"values"`
	Stock     int32             `json:"stock"`
	Group     string            `json:"group"`
}

// Suggested is a category that a search leads to.
type Suggested struct {
	Slug     string `json:"slug"`
	Title    string `json:"title"`
	Products int    `json:"products"`
	Articles int    `json:"articles"`
}

// Document is a file of one of the products that were found.
type Document struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Type     string `json:"type"`
	Filesize *int64 `json:"filesize"`
	Product  string `json:"product"`
}

// Column is an attribute that distinguishes the articles.
type Column struct {
	Slug string `json:"slug"`
	Name string `json:"name"`
	Unit string `json:"unit"`
}

func (a *request) search(ctx context.Context, x *searchIndex, values url.Values) (*Search, error) {
	text := values.Get("q")
	if len(text) > maxSearch {
		text = strings.ToValidUTF8(text[:maxSearch], "")
	}
	language := values.Get("language")
	at := x.languageOf(language)
	e := x.evaluate(text, language)
	families := x.families(e.results)
	reply := &Search{
		Terms: x.terms(e), Focus: e.focus(), Total: len(e.results), Products: len(families), Marks: e.marks(), WrongNumber: e.wrongNumber,
		Articles: []SearchArticle{}, Families: []Item{}, Categories: []Suggested{}, Documents: []Document{}, Columns: []Column{},
	}
	if e.quantity > 0 {
		reply.Quantity = &e.quantity
	}
	size := searchPage
	if limit, err := strconv.Atoi(values.Get("limit")); err == nil && limit > 0 {
		size = min(limit, searchPage)
	}
	reply.Page = pageOfList(values)
	from := (reply.Page - 1) * size
	articles, shown := e.results, families
	if reply.Focus == focusArticles {
		reply.Pages = (len(articles) + size - 1) / size
		articles, shown = pageOf(articles, from, size), pageOf(shown, 0, searchFamilies)
	} else {
		reply.Pages = (len(shown) + size - 1) / size
		articles, shown = pageOf(articles, 0, overlayArticle), pageOf(shown, from, size)
	}
	var err error
	if reply.Articles, err = a.searchArticles(ctx, x, articles, language); err != nil {
		return nil, err
	}
	matching := newBits(len(x.variations))
	for _, r := range e.results {
		matching.set(r.article)
	}
	if reply.Families, err = a.items(ctx, x, matching.has, shown, language); err != nil {
		return nil, err
	}
	reply.Columns = x.telling(articles, at)
	reply.Categories = x.suggestCategories(e, families, at)
	reply.Documents, err = a.documents(ctx, x, families, language)
	return reply, err
}

func pageOf[T any](all []T, from, size int) []T {
	from = min(from, len(all))
	return all[from:min(from+size, len(all))]
}

// focus is the list that answers the search: families where only a kind is asked
// for, and articles where a size is.
func (e *evaluation) focus() string {
	if len(e.results) <= manyArticles || slices.ContainsFunc(e.demands, func(d *demand) bool { return d.used && d.technical() }) {
		return focusArticles
	}
	return focusFamilies
}

// families returns the products of the articles found, best first, with the number
// of their articles.
func (x *searchIndex) families(results []result) []hit {
	var hits []hit
	at := make([]uint32, x.products()) // index in hits + 1
	for _, r := range results {
		p := x.owners[r.article]
		if at[p] == 0 {
			hits = append(hits, hit{product: p})
			at[p] = uint32(len(hits)) //nolint:gosec // at most the number of products
		}
		h := &hits[at[p]-1]
		h.passing++
		h.only = r.article
	}
	return hits
}

// terms returns the demands as the visitor sees them.
func (x *searchIndex) terms(e *evaluation) []SearchTerm {
	terms := make([]SearchTerm, 0, len(e.demands))
	for _, d := range e.demands {
		t := SearchTerm{Text: d.Text, Kind: d.Kind, Label: d.Label, Used: d.used, Corrected: d.Corrected, Without: without(e.text, d.Start, d.End)}
		switch {
		case d.Kind == search.Part && len(d.Facts) == 1:
			t.Label = x.reader.Label(d.Concept, e.language)
		case d.Label == "" || d.Kind == search.Word:
			t.Label = cmp.Or(d.Corrected, d.Text) // V4A, as it was typed
		}
		switch {
		case d.Kind == search.Stock:
			t.Label = ""
		case d.parts:
			t.Corrected = ""
		}
		terms = append(terms, t)
	}
	return terms
}

// without returns a text without a part of it.
func without(text string, start, end int) string {
	return strings.Join(strings.Fields(text[:start]+" "+text[end:]), " ")
}

// marks returns the strings to highlight.
func (e *evaluation) marks() []string {
	marks := []string{}
	for _, d := range e.demands {
		if !d.used {
			continue
		}
		for _, mark := range []string{search.Fold(d.Text), search.Fold(d.Label), d.Corrected} {
			if mark != "" && !slices.Contains(marks, mark) {
				marks = append(marks, mark)
			}
		}
	}
	return marks
}

var groupNames = []string{groupExact: "", groupHigher: "higher", groupNear: "near"} //nolint:gochecknoglobals // a table

func (a *request) searchArticles(ctx context.Context, x *searchIndex, results []result, language string) ([]SearchArticle, error) {
	hits := make([]hit, len(results))
	for i, r := range results {
		hits[i] = hit{product: x.productOf(r.article), passing: 1, only: r.article}
	}
	products, variations, err := a.recordsOf(ctx, x, hits, language)
	if err != nil {
		return nil, err
	}
	articles := make([]SearchArticle, 0, len(results))
	at := x.languageOf(language)
	for i, r := range results {
		h := hits[i]
		article := SearchArticle{Product: products[x.ids[h.product]], Variation: json.RawMessage("null"), Stock: x.stock[r.article], Group: groupNames[r.group]}
		if id := x.variations[r.article]; id != 0 {
			article.Variation = variations[id]
		}
		if article.Product == nil || article.Variation == nil {
			continue // deleted after the index was built
		}
		article.Values = x.valuesOf(func(a uint32) bool { return a == r.article }, h, at)
		articles = append(articles, article)
	}
	return articles, nil
}

// telling returns the columns in which the articles differ, then those that all of
// them have; the material last.
func (x *index) telling(results []result, language int) []Column {
	type scored struct {
		c     *column
		score int
	}
	var all []scored
	var material *column
	for _, c := range x.columns {
		sets := map[uint16]bool{}
		with := 0
		for _, r := range results {
			if set := c.of.at(r.article); set != 0 {
				sets[set] = true
				with++
			}
		}
		switch {
		case 2*with < len(results) || with == 0:
		case c.slug == slugMaterial:
			material = c
		case c.measure || len(sets) > 1:
			score := 2*with/len(results) + min(len(sets), 2)
			if c.measure {
				score++
			}
			all = append(all, scored{c, score})
		}
	}
	slices.SortStableFunc(all, func(l, r scored) int { return cmp.Compare(r.score, l.score) })
	all = all[:min(len(all), maxShown-1)]
	// In the order of the content, as in every other list.
	slices.SortFunc(all, func(l, r scored) int { return cmp.Compare(slices.Index(x.columns, l.c), slices.Index(x.columns, r.c)) })
	columns := []Column{}
	for _, s := range all {
		columns = append(columns, Column{s.c.slug, s.c.names[language], s.c.unit})
	}
	if material != nil {
		columns = append(columns, Column{material.slug, material.names[language], material.unit})
	}
	return columns
}

// suggestCategories returns the categories whose titles name a kind or word that is
// asked for, then those of the best families.
func (x *searchIndex) suggestCategories(e *evaluation, families []hit, language int) []Suggested {
	found := []Suggested{}
	if len(families) == 0 {
		return found
	}
	type scored struct {
		c     *category
		score int
	}
	var all []scored
	for _, c := range x.ranked {
		score := 0
		for _, d := range e.demands {
			if d.used && (d.Kind == search.Part || d.Kind == search.Word) && x.titleNames(c, d, e.language) {
				score += 2
			}
		}
		if _, has := slices.BinarySearch(c.products, families[0].product); has {
			score++
		}
		if score > 0 && len(c.products) > 0 {
			all = append(all, scored{c, score})
		}
	}
	slices.SortStableFunc(all, func(l, r scored) int {
		return cmp.Or(cmp.Compare(r.score, l.score), cmp.Compare(len(r.c.products), len(l.c.products)))
	})
	for _, s := range all[:min(len(all), maxSuggested)] {
		articles := 0
		for _, p := range s.c.products {
			articles += int(x.articles[p+1] - x.articles[p])
		}
		found = append(found, Suggested{s.c.slug, strings.ReplaceAll(s.c.titles[language], "\u00ad", ""), len(s.c.products), articles})
	}
	return found
}

// titleNames reports whether the title of a category names what a demand asks for.
func (x *searchIndex) titleNames(c *category, d *demand, language string) bool {
	if d.Kind == search.Word {
		return slices.ContainsFunc(c.titles, func(title string) bool { return strings.Contains(search.Fold(title), d.Word) })
	}
	return slices.ContainsFunc(x.kinds[c][x.languageOf(language)], func(fact string) bool { return slices.Contains(d.Facts, fact) })
}

// documentFields are the documents of products with what a row shows.
const documentFields = "id,slug,translations.languages_code,translations.documentation_list.title," +
	"translations.documentation_list.file.id,translations.documentation_list.file.type,translations.documentation_list.file.filesize"

// documents returns the first documents of the best families.
func (a *request) documents(ctx context.Context, x *searchIndex, families []hit, language string) ([]Document, error) {
	documents := []Document{}
	if c := a.model.Collection("products_translations"); c == nil || c.Field("documentation_list") == nil {
		return documents, nil
	}
	families = pageOf(families, 0, maxDocuments)
	ids := make([]int64, len(families))
	for i, h := range families {
		ids[i] = x.ids[h.product]
	}
	records, err := a.records(ctx, "products", documentFields, ids, language)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if records[id] == nil {
			continue // deleted after the index was built
		}
		var product struct {
			Slug         string
			Translations []struct {
				Code      string `json:"languages_code"`
				Documents []struct {
					Title string
					File  *struct {
						ID, Type string
						Filesize *int64 `json:"filesize,string"`
					}
				} `json:"documentation_list"`
			}
		}
		if err := json.Unmarshal(records[id], &product); err != nil {
			return nil, err
		}
		for _, t := range product.Translations {
			for _, d := range t.Documents {
				known := d.File == nil || slices.ContainsFunc(documents, func(other Document) bool { return other.ID == d.File.ID || other.Title == d.Title })
				if t.Code == language && !known && len(documents) < maxDocuments {
					documents = append(documents, Document{d.File.ID, d.Title, d.File.Type, d.File.Filesize, product.Slug})
				}
			}
		}
	}
	return documents, nil
}
