package ogimage

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"ferrule/internal/content/query"
)

// card is the content of a picture.
type card struct {
	site    string // name of the site
	title   string // may hold soft hyphens
	family  string // above the title: the category; may be empty
	cells   []cell
	picture string // ID of a file; empty for the company mark
	scale   float64
}

// cell is a field of the title block.
type cell struct{ label, value string }

// words are the labels of the cells.
type words struct{ number, sizes, articles, standard, catalogue string }

// wordsIn returns the labels of a language, by default English.
func wordsIn(language string) words {
	switch language {
	case "de-DE":
		return words{"Artikelnummer", "Varianten", "Artikel", "Norm", "Katalog"}
	case "fr-FR":
		return words{"Référence", "Variantes", "Articles", "Norme", "Catalogue"}
	case "it-IT":
		return words{"Codice articolo", "Varianti", "Articoli", "Norma", "Catalogo"}
	default:
		return words{"Part number", "Variants", "Items", "Standard", "Catalog"}
	}
}

// row is a product, a category, the header or the home page.
type row struct {
	SKU          string     `json:"sku"`
	Title        string     `json:"title"`
	Standard     string     `json:"standard"`
	Variations   string     `json:"variations_count"`
	Thumbnail    *file      `json:"thumbnail"`
	Image        *file      `json:"image"`
	Translations []textRow  `json:"translations"`
	Categories   []junction `json:"categories"`
	Parent       *row       `json:"parent"`
}

type junction struct {
	Category *row `json:"categories_id"`
}

type file struct {
	ID    string   `json:"id"`
	Scale *float64 `json:"optical_scale"`
}

type textRow struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Offer string `json:"offer_title"`
}

func (r *row) text() string {
	if r == nil || len(r.Translations) == 0 {
		return ""
	}
	t := r.Translations[0]
	return oneLine(cmp.Or(t.Name, t.Title, t.Offer))
}

// card reads the content of a picture; nil if there is no such record.
func (s *Server) card(ctx context.Context, k key) (*card, error) {
	words := wordsIn(k.language)
	c := &card{site: "Ferrule", scale: 1}
	header, err := s.readOne(ctx, "header", "title", k.language, "")
	if err != nil {
		return nil, err
	}
	if header != nil && header.Title != "" {
		c.site = header.Title
	}
	switch k.kind {
	case "site":
		home, err := s.readOne(ctx, "index", "translations.offer_title", k.language, "")
		if err != nil {
			return nil, err
		}
		c.title = cmp.Or(home.text(), c.site)
		return c, nil
	case "category":
		found, err := s.readOne(ctx, "categories", "standard,thumbnail.id,thumbnail.optical_scale,translations.title,parent.translations.title", k.language, k.slug)
		if err != nil || found == nil {
			return nil, err
		}
		c.family = cmp.Or(found.Parent.text(), words.catalogue)
		c.show(found)
		count, err := s.options.Count(ctx, k.slug)
		if err != nil {
			return nil, err
		}
		c.cells = []cell{{words.articles, strconv.Itoa(count)}}
		if found.Standard != "" {
			c.cells = append(c.cells, cell{words.standard, oneLine(found.Standard)})
		}
		return c, nil
	default:
		found, err := s.readOne(ctx, "products", "sku,count(variations),image.id,image.optical_scale,thumbnail.id,thumbnail.optical_scale,"+
			"translations.name,categories.categories_id.translations.title", k.language, k.slug)
		if err != nil || found == nil {
			return nil, err
		}
		if len(found.Categories) > 0 {
			c.family = found.Categories[0].Category.text()
		}
		c.show(found)
		c.cells = []cell{{words.number, oneLine(found.SKU)}}
		if n, err := strconv.Atoi(found.Variations); err == nil && n > 1 {
			c.cells = append(c.cells, cell{words.sizes, strconv.Itoa(n)})
		}
		return c, nil
	}
}

func (c *card) show(r *row) {
	c.title = r.text()
	for _, f := range []*file{r.Image, r.Thumbnail} {
		if f != nil && c.picture == "" {
			c.picture = f.ID
			if f.Scale != nil {
				c.scale = min(max(*f.Scale, 0.6), 1.6)
			}
		}
	}
}

// readOne reads a record with the permissions of the public; nil if there is
// none.
func (s *Server) readOne(ctx context.Context, collection, fields, language, slug string) (*row, error) {
	values := url.Values{"fields": {fields}, "language": {language}}
	if collection != "index" {
		values.Set("limit", "1")
	}
	if slug != "" {
		values.Set("filter[slug][_eq]", slug)
	}
	q, err := query.Parse(s.options.Model, collection, values)
	if err != nil {
		return nil, err
	}
	result, err := s.options.Source.Read(ctx, q)
	if err != nil {
		return nil, err
	}
	var reply struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(result.Body, &reply); err != nil {
		return nil, err
	}
	rows := make([]row, 1)
	if strings.HasPrefix(string(reply.Data), "[") {
		err = json.Unmarshal(reply.Data, &rows)
	} else {
		err = json.Unmarshal(reply.Data, &rows[0]) // a singleton
	}
	if err != nil {
		return nil, fmt.Errorf("preview of %s: %w", collection, err)
	}
	if len(rows) == 0 {
		return nil, nil //nolint:nilnil // a missing record is not an error
	}
	return &rows[0], nil
}

var (
	markup = regexp.MustCompile(`<[^>]*>`)
	blank  = regexp.MustCompile(`[ \t\r\n]+`)
)

// oneLine returns a text of the content without markup and line breaks;
// no-break spaces are kept.
func oneLine(text string) string {
	return strings.TrimSpace(blank.ReplaceAllString(markup.ReplaceAllString(text, " "), " "))
}
