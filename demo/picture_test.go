package demo

import (
	"slices"
	"strings"
	"testing"
)

// alike lists the products that share a picture, because the articles differ only in
// what a picture of one size does not show.
var alike = []struct{ picture, products, reason string }{
	{"straight-union", "straight-union-l straight-union-ll straight-union-s", "series: same form, other dimensions"},
	{"elbow-union", "elbow-union-l elbow-union-s", "series: same form, other dimensions"},
	{"tee-union", "tee-union-l tee-union-s", "series: same form, other dimensions"},
	{"cross-union", "cross-union-l cross-union-s", "series: same form, other dimensions"},
	{"bulkhead-coupling", "bulkhead-coupling-l bulkhead-coupling-s", "series: same form, other dimensions"},
	{"male-stud-coupling", "male-stud-coupling-l male-stud-coupling-s", "series: same form, other dimensions"},
	{"check-valve-tube", "check-valve-tube-l check-valve-tube-s", "series: same form, other dimensions"},
	{"clamp-ferrule", "clamp-ferrule-b clamp-ferrule-c", "series: tube of ISO 1127 or ASME BPE"},
	{"weld-neck-flange", "asme-weld-neck weld-neck-flange weld-neck-flange-low", "pressure and standard: same form"},
	{"blind-flange", "asme-blind blind-flange blind-flange-steel", "pressure, standard, material: same form"},
	{"plate-flange", "loose-flange plate-flange", "type 02 is the ring of type 01 with a larger bore"},
	{"sae-flange", "sae-flange-3000 sae-flange-6000", "pressure: same form"},
	{"hose-nipple", "hose-fitting-dkol hose-fitting-dkos", "series: same form, other dimensions"},
	{"hose-ferrule", "hose-ferrule-2sn hose-ferrule-4sp", "number of ribs inside"},
	{"two-piece-ball-valve", "ball-valve-two-piece ball-valve-two-piece-npt", "thread inside: G or NPT"},
	{"needle-valve", "needle-valve needle-valve-npt", "thread inside: G or NPT"},
	{"hex-plug", "plug-hexagon plug-metric", "thread: inch or metric"},
	{"pressure-gauge", "gauge-100 gauge-160 gauge-63", "nominal size of the case"},
	{"pipe-clamp", "pipe-clamp-heavy pipe-clamp-light", "size of plates and bolts"},
	{"tube-bundle", "precision-tube stainless-tube", "material: both are bright tubes"},
	{"assembly-set", "assembly-set-12s assembly-set-16s", "size"},
	{"clamp-set", "clamp-set-dn25 clamp-set-dn50", "size"},
	{"flange-set", "flange-set-dn50 flange-set-dn80", "size"},
}

func TestTwoKindsOfArticleShareNoPicture(t *testing.T) {
	t.Parallel()
	products := map[string][]string{} // slugs by picture
	for _, table := range []string{"products", "bundles"} {
		rows, err := readTable(table)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			products[r["picture"]] = append(products[r["picture"]], r["slug"])
		}
	}
	want := map[string]string{}
	for _, a := range alike {
		if want[a.picture] != "" || a.reason == "" {
			t.Errorf("%s is listed twice or without a reason", a.picture)
		}
		want[a.picture] = a.products
	}
	for picture, slugs := range products {
		slices.Sort(slugs)
		if got := strings.Join(slugs, " "); len(slugs) > 1 && got != want[picture] {
			t.Errorf("%s shows %q, which are alike: %q", picture, got, want[picture])
		}
		if len(slugs) == 1 && want[picture] != "" {
			t.Errorf("%s shows only %s, listed as alike: %q", picture, slugs[0], want[picture])
		}
		delete(want, picture)
	}
	for picture := range want {
		t.Errorf("%s shows no product", picture)
	}
}

func TestACategoryShowsOneOfItsArticles(t *testing.T) {
	t.Parallel()
	categories, err := readTable("categories")
	if err != nil {
		t.Fatal(err)
	}
	parent, pictures := map[string]string{}, map[string][]string{} // of a category, with those below it
	for _, c := range categories {
		parent[c["slug"]] = c["parent"]
	}
	for _, table := range []string{"products", "bundles"} {
		rows, err := readTable(table)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			for slug := r["category"]; slug != ""; slug = parent[slug] {
				pictures[slug] = append(pictures[slug], r["picture"])
			}
		}
	}
	for _, c := range categories {
		if c["slug"] == "seals" {
			continue // its picture shows a selection of its articles
		}
		if own := pictures[c["slug"]]; len(own) > 0 && !slices.Contains(own, c["picture"]) {
			t.Errorf("%s shows %s, its articles %q", c["slug"], c["picture"], own)
		}
	}
}
