package server

import (
	"fmt"
	"net/http"
	"time"
)

// securityTextLife is how long the reply of security.txt says it is valid. RFC 9116
// recommends less than a year.
const securityTextLife = 180 * 24 * time.Hour

// serveSecurityText answers GET /.well-known/security.txt (RFC 9116): where to report
// vulnerabilities. There is none without a configured contact.
func (s *Server) serveSecurityText(w http.ResponseWriter, r *http.Request) error {
	if s.options.Contact == "" {
		return serveNoRoute(w, r)
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=86400")
	expires := time.Now().UTC().Truncate(24 * time.Hour).Add(securityTextLife)
	_, err := fmt.Fprintf(w, "Contact: %s\nExpires: %s\n", s.options.Contact, expires.Format(time.RFC3339))
	return err
}
