package bench

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"ferrule/internal/bom"
)

// BenchmarkParts parses a bill of materials of 500 lines and resolves it against the
// demo catalogue, including the records of the articles: part numbers, their
// prefixes, and words.
func BenchmarkParts(b *testing.B) {
	s := newStore(b)
	var skus []string
	if err := s.Scan(b.Context(), "variations", []string{"sku"}, func(row []any) error {
		skus = append(skus, fmt.Sprint(row[0]))
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	lists := newLists(b, s)
	for _, c := range []struct {
		name string
		line func(i int) string
	}{
		{"numbers", func(i int) string { return fmt.Sprintf("%d\t%s\t%d Stk\n", i+1, skus[i*3%len(skus)], i%40+1) }},
		{"plain", func(i int) string { return fmt.Sprintf("Pos. %d: %d x %s\n", i+1, i%40+1, skus[i*3%len(skus)]) }},
		{"beginnings", func(i int) string {
			sku := skus[i*3%len(skus)]
			return fmt.Sprintf("%s\t%d\n", sku[:len(sku)-3], i%40+1)
		}},
		{"words", func(i int) string {
			return fmt.Sprintf("%d Stück Gerade Verschraubung %dS 1.4571, Los %d\n", i%40+1, i%30+4, i)
		}},
		{"unknown", func(i int) string { return fmt.Sprintf("ACME-%d-B\tBlechhaube nach Muster\t%d\n", 4711+i, i%40+1) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			var text strings.Builder
			for i := range 500 {
				text.WriteString(c.line(i))
			}
			times := make([]time.Duration, 0, 1<<8)
			states := map[bom.State]int{}
			size := 0
			for b.Loop() {
				start := time.Now()
				index, err := lists.Parts(b.Context(), "de-DE")
				if err != nil {
					b.Fatal(err)
				}
				lines, err := bom.Read(text.String(), "de-DE", index)
				if err != nil {
					b.Fatal(err)
				}
				if err := bom.Resolve(b.Context(), lines, index); err != nil {
					b.Fatal(err)
				}
				var articles []uint32
				clear(states)
				for _, l := range lines {
					states[l.State]++
					articles = append(articles, l.Articles...)
				}
				records, err := index.Records(b.Context(), articles)
				if err != nil {
					b.Fatal(err)
				}
				body, err := json.Marshal(records)
				if err != nil {
					b.Fatal(err)
				}
				size = len(body)
				times = append(times, time.Since(start))
			}
			reportTimes(b, times)
			b.ReportMetric(float64(size)/1000, "kB")
			b.Logf("%v", states)
		})
	}
}
