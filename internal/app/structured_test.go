package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
)

const publicAddress = "https://ferrule.example"

// newDemoSite returns a site with the demo content.
func newDemoSite(t *testing.T) http.Handler {
	t.Helper()
	apptest.RequireBuild(t)
	c := apptest.DemoConfig(t, "--base-url", publicAddress)
	s := apptest.Start(t, c)
	return s.Handler()
}

// vocabulary is the part of schema.org that the site uses, with every property
// and range of its types.
type vocabulary struct {
	Types map[string]struct {
		Extends    []string            `json:"extends"`
		Properties map[string][]string `json:"properties"`
	} `json:"types"`
	Enumerations map[string][]string `json:"enumerations"`
}

func readVocabulary(t *testing.T) *vocabulary {
	t.Helper()
	text, err := os.ReadFile("testdata/schema-org.json")
	if err != nil {
		t.Fatal(err)
	}
	v := &vocabulary{}
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatal(err)
	}
	return v
}

// ranges returns the types that a property of a type may have, nil for an unknown
// property.
func (v *vocabulary) ranges(name, property string) []string {
	t := v.Types[name]
	if found := t.Properties[property]; found != nil {
		return found
	}
	for _, parent := range t.Extends {
		if found := v.ranges(parent, property); found != nil {
			return found
		}
	}
	return nil
}

func (v *vocabulary) is(name, of string) bool {
	return name == of || slices.ContainsFunc(v.Types[name].Extends, func(parent string) bool { return v.is(parent, of) })
}

// check lists everything in a node that schema.org does not define.
func (v *vocabulary) check(at string, node map[string]any) (faults []string) {
	name, _ := node["@type"].(string)
	if _, ok := v.Types[name]; !ok {
		return []string{fmt.Sprintf("%s: unknown type %q", at, name)}
	}
	for property, value := range node {
		if strings.HasPrefix(property, "@") {
			continue
		}
		ranges := v.ranges(name, property)
		// "Potential Actions": the input of a property is described under its name.
		if base, ok := strings.CutSuffix(property, "-input"); ok && v.is(name, "Action") && v.ranges(name, base) != nil {
			ranges = []string{"PropertyValueSpecification", "Text"}
		}
		if ranges == nil {
			faults = append(faults, fmt.Sprintf("%s: %s has no property %q", at, name, property))
			continue
		}
		values, many := value.([]any)
		if !many {
			values = []any{value}
		}
		for i, each := range values {
			faults = append(faults, v.checkValue(fmt.Sprintf("%s.%s[%d]", at, property, i), each, ranges)...)
		}
	}
	return faults
}

func (v *vocabulary) checkValue(at string, value any, ranges []string) []string {
	wrong := []string{fmt.Sprintf("%s: %v is none of %v", at, value, ranges)}
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(ranges, n) })
	}
	switch value := value.(type) {
	case map[string]any:
		name, _ := value["@type"].(string)
		if !slices.ContainsFunc(ranges, func(r string) bool { return v.is(name, r) }) {
			return wrong
		}
		return v.check(at, value)
	case float64:
		if !has("Number", "Integer", "Float") || (!has("Number", "Float") && value != float64(int64(value))) {
			return wrong
		}
	case bool:
		if !has("Boolean") {
			return wrong
		}
	case string:
		if value == "" {
			return wrong
		}
		for _, r := range ranges {
			if member, ok := strings.CutPrefix(value, "https://schema.org/"); ok && slices.Contains(v.Enumerations[r], member) {
				return nil
			}
		}
		if has("Text") {
			return nil
		}
		address, err := url.Parse(value)
		absolute := err == nil && address.Scheme != "" && address.Host != ""
		// A URL may also identify a thing, but not a value or a member of an enumeration.
		isThing := slices.ContainsFunc(ranges, func(r string) bool { _, ok := v.Types[r]; return ok || r == "Thing" || r == "BusinessFunction" })
		if !absolute || (!has("URL") && !isThing) {
			return wrong
		}
	default:
		return wrong
	}
	return nil
}

var (
	linkedData    = regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)
	canonicalLink = regexp.MustCompile(`<link rel="canonical" href="([^"]*)">`)
)

