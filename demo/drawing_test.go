package demo

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	model "ferrule/internal/content"
)

// A drawing names only attributes that sizes of its product have, or parts of its
// set, and nothing of it is lost when it is sanitized.
func TestDrawingsNameTheAttributesOfTheirProduct(t *testing.T) {
	t.Parallel()
	e, _ := expand(t)
	slugs := map[int]string{}
	for _, a := range e.Items.Attributes {
		slugs[a.ID] = a.Slug
	}
	field := model.Default().Collection("products").Field("drawing")
	named := regexp.MustCompile(`data-[knv]="([^"]+)"`)
	drawn := 0
	for _, p := range e.Items.Products {
		if p.Drawing == "" {
			continue
		}
		drawn++
		if removed := model.RemovedMarkup(strings.ToLower(p.Drawing), model.CleanMarkup(field, p.Drawing)); len(removed) > 0 {
			t.Errorf("%s: sanitizing removes %q", p.Slug, removed)
		}
		has := map[string]bool{}
		for _, v := range p.Variations {
			for _, cell := range v.Attributes {
				has[slugs[cell.Attribute]] = true
			}
		}
		for n := range p.Bundle {
			has[fmt.Sprintf("part-%d", n+1)] = true
		}
		for _, match := range named.FindAllStringSubmatch(p.Drawing, -1) {
			for slug := range strings.FieldsSeq(match[1]) {
				if !has[slug] {
					t.Errorf("%s: the drawing names %q, which it does not have", p.Slug, slug)
				}
			}
		}
	}
	if drawn < 82 {
		t.Errorf("%d products have a drawing, expected 82", drawn)
	}
}
