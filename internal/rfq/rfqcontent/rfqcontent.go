// Package rfqcontent reads the content that requests for quotation refer to: the
// articles of their lines, and the texts of their forms.
package rfqcontent

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"ferrule/internal/content"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// Reader reads the public content of a source.
type Reader struct{ Source content.Source }

// HasForm reports whether the content has a form, published or not: a page that is
// open or cached shows a form for a while after it was withdrawn.
func (r Reader) HasForm(ctx context.Context, id int64) (bool, error) {
	key := strconv.FormatInt(id, 10)
	_, err := r.Source.Read(ctx, content.Query{Collection: "forms", ID: key, Fields: []string{"id"}, Access: content.System})
	if fault.KindOf(err) == fault.Forbidden || fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read form %s: %w", key, err)
	}
	return true, nil
}

// FormTexts returns the texts of a form in a language, empty where the content
// has none. A text that is a placeholder of the content system is empty.
func (r Reader) FormTexts(ctx context.Context, id, language string) (rfq.FormTexts, error) {
	if n, err := strconv.ParseInt(id, 10, 64); err != nil || n < 1 {
		return rfq.FormTexts{}, nil //nolint:nilerr // the content has no such form
	}
	result, err := r.Source.Read(ctx, content.Query{Collection: "forms", ID: id, Fields: []string{"translations.*"}, Language: language})
	if err != nil {
		return rfq.FormTexts{}, fmt.Errorf("read form %s: %w", id, err)
	}
	var reply struct {
		Data struct {
			Translations []struct {
				Language string `json:"languages_code"`
				rfq.FormTexts
			}
		}
	}
	if err := json.Unmarshal(result.Body, &reply); err != nil {
		return rfq.FormTexts{}, fmt.Errorf("read form %s: %w", id, err)
	}
	for _, t := range reply.Data.Translations {
		if t.Language == language {
			t.Send = rfq.WithoutPlaceholder(t.Send)
			return t.FormTexts, nil
		}
	}
	return rfq.FormTexts{}, nil
}
