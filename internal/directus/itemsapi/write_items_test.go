package itemsapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ferrule/internal/database/databasetest"
)

func TestUpdateItemByKey(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, "")
		d.expect("PATCH", "/items/products/1?fields=id,slug,stock,is_new,specs,keywords,opens", `{"slug":"one","stock":"7","is_new":"true","specs":{"a":[1]},"keywords":["x","y"],"opens":"7:05:00","nope":1}`,
			`{"data":{"id":1,"slug":"one","stock":7,"is_new":true,"specs":{"a":[1]},"keywords":["x","y"],"opens":"07:05:00"}}`)
		d.expect("PATCH", "/items/products?fields=id,stock", `[{"id":2,"stock":1},{"id":3,"stock":2}]`, `{"data":[{"id":2,"stock":1},{"id":3,"stock":2}]}`)
		d.expect("PATCH", "/items/products?fields=id,stock", `{"keys":[2,3],"data":{"stock":9}}`, `{"data":[{"id":2,"stock":9},{"id":3,"stock":9}]}`)
		d.expect("PATCH", "/items/products?fields=id,price", `{"query":{"filter":{"stock":{"_eq":9}},"sort":["-id"]},"data":{"price":null}}`, `{"data":[{"id":2,"price":null},{"id":3,"price":null}]}`)
		d.reject("admin", "PATCH", "/items/products/99999", `{"stock":1}`, 403, "FORBIDDEN")
		d.reject("admin", "PATCH", "/items/products/abc", `{"stock":1}`, 403, "FORBIDDEN")
		d.reject("admin", "PATCH", "/items/products", `[{"stock":1}]`, 400, "INVALID_PAYLOAD")
		d.reject("admin", "PATCH", "/items/products", `{"stock":1}`, 400, "FAILED_VALIDATION")
		d.reject("admin", "PATCH", "/items/products", `{"keys":[1],"query":{},"data":{}}`, 400, "FAILED_VALIDATION")
		d.reject("admin", "PATCH", "/items/products", `{"query":{"filter":{"nope":1}},"data":{}}`, 403, "FORBIDDEN")
		d.reject("admin", "PATCH", "/items/products/1", `[]`, 400, "INVALID_PAYLOAD")
		d.expect("GET", "/items/products?fields=id&filter[stock][_eq]=1&filter[id][_in]=2,3", "", `{"data":[]}`)
	})
}

func TestUpdateSingletonWithoutKey(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, "")
		d.expect("PATCH", "/items/empty_page", `{"note":"first"}`, `{"data":{"id":1,"title":"Untitled","note":"first"}}`)
		d.expect("PATCH", "/items/empty_page?fields=note", `{"note":"second"}`, `{"data":{"note":"second"}}`)
		d.reject("admin", "POST", "/items/empty_page", `{"note":"x"}`, 404, "ROUTE_NOT_FOUND")
		d.reject("admin", "PATCH", "/items/empty_page/1", `{"note":"x"}`, 404, "ROUTE_NOT_FOUND")
	})
}

func TestListReplacesRelation(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, "")
		d.expect("POST", "/items/products?fields=id", `{"id":900,"slug":"p900","variations":[{"id":901,"sku":"A"},{"id":902,"sku":"B"}]}`, `{"data":{"id":900}}`)
		d.expect("PATCH", "/items/products/900?fields=variations.id,variations.sku", `{"variations":[902,{"id":903,"sku":"C"},{"sku":"D"}]}`,
			fmt.Sprintf(`{"data":{"variations":[{"id":902,"sku":"B"},{"id":903,"sku":"C"},{"id":%d,"sku":"D"}]}}`, 904))
		d.expect("GET", "/items/variations/901?fields=sku,product", "", `{"data":{"sku":"A","product":null}}`)
		d.expect("PATCH", "/items/products/900?fields=variations.id", `{"variations":[901]}`, `{"data":{"variations":[{"id":901}]}}`)
		d.expect("PATCH", "/items/products/900?fields=variations", `{"variations":[]}`, `{"data":{"variations":[]}}`)
		d.reject("admin", "PATCH", "/items/products/900", `{"variations":[99999]}`, 403, "FORBIDDEN")
		d.reject("admin", "PATCH", "/items/products/900", `{"variations":"x"}`, 400, "INVALID_PAYLOAD")
		d.reject("admin", "PATCH", "/items/products/900", `{"variations":[true]}`, 400, "INVALID_PAYLOAD")
	})
}

