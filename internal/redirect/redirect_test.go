package redirect_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/redirect"
)

func testSite() redirect.Site {
	return redirect.Site{Prefixes: []string{"/de", "/en", "/fr"}, Host: "www.example.com"}
}

func TestRulesMapPathsToTargets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path, target string
		status       int
		external     bool
		from         string
		want         redirect.Rule
	}{
		{"/old", "/about", 301, false, "/old", redirect.Rule{Status: 301, Path: "/about"}},
		{" /old/ ", " /about/ ", 302, false, "/old", redirect.Rule{Status: 302, Path: "/about"}},
		{"/old", "/fr/about?a=1#b", 307, false, "/old", redirect.Rule{Status: 307, Prefix: "/fr", Path: "/about", Suffix: "?a=1#b"}},
		{"/old", "/de", 308, false, "/old", redirect.Rule{Status: 308, Prefix: "/de", Path: "/"}},
		{"/gr%C3%B6%C3%9Fe", "/größe", 301, false, "/größe", redirect.Rule{}}, // itself, in another spelling
		{"/a%20b", "/about", 301, false, "/a b", redirect.Rule{Status: 301, Path: "/about"}},
		{"/shop", "https://shop.example.com/x", 302, true, "/shop", redirect.Rule{Status: 302, External: "https://shop.example.com/x"}},
		{"/own", "https://WWW.example.com", 302, false, "/own", redirect.Rule{Status: 302, Path: "/"}},
		{"/own", "https://www.example.com/de/own", 302, true, "/own", redirect.Rule{}}, // itself, through the public address
	} {
		rules, problems := redirect.Rules([]redirect.Redirect{{Path: tt.path, Target: tt.target, StatusCode: tt.status, IsExternal: tt.external}}, testSite())
		if diff := cmp.Diff(tt.want, rules[tt.from]); diff != "" || (len(problems) > 0) != (tt.want == redirect.Rule{}) {
			t.Errorf("%s to %s: %v (-want +got):\n%s", tt.path, tt.target, problems, diff)
		}
	}
}

func TestInvalidRulesAreProblems(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path, target string
		status       int
		external     bool
		want         string
	}{
		{"/a", "https://shop.example.com", 302, false, "is_external is not set"},
		{"/a", "//shop.example.com", 302, false, "is_external is not set"},
		{"/a", "//shop.example.com", 302, true, "not a web address"},
		{"/a", "javascript:alert(1)", 302, true, "not a web address"},
		{"/a", "javascript:alert(1)", 302, false, "is_external is not set"},
		{"/a", "ftp://example.com/x", 302, true, "not a web address"},
		{"/a", `/\evil.example.com`, 302, false, "not an address"},
		{"/a", "about", 302, false, "not an address"},
		{"/a", "", 302, false, "not an address"},
		{"/a", "/../b", 302, false, "not an address"},
		{"/a", "/b%zz", 302, false, "not an address"},
		{"/a", "/b", 303, false, "status 303"},
		{"/a", "/b", 200, false, "status 200"},
		{"/a", "/b", 0, false, "status 0"},
		{"a", "/b", 302, false, "path is not an address"},
		{"", "/b", 302, false, "path is not an address"},
		{"/a?b=1", "/b", 302, false, "path is not an address"},
		{"https://example.com/a", "/b", 302, false, "path is not an address"},
		{"/de/a", "/b", 302, false, "write it without /de"},
		{"/de", "/b", 302, false, "write it without /de"},
		{"/desk", "/b", 302, false, "belongs to the desk"},
		{"/desk/requests/", "/b", 302, false, "belongs to the desk"},
	} {
		rules, problems := redirect.Rules([]redirect.Redirect{{Path: tt.path, Target: tt.target, StatusCode: tt.status, IsExternal: tt.external}}, testSite())
		if len(rules) != 0 || len(problems) != 1 || !strings.Contains(problems[0], tt.want) {
			t.Errorf("%s to %s: %v, %v; want %q", tt.path, tt.target, rules, problems, tt.want)
		}
	}
}

