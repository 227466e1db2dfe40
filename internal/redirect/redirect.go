package redirect

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// Redirect is a redirect rule as content has it.
type Redirect struct {
	Path       string `json:"path"` // without language prefix
	Target     string `json:"target"`
	StatusCode int    `json:"status_code"`
	IsExternal bool   `json:"is_external"` // the target may be on another host
}

// Rule says where a path leads.
type Rule struct {
	Status int    // 301, 302, 307 or 308
	Away   string // the target on another host; empty for an internal one
	Prefix string // the language prefix that an internal target names itself
	Path   string // of an internal target, without prefix
	Tail   string // of an internal target: "?query" and "#fragment"
}

// Place is what rules must know of the site.
type Place struct {
	Prefixes []string // of the languages: "/de"
	Host     string   // of the site's public address; empty if unknown
}

// Rules checks redirects and returns them by path, without those that lead
// nowhere, to another host without leave, or in a circle: these are the
// problems, in words. A circle counts whatever the languages of its targets,
// since a rule holds under every prefix.
func Rules(redirects []Redirect, place Place) (rules map[string]Rule, problems []string) {
	rules = make(map[string]Rule, len(redirects))
	for _, r := range redirects {
		from, rule, err := place.rule(r)
		if _, twice := rules[from]; err == nil && twice {
			err = fmt.Errorf("there are two rules for this path")
		}
		if err != nil {
			problems = append(problems, r.Path+": "+err.Error())
			continue
		}
		rules[from] = rule
	}
	for _, circle := range circles(rules) {
		problems = append(problems, strings.Join(append(circle, circle[0]), " → ")+": the rules lead back to where they begin")
		for _, from := range circle {
			delete(rules, from)
		}
	}
	return rules, problems
}

func (p Place) rule(r Redirect) (from string, rule Rule, err error) {
	if from, err = p.from(r.Path); err != nil {
		return "", rule, err
	}
	switch r.StatusCode {
	case 301, 302, 307, 308:
		rule.Status = r.StatusCode
	default:
		return "", rule, fmt.Errorf("the status %d is none of 301, 302, 307 and 308", r.StatusCode)
	}
	target := strings.TrimSpace(r.Target)
	u, err := url.Parse(target)
	switch {
	case err != nil:
		return "", rule, fmt.Errorf("the target %q is not an address", r.Target)
	case u.Scheme == "" && u.Host == "", p.Host != "" && strings.EqualFold(u.Host, p.Host):
		if u.Host != "" && u.Path == "" {
			u.Path = "/"
		}
		if !Safe(u.Path) {
			return "", rule, fmt.Errorf("the target %q is not an address", r.Target)
		}
		rule.Prefix, rule.Path = SplitPrefix(u.Path, p.Prefixes)
		rule.Path = Trim(rule.Path)
		rule.Tail = (&url.URL{RawQuery: u.RawQuery, Fragment: u.Fragment}).String()
	case !r.IsExternal:
		return "", rule, fmt.Errorf("the target %q is on another host, and is_external is not set", r.Target)
	case u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return "", rule, fmt.Errorf("the target %q is not a web address", r.Target)
	default:
		rule.Away = target
	}
	return from, rule, nil
}

// from is the path of a rule in the one spelling under which it is looked up.
func (p Place) from(path string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(path))
	if err != nil || u.Scheme != "" || u.Host != "" || u.RawQuery != "" || u.Fragment != "" || !Safe(Trim(u.Path)) {
		return "", fmt.Errorf("the path is not an address of the site")
	}
	if prefix, _ := SplitPrefix(u.Path, p.Prefixes); prefix != "" {
		return "", fmt.Errorf("the path names a language; a rule holds for all, write it without %s", prefix)
	}
	return Trim(u.Path), nil
}

// circles are the chains of rules that come back, each beginning at its first
// path in the alphabet. Every rule is walked once.
func circles(rules map[string]Rule) [][]string {
	var found [][]string
	done := make(map[string]bool, len(rules))
	for _, start := range slices.Sorted(maps.Keys(rules)) {
		var chain []string
		at := map[string]int{} // places in the chain
		for path := start; !done[path]; path = rules[path].Path {
			rule, ok := rules[path]
			if !ok || rule.Away != "" {
				break
			}
			if i, again := at[path]; again {
				found = append(found, fromFirst(chain[i:]))
				break
			}
			at[path] = len(chain)
			chain = append(chain, path)
		}
		for _, path := range chain {
			done[path] = true
		}
	}
	return found
}

func fromFirst(circle []string) []string {
	i := slices.Index(circle, slices.Min(circle))
	return slices.Concat(circle[i:], circle[:i])
}
