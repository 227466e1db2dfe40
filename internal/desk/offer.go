package desk

import (
	"net/http"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
	"ferrule/internal/rfq/offer"
	"ferrule/internal/rfq/rfqapi"
)

// maxOfferBody bounds the body of an offer, in bytes: 5,000 lines of 1 KB.
const maxOfferBody = 5 << 20

// checkedOffer is an offer with its amounts, which are null if its numbers have too many
// digits, and what hinders it from being sent.
type checkedOffer struct {
	Total    *offer.Total    `json:"total"`
	Lines    []checkedLine   `json:"lines"`
	Problems []offer.Problem `json:"problems"`
}

type checkedLine struct {
	Position string          `json:"position"`
	Amount   decimal.Decimal `json:"amount"`
}

// checkOffer serves POST /desk/api/requests/{reference}/offer/check.
func (h *Handler) checkOffer(w http.ResponseWriter, r *http.Request, _ caller) error {
	o, _, err := h.givenOffer(w, r)
	if err != nil {
		return err
	}
	out := checkedOffer{Lines: []checkedLine{}, Problems: []offer.Problem{}}
	out.Problems = append(out.Problems, o.Check(h.answers.Day())...)
	if o.Calculable() {
		total := o.Total()
		out.Total = &total
		for i, l := range o.Lines {
			out.Lines = append(out.Lines, checkedLine{l.Position, total.Lines[i]})
		}
	}
	return envelope.Data(w, r, http.StatusOK, out)
}

// givenOffer returns the offer in the body of a request, and the request that it is for.
func (h *Handler) givenOffer(w http.ResponseWriter, r *http.Request) (o offer.Offer, request rfq.Request, err error) {
	if request, err = h.options.Requests.ByReference(r.Context(), r.PathValue("reference")); err != nil {
		return o, request, err
	}
	return o, request, readJSON(w, r, &o, maxOfferBody)
}

// previewOffer serves POST /desk/api/requests/{reference}/offer/preview.pdf.
func (h *Handler) previewOffer(w http.ResponseWriter, r *http.Request, _ caller) error {
	o, request, err := h.givenOffer(w, r)
	if err != nil {
		return err
	}
	if !o.Calculable() {
		return fault.New(fault.Invalid, "A number of the offer has too many digits.")
	}
	supplier, err := h.answers.Supplier(r.Context(), o.Language)
	if err != nil {
		return err
	}
	pdf, err := document.OfferDraft(o, request.Reference, time.Now(), supplier)
	if err != nil {
		return err
	}
	sendPDF(w, document.OfferName(o.Language, o.Number), pdf)
	return nil
}

func sendPDF(w http.ResponseWriter, name string, pdf []byte) {
	rfqapi.Attach(w, name, "application/pdf")
	_, _ = w.Write(pdf) // fails when the client has disconnected
}

// send serves POST /desk/api/requests/{reference}/send.
func (h *Handler) send(w http.ResponseWriter, r *http.Request, c caller) error {
	var given struct {
		Kind       rfq.LetterKind `json:"kind"`
		Subject    string         `json:"subject"`
		Text       string         `json:"text"`
		Offer      *offer.Offer   `json:"offer"`
		LastLetter int64          `json:"lastLetter"`
	}
	if err := readJSON(w, r, &given, maxOfferBody); err != nil {
		return err
	}
	ctx, by := r.Context(), h.byCaller(c)
	request, err := h.options.Requests.ByReference(ctx, r.PathValue("reference"))
	if err != nil {
		return err
	}
	l := rfq.Letter{Language: request.Language, Subject: given.Subject, Text: given.Text, After: given.LastLetter}
	switch given.Kind {
	case rfq.LetterQuestion:
		err = by.Ask(ctx, request.Reference, l)
	case rfq.LetterDecline:
		err = by.Decline(ctx, request.Reference, l)
	case rfq.LetterOffer:
		if given.Offer == nil {
			return fault.New(fault.Invalid, "Send the offer with its letter.")
		}
		err = h.answers.SendOffer(ctx, by, request, l, *given.Offer, request.Link(h.site(r)))
	default:
		err = fault.New(fault.Invalid, "There is no kind of answer %q; use question, offer or decline.", given.Kind)
	}
	if err != nil {
		return err
	}
	return h.serveRequest(w, r, c)
}

// serveOffer serves GET /desk/api/requests/{reference}/offers/{number}.pdf: an offer as it
// was sent. That for a forgotten request is kept for owners alone.
func (h *Handler) serveOffer(w http.ResponseWriter, r *http.Request, c caller) error {
	store := h.options.Requests
	request, err := store.ByReference(r.Context(), r.PathValue("reference"))
	if err != nil {
		return err
	}
	if request.State == rfq.StateForgotten && !c.may(ForgetRequests) {
		return errRight()
	}
	number, isPDF := strings.CutSuffix(r.PathValue("file"), ".pdf")
	if !isPDF {
		return fault.New(fault.NotFound, "There is no such document.")
	}
	o, err := store.Offer(r.Context(), request.ID, number)
	if err != nil {
		return err
	}
	sendPDF(w, document.OfferName(o.Offer.Language, number), o.Document)
	return nil
}
