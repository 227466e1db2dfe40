package catalogue

import (
	"net/url"
	"slices"

	"ferrule/internal/content"
)

// asking is one query being answered. It collects the rows that the answer
// shows; what it takes from the index is in dependencies.
type asking struct {
	*Catalogue

	shown []content.Tag
}

// show notes the rows of a reply. Which rows those are, the index decided.
func (a *asking) show(touched []content.Tag) {
	a.shown = append(a.shown, slices.DeleteFunc(touched, content.Tag.IsColumn)...)
}

// dependencies are what the index's part of an answer is made of: whole
// collections, and columns of those whose other columns only show.
type dependencies struct{ model *content.Model }

func (m dependencies) of(path string, values url.Values) []content.Tag {
	tags := m.columns("products", "id", "status", "sort")
	tags = append(tags, m.columns("categories", "id", "status", "parent", "slug")...)
	tags = append(tags, content.Tag{Collection: "products_categories"})
	whole := func(collections ...string) {
		for _, name := range collections {
			tags = append(tags, content.Tag{Collection: name})
		}
	}
	if path == CountsPath || path == RelatedPath {
		return tags
	}
	whole("variations", "variation_attributes", "product_attributes", "product_attributes_values",
		"attributes", "attributes_translations", "attribute_values", "attribute_values_translations")
	if path == SuggestPath || values.Get("category") == "" {
		whole("products", "products_translations", "variations_translations", "categories_translations", "products_tags", "tags_translations")
		return tags
	}
	switch values.Get("sort") {
	case "name":
		tags = append(tags, m.columns("products_translations", "id", "products_id", "languages_code", "name")...)
	case "sku":
		tags = append(tags, m.columns("products", "sku")...)
	case "new":
		tags = append(tags, m.columns("products", "date_created")...)
	}
	return append(tags, m.columns("products", "stock")...)
}

// rows are columns of a collection, and which rows it has.
func (m dependencies) rows(collection string, names ...string) []content.Tag {
	if c := m.model.Collection(collection); c != nil {
		names = append([]string{c.Key.Name}, names...)
	}
	return m.columns(collection, names...)
}

func (m dependencies) columns(collection string, names ...string) []content.Tag {
	c := m.model.Collection(collection)
	if c == nil {
		return nil
	}
	var tags []content.Tag
	for _, name := range names {
		if f := c.Field(name); f != nil {
			tags = append(tags, content.ColumnTag(f))
		}
	}
	return tags
}
