package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"ferrule/internal/asset"
	"ferrule/internal/bom/bomapi"
	"ferrule/internal/catalogue"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/itemsapi"
	"ferrule/internal/icon"
	"ferrule/internal/ogimage"
	"ferrule/internal/page"
	"ferrule/internal/ratelimit"
	"ferrule/internal/render"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/rfqapi"
	"ferrule/internal/rfq/rfqcontent"
	"ferrule/internal/server"
	"ferrule/internal/sitemap"
	"ferrule/web"
)

// filesFolder holds the bytes of the content system's files, in the data folder.
const filesFolder = "files"

// variantsFolder holds their pictures in other sizes; it may be emptied at any time.
const variantsFolder = "variants"

// pagesFolder holds rendered pages; it may be emptied at any time.
const pagesFolder = "pages"

// indexFile is the catalogue's index, in the data folder; it may be removed at any time.
const indexFile = "catalogue.index"

// pageReaders is how many of the content's readers the content API leaves to pages
// at all times.
const pageReaders = 2

// site is the whole program behind its listeners.
type site struct {
	handler http.Handler
	metrics *server.Metrics
	closers []func() error
}

func (s *site) close() error {
	var err error
	for _, closer := range slices.Backward(s.closers) {
		err = errors.Join(err, closer())
	}
	return err
}

// wire puts the parts together; the caller closes the site.
func wire(ctx context.Context, c *serveCommand, log *slog.Logger) (_ *site, err error) {
	s := &site{metrics: server.NewMetrics()}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	proxies, err := c.trusted()
	if err != nil {
		return nil, err
	}
	build, err := web.Load()
	if err != nil {
		return nil, err
	}
	model, err := c.contentModel()
	if err != nil {
		return nil, err
	}
	contents, err := c.content(ctx, model)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, contents.Close)
	s.metrics.Content(contents.Unconfirmed)
	requests, err := c.requests(ctx)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, requests.Close)
	requestMetrics := rfqapi.NewMetrics(requests.Standing)
	s.metrics.Register(requestMetrics)
	if err := s.delivered(ctx, c, requests, contents, requestMetrics, log); err != nil {
		return nil, err
	}
	challenges, err := newChallenges(ctx, requests)
	if err != nil {
		return nil, err
	}
	limits, err := ratelimit.OpenTable(ctx, c.Database, log)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, limits.Close)
	accounts, err := s.openAccounts(ctx, c, model, limits, log)
	if err != nil {
		return nil, err
	}
	var files *asset.Server
	copied, err := c.openMirror(c.Data, model, contents, func(disk string) error { return files.Forget(disk) }, log)
	if err != nil {
		return nil, err
	}
	files, err = asset.New(asset.Options{
		Files: contents.Files(), Variants: cmp.Or(c.Variants, filepath.Join(c.Data, variantsFolder)), Shared: c.sharesVariants(),
		Limit: int64(c.VariantsMB) << 20, Parallel: cmp.Or(c.Transforms, runtime.GOMAXPROCS(0)), Presets: c.Preset, Fetch: fetchWith(copied), Log: log,
	}, lookupFile(contents, model))
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, files.Close)
	contents.WhenRemoved(forgetVariants(files, log))
	s.metrics.Assets(files.Stats)
	pool, err := render.New(build.Bundle, render.Options{Observe: s.metrics.Rendered})
	if err != nil {
		return nil, fmt.Errorf("server bundle: %w", err)
	}
	s.closers = append(s.closers, func() error { return pool.Close(context.WithoutCancel(ctx)) })
	misses := rfq.NewMissCounter(requests, log)
	s.closers = append(s.closers, misses.Close)
	lists := catalogue.New(contents, model, catalogue.Options{
		Snapshot: filepath.Join(c.Data, indexFile), Build: version + " " + built().UTC().Format(time.RFC3339Nano), Missed: misses.Count, Log: log,
	})
	s.closers = append(s.closers, lists.Close)
	pages, err := newPages(ctx, c, build, model, contents, pool, lists, requests, s.purges(ctx, c.purgeFlags, log), log)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, func() error { pages.Close(); return nil })
	s.metrics.Pages(pages.Stats)
	static, err := server.NewStatic(build.Client)
	if err != nil {
		return nil, err
	}
	icons, err := icon.Open(build.Icons)
	if err != nil {
		return nil, err
	}
	head, err := newPageHead(build)
	if err != nil {
		return nil, err
	}
	found, previews, err := newFound(c, model, contents, pages, lists, files, log)
	if err != nil {
		return nil, err
	}
	options := server.Options{
		Model: model, Source: contents, Unconfirmed: contents.Unconfirmed, API: []itemsapi.Option{itemsapi.Writing(contents, identify(accounts, model)), itemsapi.Uploading(contents, int64(c.UploadMB)<<20)},
		Accounts: c.accountHandler(accounts, proxies), Pages: pages, Lists: lists, Assets: files, Sitemaps: found, Previews: previews, Static: static, Icons: icons,
		Requests: rfqapi.New(rfqapi.Options{
			Requests: requests, Content: rfqcontent.Reader{Source: contents}, Challenges: challenges, Prefix: pages.Prefix, Page: head,
			Metrics: requestMetrics, Rate: c.RequestRate, Limits: limits, Proxies: proxies, Log: log,
		}),
		Parts:   bomapi.New(bomapi.Options{Lists: lists, Proxies: proxies}),
		Metrics: s.metrics, Health: s.healthy(ctx, c, contents, requests, log), Build: server.Build{ID: build.ID, Time: built()}, Dev: c.Dev, Proxies: proxies, Log: log,
	}
	if copied != nil {
		options.API, options.Mirror = c.refusing(identify(accounts, model)), copied
	}
	options.API = append(options.API, itemsapi.Readers(contents.Readers()-pageReaders))
	s.handler = server.New(options)
	s.mirrored(ctx, copied)
	return s, nil
}

