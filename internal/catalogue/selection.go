package catalogue

import (
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// slugStock is the slug of the stock facet, which is not an attribute.
const slugStock = "stock"

// slugMaterial is the attribute whose values have no order and so no range.
const slugMaterial = "material"

// choose parses one part of a selection as written in a URL: keys joined by "_",
// or for numbers a range such as "250..630" with optional ends.
func (x *index) choose(name, text string) (part condition, ok bool) {
	if name == slugStock {
		return condition{}, text == "1"
	}
	c := x.bySlug[name]
	if c == nil {
		return part, false
	}
	part = condition{c: c}
	if low, high, isRange := strings.Cut(text, ".."); isRange {
		if part.from, ok = bound(low); !ok {
			return part, false
		}
		if part.to, ok = bound(high); !ok || !c.numeric || (part.from == nil && part.to == nil) {
			return part, false
		}
		part.sets, _ = c.setsWith(part.inRange)
	} else {
		part.values = make([]bool, len(c.values))
		for key := range strings.SplitSeq(text, "_") {
			if v, known := c.byKey[key]; known {
				part.values[v], ok = true, true
			}
		}
		if !ok {
			return part, false
		}
		part.sets, _ = c.setsWith(func(v *value) bool { return part.values[c.byKey[v.key]] })
	}
	if part.sets == nil {
		part.sets = make([]bool, len(c.sets))
	}
	return part, true
}

// bound parses an end of a range; an empty one is nil. JSON has no NaN and no infinity.
func bound(text string) (*float64, bool) {
	if text == "" {
		return nil, true
	}
	n, err := strconv.ParseFloat(text, 64)
	return &n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// maxPage bounds the page of a list or search; no catalogue has as many.
const maxPage = 1 << 20

// pageOfList parses the number of a page, from 1.
func pageOfList(values url.Values) int {
	page, _ := strconv.Atoi(values.Get("page")) // out of range, it is the largest or smallest int
	return min(max(1, page), maxPage)
}

func (c *condition) inRange(v *value) bool {
	return v.isNum && (c.from == nil || v.number >= *c.from) && (c.to == nil || v.number <= *c.to)
}

// String returns the part as written in a URL, its keys in canonical order.
func (c *condition) String() string {
	switch {
	case c.c == nil:
		return "1"
	case c.values == nil:
		return number(c.from) + ".." + number(c.to)
	}
	var keys []string
	for i, is := range c.values {
		if is {
			keys = append(keys, c.c.values[i].key)
		}
	}
	return strings.Join(keys, "_")
}

func number(n *float64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatFloat(*n, 'f', -1, 64)
}

// selection parses all parts of a URL's query in the order of the columns and
// ignores unknown names and values.
func (x *index) selection(values url.Values) []condition {
	var parts []condition
	for _, c := range x.columns {
		if part, ok := x.choose(c.slug, values.Get(c.slug)); ok {
			parts = append(parts, part)
		}
	}
	if part, ok := x.choose(slugStock, values.Get(slugStock)); ok {
		parts = append(parts, part)
	}
	return parts
}

// languageOf returns the index of a language, or 0 for an unknown one.
func (x *index) languageOf(code string) int { return max(0, slices.Index(x.codes, code)) }
