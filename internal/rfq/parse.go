package rfq

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ferrule/internal/fault"
)

// Parse decodes a form's JSON and validates it (specification, section 5). It
// ignores unknown fields. Errors are *fault.Error: of kind Invalid and code
// INVALID_PAYLOAD when body is not a JSON object, else of kind Unprocessable and
// code FAILED_VALIDATION, with one text per field in the message's language, or in
// fallback when the form names none.
func Parse(body []byte, fallback string) (Message, error) {
	body = bytes.ToValidUTF8(body, []byte("\uFFFD"))
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(body, &fields); err != nil || fields == nil {
		if err == nil {
			err = errors.New("body is null")
		}
		return Message{}, fault.Wrap(fault.Invalid, err, "%s", TextsIn(fallback).Unreadable).WithCode("INVALID_PAYLOAD")
	}
	return parse(fields, fallback)
}

// parse reads and validates the fields of a form, of either encoding.
func parse(fields map[string]json.RawMessage, fallback string) (Message, error) {
	p := parser{fields: fields, fieldErrors: map[string]string{}}
	p.texts = TextsIn(fallback)
	language := p.hidden("language", maxLanguage)
	if language != "" {
		p.texts = TextsIn(language)
	} else {
		language = fallback
	}

	m := Message{
		FormID:         p.number("formId"),
		FormKey:        p.hidden("formKey", maxKey),
		FormTitle:      WithoutPlaceholder(p.hidden("formTitle", maxTitle)),
		Source:         p.hidden("source", maxKey),
		Name:           p.line("name", maxName),
		Phone:          p.line("phone", maxPhone),
		Email:          p.line("email", maxEmail),
		Subject:        WithoutPlaceholder(p.hidden("subject", maxTitle)),
		Message:        p.text("message", maxMessage),
		Agree:          string(bytes.TrimSpace(fields["agree"])) == "true",
		Meta:           metaWithoutPlaceholder(p.object("meta")),
		Lines:          p.lines(),
		Files:          p.files(),
		SpamReason:     p.spamReason(),
		Language:       language,
		Page:           p.hidden("page", maxAddress),
		IdempotencyKey: p.line("idempotencyKey", maxKey),
	}
	p.check(m)
	if len(p.fieldErrors) == 0 {
		return m, nil
	}
	return m, &fault.Error{Kind: fault.Unprocessable, Code: "FAILED_VALIDATION", Message: p.texts.Incomplete, Fields: p.fieldErrors}
}

// parser collects the errors of all fields instead of stopping at the first.
type parser struct {
	fields      map[string]json.RawMessage
	texts       Texts
	fieldErrors map[string]string
}

// fail records the first error of a field.
func (p *parser) fail(field, message string) {
	if _, exists := p.fieldErrors[field]; !exists {
		p.fieldErrors[field] = message
	}
}

func (p *parser) check(m Message) {
	if m.cart() {
		p.checkCartForm(m)
	} else {
		p.checkMenuForm(m)
	}
}

// checkMenuForm applies the rule of the menu form, which all forms but the cart form
// share: a name, a phone number and consent (specification, section 5).
func (p *parser) checkMenuForm(m Message) {
	if m.Name == "" {
		p.fail("name", p.texts.Name)
	}
	if m.Phone == "" {
		p.fail("phone", p.texts.Phone)
	}
	if m.Email != "" && !emailAddress.MatchString(m.Email) {
		p.fail("email", p.texts.Email)
	}
	if !m.Agree {
		p.fail("agree", p.texts.Agree)
	}
}

// checkCartForm additionally requires lines, two characters in the name and ten digits
// in the phone number.
func (p *parser) checkCartForm(m Message) {
	p.checkMenuForm(m)
	if utf8.RuneCountInString(m.Name) < 2 {
		p.fail("name", p.texts.TwoLetters)
	}
	if digits(m.Phone) < 10 {
		p.fail("phone", p.texts.TenDigits)
	}
	if len(m.Lines) == 0 {
		p.fail("lines", p.texts.NoLines)
	}
}

// cart reports whether the stricter rule of the cart form applies.
func (m Message) cart() bool {
	var meta struct {
		FormType any `json:"formType"`
	}
	_ = json.Unmarshal(m.Meta, &meta) // without meta, no form type
	return len(m.Lines) > 0 || m.Source == "cart" || meta.FormType == "cart"
}

// digits counts the digits of any script in s.
func digits(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// emailAddress is deliberately permissive: dotted words, one @, and a domain of two or
// more labels, in any script. web/src/request/rules.ts has the same pattern.
var emailAddress = regexp.MustCompile(`^` + emailWord + `(?:\.` + emailWord + `)*@` + domainLabel + `(?:\.` + domainLabel + `)+$`)

const (
	emailWord   = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
	domainLabel = `[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?`
)

// line reads a text of one line. Control characters become spaces, so that no field
// can inject a line break into a mail header.
func (p *parser) line(field string, limit int) string {
	return p.clean(field, limit, func(r rune) rune {
		switch {
		case unicode.IsControl(r):
			return ' '
		case isDirection(r):
			return -1
		default:
			return r
		}
	})
}

// hidden reads a text that the visitor did not type. A text above the limit is
// truncated, since the visitor could not correct it.
func (p *parser) hidden(field string, limit int) string {
	sub := parser{fields: p.fields, texts: p.texts, fieldErrors: map[string]string{}}
	s := sub.line(field, limit)
	if message := sub.fieldErrors[field]; message == p.texts.Wrong {
		p.fail(field, message)
	}
	return s
}

// text reads a text that may contain line breaks.
func (p *parser) text(field string, limit int) string {
	return p.clean(field, limit, func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || isDirection(r) {
			return -1
		}
		return r
	})
}

// isDirection reports whether a character embeds, isolates or overrides the direction
// of a text: with it, a name can look like another in a terminal, mail or list.
func isDirection(r rune) bool {
	return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// clean reads a text, maps its characters with keep, and truncates it to limit
// characters with an error.
func (p *parser) clean(field string, limit int, keep func(rune) rune) string {
	raw := p.fields[field]
	var s *string
	if len(raw) > 0 && json.Unmarshal(raw, &s) != nil {
		p.fail(field, p.texts.Wrong)
		return ""
	}
	if s == nil {
		return ""
	}
	clean := strings.TrimSpace(strings.Map(keep, *s))
	if utf8.RuneCountInString(clean) > limit {
		p.fail(field, p.texts.TooLong)
		return string([]rune(clean)[:limit])
	}
	return clean
}

// number reads a whole number, which may be a string; 0 when absent.
func (p *parser) number(field string) int64 {
	raw := strings.Trim(string(p.fields[field]), `"`)
	if raw == "" || raw == "null" {
		return 0
	}
	n, err := strconv.ParseInt(raw, 10, 64)
	if err != nil || n < 0 {
		p.fail(field, p.texts.Wrong)
		return 0
	}
	return n
}

// object returns a JSON object unchanged; nil when absent.
func (p *parser) object(field string) json.RawMessage {
	raw := p.fields[field]
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	if raw[0] != '{' || len(raw) > maxMeta {
		p.fail(field, p.texts.Wrong)
		return nil
	}
	return raw
}