func TestChangesOfRelationKeepOtherRows(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, "")
		d.expect("POST", "/items/products?fields=id", `{"id":900,"slug":"p900","categories":[{"id":910,"categories_id":1,"sort":4},{"id":911,"categories_id":2,"sort":5}]}`, `{"data":{"id":900}}`)
		d.expect("PATCH", "/items/products/900?fields=categories.id,categories.sort,categories.categories_id",
			`{"categories":{"create":[{"categories_id":3}],"update":[{"id":910,"sort":9}],"delete":[911,1]}}`,
			`{"data":{"categories":[{"id":912,"sort":6,"categories_id":3},{"id":910,"sort":9,"categories_id":1}]}}`)
		d.reject("admin", "PATCH", "/items/products/900", `{"categories":{"update":[{"sort":9}]}}`, 400, "INVALID_PAYLOAD")
		d.reject("admin", "PATCH", "/items/products/900", `{"categories":{"remove":[1]}}`, 400, "INVALID_PAYLOAD")
		d.reject("admin", "PATCH", "/items/products/900", `{"categories":{"update":[{"id":99999,"sort":9}]}}`, 403, "FORBIDDEN")
	})
}

func TestWriteManyToAny(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, "")
		d.expect("PATCH", "/items/footer?fields=links.collection,links.item:link.title,links.item:products.slug",
			`{"links":[{"collection":"link","item":{"title":"Fresh"},"sort":1},{"collection":"products","item":{"id":3,"slug":"three"},"sort":2},{"collection":"link","item":1,"sort":3}]}`,
			`{"data":{"links":[{"collection":"link","item":{"title":"Fresh"}},{"collection":"products","item":{"slug":"three"}},{"collection":"link","item":{"title":"Home"}}]}}`)
		d.reject("admin", "PATCH", "/items/footer", `{"links":[{"collection":"tags","item":1}]}`, 400, "INVALID_PAYLOAD")
		d.reject("admin", "PATCH", "/items/footer", `{"links":[{"item":{"title":"x"}}]}`, 400, "INVALID_PAYLOAD")
	})
}

func TestUpdateNestedItem(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, "")
		d.expect("PATCH", "/items/categories/6?fields=parent.id,parent.slug", `{"parent":{"id":5,"slug":"renamed"}}`, `{"data":{"parent":{"id":5,"slug":"renamed"}}}`)
		d.expect("PATCH", "/items/categories/6?fields=parent", `{"parent":null}`, `{"data":{"parent":null}}`)
	})
}

func TestDeleteItems(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, "")
		d.expect("DELETE", "/items/products/1", "", "")
		d.expect("GET", "/items/products_translations?filter[products_id][_eq]=1&fields=id", "", `{"data":[]}`)
		d.expect("DELETE", "/items/products", "[2,3]", "")
		d.expect("DELETE", "/items/products", `{"keys":[4]}`, "")
		d.expect("DELETE", "/items/products", `{"query":{"filter":{"id":{"_eq":5}}}}`, "")
		d.expect("GET", "/items/products?filter[id][_lte]=5&fields=id", "", `{"data":[]}`)
		d.reject("admin", "DELETE", "/items/products", "[6,99999]", 403, "FORBIDDEN")
		d.expect("GET", "/items/products/6?fields=id", "", `{"data":{"id":6}}`)
		d.reject("admin", "DELETE", "/items/products", "{}", 400, "FAILED_VALIDATION")
		d.reject("", "DELETE", "/items/products/6", "", 403, "FORBIDDEN")
		d.reject("admin", "DELETE", "/items/directus_files", "[1]", 403, "FORBIDDEN")
	})
}

