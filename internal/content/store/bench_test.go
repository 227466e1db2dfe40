package store_test

import (
	"fmt"
	"strings"
	"testing"

	"ferrule/internal/content"
)

// catalogue returns generated content: 1,000 products in 120 categories with 4
// translations each, 4,000 variations with 3 attributes each.
func catalogue() string {
	languages := []string{"de-DE", "en-US", "fr-FR", "it-IT"}
	text := strings.Repeat("Lorem ipsum dolor sit amet, consectetur adipiscing elit. ", 6)
	var b strings.Builder
	list := func(name string, n int, item func(i int)) {
		if b.Len() > 20 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:[", name)
		for i := 1; i <= n; i++ {
			if i > 1 {
				b.WriteByte(',')
			}
			item(i)
		}
		b.WriteByte(']')
	}
	translated := func(format string, i int) string {
		rows := make([]string, len(languages))
		for j, l := range languages {
			rows[j] = fmt.Sprintf(`{"languages_code":%q,%s}`, l, fmt.Sprintf(format, i))
		}
		return `"translations":[` + strings.Join(rows, ",") + `]`
	}
	b.WriteString(`{"items":{`)
	list("languages", len(languages), func(i int) { fmt.Fprintf(&b, `{"code":%q,"sort":%d}`, languages[i-1], i) })
	list("attributes", 8, func(i int) {
		fmt.Fprintf(&b, `{"id":%d,"slug":"a%d",%s}`, i, i, translated(`"name":"Attribute %d"`, i))
	})
	list("attribute_values", 80, func(i int) { fmt.Fprintf(&b, `{"id":%d,"attribute":%d,"value":"%d mm","number":%d}`, i, i%8+1, i, i) })
	list("categories", 120, func(i int) {
		parent := "null"
		if i > 20 {
			parent = fmt.Sprint((i-1)/5 + 1 - 4)
		}
		fmt.Fprintf(&b, `{"id":%d,"slug":"c%d","status":"published","sort":%d,"parent":%s,%s}`, i, i, 1000-i, parent, translated(`"title":"Category %d"`, i))
	})
	list("products", 1000, func(i int) {
		var variations []string
		for v := range 4 {
			var attributes []string
			for a := range 3 {
				attributes = append(attributes, fmt.Sprintf(`{"attribute":%d,"value":%d,"sort":%d}`, a+1, (i+v+a)%80+1, a))
			}
			variations = append(variations, fmt.Sprintf(`{"sku":"V%d-%d","sort":%d,"stock":%d,"price":%d.5,"translations":[{"languages_code":"de-DE","title":"DN %d"}],"attributes":[%s]}`, i, v, v, v, i, v, strings.Join(attributes, ",")))
		}
		fmt.Fprintf(&b, `{"id":%d,"slug":"p%d","sku":"SKU-%d","status":"published","sort":%d,"stock":%d,"date_created":"2025-01-%02dT00:00:00Z",%s,"categories":[{"categories_id":%d}],"variations":[%s],"attributes":[{"attribute":1,"values":[{"attribute_values_id":%d}]},{"attribute":2,"values":[{"attribute_values_id":%d}]}]}`,
			i, i, i, 5000-i, i, i%28+1, translated(fmt.Sprintf(`"name":"Product %%d","title":"Title","description":"<p>%s</p>"`, text), i), i%120+1, strings.Join(variations, ","), i%80+1, (i+1)%80+1)
	})
	b.WriteString(`,"index":{` + translated(`"offer_title":"Offer %d","categories_list":[{"categories_id":1},{"categories_id":2}],"popular_list":[{"products_id":1},{"products_id":2},{"products_id":3}]`, 1) + `}}}`)
	return b.String()
}

// BenchmarkRead reads the queries of the site's pages.
func BenchmarkRead(b *testing.B) {
	m := content.Default()
	s := load(b, m, catalogue(), nil)
	for _, shape := range []struct{ name, target string }{
		{"list with translations", "products?fields=id,slug,sku,stock,translations.name,translations.title,translations.description&limit=100&language=de-DE"},
		{"list with all translations", "products?fields=id,slug,sku,stock,translations.name,translations.title,translations.description&limit=100"},
		{"product by slug", "products?filter[slug][_eq]=p500&language=fr-FR&fields=*,translations.*,categories.categories_id.slug,categories.categories_id.translations.title,attributes.attribute.translations.name,attributes.values.attribute_values_id.value,variations.*,variations.translations.title,variations.attributes.attribute.slug,variations.attributes.attribute.translations.name,variations.attributes.value.value"},
		{"category tree", "categories?filter[parent][_null]=true&sort=sort&limit=-1&language=it-IT&fields=id,slug,translations.title,childrens.id,childrens.slug,childrens.translations.title,childrens.childrens.id,childrens.childrens.slug,childrens.childrens.translations.title"},
		{"filter through relation", "products?filter[categories][categories_id][slug][_eq]=c77&fields=id,slug,translations.name&language=en-US&limit=24"},
		{"search", "products?filter[_or][0][translations][name][_icontains]=product 99&filter[_or][1][sku][_icontains]=product 99&fields=id,slug&limit=20"},
		{"popular", "products?sort=-date_created&limit=10&fields=id,slug,translations.name,thumbnail.filename_disk&language=de-DE"},
		{"singleton", "index?language=de-DE&fields=translations.*,translations.popular_list.products_id.slug,translations.popular_list.products_id.translations.name,translations.categories_list.categories_id.translations.title"},
		{"singleton, traced", "index?trace&language=de-DE&fields=translations.*,translations.popular_list.products_id.slug,translations.popular_list.products_id.translations.name,translations.categories_list.categories_id.translations.title"},
	} {
		b.Run(shape.name, func(b *testing.B) {
			q, err := parseQuery(m, strings.ReplaceAll(shape.target, " ", "%20"))
			if err != nil {
				b.Fatal(err)
			}
			q.Trace = strings.Contains(shape.target, "trace")
			b.ReportAllocs()
			for b.Loop() {
				r, err := s.Read(b.Context(), q)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(r.Body)))
			}
		})
	}
}

func BenchmarkImport(b *testing.B) {
	m := content.Default()
	body := catalogue()
	for b.Loop() {
		load(b, m, body, nil)
	}
}
