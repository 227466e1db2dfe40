package page

import (
	"html"
	"net/http"
	"strconv"
)

// failureDocument is a page for when no other can be made: static, without
// script, in one language.
type failureDocument struct{ broken, busy []byte }

// failureTexts are the words of a failureDocument.
type failureTexts struct{ brokenTitle, brokenText, busyTitle, busyText, home string }

// failureWords returns the texts by language; languages without any read
// English (specification, section 9).
func failureWords(code string) failureTexts {
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

func failureDocuments(t *table, o Options) map[string]failureDocument {
	documents := make(map[string]failureDocument, len(t.languages))
	for _, l := range t.languages {
		texts := failureWords(l.Code)
		lang := l.html()
		if texts == failureWords("") {
			lang = "en"
		}
		write := func(title, text string) []byte {
			return []byte(`<!doctype html><html lang="` + lang + `"><head><meta charset="utf-8">` +
				`<meta name="viewport" content="width=device-width, initial-scale=1">` +
				`<meta name="robots" content="noindex"><title>` + html.EscapeString(title+" · "+o.Name) + `</title>` +
				links(o.Assets.Styles, nil) + `</head><body><main><h1>` + html.EscapeString(title) + `</h1><p>` +
				html.EscapeString(text) + `</p><p><a href="/">` + html.EscapeString(texts.home) + `</a></p></main></body></html>`)
		}
		documents[l.Code] = failureDocument{
			broken: write(texts.brokenTitle, texts.brokenText),
			busy:   write(texts.busyTitle, texts.busyText),
		}
	}
	return documents
}

// Fail answers with a static document in the visitor's language. It is for
// errors of Serve and for panics, and works without content and engine. Status
// is 429 or 503 for what passes by itself, else 500 or whatever fits.
func (s *Site) Fail(w http.ResponseWriter, r *http.Request, status int) {
	lang, _ := s.table.splitPrefix(r.URL.Path)
	if lang == nil {
		lang = s.epochs.current.Load().choose(r)
	}
	h := w.Header()
	for _, name := range []string{"Etag", "Content-Encoding", "Last-Modified"} {
		delete(h, name)
	}
	body := s.failures[lang.Code].broken
	if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests {
		body = s.failures[lang.Code].busy
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