func TestInvalidValuesAreReportedTogether(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, "")
		reply := d.reject("admin", "POST", "/items/products", `{"slug":true,"status":null,"stock":"many","valid_at":"yesterday","price":123456789012}`, 400,
			"FAILED_VALIDATION", "FAILED_VALIDATION", "FAILED_VALIDATION", "VALUE_OUT_OF_RANGE", "FAILED_VALIDATION")
		for _, want := range []string{`"field":"slug"`, `"type":"string"`, `"type":"nnull"`, `"field":"stock"`, `"type":"dateTime"`} {
			if !strings.Contains(reply, want) {
				t.Errorf("%s lacks %s", reply, want)
			}
		}
		reply = d.reject("admin", "PATCH", "/items/products/1", `{"translations":{"create":[{"languages_code":"xx-XX"}]}}`, 400, "INVALID_FOREIGN_KEY")
		if !strings.Contains(reply, `"value":"xx-XX"`) || !strings.Contains(reply, `"collection":"products_translations"`) {
			t.Errorf("%s", reply)
		}
		reply = d.reject("admin", "PATCH", "/items/products/1", `{"translations":[{"id":"x"}]}`, 400, "FAILED_VALIDATION")
		if !strings.Contains(reply, `"path":["translations",0]`) {
			t.Errorf("%s", reply)
		}
		d.reject("admin", "POST", "/items/products", `[{"slug":"twin"},{"slug":"twin"}]`, 400, "RECORD_NOT_UNIQUE")
		d.expect("GET", "/items/products?filter[slug][_eq]=twin", "", `{"data":[]}`)
		d.reject("admin", "PATCH", "/items/products/2", `{"slug":"steel-tee-01"}`, 400, "RECORD_NOT_UNIQUE")
		d.reject("admin", "POST", "/items/products", `{"id":1,"slug":"again"}`, 400, "RECORD_NOT_UNIQUE")
		d.reject("admin", "POST", "/items/languages", `{"name":"Latin"}`, 400, "FAILED_VALIDATION")
	})
}

func TestInvalidBodiesAreRefused(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, "")
		for body, codes := range map[string]string{
			`"x"`: "INVALID_PAYLOAD", `{} {}`: "INVALID_PAYLOAD", `[1]`: "INVALID_PAYLOAD", `{"slug":"\u0000"}`: "FAILED_VALIDATION", `nul`: "INVALID_PAYLOAD", `{"a":`: "INVALID_PAYLOAD",
		} {
			d.reject("admin", "POST", "/items/products", body, 400, codes)
		}
		d.reject("admin", "POST", "/items/categories", strings.Repeat(`{"childrens":[`, 20)+strings.Repeat(`]}`, 20), 400, "INVALID_PAYLOAD")
		d.reject("admin", "POST", "/items/products", `{"slug":"`+strings.Repeat("x", 5<<20)+`"}`, http.StatusRequestEntityTooLarge, "CONTENT_TOO_LARGE")
		d.reject("admin", "POST", "/items/products?limit=x", `{"slug":"never"}`, 400, "INVALID_QUERY")
		d.reject("admin", "POST", "/items/nope", `{}`, 403, "FORBIDDEN")
		d.reject("admin", "POST", "/items/products/1", `{}`, 404, "ROUTE_NOT_FOUND")
		d.reject("thief", "POST", "/items/products", `{}`, 400, "INVALID_CREDENTIALS")
		d.expect("POST", "/items/products", `[]`, `{"data":[]}`)
		d.expect("GET", "/items/products?filter[slug][_eq]=never", "", `{"data":[]}`)
	})
}

const editing = `[
 {"collection":"products","action":"read","fields":["id","slug","status","stock","variations"],"permissions":{}},
 {"collection":"variations","action":"read","fields":["*"],"permissions":{}},
 {"collection":"products","action":"create","fields":["slug","status","stock","variations"],"validation":{"_and":[{"stock":{"_gte":0}},{"_or":[{"slug":{"_starts_with":"own-"}},{"slug":{"_regex":"^x[0-9]+$"}}]}]},"presets":{"status":"draft","stock":5}},
 {"collection":"products","action":"update","fields":["stock","variations"],"permissions":{"status":{"_eq":"draft"}}},
 {"collection":"products","action":"delete","permissions":{"status":{"_eq":"draft"}}},
 {"collection":"variations","action":"create","fields":["sku","product"]},
 {"collection":"partners","action":"create","fields":["*"]}]`

