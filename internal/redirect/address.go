// Package redirect owns what an address of the site may look like: its path, the
// language prefix before it, and the redirect rules from one to another. It
// knows neither content nor HTTP: the store refuses an import by its rules, and
// pages follow them.
package redirect

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxPath = 1024 // bytes; longer addresses are no page

// Safe keeps out everything that a file system, a log or a proxy could read
// differently from us.
func Safe(path string) bool {
	if len(path) > maxPath || !strings.HasPrefix(path, "/") || !utf8.ValidString(path) {
		return false
	}
	for segment := range strings.SplitSeq(path[1:], "/") {
		if segment == "." || segment == ".." {
			return false
		}
	}
	return !strings.Contains(path, "//") && !strings.ContainsFunc(path, func(c rune) bool {
		return c == '\\' || c == 0xFFFD || unicode.IsControl(c)
	})
}

// SplitPrefix separates the language prefix from a path; it is empty when the
// path begins with none of the given ones. The rest always begins with a slash.
func SplitPrefix(path string, prefixes []string) (prefix, rest string) {
	for _, p := range prefixes {
		rest, ok := strings.CutPrefix(path, p)
		switch {
		case !ok || p == "":
		case rest == "":
			return p, "/"
		case rest == "/":
			return p, "//" // "/de/" is "/de" with a slash too many
		case rest[0] == '/':
			return p, rest
		}
	}
	return "", path
}

// Trim is the spelling under which paths and redirect rules meet: without
// slashes at the end.
func Trim(path string) string {
	for len(path) > 1 && path[len(path)-1] == '/' {
		path = path[:len(path)-1]
	}
	return path
}
