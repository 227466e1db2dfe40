// Package rfqapi is the HTTP API of requests for quotation: it accepts forms, with
// or without scripts, and files, enforces rate limits, and serves a request to the
// holder of its token. It depends on neither the content model nor pages; the caller
// supplies both.
package rfqapi

import (
	"context"
	"log/slog"
	"net/http"

	"ferrule/internal/fault"
	"ferrule/internal/proofofwork"
	"ferrule/internal/proxy"
	"ferrule/internal/ratelimit"
	"ferrule/internal/rfq"
)

// Content reads the site's content for the API.
type Content interface {
	rfq.Articles
	// HasForm reports whether the content has a form, published or not.
	HasForm(ctx context.Context, id int64) (bool, error)
	// FormTexts returns the texts of a form in a language, empty where the content
	// has none.
	FormTexts(ctx context.Context, id, language string) (rfq.FormTexts, error)
	// Supplier returns the supplier, in a language.
	Supplier(ctx context.Context, language string) (rfq.Supplier, error)
}

// Options configure a Handler. All but Limits, Proxies and Log must be set.
type Options struct {
	Requests   *rfq.Store
	Content    Content
	Challenges *proofofwork.Challenges
	// Prefix returns the prefix of a language's addresses ("/de"), of the default
	// language if the site does not have it.
	Prefix  func(ctx context.Context, language string) string
	Page    PageHead
	BaseURL string // of the site, without a trailing slash; empty for documents without link
	Metrics *Metrics
	Rate    int              // requests for quotation of one client in ten minutes
	Limits  *ratelimit.Table // shared by several servers; nil for one server
	Proxies proxy.Trusted
	Log     *slog.Logger
}

// Handler serves the API. Its methods return the errors that they have not
// written.
type Handler struct {
	options Options
	limits  *limits
	large   largeForms
	log     *slog.Logger

	crossOrigin http.CrossOriginProtection
}

// New returns a Handler.
func New(o Options) *Handler {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Handler{options: o, limits: newLimits(o.Rate, o.Limits, o.Challenges), large: largeForms{clients: map[string]bool{}}, log: o.Log}
}

// checkOrigin rejects requests from pages of other sites. Browsers send the origin
// of every POST and DELETE; other clients need not.
func (h *Handler) checkOrigin(r *http.Request, texts rfq.Texts) error {
	if err := h.crossOrigin.Check(r); err != nil {
		return fault.Wrap(fault.Forbidden, err, "%s", texts.OtherSite)
	}
	return nil
}

// pageOf returns the address of a request's page.
func (h *Handler) pageOf(ctx context.Context, language, token string) string {
	return h.options.Prefix(ctx, language) + "/request/" + token
}