func redirects(pairs ...string) (list []redirect.Redirect) {
	for _, pair := range pairs {
		from, to, _ := strings.Cut(pair, " ")
		list = append(list, redirect.Redirect{Path: from, Target: to, StatusCode: 301})
	}
	return list
}

func TestLoopsAreProblemsThatNameTheirChain(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		pairs []string
		chain string
		left  int // rules that stay
	}{
		{"itself", []string{"/a /a"}, "/a → /a", 0},
		{"itself with a slash", []string{"/a /a/"}, "/a → /a", 0},
		{"itself with a query", []string{"/a /a?x=1"}, "/a → /a", 0},
		{"itself under a prefix", []string{"/a /fr/a"}, "/a → /a", 0},
		{"the home page under a prefix", []string{"/ /de"}, "/ → /", 0},
		{"a pair", []string{"/a /b", "/b /a"}, "/a → /b → /a", 0},
		{"a pair under prefixes", []string{"/a /de/b", "/b /fr/a#top"}, "/a → /b → /a", 0},
		{"three, read in any order", []string{"/c /a", "/b /c", "/a /b"}, "/a → /b → /c → /a", 0},
		{"with a way in", []string{"/in /b", "/b /c", "/c /b", "/out /about"}, "/b → /c → /b", 2},
	} {
		rules, problems := redirect.Rules(redirects(tt.pairs...), testSite())
		if len(problems) != 1 || !strings.HasPrefix(problems[0], tt.chain+":") || len(rules) != tt.left {
			t.Errorf("%s: %v, %v; want %q and %d rules", tt.name, problems, rules, tt.chain, tt.left)
		}
	}
	if rules, problems := redirect.Rules(redirects("/a /b", "/b /c", "/c /about", "/d /b"), testSite()); len(problems) != 0 || len(rules) != 4 {
		t.Errorf("a chain that ends: %v, %v", rules, problems)
	}
	if _, problems := redirect.Rules(redirects("/a /b", "/a/ /c"), testSite()); len(problems) != 1 || !strings.Contains(problems[0], "two rules") {
		t.Errorf("one path twice: %v", problems)
	}
}

// Following any chain of random rules ends.
func TestNoChainOfRulesIsEndless(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	prefixes := append(testSite().Prefixes, "")
	for range 300 {
		var list []redirect.Redirect
		for i := range 1 + random.IntN(40) {
			list = append(list, redirect.Redirect{
				Path: fmt.Sprintf("/%d", i), StatusCode: 302,
				Target: fmt.Sprintf("%s/%d", prefixes[random.IntN(len(prefixes))], random.IntN(50)),
			})
		}
		rules, problems := redirect.Rules(list, testSite())
		for from := range rules {
			path, steps := from, 0
			for rule, ok := rules[path]; ok; rule, ok = rules[path] {
				if path, steps = rule.Path, steps+1; steps > len(rules) {
					t.Fatalf("seed %d: from %s without end in %v", seed, from, rules)
				}
			}
		}
		if len(rules)+strings.Count(strings.Join(problems, ""), "→") != len(list) {
			t.Fatalf("seed %d: %d rules of %d are left with %v", seed, len(rules), len(list), problems)
		}
	}
}

func TestAChainOfAHundredThousandRulesIsWalkedOnce(t *testing.T) {
	t.Parallel()
	const n = 100_000
	list := make([]redirect.Redirect, n)
	for i := range list {
		list[i] = redirect.Redirect{Path: fmt.Sprintf("/%d", i), Target: fmt.Sprintf("/%d", (i+1)%n), StatusCode: 301}
	}
	if rules, problems := redirect.Rules(list, testSite()); len(rules) != 0 || len(problems) != 1 {
		t.Errorf("%d rules left, %d problems", len(rules), len(problems))
	}
}
