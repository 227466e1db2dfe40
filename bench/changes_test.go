package bench

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"ferrule/bench/seed"
	"ferrule/internal/catalogue"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
)

// BenchmarkCatalogueChanges measures the processor time from a change of one value
// until lists are current again, without the write: a value that is not indexed, a
// stock level, and a name.
func BenchmarkCatalogueChanges(b *testing.B) {
	for _, products := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(products), func(b *testing.B) {
			if testing.Short() && products > 1_000 {
				b.Skip("takes a minute to fill")
			}
			s := newStore(b)
			if err := seed.Multiply(b.Context(), s, content.Default(), seed.Size{Products: products, Variations: 3}); err != nil {
				b.Fatal(err)
			}
			lists := newLists(b, s)
			untilCurrent(b, lists)
			n := 0
			for _, change := range []struct{ name, collection, item string }{
				{"description", "products_translations", `{"id":%d,"description":"<p>%d</p>"}`},
				{"stock", "variations", `{"id":%d,"stock":%d}`},
				{"name", "products_translations", `{"id":%d,"name":"Ventil %d"}`},
			} {
				b.Run(change.name, func(b *testing.B) {
					used := time.Duration(0)
					for b.Loop() {
						n++
						update(b, s, change.collection, fmt.Sprintf(change.item, 1+n%100, n))
						before := cpuTime(b)
						untilCurrent(b, lists)
						used += cpuTime(b) - before
					}
					b.ReportMetric(float64(used.Microseconds())/1000/float64(b.N), "cpu-ms/change")
				})
			}
		})
	}
}

func untilCurrent(b *testing.B, lists *catalogue.Catalogue) {
	b.Helper()
	for current := false; !current; {
		var err error
		if _, _, current, err = lists.Read(b.Context(), catalogue.ListingPath, url.Values{"category": {"none"}}); err != nil {
			b.Fatal(err)
		}
	}
}

// update changes an item as an administrator.
func update(b *testing.B, s *store.Store, collection, item string) {
	b.Helper()
	decoder := json.NewDecoder(strings.NewReader(item))
	decoder.UseNumber()
	var fields map[string]any
	if err := decoder.Decode(&fields); err != nil {
		b.Fatal(err)
	}
	var parser content.RecordParser
	r, err := parser.Record(content.Default().Collection(collection), fields)
	if err == nil {
		_, err = s.Write(b.Context(), content.Write{Collection: r.Collection, Action: content.ActionUpdate, Access: content.Administrator(), Records: []*content.Record{r}})
	}
	if err != nil {
		b.Fatal(err)
	}
}