func TestPermissionsLimitWrites(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, editing)
		d.expectAs("editor", "POST", "/items/products?fields=slug,status,stock", `{"slug":"own-1"}`, `{"data":{"slug":"own-1","status":"draft","stock":5}}`)
		d.expectAs("editor", "POST", "/items/products?fields=slug,variations.sku", `{"slug":"x7","variations":[{"sku":"S"}]}`, `{"data":{"slug":"x7","variations":[{"sku":"S"}]}}`)
		d.reject("editor", "POST", "/items/products", `{"slug":"theirs","stock":-1}`, 400, "FAILED_VALIDATION", "FAILED_VALIDATION", "FAILED_VALIDATION")
		d.reject("editor", "POST", "/items/products", `{"slug":"own-2","price":1}`, 403, "FORBIDDEN")
		d.reject("editor", "POST", "/items/products", `{"id":5000,"slug":"own-2"}`, 403, "FORBIDDEN")
		d.reject("editor", "POST", "/items/products", `{"slug":"own-2","variations":[{"price":1}]}`, 403, "FORBIDDEN")
		d.reject("editor", "POST", "/items/tags", `{"name":"x"}`, 403, "FORBIDDEN")
		d.expectAs("editor", "POST", "/items/partners", `{"name":"P","secret_note":"s","unknown":1}`, "")

		_, reply := d.send("admin", "GET", "/items/products?fields=id&filter[slug][_eq]=own-1", "")
		var own struct{ Data []struct{ ID int } }
		if err := json.Unmarshal([]byte(reply), &own); err != nil || len(own.Data) != 1 {
			t.Fatal(reply, err)
		}
		mine := fmt.Sprintf("/items/products/%d", own.Data[0].ID)
		d.expectAs("editor", "PATCH", mine+"?fields=stock", `{"stock":6}`, `{"data":{"stock":6}}`)
		d.reject("editor", "PATCH", mine, `{"slug":"own-3"}`, 403, "FORBIDDEN")
		d.reject("editor", "PATCH", "/items/products/1", `{"stock":6}`, 403, "FORBIDDEN")
		d.reject("editor", "DELETE", "/items/products/1", "", 403, "FORBIDDEN")
		d.reject("editor", "PATCH", mine, `{"variations":[1]}`, 403, "FORBIDDEN")
		d.expectAs("editor", "DELETE", mine, "", "")
	})
}

func TestRuleWithCurrentUser(t *testing.T) {
	t.Parallel()
	const own = `[
 {"collection":"tags","action":"read","fields":["*"],"permissions":{"slug":{"_eq":"$CURRENT_USER"}}},
 {"collection":"tags","action":"update","fields":["name"],"permissions":{"slug":{"_eq":"$CURRENT_USER"}}}]`
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, own)
		d.expect("POST", "/items/tags?fields=name", `{"slug":"`+editor+`","name":"Mine"}`, `{"data":{"name":"Mine"}}`)
		if status, reply := d.send("editor", "GET", "/items/tags?fields=name", ""); status != http.StatusOK || reply != `{"data":[{"name":"Mine"}]}` {
			t.Errorf("%d %s", status, reply)
		}
		d.reject("editor", "PATCH", "/items/tags/1", `{"name":"Yours"}`, http.StatusForbidden, "FORBIDDEN")
		for user, want := range map[string]string{"": "no-cache", "editor": "private, no-cache"} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/items/tags", nil)
			if user != "" {
				r.Header.Set("Authorization", "Bearer "+user)
			}
			w := httptest.NewRecorder()
			d.ServeHTTP(w, r)
			if got := w.Header().Get("Cache-Control"); got != want {
				t.Errorf("reply to %q has Cache-Control %q, want %q", user, got, want)
			}
		}
	})
}
