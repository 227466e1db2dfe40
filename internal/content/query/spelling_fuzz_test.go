package query_test

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// bracketed writes a JSON value as parameters with brackets. It returns false for a
// value that brackets cannot express: an empty object or list, a name with brackets
// or one that is a position in a list, and every literal that is no text.
func bracketed(name string, value any, into url.Values) bool {
	switch v := value.(type) {
	case string:
		into.Set(name, v)
		return true
	case []any:
		for i, item := range v {
			if !bracketed(name+"["+strconv.Itoa(i)+"]", item, into) {
				return false
			}
		}
		return len(v) > 0
	case map[string]any:
		for key, item := range v {
			if _, err := strconv.Atoi(key); key == "" || err == nil || strings.ContainsAny(key, "[]") || !bracketed(name+"["+key+"]", item, into) {
				return false
			}
		}
		return len(v) > 0
	}
	return false
}

// FuzzBothSpellings checks that a filter, the options of relations and an aggregate
// mean the same in JSON, in brackets and in the body of a SEARCH request.
func FuzzBothSpellings(f *testing.F) {
	for _, seed := range []string{
		`{"filter":{"_or":[{"slug":{"_in":["a","b"]}},{"translations":{"_none":{"name":{"_icontains":"x"}}}}]}}`,
		`{"filter":{"date_created":{"_between":["2020-01-01","$NOW"]},"id":"1"}}`, `{"filter":{"slug":{"_null":"true"},"sku":{"_eq":"null"}}}`,
		`{"deep":{"translations":{"_filter":{"languages_code":{"_eq":"de-DE"}}},"tags":{"tags_id":{"_sort":"-id"},"_limit":"2"}}}`,
		`{"aggregate":{"count":"*","sum":["sort","id"]},"alias":{"all":"translations"}}`, `{"filter":{"_and":[{"_and":[{"id":"1"}]}]},"sort":["-id","slug"],"fields":["*","tags.*"]}`,
	} {
		f.Add(seed)
	}
	m := content.Default()
	f.Fuzz(func(t *testing.T, text string) {
		var all map[string]any
		const longest = 4 << 10 // bytes: the spellings differ in length, and a query's is limited
		if len(text) > longest || json.Unmarshal([]byte(text), &all) != nil {
			return
		}
		asJSON, asBrackets := url.Values{}, url.Values{}
		for name, value := range all {
			if !query.IsParameter(name) || !bracketed(name, value, asBrackets) {
				return
			}
			switch name {
			case "filter", "deep", "alias", "aggregate":
				if _, isText := value.(string); isText {
					return // it is JSON itself
				}
				written, err := json.Marshal(value)
				if err != nil {
					t.Fatal(err)
				}
				asJSON.Set(name, string(written))
			default:
				bracketed(name, value, asJSON)
			}
		}
		body, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		want, wantErr := query.Parse(m, "products", asJSON)
		for spelling, parse := range map[string]func() (content.Query, error){
			"brackets": func() (content.Query, error) { return query.Parse(m, "products", asBrackets) },
			"a body":   func() (content.Query, error) { return query.ParseObject(m, "products", body) },
		} {
			got, err := parse()
			if (err == nil) != (wantErr == nil) {
				t.Fatalf("%s: %v as parameters, %v in %s", text, wantErr, err, spelling)
			}
			if err != nil {
				continue
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: in %s (-parameters +%s):\n%s", text, spelling, spelling, diff)
			}
			_, bindErr := query.Bind(m, got, time.Unix(0, 0))
			if _, wantErr := query.Bind(m, want, time.Unix(0, 0)); (bindErr == nil) != (wantErr == nil) {
				t.Fatalf("%s: bound, %v as parameters, %v in %s", text, wantErr, bindErr, spelling)
			}
		}
	})
}
