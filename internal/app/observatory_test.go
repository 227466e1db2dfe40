package app_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"ferrule/internal/app/apptest"
	"ferrule/internal/server"
)

// The rules of the MDN HTTP Observatory: github.com/mdn/mdn-http-observatory,
// src/analyzer/tests and src/grader/charts.js, with the scores of the opener and
// embedder policies (pull request 498). Left out is the preload list of browsers
// (5 points), which is not a header. The highest score is 165.

// visit is what the Observatory reads of a site.
type visit struct {
	route   []*url.URL     // of the address with http, with its redirects; empty if nothing answers
	page    *http.Response // the last reply of the address with https, or else of that with http
	secure  bool           // page was read with https
	scripts []script
	cors    *http.Response // page, requested by another origin
	cookies []*http.Cookie
}

type script struct{ source, integrity string }

// otherOrigin is the Origin of the request for visit.cors.
const otherOrigin = "https://observatory.example"

// modifiers returns the points that each test adds to or subtracts from 100.
func (v visit) modifiers() map[string]int {
	h := v.page.Header
	policy := parsePolicy(h.Values("Content-Security-Policy"))
	return map[string]int{
		"csp": v.policy(policy), "cookies": v.cookieFlags(), "cors": v.sharing(), "redirection": v.redirection(),
		"referrer": referrerPolicy(h.Get("Referrer-Policy")), "hsts": v.hsts(), "sri": v.integrity(),
		"nosniff": choose(strings.EqualFold(h.Get("X-Content-Type-Options"), "nosniff"), 0, -5),
		"frames":  framing(policy, h.Get("X-Frame-Options")),
		"corp":    oneOf(h, "Cross-Origin-Resource-Policy", map[string]int{"same-origin": 10, "same-site": 10, "cross-origin": 0}),
		"coop":    oneOf(h, "Cross-Origin-Opener-Policy", map[string]int{"same-origin": 10, "same-origin-allow-popups": 10, "noopener-allow-popups": 10, "unsafe-none": 0}),
		"coep":    oneOf(h, "Cross-Origin-Embedder-Policy", map[string]int{"require-corp": 10, "unsafe-none": 0}),
	}
}

// score returns the sum. Points above 100 count only from 90 on.
func score(modifiers map[string]int) int {
	all, penalties := 100, 100
	for _, m := range modifiers {
		all += m
		penalties += min(m, 0)
	}
	return max(0, choose(penalties >= 90, all, penalties))
}

func choose(condition bool, yes, no int) int {
	if condition {
		return yes
	}
	return no
}

// oneOf returns the points of a header with a few values: 0 without it, -5 for others.
func oneOf(h http.Header, name string, points map[string]int) int {
	values := h.Values(name)
	if len(values) == 0 {
		return 0
	}
	value, _, _ := strings.Cut(values[0], ";")
	n, ok := points[strings.TrimSpace(value)]
	return choose(ok && len(values) == 1, n, -5)
}

// parsePolicy returns the sources by directive; nil for no policy.
func parsePolicy(headers []string) map[string][]string {
	var policy map[string][]string
	for directive := range strings.SplitSeq(strings.Join(headers, ";"), ";") {
		if words := strings.Fields(strings.ToLower(directive)); len(words) > 0 {
			if policy == nil {
				policy = map[string][]string{}
			}
			policy[words[0]] = append(policy[words[0]], words[1:]...)
		}
	}
	return policy
}

func (v visit) policy(policy map[string][]string) int {
	if policy == nil {
		return -25
	}
	sources := func(directive string) []string {
		for _, d := range []string{directive, "default-src"} {
			if list, ok := policy[d]; ok {
				return list
			}
		}
		return []string{"*"}
	}
	broad := []string{"ftp:", "http:", "https:", "*", "http://*", "http://*.*", "https://*", "https://*.*"}
	has := func(list []string, words ...string) bool {
		hashed := slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, "'sha") || strings.HasPrefix(s, "'nonce-") })
		return slices.ContainsFunc(list, func(s string) bool {
			return slices.Contains(words, s) && (s != "'unsafe-inline'" || !hashed)
		})
	}
	unsafe := append([]string{"'unsafe-inline'", "data:"}, broad...)
	insecure := func(list []string) bool {
		return v.secure && slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, "http:") || strings.HasPrefix(s, "ftp:") })
	}
	passive := slices.Concat(sources("img-src"), sources("media-src"))
	active := sources("script-src")
	for directive, list := range policy {
		if directive != "img-src" && directive != "media-src" {
			active = slices.Concat(active, list)
		}
	}
	switch script, style := sources("script-src"), sources("style-src"); {
	case has(script, unsafe...) || has(sources("object-src"), broad...), insecure(active):
		return -20
	case has(slices.Concat(script, style), "'unsafe-eval'"), insecure(passive):
		return -10
	case has(style, unsafe...):
		return 0
	case slices.Equal(policy["default-src"], []string{"'none'"}):
		return 10
	}
	return 5
}

