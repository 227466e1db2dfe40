package demo

import (
	"fmt"
	"slices"
	"strings"
	"testing/fstest"
	"time"
)

// summed lists the attributes for which a product has the values of all its variations.
var summed = []string{"tube-od", "dn", "nps", "thread", "pn", "class", "outside-diameter", "l1", "range"} //nolint:gochecknoglobals // a constant table

// without returns the languages that a product lacks on purpose (see the package comment).
func without(id int) map[string]bool {
	switch id {
	case 52:
		return map[string]bool{"it-IT": true}
	case 42:
		return map[string]bool{"fr-FR": true}
	default:
		return nil
	}
}

// variant is one size of a product before it becomes content.
type variant struct {
	title    string
	sku      string
	material string      // code of the part number
	series   string      // key of its value; "" for none
	cells    [][2]string // attribute and text, in the order of the columns
}

func (c *catalogue) expandProducts(all *content, out fstest.MapFS) ([]object, error) {
	rows, err := readTable("products")
	if err != nil {
		return nil, err
	}
	family := presets()
	items := make([]object, 0, len(rows))
	for n, r := range rows {
		p, known := family[r["preset"]]
		if !known {
			return nil, fmt.Errorf("expand product %s: unknown preset %q", r["slug"], r["preset"])
		}
		variants, err := c.variants(r)
		if err != nil {
			return nil, fmt.Errorf("expand product %s: %w", r["slug"], err)
		}
		item, err := c.product(r, n, p, variants)
		if err != nil {
			return nil, fmt.Errorf("expand product %s: %w", r["slug"], err)
		}
		if err := c.dataSheets(all, out, r, p, variants); err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

// variants returns the rows of the product's table of dimensions, for each material.
func (c *catalogue) variants(r row) ([]variant, error) {
	rows, err := c.table(r["dims"])
	if err != nil {
		return nil, err
	}
	materials := strings.Split(r["materials"], ",")
	var out []variant
	seen := map[string]bool{}
	for _, material := range materials {
		for _, dims := range rows {
			if !dims.matches(r["where"]) {
				continue
			}
			v := variant{
				title: dims.fill(r["title"], ""), sku: r["sku"] + "-" + partNumber(dims.fill(r["code"], material)), material: material,
				series: strings.ToLower(strings.ReplaceAll(dims["series"], "/", "")),
			}
			if len(materials) > 1 {
				v.cells = append(v.cells, [2]string{"material", c.material(material)})
			}
			for column := range strings.SplitSeq(r["columns"], ",") {
				from, attribute, renamed := strings.Cut(column, ":")
				if !renamed {
					attribute = from
				}
				if text := dims[from]; text != "" {
					v.cells = append(v.cells, [2]string{attribute, text})
				}
			}
			// Sizes with the same thread or series are distinguished by another column.
			for _, column := range []string{"pn", "dn", "series", "tube-od", "thread"} {
				if seen[v.sku] && dims[column] != "" {
					v.sku += "-" + partNumber(dims[column])
					v.title += ", " + strings.ToUpper(column) + " " + dims[column]
				}
			}
			if seen[v.sku] {
				return nil, fmt.Errorf("part number %s belongs to two sizes", v.sku)
			}
			seen[v.sku] = true
			out = append(out, v)
		}
	}
	if len(seriesOf(out)) > 1 {
		for i := range out {
			out[i].cells = slices.Insert(out[i].cells, 0, [2]string{"series", out[i].series})
		}
	}
	return out, nil
}

// seriesOf returns the distinct series of sizes, in their order; of some products no
// size has one.
func seriesOf(variants []variant) []string {
	var out []string
	for _, v := range variants {
		if v.series != "" && !slices.Contains(out, v.series) {
			out = append(out, v.series)
		}
	}
	return out
}

func (c *catalogue) table(name string) ([]row, error) {
	if rows, read := c.dimensions[name]; read {
		return rows, nil
	}
	rows, err := readTable("dimensions/" + name)
	c.dimensions[name] = rows
	return rows, err
}

// material returns the key or the text of a material's value.
func (c *catalogue) material(code string) string { return c.materials[code]["value"] }

func (c *catalogue) product(r row, n int, p preset, variants []variant) (object, error) {
	id := atoi(r["id"])
	c.names[id], c.family[id] = r.texts(), p
	attributes, err := c.productAttributes(r, p, variants)
	if err != nil {
		return nil, err
	}
	var sizes []object
	stock := 0
	for i, v := range variants {
		item, err := c.variation(id, v, i)
		if err != nil {
			return nil, err
		}
		stock += stockOf(id, i)
		sizes = append(sizes, item)
	}
	picture := fileID(r["picture"] + ".webp")
	item := object{
		"id": id, "slug": r["slug"], "sku": mainPart(r["slug"], inFirstMaterial(r, variants)), "status": r["status"], "sort": n + 1, "stock": stock,
		"product_type": "variation", "date_created": created(id).Format(time.RFC3339), "thumbnail": picture, "image": picture,
		"translations": c.productTexts(r, p), "attributes": attributes, "variations": sizes,
		"categories": []object{{"categories_id": c.categories[r["category"]], "sort": 1}}, "tags": productTags(r),
	}
	if c.categories[r["category"]] == 0 {
		return nil, fmt.Errorf("unknown category %q", r["category"])
	}
	if err := addDrawing(item, r); err != nil {
		return nil, err
	}
	return item, nil
}

// addDrawing sets the drawing that the row names, if any.
func addDrawing(item object, r row) error {
	if r["drawing"] == "" {
		return nil
	}
	drawing, err := sources.ReadFile("drawings/" + r["drawing"] + ".svg")
	if err != nil {
		return err
	}
	item["drawing"] = string(drawing)
	return nil
}

// inFirstMaterial returns the sizes in the material that the product's picture shows.
func inFirstMaterial(r row, variants []variant) []variant {
	return variants[:len(variants)/(1+strings.Count(r["materials"], ","))]
}

// mainPart returns the size that the product's picture shows, by its engraving, else the middle one.
func mainPart(slug string, variants []variant) string {
	engraved := map[string]string{
		"straight-union-s": "12S", "elbow-union-s": "16S", "tee-union-s": "16S", "weld-neck-flange": "DN 80 PN 40",
		"ball-valve-three-piece": "DN 25", "needle-valve": "G 1/2", "clamp-connection": "DN 25",
	}[slug]
	for _, v := range variants {
		if v.title == engraved {
			return v.sku
		}
	}
	return variants[len(variants)/2].sku
}

func (c *catalogue) variation(product int, v variant, n int) (object, error) {
	var cells []object
	for i, cell := range v.cells {
		id, err := c.value(cell[0], cell[1])
		if err != nil {
			return nil, err
		}
		cells = append(cells, object{"attribute": atoi(c.attributes[cell[0]]["id"]), "value": id, "sort": i + 1})
	}
	id := len(c.sizes) + 1
	c.sizes[v.sku] = size{id: id, product: product, title: v.title, material: v.material, cells: v.cells}
	return object{
		"id": id, "sku": v.sku, "stock": stockOf(product, n), "sort": n + 1, "attributes": cells,
		"translations": translated("title", localTitles(v.title), nil),
	}, nil
}

// localTitles returns a size's title in the four languages; only English has a decimal point.
func localTitles(title string) [4]string {
	local := strings.ReplaceAll(title, ".", ",")
	return [4]string{local, title, local, local}
}

// productAttributes returns the family's attributes, the material, and the values of its sizes.
func (c *catalogue) productAttributes(r row, p preset, variants []variant) ([]object, error) {
	var out []object
	add := func(attribute string, texts []string) error {
		var values []object
		for i, text := range texts {
			id, err := c.value(attribute, text)
			if err != nil {
				return err
			}
			values = append(values, object{"attribute_values_id": id, "sort": i + 1})
		}
		out = append(out, object{"attribute": atoi(c.attributes[attribute]["id"]), "sort": len(out) + 1, "values": values})
		return nil
	}
	taken := map[string]bool{}
	for _, attribute := range summed {
		if texts := textsOf(variants, attribute); len(texts) > 0 {
			if err := add(attribute, texts); err != nil {
				return nil, err
			}
			taken[attribute] = true
		}
	}
	if series := seriesOf(variants); len(series) > 0 {
		taken["series"] = true
		if err := add("series", series); err != nil {
			return nil, err
		}
	}
	var materials, grades []string
	for code := range strings.SplitSeq(r["materials"], ",") {
		if m, known := c.materials[code]; known {
			materials = append(materials, m["value"])
			if m["aisi"] != "" {
				grades = append(grades, m["aisi"])
			}
		}
	}
	if len(materials) > 1 {
		grades = nil // next to one size's material, the others would appear to be its names
	}
	for _, own := range []struct {
		attribute string
		texts     []string
	}{{"material", materials}, {"material-aisi", grades}} {
		if len(own.texts) > 0 {
			taken[own.attribute] = true
			if err := add(own.attribute, own.texts); err != nil {
				return nil, err
			}
		}
	}
	for _, a := range p.attributes {
		if taken[a[0]] {
			continue
		}
		if err := add(a[0], []string{a[1]}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// textsOf returns the distinct values of an attribute over the sizes, in their order.
func textsOf(variants []variant, attribute string) []string {
	var out []string
	for _, v := range variants {
		for _, cell := range v.cells {
			if cell[0] == attribute && !slices.Contains(out, cell[1]) {
				out = append(out, cell[1])
			}
		}
	}
	return out
}

// stockOf returns a stock level; the levels include high, low and zero.
func stockOf(product, size int) int {
	switch n := (product*37 + size*53) % 17; {
	case n < 3:
		return 0
	case n < 6:
		return n * 5
	default:
		return n * 40
	}
}

func created(id int) time.Time {
	return time.Date(2024, 1, 8, 8, 0, 0, 0, time.UTC).AddDate(0, 0, id*61%900)
}

func productTags(r row) []object {
	var out []object
	add := func(tag int) { out = append(out, object{"tags_id": tag, "sort": len(out) + 1}) }
	if atoi(r["id"]) <= 6 {
		add(1)
	}
	switch r["preset"] {
	case "clamp", "dairy":
		add(2)
	case "hydrogen":
		add(3)
	}
	if atoi(r["id"]) >= 103 && len(out) == 0 {
		add(4)
	}
	return out
}
