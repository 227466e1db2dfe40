package app_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"ferrule/internal/app/apptest"
)

func TestAnUnknownVariantShowsTheProductPage(t *testing.T) {
	t.Parallel()
	site := newDemoSite(t)
	get := func(path string) string {
		t.Helper()
		status, body := apptest.Request(t, site, http.MethodGet, path, "")
		if status != http.StatusOK {
			t.Fatalf("%s: status %d", path, status)
		}
		return body
	}
	var found struct {
		Data []struct {
			SKU     string
			Product struct{ Slug string }
		}
	}
	if err := json.Unmarshal([]byte(get("/api/content/items/variations?fields=sku,product.slug&sort=-id&limit=1")), &found); err != nil || len(found.Data) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	address := "/de/product/" + found.Data[0].Product.Slug
	product := get(address)
	if get(address+"?variant="+found.Data[0].SKU) == product {
		t.Errorf("the page of %s is that of its product", found.Data[0].SKU)
	}
	if get(address+"?variant=INVENTED-1") != product {
		t.Error("an unknown variation has a page of its own")
	}
}
