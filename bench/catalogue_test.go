package bench

import (
	"fmt"
	"net/url"
	"runtime"
	"slices"
	"testing"
	"time"

	"ferrule/bench/seed"
	"ferrule/internal/catalogue"
	"ferrule/internal/content"
)

// BenchmarkCatalogue filters and searches catalogues of 1,000, 10,000 and 34,000
// products with three sizes each, the last with 100,000 articles, in four languages,
// without the rest of the program; BenchmarkScale measures larger ones.
func BenchmarkCatalogue(b *testing.B) {
	for _, products := range []int{1_000, 10_000, 34_000} {
		b.Run(fmt.Sprint(products), func(b *testing.B) {
			s := newStore(b)
			if err := seed.Multiply(b.Context(), s, content.Default(), seed.Size{Products: products, Variations: 3}); err != nil {
				b.Fatal(err)
			}
			before := heap()
			lists := newLists(b, s)
			start := time.Now()
			read(b, lists, catalogue.ListingPath, "category=flanges") // waits for the index
			b.Logf("%d products: index of %.1f MB in %s", products, float64(heap()-before)/1e6, time.Since(start).Round(10*time.Millisecond))
			h := handler(b, newSiteOn(b, s, lists, 1))
			for _, c := range []struct{ name, path, query string }{
				{"filters", catalogue.ListingPath, "category=tube-fittings&material=1.4571&tube-od=12_16&pn=400.."},
				{"category", catalogue.ListingPath, "category=tube-fittings"},
				{"small-category", catalogue.ListingPath, "category=needle-valves&dn=10..&stock=1"},
				{"part-number", catalogue.SearchPath, "limit=8&q=fr gv 12s 71"},
				{"words", catalogue.SearchPath, "limit=8&q=gerade verschraubung 1.4571 12 mm pn 400 ab lager"},
				{"typing-error", catalogue.SearchPath, "limit=8&q=kugelhan"},
				{"values", catalogue.SearchPath, "limit=8&q=flansch edelstahl dn80 pn40"},
				{"one-letter", catalogue.SearchPath, "limit=8&q=f"},
				{"prefix", catalogue.SearchPath, "limit=8&q=verschr"},
				{"wrong-number", catalogue.SearchPath, "limit=8&q=FR-GV-21S-71"},
				{"phrase", catalogue.SearchPath, "limit=8&q=ich suche einen Kugelhahn dreiteilig DN 25 PN 63 mit Anschweissenden in V4A ab Lager"},
				{"results", catalogue.SearchPath, "q=verschraubung"},
			} {
				b.Run(c.name, func(b *testing.B) {
					times := make([]time.Duration, 0, 1<<10)
					for b.Loop() {
						start := time.Now()
						read(b, lists, c.path, c.query)
						times = append(times, time.Since(start))
					}
					reportTimes(b, times)
				})
			}
			b.Run("page", func(b *testing.B) {
				var times []time.Duration
				for b.Loop() {
					start := time.Now()
					get(b, h, "/de/catalog/tube-fittings?material=1.4571&tube-od=12_16&pn=400..")
					times = append(times, time.Since(start))
				}
				reportTimes(b, times)
			})
		})
	}
}

func read(b *testing.B, lists *catalogue.Catalogue, path, query string) {
	b.Helper()
	values, err := url.ParseQuery(query + "&language=de-DE")
	if err != nil {
		b.Fatal(err)
	}
	if _, _, _, err := lists.Read(b.Context(), path, values); err != nil {
		b.Fatal(err)
	}
}

func reportTimes(b *testing.B, times []time.Duration) {
	b.Helper()
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
}

// heap returns the heap in use, in bytes.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
