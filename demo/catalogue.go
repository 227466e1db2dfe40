package demo

import (
	"fmt"
	"strconv"
	"strings"
	"testing/fstest"
)

// catalogue is the state of expanding the tables.
type catalogue struct {
	attributes map[string]row // by slug
	keys       map[string]row // translated values, by "attribute/key"
	materials  map[string]row // by code of the part number
	dimensions map[string][]row
	categories map[string]int // ids by slug
	media      map[string]row // by file name

	values    map[string]int // ids by "attribute/text"
	valueRows []object
	names     map[int][4]string // of products, by id
	family    map[int]preset    // of products, by id
	sizes     map[string]size   // by part number
}

// size is a variation that other content refers to.
type size struct {
	id, product int
	title       string
	material    string // code of the part number
	cells       [][2]string
}

func loadCatalogue() (*catalogue, error) {
	c := &catalogue{
		attributes: map[string]row{}, keys: map[string]row{}, materials: map[string]row{}, dimensions: map[string][]row{},
		categories: map[string]int{}, media: map[string]row{}, values: map[string]int{}, names: map[int][4]string{}, family: map[int]preset{}, sizes: map[string]size{},
	}
	for _, index := range []struct {
		table string
		into  map[string]row
		key   func(row) string
	}{
		{"attributes", c.attributes, func(r row) string { return r["slug"] }},
		{"values", c.keys, func(r row) string { return r["attribute"] + "/" + r["key"] }},
		{"materials", c.materials, func(r row) string { return r["code"] }},
		{"media", c.media, func(r row) string { return r["file"] }},
	} {
		rows, err := readTable(index.table)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			index.into[index.key(r)] = r
		}
	}
	return c, nil
}

// expand adds the catalogue to the content, and its files to the folder.
func (c *catalogue) expand(all *content, out fstest.MapFS) error {
	if err := copyFiles(out, "media"); err != nil {
		return err
	}
	if err := c.files(all); err != nil {
		return err
	}
	if err := c.expandCategories(all); err != nil {
		return err
	}
	products, err := c.expandProducts(all, out)
	if err != nil {
		return err
	}
	bundles, err := c.expandBundles()
	if err != nil {
		return err
	}
	all.Items["products"] = append(products, bundles...)
	if err := c.setPopularSizes(all, products); err != nil {
		return err
	}
	all.writeCounts()
	all.Items["tags"] = tags()
	all.Items["attribute_values"] = c.valueRows
	return c.expandAttributes(all)
}

// setPopularSizes sets the size that the home page's list shows of each product.
func (c *catalogue) setPopularSizes(all *content, products []object) error {
	shown := map[float64]size{}
	for _, p := range products {
		id, _ := p["id"].(int)
		number, _ := p["sku"].(string)
		shown[float64(id)] = c.sizes[number]
	}
	for _, text := range all.Items["index"].(map[string]any)["translations"].([]any) {
		for _, entry := range text.(map[string]any)["popular_list"].([]any) {
			row := entry.(map[string]any)
			product, _ := row["products_id"].(float64)
			if shown[product].id == 0 {
				return fmt.Errorf("popular_list names product %v, which has no sizes", row["products_id"])
			}
			row["variations_id"] = shown[product].id
		}
	}
	return nil
}

func (c *catalogue) files(all *content) error {
	media, err := readTable("media")
	if err != nil {
		return err
	}
	for _, r := range media {
		file := object{"id": fileID(r["file"]), "filename": r["file"], "title": r["en"], "translations": translated("alt", r.texts(), nil)}
		for _, number := range []string{"width", "height", "optical_scale"} {
			if n, err := strconv.ParseFloat(r[number], 64); err == nil {
				file[number] = n
			}
		}
		all.Files = append(all.Files, file)
	}
	return nil
}

// translated returns a translations relation with one field, except in the languages in without.
func translated(field string, texts [4]string, without map[string]bool) []object {
	var rows []object
	for i, language := range languages {
		if texts[i] != "" && !without[language] {
			rows = append(rows, object{"languages_code": language, field: texts[i]})
		}
	}
	return rows
}

func (c *catalogue) expandAttributes(all *content) error {
	rows, err := readTable("attributes")
	if err != nil {
		return err
	}
	items := make([]object, 0, len(rows))
	for n, r := range rows {
		kind := r["kind"]
		if kind != "number" {
			kind = "text" // threads are texts that resemble numbers
		}
		items = append(items, object{
			"id": atoi(r["id"]), "slug": r["slug"], "sort": n + 1, "kind": kind, "unit": orNull(r["unit"]),
			"is_filter": r["filter"] != "", "translations": translated("name", r.texts(), nil),
		})
	}
	all.Items["attributes"] = items
	return nil
}

// value returns the id of an attribute's value: a key of the table of values,
// or a text that is the same in all languages.
func (c *catalogue) value(attribute, text string) (id int, err error) {
	a, known := c.attributes[attribute]
	if !known {
		return 0, fmt.Errorf("unknown attribute %q", attribute)
	}
	if id, known := c.values[attribute+"/"+text]; known {
		return id, nil
	}
	id = len(c.valueRows) + 1
	item := object{"id": id, "attribute": atoi(a["id"]), "value": text, "sort": id}
	if r, translatable := c.keys[attribute+"/"+text]; translatable {
		item["value"] = r["en"]
		item["translations"] = translated("name", r.texts(), nil)
	} else if n, err := strconv.ParseFloat(text, 64); err == nil {
		item["number"] = n
	} else if local := strings.ReplaceAll(text, ".", ","); local != text && strings.ContainsAny(text, "×/") {
		// A size such as M20×1.5: the other languages have a decimal comma.
		item["translations"] = translated("name", [4]string{local, text, local, local}, nil)
	}
	c.values[attribute+"/"+text] = id
	c.valueRows = append(c.valueRows, item)
	return id, nil
}

func tags() []object {
	var items []object
	for n, t := range []struct {
		slug  string
		texts [4]string
	}{
		{"popular", [4]string{"Meist angefragt", "Most requested", "Les plus demandés", "I più richiesti"}},
		{"pharma", [4]string{"Pharma", "Pharma", "Pharma", "Pharma"}},
		{"hydrogen", [4]string{"Wasserstoff", "Hydrogen", "Hydrogène", "Idrogeno"}},
		{"new", [4]string{"Neu", "New", "Nouveau", "Novità"}},
		{"set", [4]string{"Satz", "Set", "Jeu", "Kit"}},
	} {
		items = append(items, object{"id": n + 1, "slug": t.slug, "title": t.texts[1], "translations": translated("title", t.texts, nil)})
	}
	return items
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s) // an invalid number fails the test for unique IDs
	return n
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
