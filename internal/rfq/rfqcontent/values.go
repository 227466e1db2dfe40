package rfqcontent

import (
	"regexp"

	"ferrule/internal/rfq"
)

// identifying are the attributes that identify an article: size, pressure, thread and
// material, in this order, with their codes. The cart shows the same
// (web/src/catalogue/cart-chips.ts).
var identifying = []struct{ slug, code string }{ //nolint:gochecknoglobals // a constant
	{"dn", "DN"}, {"nps", "NPS"}, {"pn", "PN"}, {"class", "Class"}, {threadSlug, ""}, {"material", ""},
}

const threadSlug = "thread"

// thread splits a thread such as "M20×1.5" into M and 20×1.5; other notations have no
// code.
var thread = regexp.MustCompile(`^(M|G|Rp?|NPT|UNF|UNC|Rd)\s*(\d\S*(?:\s\d+/\d+)?)$`)

// valueFields are the fields of a value.
func valueFields(prefix string) []string {
	return []string{prefix + "value", prefix + "translations.languages_code", prefix + "translations.name"}
}

type valueRow struct {
	Value        string
	Translations []struct {
		Language string `json:"languages_code"`
		Name     string
	}
}

type attributeSlug struct{ Slug string }

// variationAttribute is an attribute of a variation, which has one value.
type variationAttribute struct {
	Attribute *attributeSlug
	Value     *valueRow
}

// productAttribute is an attribute of a product, with the values of all its variations.
type productAttribute struct {
	Attribute *attributeSlug
	Values    []struct {
		Value *valueRow `json:"attribute_values_id"`
	}
}

// valuesOf returns the values that identify an article: the variation's own, else those
// of which one of the products has a single one.
func valuesOf(own []variationAttribute, products ...[]productAttribute) []rfq.Value {
	found := map[string]*valueRow{}
	for _, row := range own {
		if row.Attribute != nil && row.Value != nil {
			found[row.Attribute.Slug] = row.Value
		}
	}
	for _, rows := range products {
		for _, row := range rows {
			if row.Attribute != nil && len(row.Values) == 1 && row.Values[0].Value != nil && found[row.Attribute.Slug] == nil {
				found[row.Attribute.Slug] = row.Values[0].Value
			}
		}
	}
	var values []rfq.Value
	for _, attribute := range identifying {
		row := found[attribute.slug]
		if row == nil || row.Value == "" {
			continue
		}
		value := rfq.Value{Code: attribute.code, Value: row.Value}
		if attribute.slug == threadSlug {
			if parts := thread.FindStringSubmatch(row.Value); parts != nil {
				value.Code, value.Value = parts[1], parts[2]
			}
		} else {
			for _, t := range row.Translations {
				if t.Name != "" {
					if value.Names == nil {
						value.Names = map[string]string{}
					}
					value.Names[t.Language] = t.Name
				}
			}
		}
		values = append(values, value)
	}
	return values
}