// graphOf returns the JSON-LD of a page, by type.
func graphOf(t *testing.T, site http.Handler, path string) map[string]map[string]any {
	t.Helper()
	w := httptest.NewRecorder()
	site.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	if w.Code != http.StatusOK {
		t.Fatalf("%s: status %d", path, w.Code)
	}
	graph := map[string]map[string]any{}
	for _, found := range linkedData.FindAllStringSubmatch(w.Body.String(), -1) {
		var data struct {
			Context string           `json:"@context"`
			Graph   []map[string]any `json:"@graph"`
		}
		if err := json.Unmarshal([]byte(found[1]), &data); err != nil || data.Context != "https://schema.org" {
			t.Fatalf("%s: %v %s", path, err, found[1])
		}
		for _, node := range data.Graph {
			name, _ := node["@type"].(string)
			graph[name] = node
		}
	}
	return graph
}

func TestDemoPagesDescribeThemselvesToCrawlers(t *testing.T) {
	t.Parallel()
	site := newDemoSite(t)
	for name, test := range map[string]func(*testing.T, http.Handler){
		"structured data uses terms of schema.org":                                 checkStructuredData,
		"products have number, material, values and an offer without a price":      checkProducts,
		"pages link only the languages of their record":                            checkLanguageLinks,
		"pictures for networks are drawn from the files, and sitemaps can be read": checkPicturesAndSitemaps,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, site)
		})
	}
}

func checkPicturesAndSitemaps(t *testing.T, site http.Handler) {
	for path, want := range map[string]string{
		"/og/de/product/straight-union-s.png": "image/png", "/sitemap.xml": "application/xml; charset=utf-8",
		"/sitemaps/products-1.xml": "application/xml; charset=utf-8", "/feeds/products.fr.xml": "application/atom+xml; charset=utf-8",
		"/robots.txt": "text/plain; charset=utf-8", "/llms.txt": "text/plain; charset=utf-8",
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		site.ServeHTTP(w, r)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != want {
			t.Errorf("%s: %d %s", path, w.Code, w.Header().Get("Content-Type"))
		}
		if strings.HasPrefix(path, "/sitemaps/") && w.Header().Get("Content-Encoding") != "gzip" {
			t.Errorf("%s is not compressed", path)
		}
	}
}

func checkStructuredData(t *testing.T, site http.Handler) {
	vocabulary := readVocabulary(t)
	for path, types := range map[string]string{
		"":                          "Organization WebSite",
		"/catalog":                  "BreadcrumbList ItemList",
		"/catalog/tube-fittings":    "BreadcrumbList ItemList",
		"/catalog/straight-unions":  "BreadcrumbList ItemList",
		"/product":                  "BreadcrumbList ItemList",
		"/product/straight-union-s": "BreadcrumbList ProductGroup",
		"/product/weld-elbow-45":    "BreadcrumbList ProductGroup",
		"/product/hose-set-dn10":    "BreadcrumbList Product",
		"/about":                    "BreadcrumbList Organization",
		"/support":                  "BreadcrumbList FAQPage",
		"/contacts":                 "BreadcrumbList Organization",
		"/imprint":                  "BreadcrumbList",
		"/privacy":                  "BreadcrumbList",
		"/search?q=dn":              "",
	} {
		for _, prefix := range []string{"/de", "/en", "/fr", "/it"} {
			graph := graphOf(t, site, prefix+path)
			var names []string
			for name, node := range graph {
				names = append(names, name)
				for _, fault := range vocabulary.check(name, node) {
					t.Errorf("%s%s: %s", prefix, path, fault)
				}
			}
			slices.Sort(names)
			if got := strings.Join(names, " "); got != types {
				t.Errorf("%s%s: %q, want %q", prefix, path, got, types)
			}
		}
	}
}

