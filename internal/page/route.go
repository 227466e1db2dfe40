package page

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"ferrule/internal/redirect"
)

const (
	routeNotFound = "not-found"
	maxValue      = 256 // bytes of one query parameter
	maxParams     = 32  // query parameters of one address that are considered
)

// record describes the content item that a route requires.
type record struct {
	Collection string `json:"collection"`
	Field      string `json:"field"`
	Param      string `json:"param"`
}

// namedItem describes the content item that the value of a query parameter
// identifies: one of the items that belong to the route's record.
type namedItem struct {
	Collection string `json:"collection"`
	Field      string `json:"field"`
	Parent     string `json:"parent"` // field that references the route's record
}

type route struct {
	Name    string               `json:"name"`
	Pattern string               `json:"pattern"`
	Record  *record              `json:"record"`
	Named   map[string]namedItem `json:"named"` // by query parameter; a value that identifies no item is ignored
	Params  map[string]string    `json:"params"`
	Filters bool                 `json:"filters"` // attributes of the catalogue are valid query parameters
	Guard   string               `json:"guard"`
	Private bool                 `json:"private"` // page of a request: requires its token, never cached

	segments []string
	names    []string // of the query parameters, sorted
	valid    map[string]*regexp.Regexp
}

// table is the result of the bundle's routes function.
type table struct {
	routes    []*route
	languages languages // languages of the site if the content has none
	pages     []string  // the collections whose translations make a language available
	notFound  *route
}

func parseTable(text string) (*table, error) {
	var in struct {
		Routes    []*route  `json:"routes"`
		Languages languages `json:"languages"`
		Pages     []string  `json:"pages"`
	}
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return nil, fmt.Errorf("parse route table of bundle: %w", err)
	}
	if len(in.Languages) == 0 {
		return nil, fmt.Errorf("parse route table of bundle: no languages")
	}
	t := &table{languages: in.Languages, pages: in.Pages, notFound: &route{Name: routeNotFound}}
	for _, r := range in.Routes {
		if r.Pattern == "" {
			continue // rendered by name, never matched
		}
		if err := r.compile(); err != nil {
			return nil, fmt.Errorf("parse route table of bundle: route %q: %w", r.Name, err)
		}
		t.routes = append(t.routes, r)
	}
	// If both a literal segment and a parameter match, the literal one wins.
	slices.SortStableFunc(t.routes, func(a, b *route) int {
		return strings.Count(a.Pattern, ":") - strings.Count(b.Pattern, ":")
	})
	return t, nil
}

func (r *route) compile() error {
	if !strings.HasPrefix(r.Pattern, "/") {
		return fmt.Errorf("pattern %q does not begin with a slash", r.Pattern)
	}
	if r.Pattern != "/" {
		r.segments = strings.Split(r.Pattern[1:], "/")
	}
	if len(r.Named) > 0 && r.Record == nil {
		return fmt.Errorf("query parameters name items of a record, but the route has none")
	}
	if r.Record != nil && !slices.Contains(r.segments, ":"+r.Record.Param) {
		return fmt.Errorf("record parameter %q is not in the pattern", r.Record.Param)
	}
	r.valid = map[string]*regexp.Regexp{}
	for name, expression := range r.Params {
		compiled, err := regexp.Compile(`\A(?:` + expression + `)\z`)
		if err != nil {
			return err
		}
		r.valid[name] = compiled
		r.names = append(r.names, name)
	}
	slices.Sort(r.names)
	return nil
}

// RouteRule describes one route of a build.
type RouteRule struct {
	Name   string            `json:"name"`
	Params map[string]string `json:"params,omitempty"` // of the query, each with the expression its values match
	Guard  string            `json:"guard,omitempty"`
}

// RouteRules holds the routes by pattern: those without parameters separately,
// because they are found without matching. Redirects are content, not part of a
// build.
type RouteRules struct {
	Static  map[string]RouteRule `json:"static"`
	Dynamic map[string]RouteRule `json:"dynamic"`
}

