package app_test

import (
	"errors"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
	"ferrule/internal/cli"
)

// pagesWithName is how many of the sharedPages, from the first, show one product's
// French name.
const pagesWithName = 3

func sharedPages() []string {
	return []string{
		"/fr/product/straight-union-s", "/fr/catalog/straight-unions-s", "/fr",
		"/de/product/straight-union-s", "/de/catalog/straight-unions-s", "/de",
		"/fr/product/weld-neck-flange", "/fr/catalog/weld-neck-high", "/fr/catalog", "/fr/contacts", "/fr/about",
	}
}

func TestVarnishShowsAChangeAndKeepsTheRest(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Varnish")
	}
	t.Parallel()
	apptest.RequireBuild(t)
	data := apptest.DemoConfig(t).DataConfig
	token := apptest.MustCommand(t, "users", "add", "--email", "shop@example.com", "--role", "editor", "--token", "--data", data.Data)
	server := newServer(t, "--data", data.Data)
	v := startVarnish(t, server.Address)
	server.args = append(server.args, "--purge-url", "http://"+v.purges)
	server.start()
	if out, err := apptest.Command(t, "doctor", "--data", data.Data, "--purge-url", "http://"+v.purges); err != nil || !strings.Contains(out, "accepts purges") {
		t.Errorf("%s, %v", out, err)
	}
	before := map[string]varnishReply{}
	for _, path := range sharedPages() {
		before[path] = v.hit(path)
	}
	product := before["/fr/product/straight-union-s"]
	if product.header.Get("Cache-Control") != "public, max-age=0, must-revalidate" || product.header.Get("Surrogate-Key") != "" || product.header.Get("Cache-Tag") != "" {
		t.Errorf("headers for visitors: %v", product.header)
	}
	for _, coding := range []string{"br", "gzip"} {
		if a := v.get("/fr", "Accept-Encoding: "+coding+", deflate"); a.header.Get("Content-Encoding") != coding {
			t.Errorf("%s: %v", coding, a.header)
		}
	}
	if a := v.get("/fr", "If-None-Match: "+before["/fr"].header.Get("ETag")); a.status != http.StatusNotModified || !a.hit {
		t.Errorf("%d %v", a.status, a.header)
	}
	if a := v.get("/about", "Cookie: selected-language=it-IT"); a.header.Get("Content-Language") != "it-IT" || a.hit {
		t.Errorf("without prefix: %v", a.header)
	}

	const name = "Raccord nouveau"
	v.edit(strings.TrimSpace(token), "/api/content/items/products_translations/3", `{"name":"`+name+`"}`)
	for i, path := range sharedPages() {
		if i < pagesWithName {
			for a := v.get(path); !strings.Contains(a.body, name); a = v.get(path) {
				runtime.Gosched() // the page is being rendered
			}
		} else if a := v.get(path); !a.hit || a.body != before[path].body {
			t.Errorf("%s was dropped: %v", path, a.header)
		}
	}
	v.outlast(server)
}

// outlast checks what Varnish serves while the server is down, and after a restart.
func (v *varnish) outlast(server *serverProcess) {
	v.t.Helper()
	before := v.hit("/fr")
	server.kill()
	if a := v.get("/fr"); a.status != http.StatusOK || a.body != before.body {
		v.t.Errorf("without the server: %d", a.status)
	}
	v.expire()
	for range 2 {
		if a := v.get("/fr"); a.status != http.StatusOK || a.body != before.body {
			v.t.Errorf("past its time, without the server: %d", a.status)
		}
	}
	if a := v.get("/it"); a.status != http.StatusServiceUnavailable {
		v.t.Errorf("a page that was never requested: %d", a.status)
	}
	server.start()
	if a := v.hit("/it"); a.status != http.StatusOK {
		v.t.Errorf("after a restart: %d", a.status)
	}
	if _, err := apptest.Command(v.t, "doctor", "--data", v.t.TempDir(), "--purge-url", "http://"+server.Address); !errors.Is(err, cli.ErrUnhealthy) {
		v.t.Errorf("purges are not received; doctor: %v", err)
	}
}
