package rfqapi

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"

	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// PageHead describes the build for the head of pages that the API renders itself.
type PageHead struct {
	Name   string       // of the site
	Core   template.CSS // the styles of every page, which the site's policy allows
	Styles string       // address of the style sheet with all others
	Icon   string       // address of the favicon
	Boot   string       // the inline script that the site's policy allows; may be empty
}

//go:embed form_page.gohtml
var formPageSource string

//nolint:gochecknoglobals // a compiled constant
var formPageTemplate = template.Must(template.New("form").Parse(formPageSource))

// formPage is the page of a rejected form, with the typed values.
type formPage struct {
	PageHead
	Lang, Home, Privacy, Problem, Send, Website string
	Boot                                        template.HTML
	Texts                                       pageTexts
	Multipart                                   bool
	Hidden                                      []formField
	Fields                                      []formField
	Files                                       []rfq.File // already stored
	Upload                                      *formField
	Agree                                       formField
}

type formField struct {
	Name, Label, Value, Error string
	Type, Complete            string // of an input: its type and its autocomplete value
	Long                      bool
}

// writeFormPage writes the page of a rejected form without scripts: the
// form in the visitor's language, with the typed values and the errors.
func (h *Handler) writeFormPage(w http.ResponseWriter, r *http.Request, f *htmlForm, err error) error {
	e, ok := errors.AsType[*fault.Error](err)
	language := f.language(r)
	if !ok {
		e = fault.Wrap(fault.Unavailable, err, "%s", rfq.TextsIn(language).Later)
	}
	var b bytes.Buffer
	if err := formPageTemplate.Execute(&b, h.formPage(r.Context(), language, f, e)); err != nil {
		return fmt.Errorf("write form page: %w", err)
	}
	writePage(w, language, e.Kind, b.Bytes())
	return nil
}

func (h *Handler) formPage(ctx context.Context, language string, f *htmlForm, e *fault.Error) formPage {
	texts := pageTextsIn(language)
	own := h.formTexts(ctx, f.values.Get("formId"), language)
	prefix := h.options.Prefix(ctx, language)
	page := formPage{
		PageHead: h.options.Page, Lang: texts.lang, Home: cmp.Or(prefix, "/"), Privacy: prefix + "/privacy", Problem: e.Message,
		Send: cmp.Or(own.Send, texts.Send), Website: f.values.Get("website"), Texts: texts, Multipart: f.multipart, Files: f.files,
		Agree: formField{Name: "agree", Label: cmp.Or(own.Agree, texts.Agree), Value: f.values.Get("agree"), Error: e.Fields["agree"]},
	}
	unknownForm := e.Fields["formId"] != ""
	if len(e.Fields) > 0 && !unknownForm {
		page.Problem = summaryOf(e.Fields, own.Error, rfq.TextsIn(language))
	}
	if boot := h.options.Page.Boot; boot != "" {
		page.Boot = template.HTML("<script>" + boot + "</script>") //nolint:gosec // of the build; unchanged, because the policy allows its hash
	}
	for _, name := range []string{"formId", "formKey", "formTitle", "source", "kind", "secondLine", "subject", "page", "language"} {
		if f.values.Has(name) && (name != "formId" || !unknownForm) { // without it, the page can be sent
			page.Hidden = append(page.Hidden, formField{Name: name, Value: f.values.Get(name)})
		}
	}
	page.Fields = []formField{
		{Name: "name", Label: cmp.Or(own.Name, texts.Name), Type: "text", Complete: "name", Value: f.values.Get("name"), Error: e.Fields["name"]},
		{Name: "phone", Label: cmp.Or(own.Phone, texts.Phone), Type: "tel", Complete: "tel", Value: f.values.Get("phone"), Error: e.Fields["phone"]},
	}
	if f.values.Has("email") {
		page.Fields = append(page.Fields, formField{Name: "email", Label: cmp.Or(own.Email, texts.Email), Type: "email", Complete: "email", Value: f.values.Get("email"), Error: e.Fields["email"]})
	}
	if f.values.Has("message") {
		page.Fields = append(page.Fields, formField{Name: "message", Label: texts.Message, Value: f.values.Get("message"), Error: e.Fields["message"], Long: true})
	}
	if f.multipart {
		page.Upload = &formField{Name: "file", Label: texts.File, Error: e.Fields["files"]}
	}
	return page
}

// summaryOf returns the error of a whole form, by the errors of its fields:
// incomplete, a text of the content, if one of the required fields has an
// error.
func summaryOf(errors map[string]string, incomplete string, texts rfq.Texts) string {
	for _, field := range []string{"name", "phone", "agree"} {
		if errors[field] != "" {
			return cmp.Or(incomplete, texts.Incomplete)
		}
	}
	return texts.Marked
}

// formTexts reads the texts of a form in the content. If that fails, the page uses
// its own texts.
func (h *Handler) formTexts(ctx context.Context, id, language string) rfq.FormTexts {
	ctx, cancel := context.WithTimeout(ctx, contentTimeout)
	defer cancel()
	texts, err := h.options.Content.FormTexts(ctx, id, language)
	if err != nil {
		return rfq.FormTexts{}
	}
	return texts
}
