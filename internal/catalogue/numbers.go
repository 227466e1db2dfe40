package catalogue

import (
	"cmp"
	"slices"
	"strings"

	"ferrule/internal/search"
)

// wholeProduct flags the target of a part number that belongs to a product rather
// than to one article; the other bits are the product's first article.
const wholeProduct = 1 << 31

// numbers holds all part numbers, folded.
type numbers struct {
	all    string
	starts []uint32
	target []uint32 // article, or first article | wholeProduct
	sorted []uint32 // indexes into starts, sorted by number
}

type numbersBuilder struct {
	all    strings.Builder
	starts []uint32
	target []uint32
}

func (b *numbersBuilder) add(sku string, target uint32) {
	if sku = search.FoldNumber(sku); sku == "" {
		return
	}
	if b.all.Len() == 0 {
		b.all.WriteByte('\n')
	}
	b.starts = append(b.starts, uint32(b.all.Len()))
	b.target = append(b.target, target)
	b.all.WriteString(sku)
	b.all.WriteByte('\n')
}

func (b *numbersBuilder) finish() numbers {
	n := numbers{all: b.all.String(), starts: b.starts, target: b.target, sorted: make([]uint32, len(b.starts))}
	for i := range n.sorted {
		n.sorted[i] = uint32(i)
	}
	slices.SortFunc(n.sorted, func(l, r uint32) int { return strings.Compare(n.at(l), n.at(r)) })
	return n
}

// at returns the part number with an index into starts.
func (n *numbers) at(i uint32) string { return lineAt(n.all, n.starts[i]) }

// withPrefix returns the numbers that begin with a folded text, sorted.
func (n *numbers) withPrefix(text string) []uint32 {
	from, _ := slices.BinarySearchFunc(n.sorted, text, func(i uint32, text string) int { return strings.Compare(n.at(i), text) })
	to := from
	for to < len(n.sorted) && strings.HasPrefix(n.at(n.sorted[to]), text) {
		to++
	}
	return n.sorted[from:to]
}

// familyNumber returns what the folded part numbers of a product's articles begin
// with; "" for a product with one article or with none of that kind in common.
func (x *index) familyNumber(product uint32) string {
	first, end := x.articles[product], x.articles[product+1]
	if end-first < 2 {
		return ""
	}
	// The targets ascend: numbers are added article by article.
	n := &x.parts
	from, _ := slices.BinarySearchFunc(n.target, first, func(target, a uint32) int { return cmp.Compare(target&^wholeProduct, a) })
	common := ""
	for i := from; i < len(n.target) && n.target[i] < end; i++ {
		number := n.at(uint32(i)) //nolint:gosec // an index
		if i == from {
			common = number
		}
		for !strings.HasPrefix(number, common) {
			common = common[:len(common)-1]
		}
	}
	return common
}
