package store

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/internal/content"
)

// varied is a product with variations in no order of their own, whose lists are
// empty, short, and in one case longer than what is shown by default.
func varied(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.Context(), t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	var variations, values []map[string]any
	for i := range 12 {
		v := map[string]any{"sku": fmt.Sprint("v-", i), "sort": (i * 5) % 12}
		if i%4 == 0 {
			delete(v, "sort") // behind all others
		}
		var attributes, translations []map[string]any
		for j := range (i * 7) % 5 {
			attributes = append(attributes, map[string]any{"attribute": 1, "value": 1 + (i+j)%8, "sort": (j * 3) % 5})
		}
		for _, language := range []string{"it-IT", "de-DE"}[i%3%2:] {
			translations = append(translations, map[string]any{"languages_code": language, "title": fmt.Sprint(language, " ", i)})
		}
		v["attributes"], v["translations"] = attributes, translations
		variations = append(variations, v)
	}
	for i := range 8 {
		values = append(values, map[string]any{"id": i + 1, "attribute": 1, "value": fmt.Sprint(i, " mm")})
	}
	var long []map[string]any
	for i := range content.DefaultLimit + 5 {
		long = append(long, map[string]any{"attribute": 1, "value": 1 + i%8, "sort": i})
	}
	body, err := json.Marshal(map[string]any{"items": map[string]any{
		"languages": []map[string]any{{"code": "de-DE"}, {"code": "it-IT"}}, "attributes": []map[string]any{{"id": 1, "slug": "a"}}, "attribute_values": values,
		"products": []map[string]any{
			{"slug": "varied", "status": "published", "variations": variations},
			{"slug": "long", "status": "published", "variations": []map[string]any{{"sku": "few", "attributes": long[:3]}, {"sku": "many", "attributes": long}}},
			{"slug": "bare", "status": "published"},
		},
	}})
	if err == nil {
		_, err = s.Import(t.Context(), fstest.MapFS{"content.json": {Data: body}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A reply is the same, to the byte, whether lists are made ahead or one by one.
func TestListsMadeAheadAreThoseMadeOneByOne(t *testing.T) {
	t.Parallel()
	s := varied(t)
	for target, ahead := range map[string]bool{
		"products?filter[slug][_in]=varied,bare&fields=*,variations.*,variations.translations.*,variations.attributes.attribute.slug,variations.attributes.value.value": true,
		"products?filter[slug][_eq]=varied&fields=variations.id,variations.translations,variations.attributes":                                                          true,
		"products?fields=slug,variations.attributes.value.value&deep[variations][attributes][_limit]=-1":                                                                true,
		"products?fields=variations.attributes.value.value&deep[variations][_limit]=-1&filter[slug][_eq]=varied":                                                        false,
		"products?filter[id][_eq]=1&fields=slug,variations.sku,variations.attributes.sort":                                                                              true,
		"products?fields=variations.attributes.sort&deep[variations][attributes][_limit]=2":                                                                             false,
		"products?fields=variations.attributes.sort&deep[variations][attributes][_sort]=-sort&filter[slug][_eq]=varied":                                                 false,
		"products?fields=variations.attributes.sort&deep[variations][attributes][_offset]=1&filter[slug][_eq]=varied":                                                   false,
		"products?fields=variations.attributes.sort&deep[variations][attributes][_filter][sort][_gt]=1":                                                                 false,
		"products?fields=variations.attributes.sort&deep[variations][_filter][sku][_neq]=v-3":                                                                           false,
	} {
		for _, trace := range []bool{false, true} {
			p := s.ready(t, target, trace)
			if got := strings.Contains(p.statement.Load().text, "ferrule_json_lists"); got != ahead {
				t.Errorf("%s: lists are made ahead: %v, want %v", target, got, ahead)
			}
			var bodies [2]string
			for i, oneByOne := range []bool{false, true} {
				p.compile(oneByOne)
				body, err := s.query(t.Context(), p.statement.Load().text, p.statement.Load().args)
				if err != nil {
					t.Fatal(target, err)
				}
				bodies[i] = string(body)
			}
			if bodies[0] != bodies[1] {
				t.Errorf("%s\nahead:      %s\none by one: %s", target, bodies[0], bodies[1])
			}
		}
	}
}

// A list that is longer than what is shown ends at its limit, for the first reader
// and for those after.
func TestAListLongerThanItsLimitIsMadeByItself(t *testing.T) {
	t.Parallel()
	p := varied(t).ready(t, "products?filter[slug][_eq]=long&fields=variations.sku,variations.attributes.sort", false)
	for range 2 {
		result, err := p.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var reply struct {
			Data []struct {
				Variations []struct {
					SKU        string
					Attributes []struct{ Sort int }
				}
			}
		}
		if err := json.Unmarshal(result.Body, &reply); err != nil {
			t.Fatal(err)
		}
		few, many := reply.Data[0].Variations[0].Attributes, reply.Data[0].Variations[1].Attributes
		if len(few) != 3 || len(many) != content.DefaultLimit || many[0].Sort != 0 || many[len(many)-1].Sort != content.DefaultLimit-1 {
			t.Errorf("the lists have %d and %d rows: %s", len(few), len(many), result.Body)
		}
	}
}
