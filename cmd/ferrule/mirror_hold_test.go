package main

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ferrule/web"
)

// mirrored boots what serve --directus boots.
func mirrored(t *testing.T, address string) (*serveCommand, *site) {
	t.Helper()
	if _, err := web.Load(); err != nil {
		t.Skip(err)
	}
	const often = 200 * time.Millisecond
	c := &serveCommand{
		dataFlags: dataFlags{Data: t.TempDir()}, CacheMB: 8, PagesMB: 8, Warm: true, ConsentHours: 36, CartHours: 36, RequestRate: 60, accountFlags: accountFlags{MailFrom: "shop@example.com"}, VariantsMB: 16, UploadMB: 1,
		mirrorFlags: mirrorFlags{Directus: address, DirectusPoll: often, DirectusSweep: often, DirectusRate: 1e6},
	}
	s, err := wire(t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.close(); err != nil {
			t.Error(err)
		}
	})
	return c, s
}

// until waits for what a server does in the background.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for !holds() {
		select {
		case <-again.C:
		case <-t.Context().Done():
			t.Fatal(what)
		}
	}
}

// A Directus that answers with empty lists changes no page, until a person says
// that it is right.
func TestADirectusWithoutRecordsEmptiesTheSiteOnlyIfConfirmed(t *testing.T) {
	t.Parallel()
	there, _ := studio(t)
	var emptied atomic.Bool
	directus := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if emptied.Load() {
			_, _ = io.WriteString(w, `{"data":[]}`)
			return
		}
		there.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(directus.Close)
	c, s := mirrored(t, directus.URL)
	ready := func(part string) func() bool {
		return func() bool {
			status, body := ask(t, s.handler, "GET", "/readyz", "")
			return status == http.StatusOK && strings.Contains(body, part)
		}
	}
	until(t, "the pull ends", ready(`"status":"ok"`))
	const products = "/api/content/items/products?limit=-1"
	_, before := ask(t, s.handler, "GET", products, "")
	confirm := func() (string, error) {
		var out strings.Builder
		err := run(t.Context(), []string{"mirror", "confirm", "--data", c.Data}, &out)
		return out.String(), err
	}
	if _, err := confirm(); err == nil {
		t.Error("nothing is held back, and it was confirmed")
	}
	emptied.Store(true)
	until(t, "deletions are held back", ready(`"status":"degraded"`))
	if _, body := ask(t, s.handler, "GET", "/readyz", ""); !strings.Contains(body, `"reasons":["The deletion of`) || !strings.Contains(body, "records of products is held back since") {
		t.Error(body)
	}
	if _, now := ask(t, s.handler, "GET", products, ""); now != before {
		t.Error("the products are others")
	}
	if status, page := ask(t, s.handler, "GET", "/de/product/straight-union-s", ""); status != http.StatusOK || !strings.Contains(page, "<h1") {
		t.Errorf("a page: %d", status)
	}
	if _, figures := ask(t, s.metrics.Handler(), "GET", "/metrics", ""); !strings.Contains(figures, `ferrule_mirror_held_deletions{collection="products"} `) {
		t.Error("no figure")
	}
	var out strings.Builder
	_ = run(t.Context(), []string{"doctor", "--data", c.Data}, &out) // other checks may fail
	if text := out.String(); !strings.Contains(text, "WARN  directus") || !strings.Contains(text, "ferrule mirror confirm") {
		t.Error(text)
	}
	emptied.Store(false)
	until(t, "the hold ends", ready(`"status":"ok"`))
	emptied.Store(true)
	until(t, "deletions are held back again", ready(`"status":"degraded"`))
	if told, err := confirm(); err != nil || !strings.Contains(told, "products: ") {
		t.Errorf("%q %v", told, err)
	}
	until(t, "it is carried out", func() bool {
		_, body := ask(t, s.handler, "GET", products, "")
		return body == `{"data":[]}`
	})
	until(t, "the hold ends", ready(`"status":"ok"`))
}
