// Package redirect owns the format of the site's addresses: paths, language
// prefixes, and the redirect rules between them. It depends on neither content
// nor HTTP: the store validates imports with its rules, and pages apply them.
package redirect

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxPath = 1024 // bytes; longer addresses are no page

// Safe reports whether a path has no parts that a file system, a log or a proxy
// could interpret differently.
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

// SplitPrefix separates the language prefix from a path; prefix is empty if the
// path begins with none of the given ones. The rest always begins with a slash.
func SplitPrefix(path string, prefixes []string) (prefix, rest string) {
	for _, p := range prefixes {
		rest, ok := strings.CutPrefix(path, p)
		switch {
		case !ok || p == "":
		case rest == "":
			return p, "/"
		case rest == "/":
			return p, "//" // "/de/" is "/de" with a redundant slash
		case rest[0] == '/':
			return p, rest
		}
	}
	return "", path
}

// Trim returns the normal form of paths, under which redirect rules are looked
// up: without trailing slashes.
func Trim(path string) string {
	for len(path) > 1 && path[len(path)-1] == '/' {
		path = path[:len(path)-1]
	}
	return path
}