// RouteRules returns the routes of the site's build.
func (s *Site) RouteRules() RouteRules {
	rules := RouteRules{Static: map[string]RouteRule{}, Dynamic: map[string]RouteRule{}}
	for _, r := range s.table.routes {
		kind := rules.Static
		if strings.Contains(r.Pattern, ":") {
			kind = rules.Dynamic
		}
		kind[r.Pattern] = RouteRule{Name: r.Name, Params: r.Params, Guard: r.Guard}
	}
	return rules
}

// match is a route with the values of its parameters.
type match struct {
	route  *route
	params map[string]string
	search map[string]string
}

// match finds the route of a path without prefix. Paths with empty segments,
// dot segments or characters that no address of the site has match none.
func (t *table) match(path string) (match, bool) {
	if !redirect.Safe(path) {
		return match{}, false
	}
	for _, r := range t.routes {
		if params, ok := r.matchPath(path); ok {
			return match{route: r, params: params}, true
		}
	}
	return match{}, false
}

func (r *route) matchPath(path string) (params map[string]string, ok bool) {
	rest := path[1:]
	for i, want := range r.segments {
		segment, after, more := strings.Cut(rest, "/")
		if segment == "" || more != (i < len(r.segments)-1) {
			return nil, false
		}
		if name, isParam := strings.CutPrefix(want, ":"); isParam {
			if params == nil {
				params = map[string]string{}
			}
			params[name] = segment
		} else if segment != want {
			return nil, false
		}
		rest = after
	}
	return params, rest == ""
}

// hasNoEscapedSlash reports whether the path contains no escaped slash. raw is
// URL.RawPath, empty when nothing unusual was escaped.
func hasNoEscapedSlash(raw string) bool {
	return raw == "" || !strings.Contains(strings.ToLower(raw), "%2f")
}

// withoutSlash returns the address without trailing slashes, if it belongs to a
// route.
func (t *table) withoutSlash(path string) (string, bool) {
	if len(path) < 2 || path[len(path)-1] != '/' {
		return "", false
	}
	trimmed := path[:len(path)-1]
	if _, ok := t.match(trimmed); !ok {
		return "", false
	}
	return escapedPath(trimmed), true
}

// escapedPath returns a path escaped for a link.
func escapedPath(path string) string { return (&url.URL{Path: path}).EscapedPath() }

func withQuery(path, query string) string {
	if query == "" {
		return path
	}
	return path + "?" + query
}

// paramCheck checks a query parameter that the route does not declare, and
// returns its canonical form.
type paramCheck func(name, value string) (string, bool)

// search returns the query parameters that the route declares and whose values are
// valid, and their canonical form: sorted, the first value of each name, all
// values of a filter.
func (r *route) search(raw string, other paramCheck) (values map[string]string, query string) {
	if raw == "" || (len(r.names) == 0 && other == nil) {
		return nil, ""
	}
	for i, pair := range strings.SplitN(raw, "&", maxParams+1) {
		name, value, _ := strings.Cut(pair, "=")
		valid := r.valid[name]
		if i == maxParams || len(value) > 3*maxValue || (valid == nil && other == nil) || (valid != nil && values[name] != "") {
			continue
		}
		value, err := url.QueryUnescape(value)
		if err != nil || value == "" || len(value) > maxValue {
			continue
		}
		ok := false
		if valid != nil {
			ok = valid.MatchString(value)
		} else {
			if values[name] != "" {
				value = values[name] + "_" + value // a form sends each selected checkbox separately
			}
			value, ok = other(name, value)
		}
		if !ok {
			continue
		}
		if values == nil {
			values = map[string]string{}
		}
		values[name] = value
	}
	return values, canonical(values)
}

// canonical returns the canonical form of query parameters.
func canonical(values map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(url.QueryEscape(name) + "=" + url.QueryEscape(values[name]))
	}
	return b.String()
}
