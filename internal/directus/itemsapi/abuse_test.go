package itemsapi_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A hostile query gets status 400 or 403, and never causes a slow statement or a
// server error.
func TestHostileQueriesAreRefused(t *testing.T) {
	t.Parallel()
	h := site(t)
	q := url.QueryEscape
	long := strings.Repeat("x", 20_000)
	nested := strings.Repeat(`{"parent":`, 40) + `{"id":{"_eq":1}}` + strings.Repeat("}", 40)
	var many []string
	for range 300 {
		many = append(many, `{"id":{"_eq":1}}`)
	}
	for name, target := range map[string]string{
		"a query of 20 kB":             "/items/products?filter[slug][_eq]=" + long,
		"a name of 20 kB":              "/items/products?filter[" + long + "]=1",
		"a long search":                "/items/products?search=" + long[:300],
		"steps in JSON":                "/items/categories?filter=" + q(nested),
		"steps in brackets":            "/items/categories?filter" + strings.Repeat("[parent]", 20) + "[id][_eq]=1",
		"too many brackets":            "/items/categories?filter" + strings.Repeat("[parent]", 100) + "[id][_eq]=1",
		"arrays in arrays":             "/items/products?filter=" + q(strings.Repeat("[", 5000)),
		"objects in objects":           "/items/products?filter=" + q(strings.Repeat(`{"_and":[`, 1500)),
		"many conditions":              "/items/products?filter=" + q(`{"_or":[`+strings.Join(many, ",")+`]}`),
		"many values":                  "/items/products?filter[id][_in]=" + strings.Repeat("1,", 2000),
		"fields nested too deep":       "/items/categories?fields=" + strings.Repeat("parent.", 20) + "id",
		"wildcards nested too deep":    "/items/categories?fields=" + strings.Repeat("*.", 12) + "*",
		"wildcards at every level":     "/items/products?limit=-1&fields=*.*.*.*.*.*",
		"many fields":                  "/items/products?fields=" + strings.Repeat("id,", 600),
		"many sort orders":             "/items/products?sort=" + strings.Repeat("id,", 50),
		"a sort order through circles": "/items/categories?sort=" + strings.Repeat("parent.", 15) + "id",
		"a huge limit":                 "/items/products?limit=99999999999999999999",
		"a huge page":                  "/items/products?page=99999999999",
		"NUL in a value":               "/items/products?filter[slug][_eq]=a%00b",
		"NUL in a name":                "/items/products?filter[a%00b][_eq]=1",
		"no UTF-8":                     "/items/products?search=%ff%fe",
		"infinity":                     "/items/products?filter[price][_gt]=Infinity",
		"not a number":                 "/items/products?filter[price][_gt]=NaN",
		"hexadecimal":                  "/items/products?filter[price][_gt]=0x10",
		"a year past all texts":        "/items/products?filter[date_created][_gt]=$NOW(%2B999999 years)",
		"an alias with quotes":         "/items/products?fields=x&alias[x]='%22",
	} {
		w := get(t, h, target)
		if w.Code != http.StatusBadRequest && w.Code != http.StatusForbidden {
			t.Errorf("%s: %d %.200s", name, w.Code, w.Body)
		}
		if !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s: no JSON: %.200s", name, w.Body)
		}
	}
}

func TestHostileValuesAreTreatedAsValues(t *testing.T) {
	t.Parallel()
	h := site(t)
	for _, value := range []string{
		`'`, `''`, `"`, `\`, `%`, `_`, `';DROP TABLE products;--`, `" OR 1=1 --`, "a\nb", "\x01products:3\x01", `{"a":1}`, `?1`, `$1`, `:x`, "\u2028", "💧", strings.Repeat("%a", 90), strings.Repeat("'", 100),
	} {
		for _, target := range []string{
			"/items/products?fields=id&filter[slug][_eq]=", "/items/products?fields=id&filter[slug][_contains]=", "/items/products?fields=id&filter[slug][_icontains]=",
			"/items/products?fields=id&filter[slug][_starts_with]=", "/items/products?fields=id&filter[slug][_in]=", "/items/products?fields=id&search=",
			"/items/products?fields=id,translations.name&deep[translations][_filter][name][_eq]=",
		} {
			w := get(t, h, target+url.QueryEscape(value))
			if w.Code != http.StatusOK || !json.Valid(w.Body.Bytes()) {
				t.Errorf("%s%q: %d %s", target, value, w.Code, w.Body)
			}
		}
	}
	w := get(t, h, "/items/products?fields=id&limit=1&fields[]=x%27%22%5C&alias[x%27%22%5C]=slug")
	if w.Code != http.StatusOK || !json.Valid(w.Body.Bytes()) || !strings.Contains(w.Body.String(), `"x'\"\\":"kugelhahn"`) {
		t.Errorf("alias: %d %s", w.Code, w.Body)
	}
	if w := get(t, h, "/items/products/1%27"); w.Code != http.StatusForbidden {
		t.Errorf("key: %d %s", w.Code, w.Body)
	}
	if w := get(t, h, "/items/tags?meta=total_count&fields=id"); !strings.Contains(w.Body.String(), `"total_count":2`) {
		t.Errorf("next request: %s", w.Body)
	}
}
