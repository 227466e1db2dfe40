package rfq

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Articles looks up the articles of a request's lines in the content.
type Articles interface {
	// Articles returns one article per reference, nil where the public content has
	// none.
	Articles(ctx context.Context, refs []ArticleRef) ([]*Article, error)
}

// ArticleRef identifies the article of a line; fields that the line omits
// are empty. The part number counts only where the ids and the slug match nothing,
// or match a family of which it names a size.
type ArticleRef struct {
	Product, Variation int64
	Slug, SKU          string
}

// Article is a variation, a product without variations, or a family that a line
// names without its size.
type Article struct {
	Slug, SKU string
	Variation int64            // id of the variation; 0 for a product
	Titles    map[string]Title // by language code
	Parts     []Part           // of a set whose parts are all articles of the content
	SizeOpen  bool             // a family without a size
	Values    []Value          // that identify it: size, pressure, thread, material
}

// Value is a value that identifies an article: DN 80, M 20×1.5, 1.4404.
type Value struct {
	Code  string            `json:"code"`            // "" where the value is clear without one
	Value string            `json:"value"`           // with a decimal point
	Names map[string]string `json:"names,omitempty"` // of the value, by language code
}

// Part is a quantity of one article in a set.
type Part struct {
	SKU      string `json:"sku"`
	Quantity int64  `json:"quantity"`
}

// Title is the title of an article in one language.
type Title struct {
	Name  string `json:"name"`
	Title string `json:"title,omitempty"` // the variation's
}

// Keys of a line's meta that the server or the site's scripts set.
const (
	metaKnown    = "known"    // whether the content has the article
	metaSeen     = "seen"     // part number, slug and titles that the visitor saw, where the content differs
	metaSent     = "sent"     // price and currency as sent, unverified
	metaParts    = "parts"    // the Parts of a set; as sent by the browser until Review
	metaValues   = "values"   // the Values of a known article
	metaOpen     = "open"     // the article is a family, and the line does not say which size
	metaPosition = "position" // set by the browser: the buyer's own number of the line
	metaFree     = "free"     // set by the browser: the line is text that the visitor typed
)

// Review looks up the lines in the content. It marks each line as known or not, and
// copies the content's part number, variation, slug, titles and parts to a known
// line. When the content cannot be read, the lines stay unchanged and unmarked. Sent
// retains the original lines.
func (m *Message) Review(ctx context.Context, articles Articles) error {
	if len(m.Lines) == 0 {
		return nil
	}
	if m.Sent == nil {
		sent, err := json.Marshal(m.Lines)
		if err != nil {
			return fmt.Errorf("encode lines: %w", err)
		}
		m.Sent = sent
	}
	var refs []ArticleRef
	var lines []*Line
	for i := range m.Lines {
		l := &m.Lines[i]
		if string(l.Meta[metaFree]) != "true" {
			refs, lines = append(refs, l.ArticleRef()), append(lines, l)
		}
	}
	found := []*Article(nil)
	if len(refs) > 0 {
		var err error
		if found, err = articles.Articles(ctx, refs); err != nil {
			return fmt.Errorf("look up articles of lines: %w", err)
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

// ArticleRef returns the reference of the line's article. The id of a product may be a string.
func (l *Line) ArticleRef() ArticleRef {
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

// applyArticle marks the line as known and replaces what was sent by the fields of
// the article.
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
	if a.Variation != 0 && len(l.Variation) == 0 { // identified by its part number
		l.Type, l.Variation = "variation", fmt.Appendf(nil, `{"id":%d}`, a.Variation)
	}
	if len(a.Values) > 0 {
		l.setMeta(metaValues, a.Values)
	}
	delete(l.Meta, metaParts)
	if len(a.Parts) > 0 {
		l.setMeta(metaParts, a.Parts)
	}
	l.Slug = a.Slug
	if a.SizeOpen {
		l.setMeta(metaOpen, true) // the part number of the family may be that of a size
	} else {
		l.SKU = a.SKU
	}
	if b, err := json.Marshal(a.Titles); err == nil { // strings always encode
		l.Translations = b
	}
}

// setMeta sets one key of the line's meta.
func (l *Line) setMeta(name string, value any) {
	b, err := json.Marshal(value)
	if err != nil {
		return // unreachable: values are strings, numbers and valid JSON
	}
	if l.Meta == nil {
		l.Meta = map[string]json.RawMessage{}
	}
	l.Meta[name] = b
}
