package catalogue

import (
	"cmp"
	"fmt"
	"slices"
)

// finish turns the collected rows into columns, postings and ranks.
func (b *builder) finish() {
	x := b.x
	for i, c := range x.columns {
		own, of := b.own[i], b.of[i]
		for p := range uint32(len(x.ids)) {
			if own.first[p] == 0 {
				continue
			}
			for a := x.articles[p]; a < x.articles[p+1]; a++ {
				if of.first[a] == 0 {
					of.first[a] = own.first[p]
					if more := own.more[p]; more != nil {
						of.more[a] = more
					}
				}
			}
		}
		c.order(of)
		b.own[i], b.of[i] = nil, nil
	}
	for at := range x.codes {
		x.nameRank = append(x.nameRank, ranks(len(x.ids), func(l, r uint32) int {
			return cmp.Compare(b.names[at][l], b.names[at][r])
		}))
	}
	x.skuRank = ranks(len(x.ids), func(l, r uint32) int { return cmp.Compare(b.skus[l], b.skus[r]) })
	x.every = countTo(len(x.ids))
	x.byID = countTo(len(x.ids))
	slices.SortFunc(x.byID, func(l, r uint32) int { return cmp.Compare(x.ids[l], x.ids[r]) })
	x.facts = b.facts.finish(uint32(len(x.ids)))
	x.parts = b.parts.finish()
}

// countTo returns the numbers below n.
func countTo(n int) []uint32 {
	list := make([]uint32, n)
	for i := range list {
		list[i] = uint32(i)
	}
	return list
}

// ranks returns the ranks of n items; the sort is stable.
func ranks(n int, compare func(l, r uint32) int) []uint32 {
	order := countTo(n)
	slices.SortStableFunc(order, compare)
	rank := make([]uint32, n)
	for place, item := range order {
		rank[item] = uint32(place)
	}
	return rank
}

func ascending(list []uint32) []uint32 {
	slices.Sort(list)
	return slices.Clip(slices.Compact(list))
}

// values collects the values of articles or products in one column. Nearly all
// have one value, which takes two bytes.
type values struct {
	first []uint16 // value + 1; 0 for none
	more  map[uint32][]uint16
}

func newValues(n int) *values { return &values{first: make([]uint16, n), more: map[uint32][]uint16{}} }

func (v *values) add(item uint32, val uint16) {
	switch {
	case v.first[item] == 0:
		v.first[item] = val + 1
	case v.first[item] != val+1 && !slices.Contains(v.more[item], val):
		v.more[item] = append(v.more[item], val)
	}
}

// order sorts the column's values and numbers the sets of values in use.
func (c *column) order(of *values) {
	n := len(c.values)
	order := ranks(n, func(l, r uint32) int {
		a, b := &c.values[l], &c.values[r]
		if a.isNum && b.isNum {
			return cmp.Compare(a.number, b.number)
		}
		return cmp.Or(cmp.Compare(a.sort, b.sort), cmp.Compare(a.id, b.id))
	})
	sorted := make([]value, n)
	for i, v := range c.values {
		sorted[order[i]] = v
		c.byKey[v.key] = uint16(order[i])
	}
	c.values = sorted
	c.sets = make([][]uint16, 1, n+1)
	for i := range n {
		c.sets = append(c.sets, []uint16{uint16(i)})
	}
	sets := of.first
	for i, v := range sets {
		if v != 0 {
			sets[i] = uint16(order[v-1]) + 1
		}
	}
	known := map[string]uint16{}
	for item, more := range of.more {
		set := []uint16{sets[item] - 1}
		for _, v := range more {
			set = append(set, uint16(order[v]))
		}
		slices.Sort(set)
		name := fmt.Sprint(set)
		number, seen := known[name]
		if !seen {
			if len(c.sets) > maxSets {
				continue // the first value represents the others
			}
			number = uint16(len(c.sets))
			known[name] = number
			c.sets = append(c.sets, set)
		}
		sets[item] = number
	}
	c.of = newPages(sets)
}
