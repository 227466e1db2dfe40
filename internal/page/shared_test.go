package page

import (
	"context"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ferrule/internal/content"
)

// purges is a fake shared cache that records purges.
type purges chan []string

func (p purges) of(o *Options) { o.Purge = func(tags []string) { p <- tags } }

// next waits for the next purge and returns its tags.
func (p purges) next(t *testing.T) []string {
	t.Helper()
	select {
	case tags := <-p:
		return tags
	case <-t.Context().Done():
		t.Fatal("no purge")
		return nil
	}
}

// concerns reports whether a purge drops the page of a reply.
func concerns(purged []string, r reply) bool {
	return slices.ContainsFunc(strings.Fields(r.header.Get("Surrogate-Key")), func(tag string) bool { return slices.Contains(purged, tag) })
}

func TestSharedCachesStorePagesUnderAPrefix(t *testing.T) {
	t.Parallel()
	heard := make(purges, 8)
	h := build(t, heard.of)
	for _, c := range []struct {
		address, cache string
		tagged         bool
	}{
		{"/fr/about", "public, max-age=0, must-revalidate, s-maxage=3600, stale-while-revalidate=60, stale-if-error=86400", true},
		{"/about", "private, no-cache", false},
		{"/fr/nothing", "public, max-age=0, must-revalidate", false},
	} {
		r := h.get(c.address)
		keys := r.header.Get("Surrogate-Key")
		if got := r.header.Get("Cache-Control"); got != c.cache {
			t.Errorf("%s: %s", c.address, got)
		}
		if (keys != "") != c.tagged || strings.ReplaceAll(keys, " ", ",") != r.header.Get("Cache-Tag") || (r.header.Get("Cdn-Cache-Control") != "") != c.tagged {
			t.Errorf("%s: %v", c.address, r.header)
		}
	}
	if r := h.get("/fr/about", "If-None-Match: "+h.get("/fr/about").header.Get("ETag")); r.status != http.StatusNotModified || r.header.Get("Surrogate-Key") == "" {
		t.Errorf("%d %v", r.status, r.header)
	}
	if got := heard.next(t); !slices.Equal(got, []string{TagAll}) {
		t.Errorf("the start purges %v", got)
	}
	if r := build(t, nil).get("/fr/about"); r.header.Get("Surrogate-Key") != "" || r.header.Get("Cache-Control") != cachePublic {
		t.Errorf("without a shared cache: %v", r.header)
	}
}

