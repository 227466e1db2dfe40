package page

import (
	"net/http"
	"net/url"
	"strings"
)

// rule is one redirect of the content, checked.
type rule struct {
	status int
	away   string    // the target on another host; empty for an internal one
	path   string    // of an internal target, without prefix
	tail   string    // of an internal target: "?query" and "#fragment"
	fixed  *language // the language an internal target names itself
}

// redirectRow is a record of the collection "redirects".
type redirectRow struct {
	Path       string `json:"path"`
	Target     string `json:"target"`
	StatusCode int    `json:"status_code"`
	IsExternal bool   `json:"is_external"`
}

// newRules checks the rows and leaves out, with a reason for the log, those
// that lead nowhere, to another host without leave, or in a circle.
func newRules(rows []redirectRow, t *table) (rules map[string]rule, refused []string) {
	rules = make(map[string]rule, len(rows))
	for _, row := range rows {
		from := rulePath(strings.TrimSpace(row.Path))
		r, why := newRule(row, t)
		if why == "" && !safePath(from) {
			why = "the path is not an address"
		}
		if why != "" {
			refused = append(refused, row.Path+": "+why)
			continue
		}
		rules[from] = r
	}
	var circles []string // all are found before the first is broken up
	for from := range rules {
		if circular(rules, from) {
			circles = append(circles, from)
		}
	}
	for _, from := range circles {
		refused = append(refused, from+": leads back to itself")
		delete(rules, from)
	}
	return rules, refused
}

func newRule(row redirectRow, t *table) (r rule, why string) {
	switch row.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		r.status = row.StatusCode
	default:
		r.status = http.StatusFound
	}
	target := strings.TrimSpace(row.Target)
	u, err := url.Parse(target)
	switch {
	case err != nil:
		return r, "the target is not an address"
	case u.Scheme == "" && u.Host == "":
		if !safePath(u.Path) {
			return r, "the target is not an address"
		}
		r.fixed, r.path = t.splitPrefix(u.Path)
		r.path = rulePath(r.path)
		r.tail = (&url.URL{RawQuery: u.RawQuery, Fragment: u.Fragment}).String()
	case !row.IsExternal:
		return r, "the target is on another host, and is_external is not set"
	case u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return r, "the target is not a web address"
	default:
		r.away = target
	}
	return r, ""
}

// rulePath is the spelling under which paths and rules meet: without slashes at
// the end.
func rulePath(path string) string {
	for len(path) > 1 && path[len(path)-1] == '/' {
		path = path[:len(path)-1]
	}
	return path
}

// circular follows a rule through the others.
func circular(rules map[string]rule, from string) bool {
	at := from
	for range rules {
		r, ok := rules[at]
		if !ok || r.away != "" {
			return false
		}
		if at = r.path; at == from {
			return true
		}
	}
	return false
}

// location is where a visitor under the language's prefix (nil for none) is
// sent. An internal target keeps the prefix unless it names one, and the
// visitor's query unless it has its own.
func (r rule) location(prefixed *language, query string) string {
	if r.away != "" {
		return r.away
	}
	if r.fixed != nil {
		prefixed = r.fixed
	}
	to := prefixed.address(escapedPath(r.path))
	if r.tail != "" {
		return to + r.tail
	}
	return withQuery(to, query)
}
