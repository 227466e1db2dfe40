package rfqapi

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strconv"

	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

//go:embed answer_page.gohtml
var answerPageSource string

//nolint:gochecknoglobals // a compiled constant
var answerPageTemplate = template.Must(template.Must(formPageTemplate.Clone()).New("answer").Parse(answerPageSource))

// answerPage is the page of a rejected answer, with what was typed.
type answerPage struct {
	PageHead
	Lang, Home, Problem, Action, Back string
	Boot                              template.HTML
	Texts                             pageTexts
	Hidden, Fields                    []formField
	Words                             *formField // the sentence of an acceptance
}

// writeAnswerPage writes the page of a rejected answer without scripts.
func (h *Handler) writeAnswerPage(w http.ResponseWriter, r *http.Request, a answer, err error) error {
	e, ok := errors.AsType[*fault.Error](err)
	language := a.language(r)
	if !ok {
		e = fault.Wrap(fault.Unavailable, err, "%s", rfq.TextsIn(language).AnswerLater)
	}
	if e.Kind.Status() >= http.StatusInternalServerError {
		h.log.ErrorContext(r.Context(), "request failed", "path", r.URL.Path, "request", w.Header().Get("X-Request-Id"), "error", err)
	}
	var b bytes.Buffer
	if err := answerPageTemplate.Execute(&b, h.answerPage(r, a, e)); err != nil {
		return fmt.Errorf("write page of an answer: %w", err)
	}
	writePage(w, language, e.Kind, b.Bytes())
	return nil
}

// writePage writes a page with the status of an error.
func writePage(w http.ResponseWriter, language string, kind fault.Kind, page []byte) {
	head := w.Header()
	if kind == fault.Unavailable || kind == fault.TooMany {
		head.Set("Retry-After", "10")
	}
	head.Set("Content-Type", "text/html; charset=utf-8")
	head.Set("Content-Language", language)
	head.Set("Content-Length", strconv.Itoa(len(page)))
	w.WriteHeader(kind.Status())
	_, _ = w.Write(page) // fails when the client has disconnected
}

func (h *Handler) answerPage(r *http.Request, a answer, e *fault.Error) answerPage {
	language := a.language(r)
	texts := pageTextsIn(language)
	page := answerPage{
		PageHead: h.options.Page, Lang: texts.lang, Home: cmp.Or(h.options.Prefix(r.Context(), language), "/"), Problem: e.Message, Texts: texts,
		Action: r.URL.Path, Back: h.pageOf(r.Context(), language, r.PathValue("token")),
	}
	if boot := h.options.Page.Boot; boot != "" {
		page.Boot = template.HTML("<script>" + boot + "</script>") //nolint:gosec // of the build; unchanged, because the policy allows its hash
	}
	shown := map[string]bool{}
	field := func(name, label, kind, complete string, long bool) {
		shown[name] = true
		page.Fields = append(page.Fields, formField{Name: name, Label: label, Type: kind, Complete: complete, Long: long, Value: a.values.Get(name), Error: e.Fields[name]})
	}
	switch {
	case a.kind == "decision" && a.Accept:
		field("name", texts.Name, "text", "name", false)
		field("orderNumber", texts.OrderNumber, "text", "off", false)
		if o, err := h.options.Requests.OfferByToken(r.Context(), r.PathValue("token"), a.Offer); err == nil {
			shown["words"] = true
			page.Words = &formField{Name: "words", Label: o.Offer.Acceptance(), Value: a.Words, Error: e.Fields["words"]}
		}
	case a.kind == "decision":
		field("reason", texts.Reason, "text", "off", false)
		field("words", texts.Answer, "", "", true)
	default:
		field("text", texts.Answer, "", "", true)
	}
	for _, name := range []string{"offer", "accept", "total", "currency", "language", "words"} {
		if a.values.Has(name) && !shown[name] {
			page.Hidden = append(page.Hidden, formField{Name: name, Value: a.values.Get(name)})
		}
	}
	return page
}
