package store

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/bench/seed"
	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
)

// The cost of a request depends on the size of its reply, not of the catalogue: no
// statement scans a table that grows with the number of products.
func TestQueriesDoNotScanCatalogueTables(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s := large(t, address)
		for name, target := range map[string]string{
			"list":              "products?fields=id,slug,translations.name&deep[translations][_filter][languages_code][_eq]=de-DE&filter[status][_eq]=published&sort=sort&limit=34",
			"list in no order":  "products?fields=id,slug,translations.name&language=de-DE&limit=34",
			"newest":            "products?fields=id,slug&sort=-date_created&limit=10",
			"product by slug":   "products?filter[slug][_eq]=p-7&fields=*,translations.*,categories.categories_id.slug,attributes.attribute.slug,attributes.values.attribute_values_id.value,variations.*,variations.translations.*,variations.attributes.value.value,bundle.related_products_id.slug,tags.tags_id.title&limit=1",
			"products by key":   "products?fields=id,slug&filter[id][_in]=3,4,5,6,7,8&sort=sort",
			"products by slugs": "products?fields=id,slug&filter[slug][_in]=p-1,p-2,p-3",
			"of one category":   "products?fields=id,slug&filter[categories][categories_id][slug][_eq]=c-39&limit=24&sort=sort",
			"products of one":   "categories?filter[slug][_eq]=c-39&fields=slug,products.products_id.slug",
			"category tree":     "categories?filter[parent][_null]=true&sort=sort&limit=-1&fields=id,translations.title,childrens.id,childrens.childrens.id,childrens.childrens.translations.title",
		} {
			text, steps := s.explain(t, target)
			for i, step := range steps {
				if whole := readsWhole(text, steps, i); whole != "" {
					t.Errorf("%s reads %s whole: %s\n%s", name, whole, step, strings.Join(steps, "\n"))
				}
			}
		}
	})
}

// An index returns the rows of a relation in its order, so that SQLite never
// sorts them. PostgreSQL may sort if its planner estimates that as cheaper.
func TestIndexesOrderTheRowsOfARelation(t *testing.T) {
	t.Parallel()
	s := large(t, "")
	for _, target := range []string{
		"products?filter[slug][_eq]=p-7&fields=translations.name,tags.id,categories.categories_id.translations.title,attributes.values.attribute_values_id.value,variations.translations.title,variations.gallery,variations.attributes.value.value,bundle.quantity&limit=1",
		"categories?filter[slug][_eq]=c-39&fields=products.products_id.slug,childrens.childrens.slug",
	} {
		text, steps := s.explain(t, target)
		for _, step := range steps {
			if strings.Contains(step, "TEMP B-TREE") {
				t.Errorf("%s\nsorts:\n%s\n%s", target, strings.Join(steps, "\n"), text)
				break
			}
		}
	}
}

