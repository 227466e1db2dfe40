package desk

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"ferrule/internal/directus/envelope"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
	"ferrule/internal/rfq/offer"
)

// validDays is the number of days for which an offer is valid unless its writer chooses
// others.
const validDays = 14

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

// article is an article of the current content.
type article struct {
	SKU     string           `json:"sku"`
	Name    string           `json:"name"`
	Price   *decimal.Decimal `json:"price"`
	Stock   *int64           `json:"stock"`
	Changed bool             `json:"changed"`
	Ended   bool             `json:"ended"`
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
	zone := store.Calendar().Zone
	out = reply{To: r.Email, Language: r.Language, Today: offer.NewDate(time.Now().In(zone)), Currencies: h.options.Offers.Currencies}
	if zone != time.Local {
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
	if out.Offer, err = store.NewOffer(ctx, r); err != nil {
		return out, err
	}
	h.fillOffer(&out.Offer, r, c)
	if out.Offer.Lines, out.Articles, err = h.offerLines(ctx, r); err != nil {
		return out, err
	}
	supplier, err := h.options.Content.Supplier(ctx, r.Language)
	if err != nil {
		h.log.WarnContext(ctx, "supplier not read", "request", r.Reference, "error", err)
	}
	format := offer.FormatIn(r.Language)
	out.Templates = rfq.Templates(r.Language, rfq.TemplateFields{
		Name: r.Name, Reference: r.Reference, Received: format.Day(offer.NewDate(r.Created.In(zone))), Offer: out.Offer.Number, Until: format.Day(out.Offer.ValidUntil),
		Link: link, By: nameOf(c.user), Supplier: supplier.Name,
	})
	return out, nil
}

// fillOffer fills in the head of an offer.
func (h *Handler) fillOffer(o *offer.Offer, r rfq.Request, c caller) {
	day, _ := time.Parse(time.DateOnly, string(o.Date)) // of NewOffer
	o.ValidUntil = offer.NewDate(day.AddDate(0, 0, validDays))
	o.Recipient = slices.DeleteFunc([]string{r.Company(), r.Name}, func(line string) bool { return line == "" })
	o.Contact = offer.Contact{Name: nameOf(c.user)}
	o.Terms = rfq.StandardTerms(r.Language)
	if currencies := h.options.Offers.Currencies; len(currencies) > 0 {
		o.Currency = currencies[0]
	}
}

// offerLines returns a line of an offer for each line of a request, and the articles of
// today by the position of the line.
func (h *Handler) offerLines(ctx context.Context, r rfq.Request) ([]offer.Line, map[string]article, error) {
	current, err := h.today(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	var numbers []string
	for _, now := range current {
		if now != nil && now.sku != "" {
			numbers = append(numbers, now.sku)
		}
	}
	prices, err := h.options.Content.Prices(ctx, numbers)
	if err != nil {
		return nil, nil, err
	}
	lines, articles := make([]offer.Line, len(r.Lines)), map[string]article{}
	taken := map[string]bool{}
	for i, shown := range document.Rows(r) {
		position := shown.Position
		if position == "" || taken[position] {
			position = strconv.Itoa(i + 1)
		}
		taken[position] = true
		l := offer.Line{Position: position, Name: nameOfLine(shown), Quantity: decimal.NewFromInt(shown.Quantity), VATRate: h.options.Offers.VATRate, Deliveries: []offer.Delivery{}}
		if now := current[i]; now != nil {
			a := article{SKU: now.sku, Name: l.Name, Stock: now.Stock, Changed: now.Changed, Ended: now.Ended}
			if price, ok := prices[now.sku]; ok {
				a.Price, l.Price = &price, price
			}
			if l.SKU = now.sku; now.Stock != nil && *now.Stock >= shown.Quantity {
				l.Deliveries = []offer.Delivery{{Quantity: l.Quantity}}
			}
			articles[position] = a
		}
		lines[i] = l
	}
	return lines, articles, nil
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
