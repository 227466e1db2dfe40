package desk

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ferrule/internal/directus/envelope"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
)

// detail is a request with all that belongs to it. Without SeePersons, texts that the
// visitor typed are null or empty, and there are neither files nor earlier requests.
type detail struct {
	row

	Email      *string    `json:"email"`
	Phone      *string    `json:"phone"`
	Subject    string     `json:"subject"`
	Text       *string    `json:"text"`
	Page       string     `json:"page"` // with the form
	Link       string     `json:"link"` // of the visitor's page; empty if there is none
	Lines      []line     `json:"lines"`
	Files      []file     `json:"files"`
	Deliveries []delivery `json:"deliveries"`
	History    []entryOf  `json:"history"`
	Earlier    []row      `json:"earlier"`
	SpamReason string     `json:"spamReason"`

	LastLetter    int64     `json:"lastLetter"` // id; 0 for none
	Letters       []letter  `json:"letters"`    // oldest first
	Offers        []offered `json:"offers"`     // oldest first
	Draft         *drafted  `json:"draft"`      // of the caller
	OutcomeReason string    `json:"outcomeReason"`
}

type line struct {
	Position string  `json:"position"`
	SKU      string  `json:"sku"`
	Name     string  `json:"name"`
	Quantity int64   `json:"quantity"`
	Note     string  `json:"note"`
	Price    *string `json:"price"` // as the visitor saw it
	Currency *string `json:"currency"`
	Known    bool    `json:"known"`
	Href     *string `json:"href"`
	Image    *string `json:"image"`
	Today    *today  `json:"today"`
}

// today is the article of a line in the current content.
type today struct {
	Stock   *int64 `json:"stock"`
	Changed bool   `json:"changed"` // its part number is another one
	Ended   bool   `json:"ended"`   // the content has it no longer
}

type file struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Type string `json:"type"`
	Size int64  `json:"size"`
}

type delivery struct {
	Event    string     `json:"event"`
	Target   string     `json:"target"`
	State    string     `json:"state"`
	Attempts int        `json:"attempts"`
	Due      *time.Time `json:"due"`
	Settled  *time.Time `json:"settled"`
	Error    string     `json:"error"`
}

type entryOf struct {
	ID   int64     `json:"id"`
	At   time.Time `json:"at"`
	By   *person   `json:"by"`
	Kind string    `json:"kind"`
	Text string    `json:"text"`
}

// maxEarlier is the number of earlier requests of a detail.
const maxEarlier = 5

// serveRequest serves GET /desk/api/requests/{reference}.
func (h *Handler) serveRequest(w http.ResponseWriter, r *http.Request, c caller) error {
	d, err := h.detail(r.Context(), r.PathValue("reference"), c)
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, d)
}

func (h *Handler) detail(ctx context.Context, reference string, c caller) (d detail, err error) {
	store := h.options.Requests
	listed, err := store.Listed(ctx, reference, c.user.ID)
	if err != nil {
		return d, err
	}
	build, err := h.rowsFor(ctx, c)
	if err != nil {
		return d, err
	}
	r := listed.Request
	d = detail{row: build.row(listed), Page: r.Page, Lines: h.lines(ctx, r, c), Files: []file{}, Earlier: []row{}, SpamReason: r.SpamReason}
	deliveries, err := store.DeliveryStatuses(ctx, r.ID)
	if err != nil {
		return d, err
	}
	d.Deliveries = deliveriesOf(deliveries, c)
	history, err := store.History(ctx, r)
	if err != nil {
		return d, err
	}
	d.History = historyOf(history, build)
	if err := h.addLetters(ctx, &d, r, build); err != nil {
		return d, err
	}
	if !c.may(SeePersons) {
		d.Page, _, _ = strings.Cut(r.Page, "?")
		return d, nil
	}
	d.Email, d.Phone, d.Subject, d.Text = &r.Email, &r.Phone, r.Subject, &r.Message.Message
	if r.Token != "" {
		d.Link = h.options.BaseURL + h.options.Prefix(ctx, r.Language) + "/request/" + r.Token
	}
	files, err := store.FilesOf(ctx, r.ID)
	if err != nil {
		return d, err
	}
	for _, f := range files {
		d.Files = append(d.Files, file{f.ID, f.Name, f.Type, f.Size})
	}
	earlier, err := store.Earlier(ctx, r, c.user.ID, maxEarlier)
	d.Earlier = build.list(earlier)
	return d, err
}

// deliveriesOf returns deliveries as they are shown. An error may quote the visitor's
// address.
func deliveriesOf(list []rfq.DeliveryStatus, c caller) []delivery {
	out := make([]delivery, len(list))
	for i, s := range list {
		out[i] = delivery{Event: string(s.Event), Target: s.Target, State: s.State, Attempts: s.Attempts, Due: timeOrNull(s.Due), Settled: timeOrNull(s.Settled)}
		if c.may(SeePersons) {
			out[i].Error = s.Error
		}
	}
	return out
}

// historyOf returns a history as it is shown. Notes and reasons may name the visitor.
func historyOf(list []rfq.Entry, build rows) []entryOf {
	out := make([]entryOf, len(list))
	for i, e := range list {
		out[i] = entryOf{e.ID, e.At, build.person(e.By.ID, e.By.Name), string(e.Kind), e.Text}
		if (e.Kind == rfq.KindNote || e.Kind == rfq.KindWon || e.Kind == rfq.KindLost) && !build.caller.may(SeePersons) {
			out[i].Text = ""
		}
	}
	return out
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// lines returns the lines of a request, with their articles of today. Without content
// the rest of the request is shown.
func (h *Handler) lines(ctx context.Context, r rfq.Request, c caller) []line {
	current, err := h.answers.Today(ctx, r)
	if err != nil {
		h.log.WarnContext(ctx, "articles of a request not read", "request", r.Reference, "error", err)
	}
	prefix := h.options.Prefix(ctx, r.Language)
	out := make([]line, len(r.Lines))
	for i, shown := range document.Rows(r) {
		l := r.Lines[i]
		out[i] = line{Position: shown.Position, SKU: shown.Part, Name: shown.Title(), Quantity: l.Quantity, Note: shown.Note, Known: l.Known()}
		if now := current[i]; now != nil {
			out[i].Today = &today{now.Stock, now.Changed, now.Ended}
		}
		if price := strings.Trim(string(l.Price), `"`); price != "" && price != "null" {
			out[i].Price = &price
			if l.Currency != "" {
				out[i].Currency = &l.Currency
			}
		}
		if l.Known() && l.Slug != "" {
			href := prefix + "/product/" + url.PathEscape(l.Slug)
			out[i].Href = &href
		}
		if strings.HasPrefix(l.Image, "/assets/") { // the site's own
			out[i].Image = &l.Image
		}
		if !c.may(SeePersons) {
			out[i].Note, out[i].Position = "", ""
			if !l.Known() {
				out[i].SKU, out[i].Name = "", ""
			}
		}
	}
	return out
}
