// Package locale reads the language that a visitor has chosen. It depends on no
// other package of the program.
package locale

import (
	"cmp"
	"net/http"
	"strings"
)

const (
	// Cookie is the name of the cookie with the choice, a language code.
	Cookie = "selected-language"
	// Default is the code of the site's default language.
	Default = "de-DE"
)

// Saved returns the code of the saved choice, or Default. It does not check
// that the site has the language.
func Saved(r *http.Request) string { return cmp.Or(Chosen(r), Default) }

// Chosen returns the code of the saved choice, "" for none. It does not parse the
// other cookies: it runs for every cached page.
func Chosen(r *http.Request) string {
	const maxCode = 20 // bytes
	for _, header := range r.Header["Cookie"] {
		for header != "" {
			var pair string
			pair, header, _ = strings.Cut(header, ";")
			name, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
			if ok && strings.TrimSpace(name) == Cookie {
				if value = strings.Trim(value, `"`); len(value) > maxCode {
					return ""
				}
				return value
			}
		}
	}
	return ""
}
