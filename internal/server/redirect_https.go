package server

import (
	"net"
	"net/http"
	"slices"
	"strings"
)

// RedirectHTTPS returns a handler that redirects every request to HTTPS at the given port:
// to the domain of the request or, if that is none of the site's, to the first.
func RedirectHTTPS(domains []string, port string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := strings.ToLower(r.Host)
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		if !slices.Contains(domains, host) {
			host = domains[0]
		}
		if port != "443" {
			host = net.JoinHostPort(host, port)
		}
		w.Header().Set("Connection", "close") // the next request comes over HTTPS
		http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusPermanentRedirect)
	})
}
