package page

import (
	"net/http"
	"strings"
)

// crawlerMarks are parts of the names under which search engines and link
// previews ask, in lower case.
var crawlerMarks = [...]string{
	"bot", "crawl", "spider", "slurp", "facebookexternalhit", "whatsapp",
	"bingpreview", "embedly", "mediapartners", "google-inspectiontool", "skypeuripreview",
}

func isCrawler(agent string) bool {
	agent = strings.ToLower(agent)
	for _, mark := range crawlerMarks {
		if strings.Contains(agent, mark) {
			return true
		}
	}
	return false
}

// writeNothing is the 404 reply for crawlers: the status and no page.
func (s *Site) writeNothing(w http.ResponseWriter, k key) {
	h := w.Header()
	h["Vary"], h["Cache-Control"] = varyNotFound, headerPublic
	if !k.prefixed {
		h["Vary"], h["Cache-Control"] = varyNotFoundUnprefix, headerPrivate
	}
	h["Content-Length"] = []string{"0"}
	w.WriteHeader(http.StatusNotFound)
}
