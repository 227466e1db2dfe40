package content_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"ferrule/internal/content"
)

func TestDefaultModelRelations(t *testing.T) {
	t.Parallel()
	m := content.Default()
	for name, want := range map[string]content.Kind{
		"products.slug":                        content.None,
		"products.thumbnail":                   content.ManyToOne,
		"products.translations":                content.Translations,
		"products.categories":                  content.ManyToMany,
		"products.attributes":                  content.OneToMany,
		"products_translations.gallery":        content.Files,
		"categories.parent":                    content.ManyToOne,
		"categories.childrens":                 content.OneToMany,
		"menu.links":                           content.ManyToAny,
		"menu_links.item":                      content.AnyToOne,
		"products_translations.languages_code": content.ManyToOne,
		"product_attributes.values":            content.ManyToMany,
		"products_translations.products_id":    content.ManyToOne,
		"about_translations.clients_list":      content.ManyToAny,
		"about_translations.about_slider":      content.Files,
		"files_translations.languages_code":    content.ManyToOne,
	} {
		collection, field, _ := strings.Cut(name, ".")
		f := m.Collection(collection).Field(field)
		if f == nil || f.Kind != want {
			t.Errorf("%s: got %+v, want kind %d", name, f, want)
		}
	}
	if !m.Collection("index").Singleton || m.Collection("header").Singleton {
		t.Error("index is the only singleton")
	}
}

