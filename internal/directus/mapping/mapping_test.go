package mapping

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
)

func TestParseNamesEachProblemWithItsRemedy(t *testing.T) {
	t.Parallel()
	m := content.Default()
	for text, want := range map[string]string{
		`{}`:    "",
		example: "",
		`{"languages":{"1":"de-DE","2":"en-US"},"values":{"products":{"status":{"false":"published"}}}}`: "",
		`{`:                                                "it has to look like",
		`{"collection":{}}`:                                "it has to look like",
		`{"collections":{"nope":"x","tags":""}}`:           `collection "nope": it is not in the model; ferrule content schema lists the model`,
		`{"collections":{"tags":""}}`:                      `collection "tags": it is mapped to nothing`,
		`{"collections":{"tags":"products"}}`:              `are both "products" in the Directus; map one of them`,
		`{"collections":{"directus_files":"media"}}`:       "the files of a Directus have no other name",
		`{"fields":{"products":{"nope":"x"}}}`:             "field products.nope is no column of the model",
		`{"fields":{"nope":{"id":"x"}}}`:                   `collection "nope" is not in the model`,
		`{"fields":{"products":{"variations":1}}}`:         "it has to look like",
		`{"fields":{"products":{"tags":"x"}}}`:             "field products.tags is no column",
		`{"fields":{"products":{"sku":""}}}`:               `give the value under "constants"`,
		`{"values":{"products":{"stock":{"few":"some"}}}}`: `values: products.stock: "few" becomes some`,
		`{"values":{"products":{"id":{"a":1}}}}`:           `values: products.id is a key; keys are copied`,
		`{"constants":{"products":{"id":1}}}`:              "products.id is a key",
		`{"constants":{"products":{"stock":"many"}}}`:      "many is not a value of type integer",
		`{"constants":{"products":{"sku":"x"}},"fields":{"products":{"sku":"number"}}}`: `is mapped to the field "number" as well`,
		`{"values":{"files_translations":{"languages_code":{"de":"de-DE"}}}}`:           `languages_code is a key; keys are copied, and those of languages are mapped under "languages"`,
		`{"languages":{"de":"de-DE","at":"de-DE"}}`:                                     `"at" and "de" both become "de-DE"`,
		`{"languages":{"de":""}}`:                                                       `both have to be given, such as "de":"de-DE"`,
		`{"folders":[""]}`:                                                              "folders: an entry is empty",
	} {
		_, err := Parse(m, []byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestParseAcceptsFormerName(t *testing.T) {
	t.Parallel()
	m := content.Default()
	for text, want := range map[string]string{
		`{}`: "files_translations",
		`{"collections":{"directus_files_translations":"files_translations"}}`: "files_translations",
		`{"collections":{"directus_files_translations":"alt_texts"}}`:          "alt_texts",
		`{"collections":{"files_translations":"directus_files_translations"}}`: "directus_files_translations",
	} {
		names, err := Parse(m, []byte(text))
		if got := names.Collection(m.Collection("files_translations")); err != nil || got != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	names, err := Parse(m, []byte(`{"fields":{"directus_files_translations":{"alt":"text"}}}`))
	if got := names.Field(m.Collection("files_translations").Field("alt")); err != nil || got != "text" {
		t.Errorf("field: %q, %v", got, err)
	}
	if _, err := Parse(m, []byte(`{"collections":{"directus_files_translations":"a","files_translations":"b"}}`)); err == nil || !strings.Contains(err.Error(), "mapped twice") {
		t.Errorf("both names: %v", err)
	}
}

// replies are the replies of a Directus by path.
type replies map[string]string

func (r replies) Get(_ context.Context, path string, _ url.Values) (json.RawMessage, error) {
	return json.RawMessage(r[path]), nil
}

func TestSuggestMapsWhatFits(t *testing.T) {
	t.Parallel()
	column := func(collection, name, kind, more string) string {
		return `{"collection":"` + collection + `","field":"` + name + `","type":"` + kind + `","meta":{` + more + `},"schema":{"is_primary_key":` + map[bool]string{true: "true", false: "false"}[name == "id"] + `}}`
	}
	from := replies{
		"/fields": "[" + strings.Join([]string{
			column("shop_products", "id", "uuid", ""), column("shop_products", "slug", "string", ""), column("shop_products", "product_sku", "string", ""), column("shop_products", "stock", "string", ""),
			column("shop_products", "status", "string", `"options":{"choices":[{"value":"active"},{"value":"inactive"}]}`),
			column("shop_products", "colour", "string", ""),
			`{"collection":"shop_products","field":"translations","type":"alias","meta":{},"schema":null}`,
			column("footer", "id", "integer", ""), column("footer", "slug", "string", ""),
			column("forms", "id", "integer", ""), column("forms", "archived", "boolean", ""),
			column("languages", "id", "integer", ""), column("languages", "short", "string", ""), column("languages", "name", "string", ""),
			column("blog", "id", "integer", ""), column("blog", "body", "text", ""),
			column("group", "id", "integer", ""),
			column("directus_files", "id", "uuid", ""), column("directus_users", "id", "uuid", ""),
		}, ",") + "]",
		"/collections":     `[{"collection":"footer","meta":{"singleton":true},"schema":{}},{"collection":"group","meta":{},"schema":null}]`,
		"/items/languages": `[{"id":1,"short":"de","name":"Deutsch"},{"id":2,"short":"en","name":"English"},{"id":3,"short":"pl","name":"Polski"}]`,
	}
	got, notes, err := Suggest(t.Context(), content.Default(), from)
	if err != nil {
		t.Fatal(err)
	}
	want := Mapping{
		Collections: map[string]string{"products": "shop_products"},
		Fields:      map[string]map[string]string{"products": {"sku": "product_sku"}, "languages": {"code": "id"}},
		Values:      map[string]map[string]map[string]any{"products": {"status": {"active": "published"}}},
		Constants:   map[string]map[string]any{"footer": {"status": "published"}},
		Languages:   map[string]string{"1": "de-DE", "2": "en-US"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	text := strings.Join(notes, "\n")
	for _, want := range []string{
		"Guessed: the collection products is shop_products in the Directus.", `the status "active" of shop_products means published`, "Keys of these collections become integers: shop_products (uuid)",
		"shop_products.stock is of type string in the Directus and integer in the model", "shop_products (colour)", "without a place in the model: blog.", "lists of one record in the model: footer.",
		`The language "3" of the Directus is not of the form de-DE`, "which stay empty: ", "Guessed: all records of these collections are published, since they have no field status: footer.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("missing: %s\n%s", want, text)
		}
	}
	encoded, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Parse(content.Default(), encoded); err != nil {
		t.Errorf("the suggestion is not valid: %v", err)
	}
}
