package locale_test

import (
	"net/http"
	"strings"
	"testing"

	"ferrule/internal/locale"
)

// FuzzSaved checks that the saved choice is a short text, and the one that net/http
// finds where it finds one.
func FuzzSaved(f *testing.F) {
	for _, header := range []string{
		"selected-language=fr-FR", `a=b; selected-language="it-IT"; c=d`, "selected-language=", "selected-language=;selected-language=en-US",
		"selected-language = en-US", "Selected-Language=en-US", "x=selected-language=en-US", "selected-language=aaaaaaaaaaaaaaaaaaaaa", `selected-language="fr-FR`, ";;=;",
	} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		r := &http.Request{Header: http.Header{"Cookie": {header}}}
		got := locale.Saved(r)
		if got == "" || len(got) > 20 {
			t.Errorf("%q: %q", header, got)
		}
		c, err := r.Cookie(locale.Cookie)
		if err != nil || strings.Count(header, locale.Cookie) > 1 {
			return // none, or several: net/http skips those with forbidden characters
		}
		want := c.Value
		if want == "" || len(want) > 20 {
			want = locale.Default
		}
		if got != want {
			t.Errorf("%q: got %q, net/http finds %q", header, got, want)
		}
	})
}
