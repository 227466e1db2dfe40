package page

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// The browser reads the same file (web/src/content/columns.test.ts).
func TestRepliesAreConvertedToColumns(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/columns.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name          string
		Reply, Column json.RawMessage
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		spaced := strings.NewReplacer(",", " ,\n", ":", ": ").Replace(string(c.Reply))
		if strings.Contains(c.Name, "texts") {
			spaced = string(c.Reply)
		}
		for _, reply := range []string{string(c.Reply), spaced} {
			if got, err := columns([]byte(reply), "de-DE"); err != nil || string(got) != string(c.Column) {
				t.Errorf("%s: %s %v, want %s", c.Name, got, err, c.Column)
			}
		}
	}
}

func TestOnlyTranslationsOfThePagesLanguageAreKept(t *testing.T) {
	t.Parallel()
	const list = `[{"text":"A"},{"text":"B","languages_code":"de-DE"},{"text":"C","languages_code":"fr-FR"},{"text":"D","languages_code":null}]`
	for language, want := range map[string]string{
		"de-DE": `{"":[{"text":"A"},{"text":"B","languages_code":"de-DE"},{"text":"D","languages_code":null}],"#":3}`,
		"it-IT": `{"":` + list + `,"#":4}`,
	} {
		if got, err := columns([]byte(list), language); err != nil || string(got) != want {
			t.Errorf("%s: %s %v, want %s", language, got, err, want)
		}
	}
}

func TestMalformedJSONIsAnError(t *testing.T) {
	t.Parallel()
	for _, reply := range []string{``, `[`, `[1`, `[1,`, `{"a"`, `{"a":`, `{"a":1`, `{"a" 1}`, `"a`, `"a\`, `1 2`, `]`, `[1}`} {
		if got, err := columns([]byte(reply), "de-DE"); err == nil {
			t.Errorf("%q became %s", reply, got)
		}
	}
}

// The browser's test has the same names.
func TestQueryHash(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{"": "0", "/items/products?filter[slug][_eq]=für": "1t6m0e8"} {
		if got := queryHash(query); got != want {
			t.Errorf("queryHash(%s) = %s", query, got)
		}
	}
}

func TestQueriesWithTheSameNameAreAnError(t *testing.T) {
	t.Parallel()
	st := state{queries: []string{"/items/Aa", "/items/BB"}, replies: []json.RawMessage{[]byte("1"), []byte("2")}}
	if got, err := st.embedded(); err == nil || !strings.Contains(err.Error(), "/items/BB") {
		t.Errorf("got %s, error %v", got, err)
	}
}
