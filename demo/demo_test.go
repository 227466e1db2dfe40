package demo

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// expanded is the part of content.json that the tests read.
type expanded struct {
	Files []struct{ ID, Filename string }
	Items struct {
		Attributes []struct {
			ID   int
			Slug string
		}
		AttributeValues []struct {
			ID    int
			Value string
		} `json:"attribute_values"`
		Categories []struct {
			ID           int
			Slug, Status string
			Parent       *int
			Translations []map[string]string
		}
		Products []struct {
			ID                int
			Slug, SKU, Status string
			Stock             int
			Drawing           string
			ProductType       string `json:"product_type"`
			Attributes        []any
			Bundle            []struct {
				Product   int `json:"related_products_id"`
				Variation int `json:"related_variations_id"`
				Sort      int
			}
			Translations     []map[string]any
			Variations       []variation
			Categories, Tags []any
		}
	}
}

type variation struct {
	ID           int
	SKU          string
	Attributes   []struct{ Attribute, Value int }
	Translations []map[string]string
}

func expand(t *testing.T) (expanded, fs.FS) {
	t.Helper()
	source, err := Source()
	if err != nil {
		t.Fatal(err)
	}
	body, err := fs.ReadFile(source, "content.json")
	if err != nil {
		t.Fatal(err)
	}
	var e expanded
	if err := json.Unmarshal(body, &e); err != nil {
		t.Fatal(err)
	}
	return e, source
}

func TestTheCatalogueHasTheRequiredSize(t *testing.T) {
	t.Parallel()
	e, _ := expand(t)
	parents := map[int]*int{}
	for _, c := range e.Items.Categories {
		parents[c.ID] = c.Parent
	}
	level := func(id int) int {
		n := 1
		for p := parents[id]; p != nil; p = parents[*p] {
			n++
		}
		return n
	}
	published, drafts := map[int]int{}, map[int]int{}
	for _, c := range e.Items.Categories {
		if c.Status == "published" {
			published[level(c.ID)]++
		} else {
			drafts[level(c.ID)]++
		}
	}
	if published[1] < 20 || published[2]+published[3] < 60 || published[3] == 0 {
		t.Errorf("published categories by level: %v", published)
	}
	if drafts[1] == 0 || drafts[2] == 0 || drafts[3] == 0 {
		t.Errorf("drafts by level: %v", drafts)
	}
	products, variations, bundles := 0, 0, 0
	for _, p := range e.Items.Products {
		if p.Status != "published" {
			continue
		}
		products++
		variations += len(p.Variations)
		if p.ProductType == "bundle" {
			bundles++
		}
		if len(p.Attributes) < 8 {
			t.Errorf("%s has %d attributes", p.Slug, len(p.Attributes))
		}
		if len(p.Categories) == 0 || p.ProductType == "variation" && len(p.Variations) == 0 {
			t.Errorf("%s has no category or no sizes", p.Slug)
		}
	}
	if products < 90 || variations < 1500 || bundles < 10 {
		t.Errorf("%d products, %d variations, %d bundles", products, variations, bundles)
	}
}

func TestTheTextsOfThePagesNameTheCountedArticles(t *testing.T) {
	t.Parallel()
	e, source := expand(t)
	articles := 0
	for _, p := range e.Items.Products {
		if p.Status == "published" {
			articles += max(1, len(p.Variations))
		}
	}
	body, err := fs.ReadFile(source, "content.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		grouped(articles, "de-DE") + "\u00a0Artikel", grouped(articles, "en-US") + "\u00a0items",
		grouped(articles, "fr-FR") + "\u00a0articles", grouped(articles, "it-IT") + "\u00a0articoli",
	} {
		if !strings.Contains(string(body), text) {
			t.Errorf("no text contains %q", text)
		}
	}
	for _, token := range []string{"{articles}", "{stocked}"} {
		if strings.Contains(string(body), token) {
			t.Errorf("a text contains %s", token)
		}
	}
}

func TestNumbersAndSlugsAreUniqueAndPlain(t *testing.T) {
	t.Parallel()
	e, _ := expand(t)
	plain := regexp.MustCompile(`^[a-z0-9-]+$`)
	number := regexp.MustCompile(`^FR-[A-Za-z0-9/+-]+$`)
	slugs, numbers := map[string]bool{}, map[string]string{}
	for _, c := range e.Items.Categories {
		if slugs["c/"+c.Slug] || !plain.MatchString(c.Slug) {
			t.Errorf("slug %q", c.Slug)
		}
		slugs["c/"+c.Slug] = true
	}
	for _, p := range e.Items.Products {
		if slugs["p/"+p.Slug] || !plain.MatchString(p.Slug) {
			t.Errorf("slug %q", p.Slug)
		}
		slugs["p/"+p.Slug] = true
		for _, v := range p.Variations {
			if other, taken := numbers[v.SKU]; taken || !number.MatchString(v.SKU) {
				t.Errorf("%s of %s is not plain, or is one of %s", v.SKU, p.Slug, other)
			}
			numbers[v.SKU] = p.Slug
		}
	}
}

