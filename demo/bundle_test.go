package demo

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sized is a part of a set with the values that must match.
type sized struct {
	sku, title string
	values     map[string]string // by the attribute's slug
}

func TestSetHasTheValuesThatItsPartsHaveInCommon(t *testing.T) {
	t.Parallel()
	same := func(attribute, text string) [2]string { return [2]string{attribute, text} }
	body := part{size: size{cells: [][2]string{same("tube-od", "12"), same("pn", "630"), same("thread", "M20×1,5")}}}
	ring := part{size: size{cells: [][2]string{same("tube-od", "12"), same("pn", "315"), same("l1", "9")}}}
	nut := part{size: size{cells: [][2]string{same("thread", "M20×1,5")}}}
	got := commonCells([]part{body, nut, ring})
	if want := [][2]string{same("tube-od", "12"), same("thread", "M20×1,5")}; !slices.Equal(got, want) {
		t.Errorf("common values %v, want %v", got, want)
	}
}

// bundles are the sets of the expanded demo with their parts. A part whose
// variation is missing or belongs to another product is reported.
func bundles(t *testing.T) map[string][]sized {
	t.Helper()
	e, _ := expand(t)
	attributes, values := map[int]string{}, map[int]string{}
	for _, a := range e.Items.Attributes {
		attributes[a.ID] = a.Slug
	}
	for _, v := range e.Items.AttributeValues {
		values[v.ID] = v.Value
	}
	sizes := map[[2]int]sized{} // by product and variation
	for _, p := range e.Items.Products {
		for _, v := range p.Variations {
			s := sized{sku: v.SKU, values: map[string]string{}}
			for _, text := range v.Translations {
				if text["languages_code"] == "en-US" {
					s.title = text["title"]
				}
			}
			for _, cell := range v.Attributes {
				s.values[attributes[cell.Attribute]] = values[cell.Value]
			}
			sizes[[2]int{p.ID, v.ID}] = s
		}
	}
	sets := map[string][]sized{}
	for _, p := range e.Items.Products {
		for _, row := range p.Bundle {
			s, known := sizes[[2]int{row.Product, row.Variation}]
			if !known {
				t.Errorf("%s: part %d names variation %d, which does not belong to product %d", p.SKU, row.Sort, row.Variation, row.Product)
			}
			sets[p.SKU] = append(sets[p.SKU], s)
		}
	}
	return sets
}

// Connected parts have the same tube, diameter and thread.
func TestThePartsOfASetFitEachOther(t *testing.T) {
	t.Parallel()
	sets := bundles(t)
	if len(sets) < 10 {
		t.Fatalf("%d sets", len(sets))
	}
	same := func(set string, parts []sized, slugs ...string) {
		t.Helper()
		for _, slug := range slugs {
			var found []string
			for _, p := range parts {
				if v := p.values[slug]; v != "" && !slices.Contains(found, v) {
					found = append(found, v)
				}
			}
			if len(found) > 1 {
				t.Errorf("%s: %s is %v", set, slug, found)
			}
		}
	}
	for set, parts := range sets {
		same(set, parts, "tube-od", "dn", "thread")
		switch family := strings.Split(set, "-")[1]; family {
		case "MS":
			same(set, parts, "pn")
		case "CS":
			same(set, parts, "outside-diameter")
		case "FS", "BS":
			flange, gasket, bolts := parts[0], parts[1], parts[2]
			same(set, []sized{flange, gasket}, "pn")
			if flange.values["holes"] != bolts.values["quantity"] || !strings.HasPrefix(bolts.values["bolt"], flange.values["bolt"]+"×") {
				t.Errorf("%s: %s holes for %s, bolts %s %s", set, flange.values["holes"], flange.values["bolt"], bolts.values["quantity"], bolts.values["bolt"])
			}
		}
	}
}

// The number of a set contains its size: 12S, DN 80 PN 40.
func TestThePartsOfASetHaveItsSize(t *testing.T) {
	t.Parallel()
	assembly := regexp.MustCompile(`^FR-MS-[WT]?(\d+)([LS])-(\w+)$`)
	flanges := regexp.MustCompile(`^FR-[FB]S-0*(\d+)-0*(\d+)$`)
	diameter := regexp.MustCompile(`^FR-[CH]S-0*(\d+)$`)
	assemblies := map[string]string{}
	for set, parts := range bundles(t) {
		if of := assembly.FindStringSubmatch(set); of != nil {
			for i, p := range parts {
				// A ring of both series is "12 L/S".
				series := regexp.MustCompile(`^` + of[1] + `(` + of[2] + `| ` + of[2] + `| L/S)$`)
				if p.values["tube-od"] != of[1] || !series.MatchString(p.title) || !strings.HasSuffix(p.sku, "-"+of[3]) {
					t.Errorf("%s: part %d is %s, %s, tube %s", set, i+1, p.sku, p.title, p.values["tube-od"])
				}
			}
			numbers := parts[0].sku + parts[1].sku + parts[2].sku
			if other, taken := assemblies[numbers]; taken {
				t.Errorf("%s has the parts of %s", set, other)
			}
			assemblies[numbers] = set
			continue
		}
		dn, pn := "", ""
		if of := flanges.FindStringSubmatch(set); of != nil {
			dn, pn = of[1], of[2]
		} else if of := diameter.FindStringSubmatch(set); of != nil {
			dn = of[1]
		}
		for i, p := range parts {
			if have := p.values["dn"]; dn != "" && have != "" && have != dn {
				t.Errorf("%s: part %d is %s, DN %s", set, i+1, p.sku, have)
			}
			if have := p.values["pn"]; pn != "" && have != "" && have != pn {
				t.Errorf("%s: part %d is %s, PN %s", set, i+1, p.sku, have)
			}
		}
	}
	if len(assemblies) < 4 {
		t.Errorf("%d assembly sets", len(assemblies))
	}
}