func TestAWritePurgesThePagesThatShowIt(t *testing.T) {
	t.Parallel()
	heard := make(purges, 8)
	d := newStoreSite(t, heard.of)
	heard.next(t)
	replies := map[string]reply{}
	for _, address := range []string{"/fr/product/a", "/de/product/a", "/fr/product/b", "/fr/range", "/de/range", "/fr/about"} {
		replies[address] = d.get(address)
	}
	for _, c := range []struct {
		name  string
		write func()
		want  []string
	}{
		{
			"a French name", func() { d.write(content.ActionUpdate, "products_translations", `{"id":1,"name":"Bride plate"}`) },
			[]string{"/fr/product/a", "/fr/range"},
		},
		{
			"a redirect rule", func() {
				d.write(content.ActionCreate, "redirects", `{"path":"/old","target":"/range","status_code":301}`)
			},
			[]string{"/de/product/a", "/de/range", "/fr/about", "/fr/product/a", "/fr/product/b", "/fr/range"},
		},
	} {
		c.write() // and no page is requested
		purged := heard.next(t)
		var got []string
		for address, r := range replies {
			if concerns(purged, r) {
				got = append(got, address)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v purged, want %v", c.name, got, c.want)
		}
	}
}

func TestAStalePageIsNotForSharedCaches(t *testing.T) {
	t.Parallel()
	heard := make(purges, 8)
	d := newStoreSite(t, heard.of)
	heard.next(t)
	d.get("/fr/product/a")
	d.engine.gate = make(chan struct{})
	d.write(content.ActionUpdate, "products_translations", `{"id":1,"name":"Collier"}`)
	purged := heard.next(t)
	if r := d.get("/fr/product/a"); !strings.Contains(r.body, "Bride") || r.header.Get("Cache-Control") != cachePublic || r.header.Get("Surrogate-Key") != "" {
		t.Errorf("%v, %s", r.header, r.body)
	}
	close(d.engine.gate)
	for d.Stats().Stale > 0 {
		runtime.Gosched()
	}
	if r := d.get("/fr/product/a"); !strings.Contains(r.body, "Collier") || r.header.Get("Cache-Control") != cacheShared || !concerns(purged, r) {
		t.Errorf("%v, %s", r.header, r.body)
	}
}

func TestAPageBuiltDuringAChangeIsNotForSharedCaches(t *testing.T) {
	t.Parallel()
	d := newStoreSite(t, make(purges, 8).of)
	d.engine.gate = make(chan struct{})
	var r reply
	done := make(chan struct{})
	go func() { defer close(done); r = d.get("/fr/product/a") }()
	for d.engine.pages.Load() == 0 { // it has read the former name
		runtime.Gosched()
	}
	d.write(content.ActionUpdate, "products_translations", `{"id":1,"name":"Collier"}`)
	d.epoch(t.Context())
	close(d.engine.gate)
	<-done
	if !strings.Contains(r.body, "Bride") || r.header.Get("Cache-Control") != cachePublic || r.header.Get("Surrogate-Key") != "" {
		t.Errorf("%v, %s", r.header, r.body)
	}
}

// A purge drops every page that becomes stale, including pages of many rows.
func TestTagsReachEveryPageThatBecameStale(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a repeatable test
	tag := func() content.Tag {
		c := "c" + strconv.Itoa(random.IntN(30))
		switch random.IntN(12) {
		case 0:
			return content.Tag{Collection: c}
		case 1:
			return content.Tag{Collection: c, ID: "?name"}
		case 2:
			return content.Tag{Collection: c, ID: "0b6e-" + strconv.Itoa(random.IntN(500))}
		default:
			return content.Tag{Collection: c, ID: strconv.Itoa(random.IntN(5000))}
		}
	}
	some := func(n int) (tags []content.Tag) {
		for range random.IntN(n) {
			tags = append(tags, tag())
		}
		return tags
	}
	for range 300 {
		made := some(1500)
		tags := pageTags(made)
		if size := len(strings.Join(tags, " ")); len(tags) > maxTags || size > maxTags*8 {
			t.Fatalf("%d tags of %d characters", len(tags), size)
		}
		for range 20 {
			what := changed(t, some(4))
			purged := purgeTags(what)
			if what.Meets(made) && !slices.ContainsFunc(tags, func(tag string) bool { return slices.Contains(purged, tag) }) {
				t.Fatalf("a page of %d rows is not purged", len(made))
			}
		}
	}
}

func TestAPageOfOneRecordsRowsIsNotPurgedByAnother(t *testing.T) {
	t.Parallel()
	rows := func(from int) (tags []content.Tag) {
		for i := range 300 {
			tags = append(tags, content.Tag{Collection: "variations", ID: strconv.Itoa(from + i)})
		}
		return tags
	}
	purged := purgeTags(changed(t, []content.Tag{{Collection: "variations", ID: "7000"}, {Collection: "variations", ID: "?stock"}}))
	for from, want := range map[int]bool{6900: true, 1000: false, 8000: false} {
		if got := slices.ContainsFunc(pageTags(rows(from)), func(tag string) bool { return slices.Contains(purged, tag) }); got != want {
			t.Errorf("rows from %d: %v", from, got)
		}
	}
}

// changes is a source that reports changes.
type changes struct {
	content.Source

	tags []content.Tag
}

func (c changes) Changes(context.Context, int64) ([]content.Tag, bool, error) {
	return c.tags, true, nil
}

func changed(t *testing.T, tags []content.Tag) *content.Changed {
	t.Helper()
	what, err := content.ChangedSince(t.Context(), changes{tags: tags}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return what
}
