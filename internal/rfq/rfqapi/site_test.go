package rfqapi_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ferrule/internal/asset"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/fault"
	"ferrule/internal/health"
	"ferrule/internal/page"
	"ferrule/internal/proofofwork"
	"ferrule/internal/render"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/rfqapi"
	"ferrule/internal/rfq/rfqcontent"
	"ferrule/internal/server"
)

// bundle is a minimal front end.
const bundle = `globalThis.ferrule = {
	routes: () => JSON.stringify({routes: [], languages: [{code: "de-DE", prefix: "/de", html: "de"}, {code: "en-US", prefix: "/en", html: "en"}]}),
	plan: () => JSON.stringify({queries: []}),
	page: () => "",
};`

// site is a server with the API on real stores in a temporary folder.
type site struct {
	*httptest.Server
	api      *rfqapi.Handler
	requests *rfq.Store
	contents *store.Store
	data     string
	monitor  *health.Monitor
}

// Report returns the results of the checks that watch started.
func (s *site) Report() health.Report {
	if s.monitor == nil {
		return health.Report{}
	}
	return s.monitor.Report()
}

// watch starts to check the stores of the site's requests.
func (s *site) watch(t *testing.T) {
	t.Helper()
	check := func(name string, run func(context.Context) error) health.Check {
		return health.Check{Name: name, Every: 20 * time.Millisecond, Within: health.Quick, Run: run}
	}
	s.monitor = health.Start(t.Context(), slog.New(slog.DiscardHandler),
		check("data_folder", func(context.Context) error {
			_, err := health.Folder(s.data)
			return err
		}),
		check("requests_database", s.requests.Ready))
	t.Cleanup(s.monitor.Close)
}

// readyWith polls /readyz until its reply contains a text.
func (s *site) readyWith(t *testing.T, want string) {
	t.Helper()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		reply, body := s.do(t, http.MethodGet, "/readyz", "", nil)
		if reply.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", reply.StatusCode, body)
		}
		if strings.Contains(body, want) {
			return
		}
		select {
		case <-again.C:
		case <-t.Context().Done():
			t.Fatalf("%q is not in %s", want, body)
		}
	}
}

// newSite returns a site with a limit of rate requests per client.
func newSite(t testing.TB, rate int) *site {
	t.Helper()
	return newSiteOn(t, rate, "", t.TempDir())
}

// newSiteOn returns a site whose requests are in the database at an address, or in
// a folder if the address is empty.
func newSiteOn(t testing.TB, rate int, address, folder string) *site {
	t.Helper()
	ctx, data := t.Context(), t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	model := content.Default()
	contents, err := store.Open(ctx, data, model)
	must(err)
	requests, err := rfq.OpenAt(ctx, address, folder)
	must(err)
	files, err := asset.New(asset.Options{Files: contents.Files(), Variants: data + "/variants", Limit: 1 << 20, Parallel: 1}, func(context.Context, string) (asset.File, error) {
		return asset.File{}, fault.New(fault.Forbidden, "no").WithCode("FORBIDDEN")
	})
	must(err)
	pool, err := render.New(bundle, render.Options{VMs: 1})
	must(err)
	requests.SetCalendar(rfq.Calendar{Zone: time.FixedZone("JST", 9*3600)})
	pages, err := page.New(ctx, page.Options{Source: contents, Model: model, Engine: pool, Boot: "var boot"})
	must(err)
	s := &site{requests: requests, contents: contents, data: folder}
	log := slog.New(slog.DiscardHandler)
	s.api = rfqapi.New(rfqapi.Options{
		Requests: requests, Content: rfqcontent.Reader{Source: contents}, Challenges: proofofwork.New([]byte("secret")), Prefix: pages.Prefix,
		BaseURL: "https://shop.example.com",
		Page:    rfqapi.PageHead{Name: "Ferrule", Styles: "/static/entry.css", Boot: "var boot"}, Metrics: rfqapi.NewMetrics(requests.DeliveryStats), Rate: rate, Log: log,
	})
	s.Server = httptest.NewServer(server.New(server.Options{
		Model: model, Source: contents, Pages: pages, Assets: files, Metrics: server.NewMetrics(), Health: s, Log: log, Requests: s.api,
	}))
	t.Cleanup(func() {
		s.Close()
		pages.Close()
		must(errors.Join(pool.Close(context.Background()), files.Close(), requests.Close(), contents.Close()))
	})
	return s
}

// do sends a request and returns the reply with its body.
func (s *site) do(t *testing.T, method, path, body string, header http.Header) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(r.Header, header)
	reply, err := (&http.Transport{DisableCompression: true, DisableKeepAlives: true}).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	b, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply, string(b)
}

// post sends a form as the site's scripts do.
func (s *site) post(t *testing.T, body string) (*http.Response, string) {
	t.Helper()
	return s.do(t, http.MethodPost, "/api/form-messages", body, http.Header{"Content-Type": {"application/json"}})
}
