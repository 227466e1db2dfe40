package mirror

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
	"ferrule/internal/directus/mapping"
)

// TestNamesAreMapped renames fields in the protocol and requires both sides to be equal.
func TestNamesAreMapped(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(o *Options) {
		o.Map = mapping.Mapping{Collections: map[string]string{"tags": "labels", "link": "shop_link"}, Fields: map[string]map[string]string{"tags": {"slug": "handle", "id": "number"}}}
	})
	plain := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		renamed := map[string]string{"/items/labels": "/items/tags", "/items/shop_link": "/items/link"}[r.URL.Path]
		rec := &renaming{ResponseWriter: w}
		switch {
		case r.URL.Path == "/items/tags" || r.URL.Path == "/items/link":
			r.URL.Path = "/items/none"
		case renamed == "/items/tags":
			q := r.URL.Query()
			for name := range q {
				q.Set(name, strings.NewReplacer("handle", "slug", "number", "id").Replace(q.Get(name)))
			}
			r.URL.Path, r.URL.RawQuery = renamed, q.Encode()
			rec.replace = strings.NewReplacer(`"slug":`, `"handle":`, `"id":`, `"number":`)
		case renamed != "":
			r.URL.Path = renamed
		case strings.HasSuffix(r.URL.Path, "_links"):
			rec.replace = strings.NewReplacer(`"collection":"link"`, `"collection":"shop_link"`)
		}
		plain.ServeHTTP(rec, r)
	})
	p.later(0)
	p.equal()
	p.change(upsert("tags", 1, map[string]any{"slug": "mapped"}))
	p.hook(`{"collection":"labels","keys":["1"]}`, 202)
	p.mirror.runDue(t.Context())
	p.equal()
	if w := p.mirror.Status().Warnings; len(w) > 0 {
		t.Error(w)
	}
}

type renaming struct {
	http.ResponseWriter
	replace *strings.Replacer
}

func (w *renaming) Write(b []byte) (int, error) {
	if w.replace != nil {
		w.Header().Del("Content-Length")
		b = []byte(w.replace.Replace(string(b)))
	}
	return w.ResponseWriter.Write(b)
}

func (w *renaming) WriteHeader(status int) {
	w.Header().Del("Content-Length")
	w.ResponseWriter.WriteHeader(status)
}

func TestRowsShiftedBetweenPagesAreRead(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(o *Options) { o.Page = 10 })
	client := func(n int) content.Change {
		return upsert("clients", fmt.Sprintf("00000000-0000-4000-8000-%012d", n), map[string]any{"name": fmt.Sprint(n)})
	}
	for n := range 60 {
		p.change(client(n))
	}
	pages := 0
	p.remote.breaks(func(r *http.Request) string {
		if r.URL.Path == "/items/clients" && r.URL.Query().Get("limit") == "10" {
			pages++
			// Deleted rows before the current page shift the following rows.
			if pages == 3 || pages == 5 {
				for n := range 4 {
					p.change(remove("clients", client(n+pages).Key))
				}
			}
		}
		return ""
	})
	at, found := cursor{}, map[string]bool{}
	for {
		before := at
		rows, err := p.mirror.page(t.Context(), p.mirror.byName["clients"], nil, &at)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			found[r.key] = true
		}
		if at == before {
			break
		}
	}
	for n := 20; n < 60; n++ {
		if key := client(n).Key.(string); !found[key] {
			t.Errorf("row %s was not read", key)
		}
	}
}

func TestPageSizeFollowsQueryLimit(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(o *Options) { o.Page = 500 })
	plain := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("limit") == "500" {
			answer(w, 400, `{"errors":[{"message":"Invalid query. \"limit\" must be less than or equal to 9.","extensions":{"code":"INVALID_QUERY"}}]}`)
			return
		}
		plain.ServeHTTP(w, r)
	})
	p.later(0)
	p.equal()
}

func TestInvalidValueIsReportedAndOmitted(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	plain := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := &renaming{ResponseWriter: w}
		if r.URL.Path == "/items/variations" {
			rec.replace = strings.NewReplacer(`"stock":`, `"stock":"many","x":`)
		}
		plain.ServeHTTP(rec, r)
	})
	p.later(0)
	if s := p.mirror.Status(); !s.Pulled || !slices.ContainsFunc(s.Warnings, func(w string) bool { return strings.Contains(w, "variations.stock: record") }) {
		t.Errorf("%+v", s)
	}
	if p.value("variations", "1", "stock") != "<nil>" || p.value("variations", "1", "sku") == "<nil>" {
		t.Error("other values of the record are not copied")
	}
}

func TestRequestsAreLimitedByNumberAndBytes(t *testing.T) {
	t.Parallel()
	clock := &testClock{now: time.Date(2031, 5, 1, 12, 0, 0, 0, time.UTC)}
	pace := client.NewRateLimiter(clock, 10, 1000)
	start := clock.Now()
	for range client.Burst + 10 {
		if err := pace.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if took := clock.Now().Sub(start); took.Seconds() != 1 {
		t.Errorf("10 requests beyond the burst in %s", took)
	}
	pace.Charge(5000)
	if err := pace.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if took := clock.Now().Sub(start); took.Seconds() < 6 {
		t.Errorf("5000 bytes in %s", took)
	}
}

// The first page has integers, a later one UUIDs.
func TestKeysThatTurnOutToBeTextsAreAllRead(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(o *Options) { o.Page = 2 })
	p.later(0)
	want := 0
	if err := p.mirror.eachStored(t.Context(), p.mirror.byName["tags"], nil, func(row) { want++ }); err != nil {
		t.Fatal(err)
	}
	p.rewrite(func(path string, record map[string]any) bool {
		if id := fmt.Sprint(record["id"]); path == "/items/tags" && id != "1" && id != "2" {
			record["id"] = uuid(id)
		}
		return true
	})
	got := 0
	err := p.mirror.eachRemote(t.Context(), p.mirror.byName["tags"], nil, func(row) error { got++; return nil })
	if err != nil || got < want || want < 5 {
		t.Errorf("%d of %d records: %v", got, want, err)
	}
}
