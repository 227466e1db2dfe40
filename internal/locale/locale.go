// Package locale reads the language that a visitor has chosen. It depends on no
// other package of the program.
package locale

import "net/http"

const (
	// Cookie is the name of the cookie with the choice, a language code.
	Cookie = "selected-language"
	// Default is the code of the site's default language.
	Default = "de-DE"
)

// Saved returns the code of the saved choice, or Default. It does not check
// that the site has the language.
func Saved(r *http.Request) string {
	const maxCode = 20 // bytes
	if c, err := r.Cookie(Cookie); err == nil && c.Value != "" && len(c.Value) <= maxCode {
		return c.Value
	}
	return Default
}
