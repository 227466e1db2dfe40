package page

import (
	"cmp"
	"context"
	"errors"
	"html"
	"net/http"
	"strconv"
)

// routeError is the name of the bundle's screen for internal errors.
const routeError = "error"

// failureDocument is the page for requests that cannot be answered otherwise.
// It is rendered at the start and needs neither content nor engine when it is
// sent.
type failureDocument struct{ broken, busy []byte }

type failureKey struct {
	language string
	prefixed bool
}

// failureTexts are the texts of a failureDocument.
type failureTexts struct{ brokenTitle, brokenText, busyTitle, busyText, home string }

// failureTextsOf returns the texts of a language; English for languages without
// any (specification, section 9).
func failureTextsOf(code string) failureTexts {
	switch code {
	case "de-DE":
		return failureTexts{
			"Es ist ein Fehler aufgetreten",
			"Diese Seite kann gerade nicht angezeigt werden. Bitte versuchen Sie es später erneut.",
			"Gleich wieder da",
			"Die Seite ist im Moment nicht erreichbar. Bitte versuchen Sie es in einigen Sekunden erneut.",
			"Zur Startseite",
		}
	case "fr-FR":
		return failureTexts{
			"Une erreur est survenue",
			"Cette page ne peut pas être affichée pour le moment. Veuillez réessayer plus tard.",
			"De retour dans un instant",
			"Le site est momentanément indisponible. Veuillez réessayer dans quelques secondes.",
			"Retour à l’accueil",
		}
	case "it-IT":
		return failureTexts{
			"Si è verificato un errore",
			"Al momento non è possibile visualizzare questa pagina. Riprovi più tardi.",
			"Torniamo subito",
			"Il sito non è momentaneamente raggiungibile. Riprovi tra qualche secondo.",
			"Torna alla home page",
		}
	default:
		return failureTexts{
			"Something went wrong",
			"This page cannot be shown right now. Please try again later.",
			"Back in a moment",
			"The site is not available right now. Please try again in a few seconds.",
			"Return to home",
		}
	}
}

// failureDocuments renders the error screen in every language. If that fails,
// it is a static page without scripts.
func (s *Site) failureDocuments(ctx context.Context, o Options) map[failureKey]failureDocument {
	documents := make(map[failureKey]failureDocument, 2*len(s.table.languages))
	for _, l := range s.table.languages {
		for _, prefixed := range []bool{false, true} {
			document, err := s.errorScreen(ctx, l, prefixed)
			if err != nil {
				if !s.dev {
					s.log.Warn("render error screen failed, static page used", "language", l.Code, "error", err)
				}
				document = staticFailure(l, o)
			}
			documents[failureKey{l.Code, prefixed}] = document
		}
	}
	return documents
}

// errorScreen renders the bundle's error screen without content: the browser
// loads header and footer.
func (s *Site) errorScreen(ctx context.Context, l *language, prefixed bool) (failureDocument, error) {
	if s.dev {
		return failureDocument{}, errNoScreen
	}
	ep := s.epochs.current.Load()
	st := &state{
		Route: routeError, Params: map[string]string{}, Search: map[string]string{}, Language: l.Code,
		Languages: ep.languages, Plain: s.plain, WorkingDays: ep.promises.WorkingDays,
		Retention: s.retentionAt(ep),
	}
	if prefixed {
		st.Prefix = l.Prefix
	}
	input, err := st.input()
	if err != nil {
		return failureDocument{}, err
	}
	embedded, err := st.embedded()
	if err != nil {
		return failureDocument{}, err
	}
	text, err := s.engine.Page(ctx, string(input))
	if err != nil {
		return failureDocument{}, err
	}
	out, err := parseRendered(text)
	if err != nil {
		return failureDocument{}, err
	}
	body := s.document.write(st, embedded, out, l, key{language: l.Code, prefixed: prefixed, notFound: true})
	return failureDocument{broken: body, busy: body}, nil
}

var errNoScreen = errors.New("development mode does not render")

func staticFailure(l *language, o Options) failureDocument {
	texts := failureTextsOf(l.Code)
	lang := l.HTML
	if texts == failureTextsOf("") {
		lang = "en"
	}
	write := func(title, text string) []byte {
		return []byte(`<!doctype html><html lang="` + lang + `"><head><meta charset="utf-8">` +
			`<meta name="viewport" content="width=device-width, initial-scale=1">` +
			`<meta name="robots" content="noindex"><title>` + html.EscapeString(title+" · "+o.Name) + `</title>` +
			`<style>` + o.Assets.Core + `</style>` + stylesheet(o.Assets.Styles) + `</head><body><main><h1>` + html.EscapeString(title) + `</h1><p>` +
			html.EscapeString(text) + `</p><p><a href="/">` + html.EscapeString(texts.home) + `</a></p></main></body></html>`)
	}
	return failureDocument{
		broken: write(texts.brokenTitle, texts.brokenText),
		busy:   write(texts.busyTitle, texts.busyText),
	}
}

// Fail answers with the error screen in the visitor's language. It is for
// errors of Serve and for panics, and needs neither content nor engine. Status
// is 429 or 503 for temporary conditions, else 500 or the one that fits.
func (s *Site) Fail(w http.ResponseWriter, r *http.Request, status int) {
	known := s.epochs.current.Load().languages
	lang, _ := known.splitPrefix(r.URL.Path)
	prefixed := lang != nil
	if !prefixed {
		lang = known.choose(r)
	}
	document, ok := s.failures[failureKey{lang.Code, prefixed}]
	if !ok { // a language that only the content declares
		lang, prefixed = cmp.Or(s.table.languages.find(textLanguage), s.table.languages[0]), false
		document = s.failures[failureKey{lang.Code, prefixed}]
	}
	h := w.Header()
	for _, name := range []string{"Etag", "Content-Encoding", "Last-Modified"} {
		delete(h, name)
	}
	body := document.broken
	if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests {
		body = document.busy
		h.Set("Retry-After", "5")
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", cacheNone)
	h.Set("Content-Language", lang.Code)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}