// newFound makes what the world finds the pages by.
func newFound(c *serveCommand, model *content.Model, source content.Source, pages *page.Site, lists *catalogue.Catalogue, files *asset.Server, log *slog.Logger) (*sitemap.Server, *ogimage.Server, error) {
	found, err := sitemap.New(sitemap.Options{
		Source: source, Model: model, Languages: pages.Languages, BaseURL: c.BaseURL, Log: log,
	})
	if err != nil {
		return nil, nil, err
	}
	previews, err := ogimage.New(ogimage.Options{
		Source: source, Model: model, Languages: pages.Languages, Picture: files.Picture, Parallel: max(1, runtime.GOMAXPROCS(0)/2), Log: log,
		Count: func(ctx context.Context, slug string) (int, error) {
			data, _, _, err := lists.Read(ctx, "/counts", nil)
			if err != nil {
				return 0, err
			}
			counts := map[string]int{}
			err = json.Unmarshal(data, &counts)
			return counts[slug], err
		},
	})
	return found, previews, err
}

func newPages(ctx context.Context, c *serveCommand, build web.Build, model *content.Model, source *store.Store, engine render.Engine, lists page.Lists, requests page.Requests, purge func(tags []string), log *slog.Logger) (*page.Site, error) {
	assets, err := page.ParseManifest(build.Manifest, "src/app/browser.tsx", "/static/")
	if err != nil {
		return nil, err
	}
	assets.Icon = "/favicon.svg"
	dev := c.Dev
	if dev != "" {
		dev += "/static"
	}
	shelf := page.ShelfOptions{
		Folder: filepath.Join(c.Data, pagesFolder), Bytes: int64(c.PagesMB) << 20,
		Program: fmt.Sprint(build.ID, " ", built().UnixNano()), Mark: source.Mark,
	}
	return page.New(ctx, page.Options{
		Shelf: shelf, Warm: c.Warm,
		Source: source, Model: model, Engine: engine, Lists: lists, Requests: requests, Assets: assets, Boot: build.Boot,
		BaseURL: c.BaseURL, ConsentHours: c.ConsentHours, CartHours: c.CartHours, CacheBytes: int64(c.CacheMB) << 20, Dev: dev, Log: log,
		Build: build.ID, BuildCheck: c.BuildCheck, Purge: purge,
	})
}

// built is when the program was built; 1970 if nobody can tell.
func built() time.Time {
	path, err := os.Executable()
	if err != nil {
		return time.UnixMilli(0)
	}
	info, err := os.Stat(path)
	if err != nil {
		return time.UnixMilli(0)
	}
	return info.ModTime()
}
