package account

import (
	"net/http/httptest"
	"testing"
)

func TestATokenIsFoundInTheQuery(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"":                                 "",
		"fields=*&access_token=abc":        "abc",
		"access_token=a%20b&fields=*":      "a b",
		"access%5Ftoken=abc":               "abc",
		"%61ccess_token=abc":               "abc",
		"filter[access_token]=abc&&=&a":    "",
		"access_tokens=abc&access_token":   "",
		"access_token=%zz&access_token=ok": "ok",
	} {
		r := httptest.NewRequest("GET", "/items/products", nil)
		r.URL.RawQuery = query
		if got, _, err := tokenOf(r); got != want || err != nil {
			t.Errorf("%s: %q %v", query, got, err)
		}
		if parsed := r.URL.Query().Get("access_token"); parsed != want {
			t.Errorf("%s: net/url finds %q", query, parsed)
		}
	}
}
