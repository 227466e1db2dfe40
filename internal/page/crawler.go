package page

import (
	"net/http"
	"strings"
)

// isCrawler recognises search engines and link previews by substrings of their
// User-Agent.
func isCrawler(agent string) bool {
	agent = strings.ToLower(agent)
	for _, mark := range [...]string{
		"bot", "crawl", "spider", "slurp", "facebookexternalhit", "whatsapp",
		"bingpreview", "embedly", "mediapartners", "google-inspectiontool", "skypeuripreview",
	} {
		if strings.Contains(agent, mark) {
			return true
		}
	}
	return false
}

// WantsJSON reports whether a request asks for JSON rather than for a page.
func WantsJSON(r *http.Request) bool {
	accept := r.Header.Get("Accept")
	return strings.Contains(accept, "application/json") && !strings.Contains(accept, "text/html")
}

// writeNothing sends the 404 reply for crawlers, which has no body.
func (s *Site) writeNothing(w http.ResponseWriter, k key) {
	k.notFound = true
	status, vary, cache := headersOf(k)
	h := w.Header()
	h.Set("Vary", vary)
	h.Set("Cache-Control", cache)
	h.Set("Content-Length", "0")
	w.WriteHeader(status)
}
