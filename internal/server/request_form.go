package server

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"strconv"

	"ferrule/internal/content"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// Look is what a page that the server writes itself needs of the build.
type Look struct {
	Name   string   // of the site
	Styles []string // addresses of style sheets
	Icon   string   // address of the favicon
	Boot   string   // the inline script that the site's policy allows; may be empty
}

//go:embed request_form.gohtml
var formPageSource string

//nolint:gochecknoglobals // a compiled constant
var formPageTemplate = template.Must(template.New("form").Parse(formPageSource))

// formPage is a form that was not taken, with what was typed.
type formPage struct {
	Look
	Lang, Home, Privacy, Problem, Send, Website string
	Boot                                        template.HTML
	Texts                                       formPageTexts
	Parts                                       bool
	Hidden                                      []formField
	Fields                                      []formField
	Kept                                        []rfq.File
	File                                        *formField
	Agree                                       formField
}

type formField struct {
	Name, Label, Value, Error string
	Type, Complete            string // of an input: what it takes, and what the browser may fill in
	Long                      bool
}

// writeFormPage answers a form without scripts that could not be taken: the
// form again, in the visitor's language, with what was typed and what is wrong.
func (s *Server) writeFormPage(w http.ResponseWriter, r *http.Request, f *plainForm, err error) {
	e, ok := errors.AsType[*fault.Error](err)
	language := f.language(r)
	if !ok {
		e = fault.Wrap(fault.Unavailable, err, "%s", rfq.Wording(language).Later)
	}
	var b bytes.Buffer
	if err := formPageTemplate.Execute(&b, s.formPage(r.Context(), language, f, e)); err != nil {
		s.report(w, r, err)
		s.options.Pages.Fail(w, r, http.StatusInternalServerError)
		return
	}
	h := w.Header()
	if e.Kind == fault.Unavailable || e.Kind == fault.TooMany {
		h.Set("Retry-After", "10")
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", language)
	h.Set("Content-Length", strconv.Itoa(b.Len()))
	w.WriteHeader(e.Kind.Status())
	_, _ = w.Write(b.Bytes()) // the reader went away: nobody is left to be told
}

func (s *Server) formPage(ctx context.Context, language string, f *plainForm, e *fault.Error) formPage {
	texts := formPageWords(language)
	words := s.formWords(ctx, f.values.Get("formId"), language)
	prefix := s.prefix(ctx, language)
	page := formPage{
		Look: s.options.Look, Lang: texts.lang, Home: cmp.Or(prefix, "/"), Privacy: prefix + "/privacy", Problem: e.Message,
		Send: cmp.Or(words.Send, texts.Send), Website: f.values.Get("website"), Texts: texts, Parts: f.parts, Kept: f.files,
		Agree: formField{Name: "agree", Label: cmp.Or(words.Agree, texts.Agree), Value: f.values.Get("agree"), Error: e.Fields["agree"]},
	}
	if len(e.Fields) > 0 {
		page.Problem = problemOf(e.Fields, words.Error, rfq.Wording(language))
	}
	if boot := s.options.Look.Boot; boot != "" {
		page.Boot = template.HTML("<script>" + boot + "</script>") //nolint:gosec // of the build, and as it is, for its hash
	}
	for _, name := range []string{"formId", "formKey", "formTitle", "source", "kind", "secondLine", "subject", "page", "language"} {
		if f.values.Has(name) {
			page.Hidden = append(page.Hidden, formField{Name: name, Value: f.values.Get(name)})
		}
	}
	page.Fields = []formField{
		{Name: "name", Label: cmp.Or(words.Name, texts.Name), Type: "text", Complete: "name", Value: f.values.Get("name"), Error: e.Fields["name"]},
		{Name: "phone", Label: cmp.Or(words.Phone, texts.Phone), Type: "tel", Complete: "tel", Value: f.values.Get("phone"), Error: e.Fields["phone"]},
	}
	if f.values.Has("email") {
		page.Fields = append(page.Fields, formField{Name: "email", Label: cmp.Or(words.Email, texts.Email), Type: "email", Complete: "email", Value: f.values.Get("email"), Error: e.Fields["email"]})
	}
	if f.values.Has("message") {
		page.Fields = append(page.Fields, formField{Name: "message", Label: texts.Message, Value: f.values.Get("message"), Error: e.Fields["message"], Long: true})
	}
	if f.parts {
		page.File = &formField{Name: "file", Label: texts.File, Error: e.Fields["files"]}
	}
	return page
}

// problemOf says what is wrong with a form as a whole: in the content's words,
// which name what has to be filled in, where it is one of these.
func problemOf(wrong map[string]string, own string, words rfq.Words) string {
	for _, field := range []string{"name", "phone", "agree"} {
		if wrong[field] != "" {
			return cmp.Or(own, words.Incomplete)
		}
	}
	return words.Marked
}

// formWords are the texts of a form in the content.
type formWords struct{ Name, Phone, Email, Agree, Send, Error string }

// formWords reads the texts of a form; none where the content has none, or
// cannot be read.
func (s *Server) formWords(ctx context.Context, id, language string) formWords {
	ctx, cancel := context.WithTimeout(ctx, reviewTimeout)
	defer cancel()
	if n, err := strconv.ParseInt(id, 10, 64); err != nil || n < 1 {
		return formWords{}
	}
	result, err := s.options.Source.Read(ctx, content.Query{Collection: "forms", ID: id, Fields: []string{"translations.*"}, Language: language})
	if err != nil {
		return formWords{}
	}
	var reply struct {
		Data struct {
			Translations []struct {
				Language string `json:"languages_code"`
				formWords
			}
		}
	}
	if json.Unmarshal(result.Body, &reply) != nil {
		return formWords{}
	}
	for _, t := range reply.Data.Translations {
		if t.Language == language {
			words := t.formWords
			words.Send = rfq.WithoutPlaceholder(words.Send)
			return words
		}
	}
	return formWords{}
}
