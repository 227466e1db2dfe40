package catalogue

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// attributes reads the attributes by which lists are filtered, in their order: one
// column each.
func (b *builder) attributes(ctx context.Context) error {
	type row struct {
		c    *column
		sort int64
	}
	var rows []row
	names, err := b.translations(ctx, "attributes_translations", "attributes_id", "name")
	if err != nil {
		return err
	}
	err = b.scan(ctx, "attributes", "id,slug,sort,kind,unit,is_filter", func(r record) error {
		if r.text(1) == "" {
			return nil
		}
		b.facts.attribute(r.int(0), r.text(1), r.text(3), r.text(4), names[r.int(0)])
		if r.int(5) == 0 {
			return nil
		}
		c := &column{
			id: r.int(0), slug: keyOf(r.text(1)), unit: r.text(4), numeric: r.text(3) == "number", measure: r.text(3) == "number" || r.text(3) == "thread",
			names: b.complete(names[r.int(0)], r.text(1)), byKey: map[string]uint16{},
		}
		rows = append(rows, row{c, r.int(2)})
		return nil
	})
	slices.SortStableFunc(rows, func(l, r row) int { return cmp.Compare(l.sort, r.sort) })
	for _, r := range rows {
		b.x.columns = append(b.x.columns, r.c)
		b.x.bySlug[r.c.slug] = r.c
		b.columnOf[r.c.id] = r.c
	}
	return err
}

// attributeValues reads the values of each column. Values with the same key are one.
func (b *builder) attributeValues(ctx context.Context) error {
	names, err := b.translations(ctx, "attribute_values_translations", "attribute_values_id", "name")
	if err != nil {
		return err
	}
	at := map[*column]int{}
	for i, c := range b.x.columns {
		at[c] = i
	}
	return b.scan(ctx, "attribute_values", "id,attribute,value,number,sort", func(r record) error {
		id := r.int(0)
		b.facts.value(id, r.int(1), append(slices.Clone(names[id]), r.text(2)))
		c := b.columnOf[r.int(1)]
		if c == nil {
			return nil
		}
		v := value{texts: b.complete(names[id], r.text(2)), sort: r.int(4), id: id}
		b.readNumber(c, &v, r)
		v.key = b.keyOf(c, &v, r.text(2))
		if v.key == "" {
			return nil
		}
		index, known := c.byKey[v.key]
		if !known {
			if len(c.values) == maxSets-1 {
				return fmt.Errorf("attribute %s has more than %d values", c.slug, maxSets-1)
			}
			index = uint16(len(c.values))
			c.byKey[v.key] = index
			c.values = append(c.values, v)
		}
		b.valueOf[id] = place{at[c], index}
		return nil
	})
}

// readNumber sets the number of a value of a numeric column, if it has one.
func (b *builder) readNumber(c *column, v *value, r record) {
	if !c.numeric {
		return
	}
	switch n := r[3].(type) {
	case float64:
		v.number, v.isNum = n, true
	case int64:
		v.number, v.isNum = float64(n), true
	default:
		n2, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(r.text(2)), ",", ".", 1), 64)
		v.number, v.isNum = n2, err == nil
	}
}

// keyOf returns the key of a value in addresses: the number, the material number or
// the text.
func (b *builder) keyOf(c *column, v *value, text string) string {
	if v.isNum {
		return strconv.FormatFloat(v.number, 'f', -1, 64)
	}
	if key := b.facts.reader.Material(v.texts[0]); key != "" {
		return key
	}
	// The text itself, not a translation: a URL means the same in every language.
	return keyOf(cmp.Or(text, v.texts[0]))
}