func framing(policy map[string][]string, options string) int {
	if _, ok := policy["frame-ancestors"]; ok {
		return 5
	}
	options = strings.ToLower(options)
	return choose(options == "deny" || options == "sameorigin" || strings.HasPrefix(options, "allow-from"), 0, -20)
}

func (v visit) cookieFlags() int {
	worst := choose(len(v.cookies) == 0, 0, 5)
	for _, c := range v.cookies {
		name := strings.ToLower(c.Name)
		session := strings.Contains(name, "login") || strings.Contains(name, "sess")
		bare := c.SameSite == 0
		switch {
		case session && !c.Secure:
			worst = min(worst, choose(v.hsts() == 0, -10, -40))
		case session && !c.HttpOnly:
			worst = min(worst, -30)
		case c.SameSite == http.SameSiteDefaultMode, strings.Contains(name, "csrf") && bare, c.SameSite == http.SameSiteNoneMode && !c.Secure:
			worst = min(worst, -20)
		case !c.Secure:
			worst = min(worst, choose(v.hsts() == 0, -5, -20))
		case bare:
			worst = min(worst, 0)
		}
	}
	return worst
}

func (v visit) sharing() int {
	h := v.cors.Header
	return choose(h.Get("Access-Control-Allow-Origin") == otherOrigin && h.Get("Access-Control-Allow-Credentials") == "true", -50, 0)
}

func (v visit) redirection() int {
	switch n := len(v.route); {
	case n == 0:
		return 0
	case n == 1 || v.route[n-1].Scheme != "https":
		return -20
	case v.route[1].Scheme != "https":
		return -10
	case v.route[0].Hostname() != v.route[1].Hostname():
		return -5
	}
	return 0
}

func referrerPolicy(header string) int {
	if header == "" {
		return 0
	}
	points := map[string]int{"no-referrer": 5, "same-origin": 5, "strict-origin": 5, "strict-origin-when-cross-origin": 5}
	last := strings.ToLower(header[strings.LastIndexAny(header, ", ")+1:])
	n, private := points[last]
	return choose(private, n, -5)
}

func (v visit) hsts() int {
	if !v.secure {
		return -20
	}
	for part := range strings.SplitSeq(v.page.Header.Get("Strict-Transport-Security"), ";") {
		if age, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(part)), "max-age="); ok {
			seconds, err := strconv.Atoi(age)
			return choose(err != nil, -20, choose(seconds < 15_552_000, -10, 0))
		}
	}
	return -20
}

func (v visit) integrity() int {
	points := 0
	for _, s := range v.scripts {
		address, err := url.Parse(s.source)
		own := err == nil && address.Host == ""
		switch {
		case own:
			points = max(points, choose(s.integrity != "" && v.secure, 5, 0))
		case err != nil || address.Scheme != "https":
			return choose(s.integrity != "", -20, -50)
		case s.integrity == "":
			return -5
		default:
			points = 5
		}
	}
	return points
}

