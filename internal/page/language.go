package page

import (
	"net/http"
	"strings"
)

const (
	languageCookie  = "selected-language"
	defaultLanguage = "de-DE"
)

// choose returns the language of an address without prefix: the visitor's saved
// choice if it is available, else the first available one.
func (ep *epoch) choose(r *http.Request) *language {
	if saved := cookieValue(r.Header["Cookie"], languageCookie); saved != "" {
		for _, l := range ep.available {
			if l.Code == saved {
				return l
			}
		}
	}
	return ep.available[0]
}

// cookieValue finds one cookie without parsing the others: this runs for every
// cached page.
func cookieValue(headers []string, name string) string {
	for _, header := range headers {
		for header != "" {
			var pair string
			pair, header, _ = strings.Cut(header, ";")
			got, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
			if ok && got == name {
				return strings.Trim(value, `"`)
			}
		}
	}
	return ""
}

// availableLanguages keeps of the bundle's languages those that the content
// has, in the content's order. With none of them there, all are available, the
// default first.
func (t *table) availableLanguages(codes []string) []*language {
	var out []*language
	for _, code := range codes {
		if l := t.language(code); l != nil {
			out = append(out, l)
		}
	}
	if len(out) > 0 {
		return out
	}
	if l := t.language(defaultLanguage); l != nil {
		out = append(out, l)
	}
	for _, l := range t.languages {
		if l.Code != defaultLanguage {
			out = append(out, l)
		}
	}
	return out
}

func (t *table) language(code string) *language {
	for _, l := range t.languages {
		if l.Code == code {
			return l
		}
	}
	return nil
}
