package bench

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
)

// shapes are the most frequent queries of a site. Uncached
// requests add "&n=" and a unique number: the API ignores unknown parameters, but
// they are part of the cache key.
func shapes() []shape {
	return []shape{
		{"list", "products?fields=id,slug,sku,stock,price,thumbnail,translations.languages_code,translations.name,translations.title&deep[translations][_filter][languages_code][_eq]=de-DE&filter[status][_eq]=published&sort=sort&limit=34"},
		{"product", "products?filter[slug][_eq]=" + measured + "&limit=1&fields=*,translations.*,tags.tags_id.translations.title," +
			"categories.categories_id.slug,categories.categories_id.translations.title," +
			"attributes.sort,attributes.attribute.slug,attributes.attribute.translations.name,attributes.values.attribute_values_id.value," +
			"variations.*,variations.translations.*,variations.attributes.attribute.slug,variations.attributes.value.value," +
			"bundle.quantity,bundle.related_products_id.slug,bundle.related_products_id.sku,bundle.related_products_id.translations.name"},
		{"tree", "categories?filter[parent][_null]=true&sort=sort&limit=-1&fields=id,slug,translations.title,childrens.id,childrens.slug,childrens.translations.title," +
			"childrens.childrens.id,childrens.childrens.slug,childrens.childrens.translations.title" +
			"&deep[translations][_filter][languages_code][_eq]=de-DE&deep[childrens][translations][_filter][languages_code][_eq]=de-DE&deep[childrens][childrens][translations][_filter][languages_code][_eq]=de-DE"},
	}
}

type shape struct{ name, target string }

// BenchmarkContentAPI requests each shape from the program over 16 connections, and
// the same bytes from a plain handler, in turns. Metrics are those of the servers'
// processes alone: "share" is the processor time per request of the plain handler
// divided by that of the program. The processor time of PostgreSQL is reported
// separately.
func BenchmarkContentAPI(b *testing.B) {
	for _, products := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint("sqlite-", products), func(b *testing.B) {
			if testing.Short() && products > 1_000 {
				b.Skip("takes minutes to fill")
			}
			compareAll(b, filled(b, "", products))
		})
	}
	for _, products := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint("postgres-", products), func(b *testing.B) {
			if testing.Short() {
				b.Skip("takes a minute to fill")
			}
			address := databasetest.Postgres(b)
			compareAll(b, filled(b, address, products), "--database", address)
		})
	}
}

func compareAll(b *testing.B, data string, flags ...string) {
	program := start(b, nil, ferrule(b), append([]string{"serve", "--data", data, "--listen", "127.0.0.1:0", "--metrics-listen", "", "--no-warm"}, flags...)...)
	if len(flags) > 0 {
		program.database = postmaster(b, flags[1])
	}
	program.waitUntilIdle(b)
	for _, s := range shapes() {
		path := "/api/content/items/" + s.target
		body := fetch(b, program.base+path)
		plain := startPlain(b, plainJSON(body))
		b.Run(s.name, func(b *testing.B) { compare(b, program, plain, path, len(body), false) })
		b.Run(s.name+"-cached", func(b *testing.B) { compare(b, program, plain, path, len(body), true) })
		plain.stop(b)
	}
	program.stop(b)
}

// compare measures both servers in turns, so that other load on the machine affects
// both, and reports the median turn.
func compare(b *testing.B, program, plain *process, path string, size int, cached bool) {
	var shares, costs, plains, rates, databases []float64
	for b.Loop() {
		baseline := load(b, plain, path, true)
		measured := load(b, program, path, cached)
		shares = append(shares, baseline.cpu/measured.cpu)
		costs, plains, rates = append(costs, measured.cpu), append(plains, baseline.cpu), append(rates, measured.rate)
		databases = append(databases, measured.database)
	}
	b.ReportMetric(median(shares), "share")
	b.ReportMetric(median(costs), "cpu-µs/req")
	b.ReportMetric(median(plains), "plain-cpu-µs/req")
	b.ReportMetric(median(rates), "req/s")
	b.ReportMetric(float64(size), "bytes")
	if program.database != 0 {
		b.ReportMetric(median(databases), "postgres-µs/req")
	}
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// filled returns a data folder, or the folder of files of a database at an address,
// with a catalogue of the given number of products.
func filled(b *testing.B, address string, products int) string {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "data")
	if dataDir := os.Getenv("FERRULE_BENCH_DATA"); dataDir != "" && address == "" {
		dir = filepath.Join(dataDir, fmt.Sprint(products)) // reused by later runs, because filling takes minutes
	}
	s, err := store.OpenAt(b.Context(), address, dir, content.Default())
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }() // everything is committed
	empty, err := s.Empty(b.Context())
	if err == nil && empty {
		err = fill(b.Context(), s, products)
	}
	if err != nil {
		b.Fatal(err)
	}
	return dir
}

// ferrule returns the path of the program as it is shipped.
func ferrule(b *testing.B) string {
	b.Helper()
	file, err := filepath.Abs("../bin/ferrule")
	if err == nil {
		_, err = os.Stat(file)
	}
	if err != nil {
		b.Skip("no program to measure; run make build: ", err)
	}
	return file
}

func fetch(b *testing.B, address string) []byte {
	b.Helper()
	client := http.Client{Timeout: time.Minute}
	reply, err := client.Get(address)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = reply.Body.Close() }() // it was only read
	body, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != http.StatusOK {
		b.Fatalf("%s: %d %v %.300s", address, reply.StatusCode, err, body)
	}
	return body
}
