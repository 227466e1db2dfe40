package redirect

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// Redirect is a redirect rule as stored in the content.
type Redirect struct {
	Path       string `json:"path"` // without language prefix
	Target     string `json:"target"`
	StatusCode int    `json:"status_code"`
	IsExternal bool   `json:"is_external"` // the target may be on another host
}

// Rule is the target of a path.
type Rule struct {
	Status   int    // 301, 302, 307 or 308
	External string // target on another host; empty for an internal one
	Prefix   string // language prefix in an internal target
	Path     string // path of an internal target, without prefix
	Suffix   string // "?query" and "#fragment" of an internal target
}

// Site holds the properties of the site that rules depend on.
type Site struct {
	Prefixes []string // of the languages: "/de"
	Host     string   // of the site's public address; empty if unknown
}

// Rules validates redirects and returns them by path, without those that have
// an invalid target, a target on another host without is_external, or are part
// of a loop; problems describes these. Loops are detected regardless of the
// languages of targets, since a rule applies under every prefix.
func Rules(redirects []Redirect, site Site) (rules map[string]Rule, problems []string) {
	rules = make(map[string]Rule, len(redirects))
	for _, r := range redirects {
		from, rule, err := site.rule(r)
		if _, twice := rules[from]; err == nil && twice {
			err = fmt.Errorf("the path has two rules")
		}
		if err != nil {
			problems = append(problems, r.Path+": "+err.Error())
			continue
		}
		rules[from] = rule
	}
	for _, loop := range loops(rules) {
		problems = append(problems, strings.Join(append(loop, loop[0]), " → ")+": the rules form a loop")
		for _, from := range loop {
			delete(rules, from)
		}
	}
	return rules, problems
}

func (s Site) rule(r Redirect) (from string, rule Rule, err error) {
	if from, err = s.from(r.Path); err != nil {
		return "", rule, err
	}
	switch r.StatusCode {
	case 301, 302, 307, 308:
		rule.Status = r.StatusCode
	default:
		return "", rule, fmt.Errorf("the status %d is not 301, 302, 307 or 308", r.StatusCode)
	}
	target := strings.TrimSpace(r.Target)
	u, err := url.Parse(target)
	switch {
	case err != nil:
		return "", rule, fmt.Errorf("the target %q is not an address", r.Target)
	case u.Scheme == "" && u.Host == "", s.Host != "" && strings.EqualFold(u.Host, s.Host):
		if u.Host != "" && u.Path == "" {
			u.Path = "/"
		}
		if !Safe(u.Path) {
			return "", rule, fmt.Errorf("the target %q is not an address", r.Target)
		}
		rule.Prefix, rule.Path = SplitPrefix(u.Path, s.Prefixes)
		rule.Path = Trim(rule.Path)
		rule.Suffix = (&url.URL{RawQuery: u.RawQuery, Fragment: u.Fragment}).String()
	case !r.IsExternal:
		return "", rule, fmt.Errorf("the target %q is on another host, and is_external is not set", r.Target)
	case u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return "", rule, fmt.Errorf("the target %q is not a web address", r.Target)
	default:
		rule.External = target
	}
	return from, rule, nil
}

// from returns the normal form of a rule's path.
func (s Site) from(path string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(path))
	if err != nil || u.Scheme != "" || u.Host != "" || u.RawQuery != "" || u.Fragment != "" || !Safe(Trim(u.Path)) {
		return "", fmt.Errorf("the path is not an address of the site")
	}
	if prefix, _ := SplitPrefix(u.Path, s.Prefixes); prefix != "" {
		return "", fmt.Errorf("the path has a language prefix; a rule applies to all languages, write it without %s", prefix)
	}
	if from := Trim(u.Path); from == deskPath || strings.HasPrefix(from, deskPath+"/") {
		return "", fmt.Errorf("the path belongs to the desk; no rule can take it")
	}
	return Trim(u.Path), nil
}

// deskPath is the address of the desk, under which the server looks for no rule.
const deskPath = "/desk"

// loops returns the loops of rules, each beginning at its alphabetically
// first path. Every rule is visited once.
func loops(rules map[string]Rule) [][]string {
	var found [][]string
	done := make(map[string]bool, len(rules))
	for _, start := range slices.Sorted(maps.Keys(rules)) {
		var chain []string
		at := map[string]int{} // positions in the chain
		for path := start; !done[path]; path = rules[path].Path {
			rule, ok := rules[path]
			if !ok || rule.External != "" {
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

func fromFirst(loop []string) []string {
	i := slices.Index(loop, slices.Min(loop))
	return slices.Concat(loop[i:], loop[:i])
}