// large returns a store with 10,000 products in 39 categories, each with a variation.
func large(t *testing.T, address string) *Store {
	t.Helper()
	dir, m := t.TempDir(), content.Default()
	s, err := OpenAt(t.Context(), address, dir, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	var categories, products []map[string]any
	for i := 1; i <= 39; i++ {
		c := map[string]any{"id": i, "slug": fmt.Sprint("c-", i), "status": "published", "sort": i, "translations": []map[string]any{{"languages_code": "de-DE", "title": "C"}}}
		if i > 3 {
			c["parent"] = (i - 1) / 3
		}
		categories = append(categories, c)
	}
	for i := 1; i <= 50; i++ {
		products = append(products, map[string]any{
			"id": i, "slug": fmt.Sprint("p-", i), "status": "published", "sort": i, "date_created": fmt.Sprintf("2025-01-%02dT00:%02d:00Z", i%28+1, i),
			"translations": []map[string]any{{"languages_code": "de-DE", "name": "P"}}, "categories": []map[string]any{{"categories_id": i%39 + 1}},
			"variations": []map[string]any{{"sku": "v", "sort": 1, "translations": []map[string]any{{"languages_code": "de-DE", "title": "V"}}, "attributes": []map[string]any{{"attribute": 1, "value": 1}}}},
		})
	}
	body, err := json.Marshal(map[string]any{"items": map[string]any{
		"languages": []map[string]any{{"code": "de-DE"}}, "attributes": []map[string]any{{"id": 1, "slug": "a"}}, "attribute_values": []map[string]any{{"id": 1, "value": "1"}},
		"categories": categories, "products": products,
	}})
	if err == nil {
		_, err = s.Import(t.Context(), fstest.MapFS{"content.json": {Data: body}})
	}
	if err == nil {
		err = seed.Multiply(t.Context(), s, content.Default(), seed.Size{Products: 10_000, Variations: 1})
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// grows matches the tables whose size depends on the number of products.
var grows = regexp.MustCompile(`^(products|products_translations|products_categories|variations|variations_translations|variation_attributes)$`)

// The words of the query plans of PostgreSQL and of SQLite, which names tables by their aliases.
var (
	scanPostgres = regexp.MustCompile(`Seq Scan on (\w+)`)
	scanSQLite   = regexp.MustCompile(`^SCAN (t\d+)`)
	allSQLite    = regexp.MustCompile(`^SEARCH (t\d+) USING (?:COVERING )?INDEX \w+ \(status=\?\)$`)
)

// readsWhole returns the growing table that a step of a query plan scans, directly
// or for a sort; "" for none.
func readsWhole(text string, steps []string, i int) string {
	table := ""
	if m := scanPostgres.FindStringSubmatch(steps[i]); m != nil {
		table = m[1]
	}
	m := scanSQLite.FindStringSubmatch(steps[i])
	if m == nil && i+1 < len(steps) && steps[i+1] == "USE TEMP B-TREE FOR ORDER BY" {
		m = allSQLite.FindStringSubmatch(steps[i])
	}
	if m != nil {
		if name := regexp.MustCompile(`"(\w+)" ` + m[1] + `\b`).FindStringSubmatch(text); name != nil { // else a subselect
			table = name[1]
		}
	}
	if grows.MatchString(table) {
		return table
	}
	return ""
}

// explain returns the statement of a query and the steps of its query plan.
func (s *Store) explain(t *testing.T, target string) (text string, steps []string) {
	t.Helper()
	collection, parameters, _ := strings.Cut(target, "?")
	values, err := url.ParseQuery(parameters)
	if err != nil {
		t.Fatal(err)
	}
	q, err := query.Parse(s.model, collection, values)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := query.Bind(s.model, q, s.now())
	if err != nil {
		t.Fatal(err)
	}
	text, args := sqlgen.Compile(s.dialect, plan)
	conn, err := s.readers.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	command, columns := "EXPLAIN QUERY PLAN "+text, 4
	if s.readers.Kind == database.Postgres { // the generic plan, independent of the values
		if _, err := conn.ExecContext(t.Context(), "DEALLOCATE ALL; PREPARE explained AS "+text); err != nil {
			t.Fatal(err)
		}
		values := make([]string, len(args))
		for i, v := range args {
			values[i] = constant(t, v)
		}
		command, columns, args = "EXPLAIN EXECUTE explained("+strings.Join(values, ",")+")", 1, nil
	}
	rows, err := conn.QueryContext(t.Context(), command, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		values := make([]any, columns)
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, fmt.Sprint(*values[columns-1].(*any))) //nolint:forcetypeassert // allocated above
	}
	if rows.Err() != nil || len(steps) == 0 {
		t.Fatal("no plan", rows.Err())
	}
	return text, steps
}

// constant returns the SQL constant of a bound value.
func constant(t *testing.T, v any) string {
	t.Helper()
	switch v := v.(type) {
	case string:
		return sqlgen.Literal(v)
	case []int64, []string:
		return sqlgen.Literal("{" + strings.Join(strings.Fields(strings.Trim(fmt.Sprint(v), "[]")), ",") + "}")
	default:
		return fmt.Sprint(v)
	}
}
