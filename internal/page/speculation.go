package page

import "net/http"

// speculation is the Speculation-Rules header with the address of the rules
// (html.spec.whatwg.org, "Speculative loading").
//
//nolint:gochecknoglobals // a constant; Go has no constant slices
var speculation = []string{`"/speculation-rules.json"`}

// speculationRules make the browser prerender a page while the pointer rests on
// its link or a finger touches it, until hydration: then the program loads only the
// data, which is less. A browser that cannot prerender a page prefetches it.
const speculationRules = `{"prerender":[{"eagerness":"moderate","where":{"and":[` +
	`{"href_matches":"/*"},` +
	`{"not":{"href_matches":["/api/*","/assets/*","/feeds/*"]}},` +
	`{"selector_matches":"html:not([data-hydrated]) a:not([target],[download])"}]}}]}`

// ServeSpeculationRules answers GET /speculation-rules.json.
func (s *Site) ServeSpeculationRules(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/speculationrules+json")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	_, _ = w.Write([]byte(speculationRules)) // fails when the client has disconnected
	return nil
}
