package redirect_test

import (
	"strings"
	"testing"

	"ferrule/internal/redirect"
)

// Whatever the content says, an internal redirect stays on the site, and an external
// one is declared as such.
func FuzzRules(f *testing.F) {
	f.Add("/old", "/new?a=1#b", 301, false)
	f.Add("/old", "https://example.com/", 302, true)
	f.Add("/de/old", "//example.com", 308, false)
	f.Add("/a", `/\example.com`, 307, true)
	f.Fuzz(func(t *testing.T, path, target string, status int, external bool) {
		site := redirect.Site{Prefixes: []string{"/de", "/en"}, Host: "www.example.com"}
		rules, problems := redirect.Rules([]redirect.Redirect{{Path: path, Target: target, StatusCode: status, IsExternal: external}}, site)
		if len(rules)+len(problems) == 0 {
			t.Error("neither a rule nor a problem")
		}
		for _, rule := range rules {
			switch {
			case rule.External != "":
				if !external && !strings.Contains(rule.External, site.Host) {
					t.Errorf("%q leaves the site", target)
				}
			case !redirect.Safe(rule.Prefix + rule.Path):
				t.Errorf("%q becomes %q", target, rule.Prefix+rule.Path)
			}
		}
	})
}
