package account

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"ferrule/internal/fault"
)

// methodSearch is the method of a read with the query in the body, as in Directus.
const methodSearch = "SEARCH"

// newOrigins allows the site's own origin and the origin of its public address, for
// a proxy that changes the Host header.
func newOrigins(public string) (*http.CrossOriginProtection, error) {
	origins := http.NewCrossOriginProtection()
	if u, err := url.Parse(public); err == nil && u.Scheme != "" && u.Host != "" {
		if err := origins.AddTrustedOrigin(u.Scheme + "://" + strings.ToLower(u.Host)); err != nil {
			return nil, fmt.Errorf("public address: %w", err)
		}
	}
	return origins, nil
}

// CheckOrigin rejects a change that a page of another origin sends with a cookie of
// this one, by the headers Sec-Fetch-Site and Origin: SameSite=Lax lets pages of a
// sibling domain send the cookie. A request with neither header is not from a
// browser. The error is a *fault.Error of kind Forbidden.
func (s *Service) CheckOrigin(r *http.Request) error {
	if r.Method == methodSearch {
		return nil
	}
	if err := s.origins.Check(r); err != nil {
		const message = "A page of another origin cannot make changes with a session cookie. Send an access token instead."
		return fault.Wrap(fault.Forbidden, err, message).WithCode("FORBIDDEN")
	}
	return nil
}
