package rfq

import (
	"encoding/json"
	"net/url"
	"strings"
)

// ParseForm parses a form that a browser sent without scripts, by the rules of
// Parse. Names are those of Parse; "kind" and "secondLine" become fields of meta, a
// ticked checkbox has any value, and "files" may be repeated. It does not read
// fields that only a script can set (lines, elapsed).
func ParseForm(values url.Values, fallback string) (Message, error) {
	fields := map[string]json.RawMessage{}
	put := func(field string, value any) {
		if b, err := json.Marshal(value); err == nil { // strings always encode
			fields[field] = b
		}
	}
	for _, name := range []string{
		"formId", "formKey", "formTitle", "source", "name", "phone", "email", "subject",
		"message", "language", "page", "website", "idempotencyKey",
	} {
		if values.Has(name) {
			put(name, strings.ToValidUTF8(values.Get(name), "\uFFFD"))
		}
	}
	put("agree", values.Get("agree") != "")
	put("meta", map[string]string{"formType": values.Get("kind"), "secondLine": values.Get("secondLine")})
	if ids := values["files"]; len(ids) > 0 {
		put("files", ids)
	}
	return parse(fields, fallback)
}

// DefaultForm is the id of the form where the content names none and publishes none
// (specification, section 5). It is accepted whether or not it exists.
const DefaultForm = 12

// FormTexts are the texts of a form in the content, in one language: the labels of
// its fields and of its button, and the error of an incomplete form. An empty text
// is not set.
type FormTexts struct{ Name, Phone, Email, Agree, Send, Error string }
