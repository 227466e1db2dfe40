package page

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"ferrule/internal/locale"
	"ferrule/internal/redirect"
)

// textLanguage is the language of the texts of languages without any.
const textLanguage = "en-US"

// language is a language of the site, declared by the bundle or only by the
// content.
type language struct {
	Code      string `json:"code"`      // "fr-FR"
	Prefix    string `json:"prefix"`    // "/fr"
	HTML      string `json:"html"`      // for the lang attribute: "fr"
	Direction string `json:"direction"` // "ltr" or "rtl"
	Title     string `json:"title"`
	Flag      string `json:"flag"`
	Available bool   `json:"available"` // may be chosen; the others are only served under their prefix
	Texts     string `json:"-"`         // lang attribute of the interface texts, if they are in another language
}

// address returns a path under the language's prefix; for a nil language the
// path itself. The home page of a prefix has no trailing slash.
func (l *language) address(path string) string {
	switch {
	case l == nil:
		return path
	case path == "/":
		return l.Prefix
	default:
		return l.Prefix + path
	}
}

// languages holds all languages of the site, the available ones first. At least
// one is available; the first is the default.
type languages []*language

// languageRow is a record of the collection "languages".
type languageRow struct {
	Code      string `json:"code"`
	Title     string `json:"title"`
	Direction string `json:"direction"`
	Flag      string `json:"flag"`
}

var languageCode = regexp.MustCompile(`\A[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\z`)

// newLanguages merges the content's languages, in the content's order, with the
// bundle's. Those of the content are available if a loaded page has
// translations into them (translated, by code), or all if no page has
// translations (specification, point 4). Without languages in the content,
// those of the bundle are available, the default first. A record whose code or
// prefix cannot be used is rejected, with a reason for the log.
func (t *table) newLanguages(rows []languageRow, translated map[string]bool) (all languages, refused []string) {
	taken := t.ownSegments()
	for _, l := range t.languages {
		taken[l.Prefix] = true
	}
	known := map[string]*language{}
	for _, row := range rows {
		l := &language{Code: row.Code}
		if own := t.languages.find(row.Code); own != nil {
			*l = *own
		} else if !l.assignPrefix(taken) {
			refused = append(refused, row.Code+": invalid language code, or prefix in use")
			continue
		} else if texts := t.languages.find(textLanguage); texts != nil {
			l.Texts = texts.HTML
		}
		l.Title = cmp.Or(row.Title, l.Title, row.Code)
		l.Flag = cmp.Or(row.Flag, l.Flag)
		if row.Direction == "ltr" || row.Direction == "rtl" {
			l.Direction = row.Direction
		}
		l.Available = translated[l.Code]
		known[l.Code] = l
		all = append(all, l)
	}
	for _, own := range t.languages {
		if known[own.Code] == nil {
			l := *own
			l.Available = len(known) == 0
			all = append(all, &l)
		}
	}
	if !slices.ContainsFunc(all, isAvailable) {
		for _, l := range known {
			l.Available = true
		}
	}
	rank := func(l *language) int {
		switch {
		case !l.Available:
			return 2
		case len(known) == 0 && l.Code != locale.Default:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b *language) int { return rank(a) - rank(b) })
	return all, refused
}

func isAvailable(l *language) bool { return l.Available }

// assignPrefix assigns a prefix to a language of the content: the primary subtag of
// its code, or the whole code if the prefix is taken. It reports whether one
// was free.
func (l *language) assignPrefix(taken map[string]bool) bool {
	if !languageCode.MatchString(l.Code) {
		return false
	}
	l.Direction = "ltr"
	l.HTML, _, _ = strings.Cut(l.Code, "-")
	for _, prefix := range []string{"/" + l.HTML, "/" + strings.ToLower(l.Code)} {
		if !taken[prefix] {
			taken[prefix] = true
			l.Prefix = prefix
			return true
		}
	}
	return false
}

// ownSegments returns the first segments of the site's own addresses, which no
// prefix may shadow.
func (t *table) ownSegments() map[string]bool {
	taken := map[string]bool{"/api": true}
	for _, r := range t.routes {
		if len(r.segments) > 0 {
			taken["/"+r.segments[0]] = true
		}
	}
	return taken
}

func (ls languages) find(code string) *language {
	for _, l := range ls {
		if l.Code == code {
			return l
		}
	}
	return nil
}

// choose returns the language of an address without prefix: the visitor's saved
// choice if it is available, else the default.
func (ls languages) choose(r *http.Request) *language {
	if saved := locale.Chosen(r); saved != "" {
		if l := ls.find(saved); l != nil && l.Available {
			return l
		}
	}
	return ls[0]
}

// splitPrefix separates the language prefix from a path. Without a prefix the
// language is nil; the rest always begins with a slash.
func (ls languages) splitPrefix(path string) (*language, string) {
	for _, l := range ls {
		if prefix, rest := redirect.SplitPrefix(path, []string{l.Prefix}); prefix != "" {
			return l, rest
		}
	}
	return nil, path
}

func (ls languages) prefixes() []string {
	prefixes := make([]string, len(ls))
	for i, l := range ls {
		prefixes[i] = l.Prefix
	}
	return prefixes
}

// underPrefix returns the language of a prefix, nil for none.
func (ls languages) underPrefix(prefix string) *language {
	for _, l := range ls {
		if l.Prefix == prefix {
			return l
		}
	}
	return nil
}
