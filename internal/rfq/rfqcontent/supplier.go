package rfqcontent

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/rfq"
)

// defaultName is the name of a site whose header has none, as in its pages.
const defaultName = "Ferrule"

// Supplier returns the supplier as the pages' header and footer name it, in a language.
func (r Reader) Supplier(ctx context.Context, language string) (rfq.Supplier, error) {
	one := 1
	supplier := rfq.Supplier{Name: defaultName}
	var headers []struct{ Title string }
	if err := r.list(ctx, content.Query{Collection: "header", Fields: []string{"title"}, Options: content.Options{Limit: &one}}, &headers); err != nil {
		return supplier, err
	}
	var footers []struct {
		Address textList `json:"address_list"`
		Phone   textList `json:"phone_links"`
		Email   textList `json:"email_links"`
	}
	err := r.list(ctx, content.Query{
		Collection: "footer", Fields: []string{"address_list", "phone_links", "email_links"},
		Options: content.Options{
			Filter: &content.Filter{Name: "status", Items: []content.Filter{{Op: content.OpEq, Value: "published"}}}, Sort: []string{"-date_updated"}, Limit: &one,
		},
	}, &footers)
	if err != nil {
		return supplier, err
	}
	for _, h := range headers {
		supplier.Name = cmp.Or(h.Title, supplier.Name)
	}
	for _, f := range footers {
		for _, line := range []string{f.Address.in(language, ", "), f.Phone.in(language, " · "), f.Email.in(language, " · ")} {
			if line != "" {
				supplier.Contact = append(supplier.Contact, line)
			}
		}
	}
	return supplier, nil
}

// list reads the records of a query into a slice.
func (r Reader) list(ctx context.Context, q content.Query, into any) error {
	result, err := r.Source.Read(ctx, q)
	if err != nil {
		return fmt.Errorf("read %s: %w", q.Collection, err)
	}
	reply := struct{ Data any }{into}
	if err := json.Unmarshal(result.Body, &reply); err != nil {
		return fmt.Errorf("read %s: %w", q.Collection, err)
	}
	return nil
}

// textList is a list of texts of the content, each in all languages or in one. Entries
// are texts or objects; the list may be JSON text, or text with an entry per line, as in
// the pages (web/src/content/text-list.ts).
type textList []textEntry

type textEntry struct {
	Text     string
	Language string `json:"languages_code"`
}

// UnmarshalJSON ignores values of other forms.
func (l *textList) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, "[") {
			data = []byte(trimmed)
		} else {
			for line := range strings.Lines(text) {
				*l = append(*l, textEntry{Text: strings.TrimSpace(line)})
			}
			return nil
		}
	}
	var entries []json.RawMessage
	_ = json.Unmarshal(data, &entries)
	for _, raw := range entries {
		var entry textEntry
		if json.Unmarshal(raw, &entry.Text) != nil {
			_ = json.Unmarshal(raw, &entry)
		}
		*l = append(*l, entry)
	}
	return nil
}

// in returns the entries in a language, joined.
func (l textList) in(language, separator string) string {
	var texts []string
	for _, entry := range l {
		if text := strings.TrimSpace(entry.Text); text != "" && slices.Contains([]string{"", language}, entry.Language) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, separator)
}
