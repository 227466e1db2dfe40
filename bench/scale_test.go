package bench

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ferrule/bench/seed"
	"ferrule/demo"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database"
)

// Environment variables of BenchmarkScale: numbers of products, separated by commas,
// and the folder of filled data folders that later runs reuse.
const (
	scaleProducts = "FERRULE_BENCH_PRODUCTS"
	scaleData     = "FERRULE_BENCH_DATA"
)

const (
	smallest     = 1_000
	sameSize     = 48 // products of the category that has the same size in every catalogue
	pageRounds   = 60
	searchRounds = 100
	scaleStarts  = 3
)

// BenchmarkScale runs the program on catalogues of 1,000, 10,000 and 100,000 products
// in four languages, or of the sizes in the environment. It measures the time to the
// first pages, the memory, and the time of uncached pages and searches, in turns with
// the smallest catalogue.
func BenchmarkScale(b *testing.B) {
	if testing.Short() {
		b.Skip("takes minutes; make bench-scale")
	}
	sizes := []int{smallest, 10_000, 100_000}
	if wanted := os.Getenv(scaleProducts); wanted != "" {
		sizes = nil
		for text := range strings.SplitSeq(wanted, ",") {
			n, err := strconv.Atoi(text)
			if err != nil {
				b.Fatalf("%s: %v", scaleProducts, err)
			}
			sizes = append(sizes, n)
		}
	}
	least := scaled(b, smallest)
	for _, products := range sizes {
		b.Run(fmt.Sprint(products), func(b *testing.B) {
			dir := least
			if products != smallest {
				dir = scaled(b, products)
			}
			b.Run("first-start", func(b *testing.B) { measureFirstStart(b, dir) })
			b.Run("start", func(b *testing.B) { measureStart(b, dir) })
			measureRequests(b, least, dir)
			b.Run("sitemap", func(b *testing.B) { measureSitemap(b, dir) })
		})
	}
}

// scaled returns a data folder with the given number of products: those of the demo
// and copies of them. Two categories are added, one with sameSize products and one
// with every hundredth product.
func scaled(b *testing.B, products int) string {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "data")
	if dataDir := os.Getenv(scaleData); dataDir != "" {
		dir = filepath.Join(dataDir, "scale-"+strconv.Itoa(products))
	}
	s, err := store.Open(b.Context(), dir, content.Default())
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }() // everything is committed
	empty, err := s.Empty(b.Context())
	if err == nil && empty {
		err = copies(b.Context(), s, products)
	}
	if err == nil {
		err = addCategories(b.Context(), filepath.Join(dir, store.FileName))
	}
	if err != nil {
		b.Fatal(err)
	}
	return dir
}

func copies(ctx context.Context, s *store.Store, products int) error {
	source, err := demo.Source()
	if err == nil {
		_, err = s.Import(ctx, source)
	}
	if err != nil {
		return err
	}
	return seed.Multiply(ctx, s, content.Default(), seed.Size{Products: products, Variations: 3})
}

