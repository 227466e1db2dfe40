package bomapi

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"ferrule/internal/bom"
	"ferrule/internal/catalogue"
)

const (
	// maxArticles bounds the articles of one reply. The choices of an ambiguous line
	// are truncated to it.
	maxArticles = 8000
	// recordsAtOnce is the number of articles that are read by one query.
	recordsAtOnce = 500
)

// reply is the reply of POST /api/parts. Articles that several lines share, and
// products that several articles share, are in it once: a bill of 5,000 lines takes
// a quarter of the bytes. Its fields are described in web/src/bom/look-up.ts.
type reply struct {
	Data     []line            `json:"data"`
	Articles []article         `json:"articles"`
	Products []json.RawMessage `json:"products"`
	Text     string            `json:"text,omitempty"` // of a file
}

// line is a line of a bill of materials.
type line struct {
	ID          int        `json:"id"` // its place in the list, from 1
	Line        int        `json:"line"`
	Position    string     `json:"position,omitempty"`
	Text        string     `json:"text"`
	Part        string     `json:"part"`
	Description string     `json:"description"`
	Quantity    int        `json:"quantity"`
	Note        string     `json:"note,omitempty"`
	State       bom.State  `json:"state"`
	Reason      bom.Reason `json:"reason,omitempty"`
	Hint        bom.Hint   `json:"hint,omitempty"`
	DuplicateOf int        `json:"duplicateOf,omitempty"`
	Differs     string     `json:"differs,omitempty"`
	All         int        `json:"all"`
	Articles    []int      `json:"articles"` // indexes of the reply's articles
}

// article is an article of a reply; Product is the index of its product.
type article struct {
	Product   int             `json:"product"`
	Variation json.RawMessage `json:"variation"`
}

// newReply returns the reply for lines. A line whose articles have all been removed
// is unknown.
func newReply(ctx context.Context, lines []bom.Line, index *catalogue.Parts) (*reply, error) {
	records, err := recordsOf(ctx, lines, index)
	if err != nil {
		return nil, err
	}
	out := &reply{Data: make([]line, len(lines)), Articles: []article{}, Products: []json.RawMessage{}}
	products, articles := map[string]int{}, map[uint32]int{}
	for i := range lines {
		l := &lines[i]
		to := &out.Data[i]
		*to = line{
			ID: i + 1, Line: l.Number, Position: l.Position, Text: l.Text, Part: l.Part, Description: l.Description, Quantity: l.Quantity, Note: l.Note,
			State: l.State, Reason: l.Reason, Hint: l.Hint, DuplicateOf: l.DuplicateOf, All: l.All, Articles: []int{},
		}
		for _, a := range slices.Compact(l.Articles) {
			record, ok := records[a]
			if !ok {
				continue
			}
			at, seen := articles[a]
			if !seen {
				product, seen := products[string(record.Product)]
				if !seen {
					product = len(out.Products)
					products[string(record.Product)] = product
					out.Products = append(out.Products, record.Product)
				}
				at = len(out.Articles)
				articles[a] = at
				out.Articles = append(out.Articles, article{product, record.Variation})
			}
			to.Articles = append(to.Articles, at)
		}
		if len(to.Articles) == 0 && l.State != bom.Heading {
			to.State = bom.Unknown
		}
		if to.State == bom.Ambiguous {
			to.Differs = index.Differs(l.Articles)
		}
	}
	return out, nil
}

// recordsOf reads the records of the articles of lines.
func recordsOf(ctx context.Context, lines []bom.Line, index *catalogue.Parts) (map[uint32]catalogue.Part, error) {
	var ids []uint32
	seen := map[uint32]bool{}
	for i := range lines {
		for n, a := range lines[i].Articles {
			if !seen[a] && (n == 0 || len(ids) < maxArticles) {
				seen[a] = true
				ids = append(ids, a)
			}
		}
	}
	records := make(map[uint32]catalogue.Part, len(ids))
	for some := range slices.Chunk(ids, recordsAtOnce) {
		found, err := index.Records(ctx, some)
		if err != nil {
			return nil, err
		}
		maps.Copy(records, found)
	}
	return records, nil
}
