package sitemap

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"time"
)

// record holds the fields of a category or product that sitemaps need.
type record struct {
	ID           int64         `json:"id"`
	Slug         string        `json:"slug"`
	Title        string        `json:"title"`
	SKU          string        `json:"sku"`
	Created      string        `json:"date_created"`
	Updated      string        `json:"date_updated"`
	Thumbnail    *file         `json:"thumbnail"`
	Image        *file         `json:"image"`
	Translations []translation `json:"translations"`
}

type file struct {
	ID string `json:"id"`
}

type translation struct {
	Language    string `json:"languages_code"`
	Name        string `json:"name"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

// changed returns when a record was last written; the zero time if unknown.
func (r *record) changed() time.Time {
	updated, created := moment(r.Updated), moment(r.Created)
	if created.After(updated) {
		return created
	}
	return updated
}

func moment(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Second)
}

// picture returns the ID of the record's picture; empty for none.
func (r *record) picture() string {
	switch {
	case r.Image != nil:
		return r.Image.ID
	case r.Thumbnail != nil:
		return r.Thumbnail.ID
	default:
		return ""
	}
}

// kind is a collection whose records have pages.
type kind struct {
	collection string
	folder     string // of the pages' addresses
	fields     string
}

func kinds() []kind {
	return []kind{
		{"categories", "/catalog", "id,slug,thumbnail.id,translations.languages_code"},
		{"products", "/product", "id,slug,date_created,date_updated,image.id,thumbnail.id,translations.languages_code"},
	}
}

// batchSize is how many records are in memory at once.
const batchSize = 500

// each calls f for the published records with from < key <= to, in the order of
// keys.
func (s *Server) each(ctx context.Context, k kind, from, to int64, f func(*record) error) error {
	for {
		var rows []record
		err := s.read(ctx, k.collection, url.Values{
			"fields": {k.fields}, "sort": {"id"}, "limit": {strconv.Itoa(batchSize)},
			"filter[_and][0][id][_gt]": {strconv.FormatInt(from, 10)}, "filter[_and][1][id][_lte]": {strconv.FormatInt(to, 10)},
			"deep[translations][_limit]": {"-1"},
		}, &rows)
		if err != nil {
			return fmt.Errorf("read records of %s: %w", k.collection, err)
		}
		for i := range rows {
			if err := f(&rows[i]); err != nil {
				return err
			}
		}
		if len(rows) < batchSize {
			return nil
		}
		from = rows[len(rows)-1].ID
	}
}

func decode(body []byte, rows any) error {
	return json.Unmarshal(body, &struct {
		Data any `json:"data"`
	}{rows})
}