func TestParseModelRejectsInvalidModels(t *testing.T) {
	t.Parallel()
	const collections = `"collections":[
	 {"collection":"a","meta":{"sort_field":"sort"},"fields":[{"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true}},{"field":"sort","type":"integer","meta":{},"schema":{}},{"field":"bs","type":"alias","meta":{},"schema":null},{"field":"text","type":"string","meta":{},"schema":{}}]},
	 {"collection":"b","meta":{},"fields":[{"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true}},{"field":"a","type":"integer","meta":{},"schema":{}}]}]`
	const relations = `"relations":[{"collection":"b","field":"a","related_collection":"a","schema":{"on_delete":"CASCADE"},"meta":{"one_field":"bs"}}]`
	if _, err := content.ParseModel([]byte("{" + collections + "," + relations + "}")); err != nil {
		t.Fatalf("valid model: %v", err)
	}
	change := func(old, by string) string {
		return strings.Replace("{"+collections+","+relations+`,"public_permissions":[]}`, old, by, 1)
	}
	for want, model := range map[string]string{
		"unexpected EOF":                    "{",
		`"a" is declared twice`:             change(`"collection":"b","meta"`, `"collection":"a","meta"`),
		"not a usable name":                 change(`"field":"text"`, `"field":"te xt"`),
		"unknown type":                      change(`"type":"string"`, `"type":"varchar"`),
		"has no primary key":                change(`"schema":{"is_primary_key":true}`, `"schema":{}`),
		`sort_field "nope" does not exist`:  change(`"sort_field":"sort"`, `"sort_field":"nope"`),
		"alias a.bs belongs to no relation": change(`"one_field":"bs"`, `"one_field":null`),
		`one_field a.cs does not exist`:     change(`"one_field":"bs"`, `"one_field":"cs"`),
		`one_field a.text is not an alias`:  change(`"one_field":"bs"`, `"one_field":"text"`),
		`collection "c" does not exist`:     change(`"related_collection":"a"`, `"related_collection":"c"`),
		"there is no such field":            change(`"field":"a","related`, `"field":"z","related`),
		"on_delete":                         change("CASCADE", "RESTRICT"),
		"cannot hold a key":                 change(`{"field":"a","type":"integer"`, `{"field":"a","type":"string"`),
		`permission: collection "c"`:        change(`"public_permissions":[]`, `"public_permissions":[{"collection":"c","action":"read","fields":["*"]}]`),
		`permission: field a.nope`:          change(`"public_permissions":[]`, `"public_permissions":[{"collection":"a","action":"read","fields":["nope"]}]`),
	} {
		if _, err := content.ParseModel([]byte(model)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func TestParseValueNormalizes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typ      content.Type
		in, want any // want nil: rejected
	}{
		{content.String, "ä", "ä"},
		{content.String, json.Number("5"), "5"},
		{content.String, "a\x00", nil},
		{content.String, true, nil},
		{content.Text, "\xff", nil},
		{content.Integer, json.Number("5"), int64(5)},
		{content.Integer, " 7", int64(7)},
		{content.Integer, "3000000000", nil},
		{content.BigInteger, "3000000000", int64(3000000000)},
		{content.Integer, "1.5", nil},
		{content.Integer, "", nil},
		{content.Float, "1.5", 1.5},
		{content.Decimal, json.Number("20.60"), 20.6},
		{content.Float, "1e400", nil},
		{content.Float, "Inf", nil},
		{content.Boolean, "true", true},
		{content.Boolean, json.Number("0"), false},
		{content.Boolean, "yes", nil},
		{content.JSON, map[string]any{"b": "<&>", "a": nil}, `{"a":null,"b":"<&>"}`},
		{content.CSV, []any{"a", "b"}, "a,b"},
		{content.CSV, "a,b", "a,b"},
		{content.CSV, []any{true}, nil},
		{content.UUID, "AAAAAAAA-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000001"},
		{content.UUID, "x", nil},
		{content.Timestamp, "2025-01-07T09:42:00+01:00", "2025-01-07T08:42:00.000Z"},
		{content.Timestamp, "2025-01-07", "2025-01-07T00:00:00.000Z"},
		{content.Timestamp, "2025-13-01", nil},
		{content.DateTime, "2025-01-07 08:42:00", "2025-01-07T08:42:00"},
		{content.Date, "2025-01-07", "2025-01-07"},
		{content.Time, "06:30", "06:30:00"},
		{content.Time, "25:00", nil},
	} {
		got, err := content.ParseValue(&content.Field{Type: c.typ}, c.in)
		if c.want == nil {
			if err == nil {
				t.Errorf("%s %#v: got %#v, want an error", c.typ, c.in, got)
			}
		} else if err != nil || got != c.want {
			t.Errorf("%s %#v: got %#v, %v, want %#v", c.typ, c.in, got, err, c.want)
		}
	}
}

func TestParseModelAcceptsDirectusSchema(t *testing.T) {
	t.Parallel()
	m, err := content.ParseModel([]byte(`{"core_collections":["a"],"collections":[{"collection":"a","fields":[
	 {"field":"id","type":"integer","schema":{"is_primary_key":true}},
	 {"field":"made","type":"timestamp","schema":{}},
	 {"field":"by","type":"uuid","meta":{"special":["user-created"]},"schema":{}},
	 {"field":"line","type":"alias","meta":{"special":["alias","no-data"],"interface":"presentation-divider"},"schema":null}]}],
	 "relations":[{"collection":"a","field":"by","related_collection":"directus_users","meta":{"one_deselect_action":"nullify"}}],
	 "late_specials":[["a","made",["date-created"]]]}`))
	if err != nil {
		t.Fatal(err)
	}
	a := m.Collection("a")
	if !a.Field("made").HasSpecial("date-created") || a.Field("by").Kind != content.None || a.Field("line") != nil {
		t.Errorf("%+v", a.Fields)
	}
	for want, model := range map[string]string{
		"late_specials a.b: there is no such field": `{"late_specials":[["a","b",[]]]}`,
		"needs [collection, field, specials]":       `{"late_specials":[["a","b"]]}`,
	} {
		if _, err := content.ParseModel([]byte(model)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestParseModelAcceptsFormerNames(t *testing.T) {
	t.Parallel()
	const former = "directus_files_translations"
	declaration := bytes.ReplaceAll(content.Declaration(), []byte(`"files_translations"`), []byte(`"`+former+`"`))
	m, err := content.ParseModel(declaration)
	if err != nil {
		t.Fatal(err)
	}
	c := m.Collection(former)
	if c == nil || c.Name != "files_translations" || m.Collection("files_translations") != c || m.Hash != content.Default().Hash {
		t.Errorf("model of an earlier build: %+v", c)
	}
	if _, err := m.ParsePolicy([]byte(`[{"collection":"` + former + `","action":"read","fields":["*"]}]`)); err != nil {
		t.Errorf("permission: %v", err)
	}
}
