package rfq

import (
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestAutomatedMessageIsClassifiedAsSpam(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ about, fields, want string }{
		{"a person", `"website":"","elapsed":14210`, ""},
		{"at the limit", `"elapsed":2000`, ""},
		{"no sign at all", `"x":1`, ""},
		{"what cannot be read says nothing", `"website":null,"elapsed":"soon"`, ""},
		{"a clock that ran backwards says nothing", `"elapsed":-3`, ""},
		{"a field that people do not see", `"website":"https://example.com"`, SpamHoneypot},
		{"the same of another type", `"website":{"a":1}`, SpamHoneypot},
		{"two seconds are the least", `"elapsed":1999.5`, SpamTooFast},
		{"a time as text", `"elapsed":"12"`, SpamTooFast},
	} {
		m, err := Parse([]byte(with(`"page"`, tt.fields+`,"page"`)), "de-DE")
		if err != nil || m.SpamReason != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.about, m.SpamReason, err, tt.want)
		}
	}
	if m, err := Parse([]byte(with(`"page"`, `"suspect":"x","page"`)), "de-DE"); err != nil || m.SpamReason != "" {
		t.Errorf("the sender sets the reason: %q, %v", m.SpamReason, err)
	}
}

func TestPlaceholderPhrasesCountAsEmpty(t *testing.T) {
	t.Parallel()
	browser, err := os.ReadFile("../../web/src/lazy-constants.ts")
	if err != nil {
		t.Fatal(err)
	}
	for name, phrase := range map[string]string{
		"title": placeholderTitle, "description": placeholderDescription, "button": placeholderButton,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(string(browser), strconv.Quote(phrase)) {
				t.Errorf("the browser's phrases lack %q", phrase)
			}
			body := with(`"Anfrage"`, strconv.Quote(" "+phrase), `"subject":"s"`, `"subject":`+strconv.Quote(phrase), `"secondLine":"x"`, `"secondLine":`+strconv.Quote(phrase+" "))
			m, err := Parse([]byte(body), "de-DE")
			if err != nil || m.FormTitle != "" || m.Subject != "" || string(m.Meta) != `{"formType":"menu","secondLine":""}` {
				t.Errorf("%q is not removed: title %q, subject %q, meta %s, %v", phrase, m.FormTitle, m.Subject, m.Meta, err)
			}
		})
	}
	m, err := Parse([]byte(with(`"Anfrage"`, strconv.Quote(placeholderTitle+"!"))), "de-DE")
	if err != nil || m.FormTitle != placeholderTitle+"!" || string(m.Meta) != `{"formType":"menu","secondLine":"x"}` {
		t.Errorf("other texts are removed: %q, %s, %v", m.FormTitle, m.Meta, err)
	}
}

func TestFormWithoutScriptsParsesEqually(t *testing.T) {
	t.Parallel()
	m, err := ParseForm(url.Values{
		"formId": {"12"}, "formKey": {"request"}, "name": {" Zoë "}, "phone": {"1"}, "message": {"a\r\nb"}, "agree": {"on"}, "kind": {"menu"},
		"secondLine": {"x"}, "files": {"A", "B"}, "language": {"fr-FR"}, "page": {"/fr"}, "website": {""}, "elapsed": {"1"}, "lines": {"[1]"},
	}, "de-DE")
	if err != nil {
		t.Fatal(err)
	}
	if m.FormID != 12 || m.Name != "Zoë" || m.Phone != "1" || m.Message != "a\nb" || string(m.Meta) != `{"formType":"menu","secondLine":"x"}` ||
		strings.Join(m.Files, " ") != "A B" || m.Language != "fr-FR" || m.SpamReason != "" || m.Lines != nil {
		t.Errorf("got %+v", m)
	}
	if m, err = ParseForm(url.Values{"name": {"Zoë"}, "phone": {"2"}, "agree": {"1"}, "website": {"x"}}, "de-DE"); err != nil || m.Phone != "2" || m.SpamReason != SpamHoneypot || m.Language != "de-DE" {
		t.Errorf("got %+v, %v", m, err)
	}
}
