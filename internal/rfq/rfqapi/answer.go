package rfqapi

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"ferrule/internal/fault"
	"ferrule/internal/locale"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
)

// answer is what the sender of a request answers to the supplier: a decision about an
// offer, a reply to a letter, or the wish for another offer.
type answer struct {
	rfq.Decision

	Text     string `json:"text"`
	Language string `json:"language"` // of the page with the form

	kind   string     // the last segment of the path
	values url.Values // of a form without scripts; nil for JSON
}

// ServeDecision serves POST /api/requests/{token}/decision.
func (h *Handler) ServeDecision(w http.ResponseWriter, r *http.Request) error {
	return h.serveAnswer(w, r, "decision", func(ctx context.Context, token string, a answer) error {
		if missing := a.missing(rfq.TextsIn(a.language(r))); len(missing) > 0 {
			return &fault.Error{Kind: fault.Unprocessable, Code: "FAILED_VALIDATION", Message: rfq.TextsIn(a.language(r)).Marked, Fields: missing}
		}
		return h.options.Requests.Decide(ctx, token, a.Decision)
	})
}

// missing returns what an acceptance lacks, by field.
func (a answer) missing(texts rfq.Texts) map[string]string {
	missing := map[string]string{}
	if a.Accept && utf8.RuneCountInString(strings.TrimSpace(a.Name)) < 2 {
		missing["name"] = texts.Name
	}
	if a.Accept && a.Words == "" {
		missing["words"] = texts.TickWords
	}
	return missing
}

// ServeReply serves POST /api/requests/{token}/reply.
func (h *Handler) ServeReply(w http.ResponseWriter, r *http.Request) error {
	return h.serveAnswer(w, r, "reply", func(ctx context.Context, token string, a answer) error {
		return h.options.Requests.Reply(ctx, token, a.Text)
	})
}

// ServeAgain serves POST /api/requests/{token}/again.
func (h *Handler) ServeAgain(w http.ResponseWriter, r *http.Request) error {
	return h.serveAnswer(w, r, "again", func(ctx context.Context, token string, a answer) error {
		return h.options.Requests.Again(ctx, token, a.Text)
	})
}

// serveAnswer stores an answer. The site's scripts receive the request as it stands then;
// a browser without scripts is redirected to its page, or receives the form again with
// what was typed and what is wrong.
func (h *Handler) serveAnswer(w http.ResponseWriter, r *http.Request, kind string, store func(context.Context, string, answer) error) error {
	w.Header().Set("Cache-Control", "no-store")
	a, err := h.readAnswer(w, r)
	a.kind = kind
	if err == nil {
		err = h.storeAnswer(r, a, store)
	}
	unscripted := mediaType(r) != typeJSON && a.values != nil
	switch {
	case err == nil && unscripted, unscripted && fault.KindOf(err) == fault.NotFound: // the page of an unknown request says so
		w.Header().Set("Location", h.pageOf(r.Context(), a.language(r), r.PathValue("token")))
		w.WriteHeader(http.StatusSeeOther)
		return nil
	case err == nil:
		return h.ServeRequest(w, r)
	case unscripted:
		return h.writeAnswerPage(w, r, a, err)
	default:
		return err
	}
}

// language returns that of the page, or the visitor's choice.
func (a answer) language(r *http.Request) string { return cmp.Or(a.Language, locale.Saved(r)) }

// readAnswer reads an answer.
func (h *Handler) readAnswer(w http.ResponseWriter, r *http.Request) (a answer, err error) {
	texts := rfq.TextsIn(locale.Saved(r))
	kind := mediaType(r)
	if kind != typeJSON && kind != typeURLEncoded {
		return a, fault.New(fault.Unsupported, "%s", texts.Unreadable)
	}
	if err := h.checkOrigin(r, texts); err != nil {
		return a, err
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxForm))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return a, fault.New(fault.TooLarge, "%s", texts.TooLarge)
	}
	if err != nil {
		return a, readError(err, texts)
	}
	if kind == typeJSON {
		if err := json.Unmarshal(body, &a); err != nil {
			return a, fault.Wrap(fault.Invalid, err, "%s", texts.Unreadable)
		}
		return a, nil
	}
	if a.values, err = url.ParseQuery(string(body)); err != nil {
		return a, fault.Wrap(fault.Invalid, err, "%s", texts.Unreadable)
	}
	get := a.values.Get
	a.Decision = rfq.Decision{
		Offer: get("offer"), Accept: get("accept") == "true", Currency: get("currency"), Name: get("name"), OrderNumber: get("orderNumber"), Words: get("words"), Reason: get("reason"),
	}
	a.Text, a.Language = get("text"), get("language")
	a.Total, err = decimal.NewFromString(cmp.Or(get("total"), "0"))
	if err != nil {
		return a, fault.Wrap(fault.Invalid, err, "%s", rfq.TextsIn(a.language(r)).Unreadable)
	}
	return a, nil
}

// storeAnswer stores an answer within the limits of its client. Errors are in the visitor's
// language.
func (h *Handler) storeAnswer(r *http.Request, a answer, store func(context.Context, string, answer) error) error {
	texts := rfq.TextsIn(a.language(r))
	client := h.options.Proxies.Key(r)
	if !h.limits.reserve(r.Context(), client) {
		return fault.New(fault.TooMany, "%s", texts.TooMany)
	}
	ctx, cancel := context.WithTimeout(r.Context(), storeTimeout)
	defer cancel()
	err := store(ctx, r.PathValue("token"), a)
	if err == nil {
		h.limits.countStored(r.Context())
		return nil
	}
	h.limits.release(r.Context(), client)
	return h.limits.countRefusal(r.Context(), client, answerError(err, texts), texts)
}

// answerError returns the error of an answer in the visitor's language.
func answerError(err error, texts rfq.Texts) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return fault.Wrap(fault.Unavailable, err, "%s", texts.AnswerLater)
	}
	if f.Kind == fault.NotFound {
		return fault.Wrap(fault.NotFound, err, "%s", texts.Unknown)
	}
	switch f.Code {
	case "FAILED_VALIDATION": // of missing
		return err
	case rfq.CodeNoText:
		return invalidField("text", texts.NoText, err)
	case rfq.CodeTooLong:
		return fault.Wrap(fault.Unprocessable, err, "%s", texts.TooLong)
	}
	refused := map[string]string{
		rfq.CodeAccepted: texts.OfferAccepted, rfq.CodeReplaced: texts.OfferReplaced, rfq.CodeExpired: texts.OfferExpired,
		rfq.CodeOtherOffer: texts.OfferOther, rfq.CodeOfferValid: texts.OfferValid,
	}
	if text := refused[f.Code]; text != "" {
		return fault.Wrap(f.Kind, err, "%s", text).WithCode(f.Code)
	}
	return fault.Wrap(fault.Unavailable, err, "%s", texts.AnswerLater)
}

// ServeOffer serves GET /api/requests/{token}/offers/{number}.pdf: an offer as it was sent.
func (h *Handler) ServeOffer(w http.ResponseWriter, r *http.Request) error {
	number, isPDF := strings.CutSuffix(r.PathValue("file"), ".pdf")
	o, err := h.options.Requests.OfferByToken(r.Context(), r.PathValue("token"), number)
	if fault.KindOf(err) == fault.NotFound || err == nil && !isPDF {
		return fault.New(fault.NotFound, "%s", rfq.TextsIn(locale.Saved(r)).Unknown)
	}
	if err != nil {
		return err
	}
	Attach(w, document.OfferName(o.Offer.Language, number), "application/pdf")
	_, _ = w.Write(o.Document) // fails when the client has disconnected
	return nil
}
