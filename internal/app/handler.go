package app

import (
	"context"
	"html/template"
	"strings"

	"ferrule/internal/bom/bomapi"
	"ferrule/internal/directus/itemsapi"
	"ferrule/internal/directus/mirror"
	"ferrule/internal/icon"
	"ferrule/internal/priority"
	"ferrule/internal/rfq/rfqapi"
	"ferrule/internal/rfq/rfqcontent"
	"ferrule/internal/server"
)

// pageReaders is the number of database connections reserved for pages, which the
// content API does not use.
const pageReaders = 2

// newHandler creates the handler of the site.
func (a *App) newHandler(context.Context) error {
	static, err := server.NewStatic(a.build.Client)
	if err != nil {
		return err
	}
	deskFiles, err := server.NewStaticUnder("/desk/", a.build.Desk)
	if err != nil {
		return err
	}
	icons, err := icon.Open(a.build.Icons)
	if err != nil {
		return err
	}
	assets, err := a.pageAssets()
	if err != nil {
		return err
	}
	options := server.Options{
		Model: a.model, Source: a.content, Unconfirmed: a.content.Unconfirmed, API: a.contentAPI(), Accounts: a.accountHandler(),
		Pages: a.pages, Lists: a.catalogue, Assets: a.assets, Sitemaps: a.sitemap, OGImages: a.ogImages, Static: static, Icons: icons, Desk: a.desk, DeskFiles: deskFiles,
		Requests: rfqapi.New(rfqapi.Options{
			Requests: a.requests, Content: rfqcontent.Reader{Source: a.content}, Challenges: a.challenges, Prefix: a.pages.Prefix,
			Page:    rfqapi.PageHead{Name: "Ferrule", Core: template.CSS(assets.Core), Styles: assets.Styles, Icon: assets.Icon, Boot: a.build.Boot},
			BaseURL: strings.TrimSuffix(a.config.BaseURL, "/"),
			Metrics: a.requestMetrics, Rate: a.config.RequestRate, Limits: a.limits, Proxies: a.proxies, Log: a.log,
		}),
		Contact: a.config.contactURI(),
		BOM:     bomapi.New(bomapi.Options{Lists: a.catalogue, Proxies: a.proxies}),
		Metrics: a.metrics, Health: a.health, Build: server.Build{ID: a.build.ID, Time: builtAt()}, Dev: a.config.Dev, Proxies: a.proxies, AccessLog: a.accessLog, HSTS: a.config.hsts(), Log: a.log,
	}
	if a.mirror != nil { // a nil *mirror.Mirror is not a nil server.Mirror
		options.Mirror = a.mirror
	}
	a.handler = a.ignored.Handler(server.New(options))
	return nil
}

// contentAPI returns the options of the content API. A copy of a Directus instance
// rejects writes with the address of the original, except to collections that the
// original lacks and that are edited here.
func (a *App) contentAPI() []itemsapi.Option {
	readers, identify := a.apiReaders(), identify(a.accounts, a.model)
	if a.mirror != nil {
		readOnly := mirror.ReadOnly{URL: a.config.Directus, Local: a.mirror.Local, Writer: a.content}
		return []itemsapi.Option{itemsapi.Writing(readOnly, identify), itemsapi.Uploading(readOnly, 0), readers}
	}
	return []itemsapi.Option{itemsapi.Writing(a.content, identify), itemsapi.Uploading(a.content, int64(a.config.UploadMB)<<20), readers}
}

// apiReaders divides the database readers that pages leave: a quarter of them, at
// least one, is for expensive queries. With SQLite these run on threads of lower
// priority, since they would occupy the processors that reply with what is ready.
func (a *App) apiReaders() itemsapi.Option {
	all := a.content.Readers() - pageReaders
	o := itemsapi.ReaderOptions{Expensive: max(1, all/4), Client: a.proxies.Key}
	o.Concurrent = all - o.Expensive
	if a.config.Database == "" {
		threads := priority.NewThreads(o.Expensive)
		a.onClose(func() error { threads.Close(); return nil })
		o.Run = threads.Run
	}
	return itemsapi.Readers(o)
}
