package content

import "strings"

// Language is a language of the site.
type Language struct {
	Code   string // "fr-FR"
	Prefix string // prefix of page paths: "/fr"
}

// Name returns the prefix without its slash.
func (l Language) Name() string { return strings.TrimPrefix(l.Prefix, "/") }