// visitSite reads a site as the Observatory does. plain answers http, secure https; nil
// for none.
func visitSite(t *testing.T, plain, secure http.Handler) visit {
	t.Helper()
	v := visit{secure: secure != nil}
	get := func(address string, header ...string) (*http.Response, []*url.URL) {
		var route []*url.URL
		for range 5 {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
			r.Header.Set("Accept", "text/html")
			for i := 0; i < len(header); i += 2 {
				r.Header.Set(header[i], header[i+1])
			}
			route = append(route, r.URL)
			w := httptest.NewRecorder()
			if r.URL.Scheme == "https" {
				secure.ServeHTTP(w, r)
			} else {
				plain.ServeHTTP(w, r)
			}
			reply := w.Result()
			v.cookies = append(v.cookies, reply.Cookies()...)
			to, err := reply.Location()
			if err != nil {
				return reply, route
			}
			address = r.URL.ResolveReference(to).String()
		}
		t.Fatalf("%s redirects without end", address)
		return nil, nil
	}
	if plain != nil {
		v.page, v.route = get("http://www.example.com/")
	}
	address := "http://www.example.com/"
	if v.secure {
		address = "https://www.example.com/"
		v.page, _ = get(address)
	}
	v.cors, _ = get(address, "Origin", otherOrigin)
	document, err := html.Parse(v.page.Body)
	if err != nil || v.page.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", address, v.page.StatusCode, err)
	}
	for n := range document.Descendants() {
		if n.Type != html.ElementNode || n.Data != "script" {
			continue
		}
		attributes := map[string]string{}
		for _, a := range n.Attr {
			attributes[a.Key] = a.Val
		}
		if attributes["src"] != "" {
			v.scripts = append(v.scripts, script{attributes["src"], attributes["integrity"]})
		}
	}
	return v
}

// redirected returns the handler of http beside a site with https.
func redirected() http.Handler { return server.RedirectHTTPS([]string{"www.example.com"}, "443") }

func TestHeadersHaveTheDocumentedScore(t *testing.T) {
	t.Parallel()
	plain := apptest.Start(t, apptest.DemoConfig(t)).Handler()
	secure := apptest.Start(t, apptest.DemoConfig(t, "--domain", "www.example.com")).Handler()
	for name, tt := range map[string]struct {
		visit visit
		want  int
	}{
		"with a domain": {visitSite(t, redirected(), secure), 150},
		"without TLS":   {visitSite(t, plain, nil), 60}, // neither HTTPS nor a redirect to it
	} {
		modifiers := tt.visit.modifiers()
		if got := score(modifiers); got != tt.want {
			t.Errorf("%s: %d points, want %d: %v", name, got, tt.want, modifiers)
		}
	}
}

// The scores were counted by hand.
func TestScoreFollowsTheRules(t *testing.T) {
	t.Parallel()
	const good = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"
	for name, tt := range map[string]struct {
		header map[string]string
		body   string
		want   int
	}{
		"no headers":         {nil, "", 30},
		"a policy alone":     {map[string]string{"Content-Security-Policy": good}, "", 75},
		"inline scripts":     {map[string]string{"Content-Security-Policy": "script-src 'self' 'unsafe-inline'; object-src 'none'"}, "", 35},
		"HSTS of a day":      {map[string]string{"Content-Security-Policy": good, "X-Content-Type-Options": "nosniff", "Strict-Transport-Security": "max-age=86400"}, "", 105},
		"a foreign script":   {map[string]string{"Content-Security-Policy": good, "X-Content-Type-Options": "nosniff", "Strict-Transport-Security": "max-age=31536000"}, `<script src="https://cdn.example/a.js"></script>`, 110},
		"a cookie":           {map[string]string{"Content-Security-Policy": good, "X-Content-Type-Options": "nosniff", "Strict-Transport-Security": "max-age=31536000", "Set-Cookie": "session=1; Secure"}, "", 70},
		"an unknown policy":  {map[string]string{"Content-Security-Policy": good, "X-Content-Type-Options": "nosniff", "Strict-Transport-Security": "max-age=31536000", "Cross-Origin-Opener-Policy": "yes"}, "", 110},
		"every origin reads": {map[string]string{"Content-Security-Policy": good, "X-Content-Type-Options": "nosniff", "Strict-Transport-Security": "max-age=31536000", "Access-Control-Allow-Origin": otherOrigin, "Access-Control-Allow-Credentials": "true"}, "", 50},
	} {
		v := visitSite(t, redirected(), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			for key, value := range tt.header {
				w.Header().Set(key, value)
			}
			_, _ = w.Write([]byte("<p>x</p>" + tt.body))
		}))
		if got := score(v.modifiers()); got != tt.want {
			t.Errorf("%s: %d points, want %d: %v", name, got, tt.want, v.modifiers())
		}
	}
}
