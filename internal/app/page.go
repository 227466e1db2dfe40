package app

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"ferrule/internal/catalogue"
	"ferrule/internal/ogimage"
	"ferrule/internal/page"
	"ferrule/internal/render"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/delivery"
	"ferrule/internal/sitemap"
)

// startRenderer starts the engines that run the server bundle.
func (a *App) startRenderer(ctx context.Context) (err error) {
	if a.renderer, err = render.New(a.build.Bundle, render.Options{Observe: a.metrics.Rendered}); err != nil {
		return fmt.Errorf("server bundle: %w", err)
	}
	a.onClose(func() error { return a.renderer.Close(context.WithoutCancel(ctx)) })
	return nil
}

// openCatalogue opens the index of the catalogue. Searches without results are
// counted in the store of requests.
func (a *App) openCatalogue(context.Context) error {
	misses := rfq.NewZeroResultCounter(a.requests, a.log)
	a.onClose(misses.Close)
	a.catalogue = catalogue.New(a.content, a.model, catalogue.Options{
		Snapshot: filepath.Join(a.config.Data, indexFile), Build: a.config.Version + " " + builtAt().UTC().Format(time.RFC3339Nano),
		OnEmptySearch: misses.Count, Log: a.log,
	})
	a.onClose(a.catalogue.Close)
	return nil
}

func (a *App) openPages(ctx context.Context) error {
	c := a.config
	assets, err := a.pageAssets()
	if err != nil {
		return err
	}
	dev := c.Dev
	if dev != "" {
		dev += "/static"
	}
	a.pages, err = page.New(ctx, page.Options{
		Disk: page.DiskOptions{
			Folder: filepath.Join(c.Data, pagesFolder), Bytes: int64(c.PagesMB) << 20,
			Program: fmt.Sprint(a.build.ID, " ", builtAt().UnixNano()), Mark: a.content.Mark,
		},
		Warm:   c.Warm,
		Source: a.content, Model: a.model, Engine: a.renderer, Lists: a.catalogue, Requests: a.requests, Assets: assets, Boot: a.build.Boot,
		BaseURL: c.BaseURL, ConsentHours: c.ConsentHours, CartHours: c.CartHours, RequestDays: c.RequestKeepDays,
		AddressDays: int(delivery.AddressRetention / (24 * time.Hour)), UnsentFileHours: int(delivery.UnsentFileRetention / time.Hour),
		CacheBytes: int64(c.CacheMB) << 20, Dev: dev, Log: a.log,
		Client:      a.proxies.Key,
		WorkingDays: a.requests.Calendar().HasWorkingDays(), Promises: a.promises,
		Build: a.build.ID, BuildCheck: c.BuildCheck, Purge: a.purge,
	})
	if err != nil {
		return err
	}
	a.onClose(func() error { a.pages.Close(); return nil })
	a.metrics.Pages(a.pages.Stats)
	return nil
}

// pageAssets returns the scripts, styles and icon of every page.
func (a *App) pageAssets() (page.Assets, error) {
	assets, err := page.ParseManifest(a.build.Manifest, a.build.Styles, "src/app/browser.tsx", "/static/")
	assets.Icon = "/favicon.svg"
	return assets, err
}

// newSEO creates the handlers of the sitemaps, feeds and preview pictures.
func (a *App) newSEO(context.Context) (err error) {
	a.sitemap, err = sitemap.New(sitemap.Options{
		Source: a.content, Model: a.model, Languages: a.pages.Languages, BaseURL: a.config.BaseURL, Log: a.log,
	})
	if err != nil {
		return err
	}
	a.ogImages, err = ogimage.New(ogimage.Options{
		Source: a.content, Model: a.model, Languages: a.pages.Languages, Picture: a.assets.Picture, Parallel: max(1, runtime.GOMAXPROCS(0)/2), Log: a.log,
		Count: a.countArticles,
	})
	return err
}

// countArticles returns the number of articles of a category.
func (a *App) countArticles(ctx context.Context, slug string) (int, error) {
	data, _, _, err := a.catalogue.Read(ctx, catalogue.CountsPath, nil)
	if err != nil {
		return 0, err
	}
	counts := map[string]int{}
	err = json.Unmarshal(data, &counts)
	return counts[slug], err
}

// builtAt returns the modification time of the program's file, the Unix epoch if
// it cannot be read.
func builtAt() time.Time {
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
