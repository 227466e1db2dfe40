package demo

import "ferrule/internal/search"

// synonyms returns the shipped trade vocabulary, so that editors of the demo see it
// and can change it.
func synonyms() []any {
	var rows []any
	for i, s := range search.Shipped() {
		rows = append(rows, object{"id": i + 1, "language": s.Language, "word": s.Word, "means": s.Means, "target": s.Target, "sort": i + 1})
	}
	return rows
}
