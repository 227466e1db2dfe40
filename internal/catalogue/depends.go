package catalogue

import (
	"net/url"
	"slices"

	"ferrule/internal/content"
)

// request is one query being answered. It collects the tags of the rows that the
// reply shows; the tags of the index's part are in dependencies.
type request struct {
	*Catalogue

	shown []content.Tag
}

// show records the rows of a reply. It drops column tags, because the index, not
// the content query, selects the rows.
func (a *request) show(touched []content.Tag) {
	a.shown = append(a.shown, slices.DeleteFunc(touched, content.Tag.IsColumn)...)
}

// dependencies returns the tags that the index's part of a reply depends on: whole
// collections, and single columns where the other columns are only displayed.
type dependencies struct{ model *content.Model }

func (m dependencies) of(path string, values url.Values) []content.Tag {
	tags := m.columns("products", "id", "status", "sort")
	tags = append(tags, m.columns("categories", "id", "status", "parent", "slug")...)
	tags = append(tags, content.Tag{Collection: "products_categories"})
	addCollections := func(collections ...string) {
		for _, name := range collections {
			tags = append(tags, content.Tag{Collection: name})
		}
	}
	switch path {
	case RelatedPath:
		return tags
	case CountsPath:
		return append(tags, m.rows("variations", "product")...)
	}
	addCollections("variations", "variation_attributes", "product_attributes", "product_attributes_values",
		"attributes", "attributes_translations", "attribute_values", "attribute_values_translations")
	if path == SearchPath {
		addCollections("synonyms", "products", "products_translations", "variations_translations", "categories_translations", "products_tags", "tags_translations", "products_documents")
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

// rows returns the tags of columns of a collection and of its key, which changes
// when rows are added or removed.
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