func TestEveryTextIsTranslated(t *testing.T) {
	t.Parallel()
	e, _ := expand(t)
	gaps := map[string]string{"weld-elbow-45": "it-IT", "dairy-nut": "fr-FR"} // see the package comment
	for _, p := range e.Items.Products {
		texts := map[string]string{}
		for _, row := range p.Translations {
			code, _ := row["languages_code"].(string)
			texts[code], _ = row["description"].(string)
		}
		for _, language := range languages {
			if (texts[language] == "") != (gaps[p.Slug] == language) {
				t.Errorf("%s in %s: %q", p.Slug, language, texts[language])
			}
		}
		if texts["de-DE"] == texts["en-US"] || texts["fr-FR"] == texts["en-US"] {
			t.Errorf("%s has the same text in two languages", p.Slug)
		}
	}
}

// Checks the dimensions that engineers check first.
func TestDimensionsFollowTheStandards(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		table, where string
		want         row
	}{
		{"flanges-en1092", "dn=80;pn=40", row{"outside-diameter": "200", "bolt-circle": "160", "holes": "8", "hole-diameter": "18", "bolt": "M16"}},
		{"flanges-en1092", "dn=50;pn=16", row{"outside-diameter": "165", "bolt-circle": "125", "holes": "4", "hole-diameter": "18"}},
		{"tube-fittings", "size=12S", row{"tube-od": "12", "thread": "M20×1.5", "pn": "630"}},
		{"tube-fittings", "size=12L", row{"tube-od": "12", "thread": "M18×1.5", "pn": "315"}},
		{"tube-fittings", "size=16S", row{"tube-od": "16", "thread": "M24×1.5", "pn": "400"}},
		{"clamps-din32676", "series=A;dn=25", row{"outside-diameter": "50.5"}},
		{"flanges-asme", "nps=2;class=150", row{"holes": "4", "hole-diameter": "19.1"}},
	} {
		rows, err := readTable("dimensions/" + tt.table)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, r := range rows {
			if !r.matches(tt.where) {
				continue
			}
			found = true
			for column, want := range tt.want {
				if r[column] != want {
					t.Errorf("%s, %s: %s is %q, want %q", tt.table, tt.where, column, r[column], want)
				}
			}
		}
		if !found {
			t.Errorf("%s has no row with %s", tt.table, tt.where)
		}
	}
}

func TestTheExpansionIsReproducibleAndComplete(t *testing.T) {
	t.Parallel()
	e, one := expand(t)
	_, two := expand(t)
	for _, name := range []string{"content.json", "files/" + sheetName("straight-union-s", "fr-FR")} {
		a, err := fs.ReadFile(one, name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := fs.ReadFile(two, name)
		if err != nil {
			t.Fatal(err)
		}
		if string(a) != string(b) {
			t.Errorf("%s differs from one expansion to the next", name)
		}
	}
	for _, f := range e.Files {
		if _, err := fs.Stat(one, "files/"+f.Filename); err != nil {
			t.Error(err)
		}
		if f.ID != fileID(f.Filename) {
			t.Errorf("%s has id %s", f.Filename, f.ID)
		}
	}
}

func TestADataSheetIsAPDF(t *testing.T) {
	t.Parallel()
	_, source := expand(t)
	b, err := fs.ReadFile(source, "files/"+sheetName("straight-union-s", "de-DE"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	if !strings.HasPrefix(text, "%PDF-1.") || !strings.HasSuffix(text, "%%EOF\n") || !strings.Contains(text, "FR-GV-12S-71") {
		t.Errorf("%.80q…", text)
	}
}

func TestADataSheetRejectsCharactersThatItsFontLacks(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{"Bride à collerette": "Bride \xe0 collerette", "−40 ≤ °C": "\x9640 max. \xb0C", "Фланец": ""} {
		file, err := sheet{title: title, head: []string{"SKU"}, created: created(1)}.pdf()
		if (err == nil) != (want != "") || !strings.Contains(string(file), want) {
			t.Errorf("%s: got error %v, want %q in the file", title, err, want)
		}
	}
}

func TestADocumentOfTheSupportPageIsAFileWithItsSize(t *testing.T) {
	t.Parallel()
	e, source := expand(t)
	body, err := fs.ReadFile(source, "content.json")
	if err != nil {
		t.Fatal(err)
	}
	var pages struct {
		Items struct {
			Support []struct {
				Translations []struct {
					Documents []struct {
						Title, Link, Type string
						Size              int64
					} `json:"docs_list"`
				}
			}
		}
	}
	if err := json.Unmarshal(body, &pages); err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, f := range e.Files {
		names["/assets/"+f.ID] = f.Filename
	}
	listed := 0
	for _, text := range pages.Items.Support[0].Translations {
		for _, d := range text.Documents {
			listed++
			info, err := fs.Stat(source, "files/"+names[d.Link])
			if names[d.Link] == "" || err != nil || info.Size() != d.Size || d.Type != "PDF" {
				t.Errorf("%s: %s, %s of %d bytes: file %q (%v)", d.Title, d.Link, d.Type, d.Size, names[d.Link], err)
			}
		}
	}
	if listed != 12 {
		t.Errorf("%d documents, expected three in four languages", listed)
	}
}
