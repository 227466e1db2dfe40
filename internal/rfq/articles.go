package rfq

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Articles is the content, as far as a request's lines need it.
type Articles interface {
	// Articles finds what is wanted: for each its article, or nil where the
	// public content has none.
	Articles(ctx context.Context, wanted []ArticleRef) ([]*Article, error)
}

// Wanted is what a line says of its article, each part empty where it does not.
// A part number counts only where the ids and the slug lead nowhere, or to a
// family of which it names a size.
type ArticleRef struct {
	Product, Variation int64
	Slug, SKU          string
}

// Article is what can be asked for: a variation, or a product without any; or a
// family that a line names without its size.
type Article struct {
	Slug, SKU string
	Variation int64            // its id; 0 for a product
	Titles    map[string]Title // by language code
	Parts     []Part           // of a set, where the content names the article of each
	SizeOpen  bool             // a family, of which no size is named
}

// Part is so many pieces of one article in a set.
type Part struct {
	SKU      string `json:"sku"`
	Quantity int64  `json:"quantity"`
}

// Title is what an article is called in one language.
type Title struct {
	Name  string `json:"name"`
	Title string `json:"title,omitempty"` // the variation's
}

// What the server says of a line, in its meta.
const (
	metaKnown = "known" // whether the content has the article
	metaSeen  = "seen"  // part number, slug and titles as the visitor saw them, where the content has others
	metaSent  = "sent"  // price and currency as they came; nobody has checked them
	metaParts = "parts" // of a set, the Parts of its article; the browser's until the content was read
	metaOpen  = "open"  // the article is a family, and the line does not say which size
	metaFree  = "free"  // the browser's: the line is text that a visitor typed
)

// Review compares the lines with the content: each is marked as known or not,
// and a known one takes the content's part number, variation, slug, titles and
// parts. When the content cannot be read, the lines stay as they came and
// unmarked. How they came is kept in Sent.
func (m *Message) Review(ctx context.Context, articles Articles) error {
	if len(m.Lines) == 0 {
		return nil
	}
	if m.Sent == nil {
		sent, err := json.Marshal(m.Lines)
		if err != nil {
			return fmt.Errorf("encode the lines: %w", err)
		}
		m.Sent = sent
	}
	var wanted []ArticleRef
	var lines []*Line
	for i := range m.Lines {
		l := &m.Lines[i]
		if string(l.Meta[metaFree]) != "true" {
			wanted, lines = append(wanted, l.articleRef()), append(lines, l)
		}
	}
	found := []*Article(nil)
	if len(wanted) > 0 {
		var err error
		if found, err = articles.Articles(ctx, wanted); err != nil {
			return fmt.Errorf("look up the lines: %w", err)
		}
	}
	for i := range m.Lines {
		m.Lines[i].setMeta(metaKnown, false)
	}
	for i, a := range found {
		if a != nil {
			lines[i].applyArticle(*a)
		}
	}
	return nil
}

// wanted reads what the line names. A product's id may be a text.
func (l *Line) articleRef() ArticleRef {
	w := ArticleRef{Slug: l.Slug, SKU: l.SKU}
	w.Product, _ = strconv.ParseInt(strings.Trim(string(l.ProductID), `"`), 10, 64) // 0 names none
	var variation struct {
		ID int64 `json:"id"`
	}
	if json.Unmarshal(l.Variation, &variation) == nil {
		w.Variation = variation.ID
	}
	return w
}

// take marks the line as known and puts the content's words in the place of
// those that were sent.
func (l *Line) applyArticle(a Article) {
	seen := map[string]any{}
	if l.SKU != a.SKU && l.SKU != "" && !a.SizeOpen {
		seen["sku"] = l.SKU
	}
	if l.Slug != a.Slug && l.Slug != "" {
		seen["slug"] = l.Slug
	}
	var titles map[string]Title
	if json.Unmarshal(l.Translations, &titles) != nil {
		titles = nil
	}
	for language, title := range titles {
		if a.Titles[language] != title {
			seen["translations"] = l.Translations
		}
	}
	if len(seen) > 0 {
		l.setMeta(metaSeen, seen)
	}
	l.setMeta(metaKnown, true)
	if a.Variation != 0 && len(l.Variation) == 0 { // its part number named it
		l.Type, l.Variation = "variation", fmt.Appendf(nil, `{"id":%d}`, a.Variation)
	}
	delete(l.Meta, metaParts)
	if len(a.Parts) > 0 {
		l.setMeta(metaParts, a.Parts)
	}
	l.Slug = a.Slug
	if a.SizeOpen {
		l.setMeta(metaOpen, true) // the family's own number may be that of a size
	} else {
		l.SKU = a.SKU
	}
	if b, err := json.Marshal(a.Titles); err == nil { // texts alone
		l.Translations = b
	}
}

func (l *Line) setMeta(name string, value any) {
	b, err := json.Marshal(value)
	if err != nil {
		return // what is noted are texts, numbers, and JSON that was read before
	}
	if l.Meta == nil {
		l.Meta = map[string]json.RawMessage{}
	}
	l.Meta[name] = b
}
