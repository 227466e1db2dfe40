package account

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"ferrule/internal/fault"
)

// methodSearch reads, with a query in the body, as in a Directus.
const methodSearch = "SEARCH"

// newOrigins allows the site's own origin and, where a proxy changes the Host
// header, that of its public address.
func newOrigins(public string) (*http.CrossOriginProtection, error) {
	origins := http.NewCrossOriginProtection()
	if u, err := url.Parse(public); err == nil && u.Scheme != "" && u.Host != "" {
		if err := origins.AddTrustedOrigin(u.Scheme + "://" + strings.ToLower(u.Host)); err != nil {
			return nil, fmt.Errorf("public address: %w", err)
		}
	}
	return origins, nil
}

// CheckOrigin refuses a change that another origin's page sends with a cookie of
// this one, by Sec-Fetch-Site and Origin: SameSite=Lax lets a sibling domain's
// pages send the cookie. What brings neither header is no browser's. The error
// is *fault.Error of kind Forbidden.
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
