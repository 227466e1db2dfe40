package page

import (
	"ferrule/internal/redirect"
)

// location returns the target of a rule under the language's prefix (nil for
// none). An internal target gets the prefix unless it has one, and the
// request's query unless it has its own.
func (ls languages) location(r redirect.Rule, prefixed *language, query string) string {
	if r.External != "" {
		return r.External
	}
	if r.Prefix != "" {
		prefixed = ls.underPrefix(r.Prefix)
	}
	to := prefixed.address(escapedPath(r.Path))
	if r.Suffix != "" {
		return to + r.Suffix
	}
	return withQuery(to, query)
}