// addCategories inserts the two categories unless they exist. Their products are
// spread over the whole catalogue.
func addCategories(ctx context.Context, file string) error {
	db := database.OpenSQLite(file)
	defer func() { _ = db.Close() }() // what was written is committed
	var existing int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM "categories" WHERE "slug"='same-size'`).Scan(&existing); err != nil || existing > 0 {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	for _, statement := range []string{
		`INSERT INTO "categories" ("slug","status","sort") VALUES ('same-size','published',998),('hundredth','published',999)`,
		`INSERT INTO "categories_translations" ("categories_id","languages_code","title")
			SELECT c."id",l."code",c."slug" FROM "categories" c CROSS JOIN "languages" l WHERE c."slug" IN ('same-size','hundredth')`,
		fmt.Sprintf(`INSERT INTO "products_categories" ("products_id","categories_id")
			SELECT "id",(SELECT "id" FROM "categories" WHERE "slug"='same-size')
			FROM (SELECT "id",row_number() OVER (ORDER BY "id") n,count(*) OVER () k FROM "products") WHERE n%%(k/%[1]d)=0 LIMIT %[1]d`, sameSize),
		`INSERT INTO "products_categories" ("products_id","categories_id")
			SELECT "id",(SELECT "id" FROM "categories" WHERE "slug"='hundredth')
			FROM (SELECT "id",row_number() OVER (ORDER BY "id") n FROM "products") WHERE n%100=0`,
		store.IncrementRevision,
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// serveScaled starts the program on a data folder after removing the stored pages of
// former runs, so that pages are rendered.
func serveScaled(b *testing.B, dir string) *process {
	b.Helper()
	if err := os.RemoveAll(filepath.Join(dir, "pages")); err != nil {
		b.Fatal(err)
	}
	return start(b, nil, ferrule(b), "serve", "--data", dir, "--listen", "127.0.0.1:0", "--metrics-listen", "", "--no-warm")
}

// measureFirstStart measures the time to the first page of a program without an
// index, and the time of the index build.
func measureFirstStart(b *testing.B, dir string) {
	for b.Loop() {
		if err := os.RemoveAll(filepath.Join(dir, "catalogue.index")); err != nil {
			b.Fatal(err)
		}
		begin := time.Now()
		p := serveScaled(b, dir)
		firstPage(b, p, "/de")
		b.ReportMetric(ms(time.Since(begin)), "home-ms")
		b.ReportMetric(ms(p.used(b)), "home-cpu-ms")
		indexed(b, p)
		b.ReportMetric(time.Since(begin).Seconds(), "index-s")
		b.ReportMetric(p.used(b).Seconds(), "index-cpu-s")
		b.ReportMetric(float64(memory(b, p)["VmHWM"])/1024, "peak-MiB")
		p.stop(b)
	}
}

// firstPage repeats a request until it returns a page: on a busy machine the first
// queries may time out.
func firstPage(b *testing.B, p *process, path string) string {
	b.Helper()
	client := http.Client{Timeout: time.Minute}
	for {
		reply, err := client.Get(p.base + path)
		if err != nil {
			b.Fatal(err)
		}
		page, err := io.ReadAll(reply.Body)
		_ = reply.Body.Close() // it was only read
		if err != nil {
			b.Fatal(err)
		}
		if reply.StatusCode == http.StatusOK {
			return string(page)
		}
		b.Logf("%s: %d", path, reply.StatusCode)
	}
}

// indexed waits until the program replies with a list, which needs the index.
func indexed(b *testing.B, p *process) {
	b.Helper()
	client := http.Client{Timeout: time.Minute}
	for b.Context().Err() == nil {
		reply, err := client.Get(p.base + "/api/catalogue?language=de-DE&category=same-size")
		if err != nil {
			continue // the server closes requests after a minute
		}
		_ = reply.Body.Close() // only the status is needed
		if reply.StatusCode == http.StatusOK {
			return
		}
	}
}

// measureStart measures the time from the start of the program to the first reply,
// for each kind of page with a separate start.
func measureStart(b *testing.B, dir string) {
	slug := slugs(b, dir, 1)[0]
	for b.Loop() {
		for _, first := range []struct{ name, path, has string }{
			{"home", "/de", "<h1"},
			{"product", "/de/product/" + slug, slug},
			{"category", "/de/catalog/same-size", "/product/"},
		} {
			var times, used []time.Duration
			lists := 0
			for range scaleStarts {
				begin := time.Now()
				p := serveScaled(b, dir)
				page := firstPage(b, p, first.path)
				times, used = append(times, time.Since(begin)), append(used, p.used(b))
				if strings.Contains(page, first.has) {
					lists++
				}
				p.stop(b)
			}
			slices.Sort(times)
			slices.Sort(used)
			b.ReportMetric(ms(quantile(times, 50)), first.name+"-ms")
			b.ReportMetric(ms(quantile(used, 50)), first.name+"-cpu-ms")
			if lists < scaleStarts {
				b.Logf("%s: %d of %d first pages lack their content", first.name, scaleStarts-lists, scaleStarts)
			}
		}
	}
}

// measureRequests sends requests to the smallest catalogue and another in turns, one
// at a time, after both are idle, and reports the times of the other and their ratio
// to those of the smallest. On a busy machine the processor time is more reliable
// than the clock.
func measureRequests(b *testing.B, least, dir string) {
	small, large := serveScaled(b, least), serveScaled(b, dir)
	indexed(b, small)
	indexed(b, large)
	small.waitUntilIdle(b)
	large.waitUntilIdle(b)
	b.Run("settled", func(b *testing.B) { reportMemory(b, large) })
	plain := startPlain(b, plainJSON(make([]byte, 12<<10)))
	b.Run("plain", func(b *testing.B) { inTurns(b, plain, plain, fixed("/"), fixed("/"), searchRounds) })
	n := 0 // number of requested addresses, so that none is requested twice
	b.Run("product", func(b *testing.B) {
		address := func(list []string) func(int) string {
			return func(i int) string {
				return "/" + prefix(i) + "/product/" + list[i/4%len(list)]
			}
		}
		inTurns(b, small, large, address(slugs(b, least, pageRounds/4+1)), address(slugs(b, dir, pageRounds/4+1)), pageRounds)
	})
	for _, category := range []string{"same-size", "hundredth"} {
		b.Run(category, func(b *testing.B) {
			inTurns(b, small, large, filtered(category, &n), filtered(category, &n), pageRounds)
		})
	}
	for _, search := range []struct{ name, path string }{
		{"frequent-word", "/api/search?language=de-DE&q=verschraubung"},
		{"part-number", "/api/search?limit=8&language=de-DE&q=fr+gv+12s+71"},
		{"words", "/api/search?limit=8&language=de-DE&q=gerade+verschraubung+1.4571+12+mm+pn+400+ab+lager"},
		{"typing-error", "/api/search?limit=8&language=de-DE&q=kugelhan"},
	} {
		b.Run("search-"+search.name, func(b *testing.B) {
			inTurns(b, small, large, fixed(search.path), fixed(search.path), searchRounds)
		})
	}
	b.Run("asked", func(b *testing.B) { reportMemory(b, large) })
	plain.stop(b)
	small.stop(b)
	large.stop(b)
}

func fixed(path string) func(int) string { return func(int) string { return path } }

func prefix(i int) string { return []string{"de", "en", "fr", "it"}[i%4] }

// filtered returns addresses of filtered lists of a category, each a different one.
func filtered(category string, n *int) func(int) string {
	return func(i int) string {
		*n++
		sorts := []string{"", "&sort=name", "&sort=sku", "&sort=new", "&sort=stock"}
		return fmt.Sprintf("/%s/catalog/%s?stock=1&pn=..%d%s", prefix(i), category, 10_000+*n, sorts[i%len(sorts)])
	}
}

// slugs returns the slugs of n products spread over a catalogue.
func slugs(b *testing.B, dir string, n int) []string {
	b.Helper()
	db := database.OpenSQLite(filepath.Join(dir, store.FileName))
	defer func() { _ = db.Close() }() // it was only read
	var last int64
	if err := db.QueryRowContext(b.Context(), `SELECT max("id") FROM "products"`).Scan(&last); err != nil {
		b.Fatal(err)
	}
	list := make([]string, n)
	for i := range list {
		const from = `SELECT "slug" FROM "products" WHERE "id">=? AND "status"='published' ORDER BY "id" LIMIT 1`
		if err := db.QueryRowContext(b.Context(), from, 1+last*int64(i)/int64(n+1)).Scan(&list[i]); err != nil {
			b.Fatal(err)
		}
	}
	return list
}

func inTurns(b *testing.B, small, large *process, smallPath, largePath func(int) string, rounds int) {
	client := &http.Client{Timeout: time.Minute}
	var smallTimes, largeTimes []time.Duration
	smallUsed, largeUsed := small.used(b), large.used(b)
	for b.Loop() {
		for i := range rounds {
			smallTimes = append(smallTimes, timed(b, client, small.base+smallPath(i)))
			largeTimes = append(largeTimes, timed(b, client, large.base+largePath(i)))
		}
	}
	smallUsed, largeUsed = small.used(b)-smallUsed, large.used(b)-largeUsed
	slices.Sort(smallTimes)
	slices.Sort(largeTimes)
	b.ReportMetric(ms(largeUsed)/float64(len(largeTimes)), "cpu-ms")
	b.ReportMetric(float64(largeUsed)/float64(max(smallUsed, tick)), "cpu-ratio")
	b.ReportMetric(ms(quantile(largeTimes, 50)), "p50-ms")
	b.ReportMetric(ms(quantile(largeTimes, 99)), "p99-ms")
	b.ReportMetric(ms(quantile(largeTimes, 50))/ms(quantile(smallTimes, 50)), "p50-ratio")
	b.ReportMetric(ms(quantile(largeTimes, 99))/ms(quantile(smallTimes, 99)), "p99-ratio")
}

// timed requests an address as a browser does, and returns the time to the last byte.
func timed(b *testing.B, client *http.Client, address string) time.Duration {
	b.Helper()
	r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "br")
	begin := time.Now()
	readAll(b, client, r)
	return time.Since(begin)
}

// measureSitemap reads the files of the sitemap and reports the growth of the peak
// memory from the third to the last.
func measureSitemap(b *testing.B, dir string) {
	const files = 24
	for b.Loop() {
		p := serveScaled(b, dir)
		indexed(b, p)
		p.waitUntilIdle(b)
		client := &http.Client{Timeout: time.Minute}
		var size int64
		var one int
		list := locations(string(fetch(b, p.base+"/sitemap.xml")))
		begin := time.Now()
		for i, file := range list[:min(files, len(list))] {
			at, err := url.Parse(file)
			if err != nil {
				b.Fatal(err)
			}
			r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, p.base+at.Path, http.NoBody)
			if err != nil {
				b.Fatal(err)
			}
			size += readAll(b, client, r)
			if i == 2 { // pages, categories, products
				one = memory(b, p)["VmHWM"]
			}
		}
		b.ReportMetric(float64(len(list)), "files")
		b.ReportMetric(float64(size)/1e6, "MB-read")
		b.ReportMetric(float64(size)/1e6/time.Since(begin).Seconds(), "MB/s")
		if one > 0 {
			b.ReportMetric(float64(memory(b, p)["VmHWM"]-one)/1024, "more-MiB")
		}
		p.stop(b)
	}
}

func locations(text string) (list []string) {
	for _, part := range strings.Split(text, "<loc>")[1:] {
		address, _, _ := strings.Cut(part, "</loc>")
		list = append(list, address)
	}
	return list
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func quantile(sorted []time.Duration, percent int) time.Duration {
	return sorted[len(sorted)*percent/100]
}
