package itemsapi_test

import (
	"net/http"
	"testing"
)

// FuzzWrite checks that no body causes a server error.
func FuzzWrite(f *testing.F) {
	for _, body := range []string{
		`{"slug":"a","translations":[{"languages_code":"de-DE","name":"x"},7]}`, `[{"id":1},{"id":2,"stock":"3"}]`, `{"keys":[1,2],"data":{"price":1e400}}`,
		`{"query":{"filter":{"slug":{"_contains":"a"}},"limit":-1},"data":{"status":"draft"}}`, `{"categories":{"create":[{"categories_id":{"slug":"b"}}],"update":[{"id":1,"sort":-9}],"delete":[1]}}`,
		`{"thumbnail":{"id":"e69b4b6e-0271-58a5-bcfe-d0d4f02bf8df","title":"t"}}`, `{"links":[{"collection":"products","item":{"id":3}},{"collection":"link","item":"1"}]}`,
		`{"id":9223372036854775807,"ean":"-9223372036854775808","weight":1e308,"release_date":"0000-01-01","opens":"24:00"}`, `{"parent":{"parent":{"parent":{"id":1}}}}`,
		`{"specs":{"a":[null,1e999]},"keywords":[1,[2]],"is_new":"maybe"}`, `{"id":1,"childrens":[1]}`, "{\"slug\":\"\xff\"}", `{"":null,"?id":1,"id":{}}`, `[]`, `[[[[]]]]`,
	} {
		for way := range byte(8) {
			f.Add(way, body)
		}
	}
	d := newItemSite(f, "", "")
	f.Fuzz(func(t *testing.T, way byte, body string) {
		method, target := http.MethodPatch, "/items/products/2"
		switch way % 8 {
		case 0:
			method, target = http.MethodPost, "/items/products"
		case 1:
			target = "/items/products"
		case 2:
			method, target = http.MethodDelete, "/items/tags"
		case 3:
			target = "/items/footer"
		case 4:
			target = "/items/categories/6"
		case 5:
			method, target = http.MethodPost, "/items/categories"
		case 6:
			target = "/items/clients"
		}
		d.t = t
		if status, reply := d.send("admin", method, target, body); status >= http.StatusInternalServerError {
			t.Errorf("%s %s %q: %d %s", method, target, body, status, reply)
		}
	})
}
