package rfq

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// catalogue is an Articles with one article, the variation 9 of product 7.
type catalogue struct {
	refs   [][]ArticleRef
	broken error
}

func (c *catalogue) Articles(_ context.Context, wanted []ArticleRef) ([]*Article, error) {
	c.refs = append(c.refs, wanted)
	out := make([]*Article, len(wanted))
	for i, w := range wanted {
		if w.Product == 7 {
			out[i] = &Article{Slug: "union", SKU: "FR-1", Titles: map[string]Title{"de-DE": {Name: "Verschraubung"}, "en-US": {Name: "Union", Title: "12S"}}}
		}
	}
	return out, c.broken
}

// lines parses a cart of some items.
func lines(t *testing.T, items string) Message {
	t.Helper()
	m, err := Parse([]byte(cartForm(items)), "de-DE")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestReviewReplacesFieldsAndRetainsTheSeenOnes(t *testing.T) {
	t.Parallel()
	m := lines(t, `{"uid":"a","productId":7,"slug":"union","sku":"FR-1","quantity":1,"translations":{"de-DE":{"name":"Verschraubung"}},"meta":{"note":"rush"}},
		{"uid":"b","productId":"7","slug":"old","sku":"OLD","quantity":1,"variation":{"id":9,"title":"12S"},"translations":{"de-DE":{"name":"Alt"}}},
		{"uid":"c","productId":8,"sku":"GONE","quantity":2,"translations":{"de-DE":{"name":"Weg"}}},
		{"uid":"free:1","sku":"Rohr 12 mm","type":"","quantity":3,"meta":{"free":true}}`)
	c := &catalogue{}
	if err := m.Review(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	want := [][]ArticleRef{{{Product: 7, Slug: "union", SKU: "FR-1"}, {Product: 7, Variation: 9, Slug: "old", SKU: "OLD"}, {Product: 8, SKU: "GONE"}}}
	if diff := cmp.Diff(want, c.refs); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
	const titles = `{"de-DE":{"name":"Verschraubung"},"en-US":{"name":"Union","title":"12S"}}`
	for i, want := range []struct{ sku, slug, titles, meta string }{
		{"FR-1", "union", titles, `{"known":true,"note":"rush"}`},
		{"FR-1", "union", titles, `{"known":true,"seen":{"sku":"OLD","slug":"old","translations":{"de-DE":{"name":"Alt"}}}}`},
		{"GONE", "", `{"de-DE":{"name":"Weg"}}`, `{"known":false}`},
		{"Rohr 12 mm", "", ``, `{"free":true,"known":false}`},
	} {
		l := m.Lines[i]
		meta, err := json.Marshal(l.Meta)
		if err != nil {
			t.Fatal(err)
		}
		if l.SKU != want.sku || l.Slug != want.slug || string(l.Translations) != want.titles || string(meta) != want.meta {
			t.Errorf("line %d: %s %s %s %s", i, l.SKU, l.Slug, l.Translations, meta)
		}
	}
}

func TestReservedMetaOfALineIsIgnored(t *testing.T) {
	t.Parallel()
	m := lines(t, `{"uid":"a","productId":8,"quantity":1,"known":true,"meta":{"known":true,"seen":1,"sent":{"price":0}}}`)
	if m.Lines[0].Meta != nil {
		t.Errorf("meta = %s", m.Lines[0].Meta)
	}
}

func TestSentPriceIsNotTrusted(t *testing.T) {
	t.Parallel()
	m := lines(t, `{"uid":"a","productId":7,"quantity":1,"price":"0.01","currency":"CHF"}`)
	l := m.Lines[0]
	if l.Price != nil || l.Currency != "" || string(l.Meta[metaSent]) != `{"currency":"CHF","price":"0.01"}` {
		t.Errorf("price %s %s, meta %s", l.Price, l.Currency, l.Meta)
	}
}

func TestLinesStayUnchangedWhenTheContentIsUnavailable(t *testing.T) {
	t.Parallel()
	m := lines(t, `{"uid":"a","productId":7,"sku":"OLD","quantity":1}`)
	if m.Review(t.Context(), &catalogue{broken: errors.New("away")}) == nil {
		t.Error("no error")
	}
	if m.Lines[0].SKU != "OLD" || m.Lines[0].Meta != nil {
		t.Errorf("got %+v", m.Lines[0])
	}
	none := Message{}
	if err := none.Review(t.Context(), nil); err != nil {
		t.Error(err)
	}
}