func checkProducts(t *testing.T, site http.Handler) {
	family := graphOf(t, site, "/en/product/straight-union-s")["ProductGroup"]
	sizes, _ := family["hasVariant"].([]any)
	if len(sizes) != 30 || family["sku"] != "FR-GV-12S-71" || !strings.Contains(fmt.Sprint(family["material"]), "1.4571") {
		t.Fatalf("%d sizes, %v, %v", len(sizes), family["sku"], family["material"])
	}
	size, _ := sizes[0].(map[string]any)
	offer, _ := size["offers"].(map[string]any)
	if !strings.HasPrefix(fmt.Sprint(size["mpn"]), "FR-GV-") || offer["availability"] != "https://schema.org/LimitedAvailability" {
		t.Errorf("%v %v", size["mpn"], offer)
	}
	for name := range offer {
		if strings.Contains(strings.ToLower(name), "price") {
			t.Errorf("the offer has %s", name)
		}
	}
	values := fmt.Sprint(family["additionalProperty"])
	for _, want := range []string{"unitCode:MMT", "unitText:bar", "maxValue:630", "minValue:315"} {
		if !strings.Contains(values, want) {
			t.Errorf("%s lacks %s", values, want)
		}
	}
	crumbs := fmt.Sprint(graphOf(t, site, "/en/product/straight-union-s")["BreadcrumbList"])
	for _, want := range []string{publicAddress + "/en ", "/en/catalog ", "/en/catalog/straight-unions ", "/en/product/straight-union-s "} {
		if !strings.Contains(crumbs, want) {
			t.Errorf("%s lacks %s", crumbs, want)
		}
	}
	search := fmt.Sprint(graphOf(t, site, "/fr")["WebSite"])
	if !strings.Contains(search, publicAddress+"/fr/search?q={search_term_string}") {
		t.Error(search)
	}
}

// The vocabulary must reject something, or the test above proves nothing.
func TestUnknownSchemaOrgTermsAreFound(t *testing.T) {
	t.Parallel()
	v := readVocabulary(t)
	for text, want := range map[string]string{
		`{"@type":"Produkt"}`:                                     "unknown type",
		`{"@type":"Product","colour":"red"}`:                      "no property",
		`{"@type":"Product","offers":{"@type":"Brand"}}`:          "none of",
		`{"@type":"PropertyValue","minValue":"3"}`:                "none of",
		`{"@type":"ListItem","position":1.5}`:                     "none of",
		`{"@type":"Offer","availability":"https://schema.org/X"}`: "none of",
		`{"@type":"Offer","availability":"InStock"}`:              "none of",
		`{"@type":"Product","image":"relative.png"}`:              "none of",
		`{"@type":"Product","name":""}`:                           "none of",
		`{"@type":"Product","query-input":"x"}`:                   "no property",
	} {
		var node map[string]any
		if err := json.Unmarshal([]byte(text), &node); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(v.check("", node), "; "); !strings.Contains(got, want) {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func checkLanguageLinks(t *testing.T, site http.Handler) {
	link := regexp.MustCompile(`<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">`)
	for path, want := range map[string][2]string{ // the languages, the canonical address
		"/de/product/straight-union-s":        {"de-DE en-US fr-FR it-IT x-default", "/de/product/straight-union-s"},
		"/de/product/weld-elbow-45":           {"de-DE en-US fr-FR x-default", "/de/product/weld-elbow-45"},
		"/it/product/weld-elbow-45":           {"de-DE en-US fr-FR x-default", "/de/product/weld-elbow-45"},
		"/en/product/dairy-nut":               {"de-DE en-US it-IT x-default", "/en/product/dairy-nut"},
		"/en/catalog/flanges":                 {"de-DE en-US fr-FR it-IT x-default", "/en/catalog/flanges"},
		"/en/catalog/tube-fittings?page=2":    {"de-DE en-US fr-FR it-IT x-default", "/en/catalog/tube-fittings?page=2"},
		"/en/catalog/tube-fittings?sort=name": {"", "/en/catalog/tube-fittings"},
		"/en/catalog/tube-fittings?stock=1":   {"", "/en/catalog/tube-fittings"},
		"/about":                              {"de-DE en-US fr-FR it-IT x-default", "/de/about"},
	} {
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		var codes []string
		for _, found := range link.FindAllStringSubmatch(w.Body.String(), -1) {
			codes = append(codes, found[1])
		}
		canonical := ""
		if found := canonicalLink.FindStringSubmatch(w.Body.String()); found != nil {
			canonical = found[1]
		}
		hidden := strings.Contains(w.Body.String(), `<meta name="robots" content="noindex">`)
		if got := strings.Join(codes, " "); got != want[0] || canonical != publicAddress+want[1] || hidden != (want[0] == "") {
			t.Errorf("%s: %q %q, noindex %v", path, got, canonical, hidden)
		}
	}
}
