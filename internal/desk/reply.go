package desk

import (
	"context"
	"net/http"
	"time"

	"github.com/shopspring/decimal"

	"ferrule/internal/directus/envelope"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/answer"
	"ferrule/internal/rfq/offer"
)

// reply is what an answer to a request begins with.
type reply struct {
	Draft      *rfq.Draft                      `json:"draft"` // of the caller
	LastLetter int64                           `json:"lastLetter"`
	To         string                          `json:"to"`
	Language   string                          `json:"language"`
	Offer      offer.Offer                     `json:"offer"`
	Zone       string                          `json:"zone"` // of the site: "Europe/Zurich"; empty for that of the server
	Today      offer.Date                      `json:"today"`
	Currencies []string                        `json:"currencies"`
	Articles   map[string]article              `json:"articles"` // of the request's lines, by their position in the offer
	Templates  map[rfq.LetterKind]rfq.Template `json:"templates"`
}

// article is the article of a line of the request in the current content.
type article struct {
	answer.Today

	Name string `json:"name"`
}

// serveReply serves GET /desk/api/requests/{reference}/reply.
func (h *Handler) serveReply(w http.ResponseWriter, r *http.Request, c caller) error {
	request, err := h.options.Requests.ByReference(r.Context(), r.PathValue("reference"))
	if err != nil {
		return err
	}
	out, err := h.reply(r.Context(), request, c, request.Link(h.site(r)))
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, out)
}

func (h *Handler) reply(ctx context.Context, r rfq.Request, c caller, link string) (out reply, err error) {
	store := h.options.Requests
	out = reply{To: r.Email, Language: r.Language, Today: h.answers.Day(), Currencies: h.options.Offers.Currencies, Articles: map[string]article{}}
	if zone := store.Calendar().Zone; zone != time.Local {
		out.Zone = zone.String()
	}
	if out.Draft, err = store.Draft(ctx, r.ID, c.user.ID); err != nil {
		return out, err
	}
	letters, err := store.Letters(ctx, r.ID)
	if err != nil {
		return out, err
	}
	if n := len(letters); n > 0 {
		out.LastLetter = letters[n-1].ID
	}
	var current map[string]answer.Today
	if out.Offer, current, err = h.answers.NewOffer(ctx, r, nameOf(c.user)); err != nil {
		return out, err
	}
	for _, l := range out.Offer.Lines {
		if now, ok := current[l.Position]; ok {
			out.Articles[l.Position] = article{now, l.Name}
		}
	}
	if out.Templates, err = h.answers.Templates(ctx, r, out.Offer, nameOf(c.user), link); err != nil {
		h.log.WarnContext(ctx, "supplier not read", "request", r.Reference, "error", err)
	}
	return out, nil
}

// site returns the address of the site for links in letters: that of the caller's request
// if none is configured.
func (h *Handler) site(r *http.Request) string {
	if h.options.BaseURL != "" {
		return h.options.BaseURL
	}
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// saveDraft serves PUT /desk/api/requests/{reference}/draft.
func (h *Handler) saveDraft(w http.ResponseWriter, r *http.Request, c caller) error {
	var d rfq.Draft
	if err := readJSON(w, r, &d, maxOfferBody); err != nil {
		return err
	}
	saved, err := h.options.Requests.SaveDraft(r.Context(), r.PathValue("reference"), c.user.ID, d)
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, map[string]time.Time{"savedAt": saved})
}

// deleteDraft serves DELETE /desk/api/requests/{reference}/draft.
func (h *Handler) deleteDraft(w http.ResponseWriter, r *http.Request, c caller) error {
	if err := h.options.Requests.DeleteDraft(r.Context(), r.PathValue("reference"), c.user.ID); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// maxFound is the number of articles of a search.
const maxFound = 20

// listArticles serves GET /desk/api/articles: alternatives for a line.
func (h *Handler) listArticles(w http.ResponseWriter, r *http.Request, _ caller) error {
	type row struct {
		SKU      string           `json:"sku"`
		Name     string           `json:"name"`
		Price    *decimal.Decimal `json:"price"`
		Currency *string          `json:"currency"`
		Stock    *int64           `json:"stock"`
	}
	out := []row{}
	if h.options.Search == nil {
		return envelope.Data(w, r, http.StatusOK, out)
	}
	found, err := h.options.Search(r.Context(), r.URL.Query().Get("q"), r.URL.Query().Get("language"))
	if err != nil {
		return err
	}
	found = found[:min(len(found), maxFound)]
	numbers := make([]string, len(found))
	for i, f := range found {
		numbers[i] = f.SKU
	}
	prices, err := h.options.Content.Prices(r.Context(), numbers)
	if err != nil {
		return err
	}
	stock, err := h.options.Content.Stock(r.Context(), numbers)
	if err != nil {
		return err
	}
	for _, f := range found {
		a := row{SKU: f.SKU, Name: f.Name}
		if price, ok := prices[f.SKU]; ok {
			a.Price = &price
			if currencies := h.options.Offers.Currencies; len(currencies) > 0 {
				a.Currency = &currencies[0]
			}
		}
		if n, ok := stock[f.SKU]; ok {
			a.Stock = &n
		}
		out = append(out, a)
	}
	return envelope.Data(w, r, http.StatusOK, out)
}
