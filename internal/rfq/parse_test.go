package rfq

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ferrule/internal/fault"
)

const menuForm = `{"formId":12,"formKey":"menu","formTitle":"Anfrage","source":"open-menu","name":" Zoë ","phone":"1","subject":"s",
	"message":"a\nb","agree":true,"meta":{"formType":"menu","secondLine":"x"},"language":"de-DE","page":"/de/about","idempotencyKey":"k"}`

// with returns the JSON of a valid menu form with fields replaced.
func with(replacements ...string) string {
	s := menuForm
	for i := 0; i < len(replacements); i += 2 {
		s = strings.Replace(s, replacements[i], replacements[i+1], 1)
	}
	return s
}

// cartForm returns a cart form with one line, valid except for item.
func cartForm(item string) string {
	return with(`"phone":"1"`, `"phone":"+41 44 123 45 67"`, `"open-menu"`, `"cart"`, `"page"`, `"lines":[`+item+`],"page"`)
}

func TestParseReportsTheErrorOfEachField(t *testing.T) {
	t.Parallel()
	const line = `{"uid":"u","sku":"S","quantity":1}`
	for _, tt := range []struct {
		name, body string
		want       map[string]string
	}{
		{"a complete menu form", menuForm, nil},
		{"a complete cart form", cartForm(line), nil},
		{"the menu form asks for a name", with(`" Zoë "`, `" \t "`), map[string]string{"name": "Bitte geben Sie Ihren Namen ein"}},
		{"the menu form asks for a phone number", with(`"1"`, `""`), map[string]string{"phone": "Bitte geben Sie Ihre Telefonnummer ein"}},
		{"the menu form takes one letter", with(`" Zoë "`, `"Z"`), nil},
		{"consent is required", with(`"agree":true`, `"agree":false`), map[string]string{"agree": "Bitte stimmen Sie der Verarbeitung zu"}},
		{"consent is not a string", with(`"agree":true`, `"agree":"true"`), map[string]string{"agree": "Bitte stimmen Sie der Verarbeitung zu"}},
		{"everything missing is reported at once", `{"language":"en-US"}`, map[string]string{
			"name": "Please enter your name", "phone": "Please enter your phone number", "agree": "Please agree to the processing of your data",
		}},
		{"the cart form wants two characters", strings.Replace(cartForm(line), `" Zoë "`, `" Z "`, 1), map[string]string{"name": "Mindestens 2 Zeichen"}},
		{"the cart form wants ten digits", strings.Replace(cartForm(line), `+41 44 123 45 67`, `044 12 345 6x`, 1), map[string]string{"phone": "Mindestens 10 Ziffern"}},
		{"the cart form by its type, without lines", with(`"formType":"menu"`, `"formType":"cart"`), map[string]string{
			"phone": "Mindestens 10 Ziffern", "lines": "Die Anfrage enthält keine Positionen",
		}},
		{"a cart without lines", strings.Replace(cartForm(line), `"lines":[`+line+`]`, `"lines":[]`, 1), map[string]string{"lines": "Die Anfrage enthält keine Positionen"}},
		{"an e-mail is checked when filled", with(`"subject"`, `"email":"nobody@","subject"`), map[string]string{"email": "Bitte prüfen Sie die E-Mail-Adresse"}},
		{"an e-mail with a display name", with(`"subject"`, `"email":"A <a@b.ch>","subject"`), map[string]string{"email": "Bitte prüfen Sie die E-Mail-Adresse"}},
		{"an e-mail in another script", with(`"subject"`, `"email":"zoë@bücher.example","subject"`), nil},
		{"an empty e-mail is none", with(`"subject"`, `"email":"  ","subject"`), nil},
		{"French", with("de-DE", "fr-FR", `"1"`, `""`), map[string]string{"phone": "Veuillez indiquer votre numéro de téléphone"}},
		{"Italian", with("de-DE", "it-IT", `"1"`, `""`), map[string]string{"phone": "Inserisca il Suo numero di telefono"}},
		{"English stands in for a language without texts", with("de-DE", "es-ES", `"1"`, `""`), map[string]string{"phone": "Please enter your phone number"}},
		{"no language: the fallback's", with(`"language":"de-DE",`, ``, `"1"`, `""`), map[string]string{"phone": "Veuillez indiquer votre numéro de téléphone"}},
		{"a number for a name", with(`" Zoë "`, `5`), map[string]string{"name": "Bitte prüfen Sie diese Angabe"}},
		{"an object for a phone number", with(`"1"`, `{}`), map[string]string{"phone": "Bitte prüfen Sie diese Angabe"}},
		{"a list for a language", with(`"de-DE"`, `[]`), map[string]string{"language": "Veuillez vérifier cette indication"}},
		{"meta that is no object", with(`{"formType":"menu","secondLine":"x"}`, `[1]`), map[string]string{"meta": "Bitte prüfen Sie diese Angabe"}},
		{"a form id that is no number", with(`"formId":12`, `"formId":1.5`), map[string]string{"formId": "Bitte prüfen Sie diese Angabe"}},
		{"a form id as text", with(`"formId":12`, `"formId":"12"`), nil},
		{"a name over its limit", with(" Zoë ", strings.Repeat("ë", 201)), map[string]string{"name": "Bitte kürzen Sie diesen Text"}},
		{"a name at its limit", with(" Zoë ", strings.Repeat("ë", 200)), nil},
		{"a message over its limit", with(`a\nb`, strings.Repeat("x", 10_001)), map[string]string{"message": "Bitte kürzen Sie diesen Text"}},
		{"a long address is cut without complaint", with("/de/about", "/"+strings.Repeat("x", 3000)), nil},
		{"lines that are no list", with(`"page"`, `"lines":{},"page"`), map[string]string{"lines": "Bitte prüfen Sie diese Angabe"}},
		{"too many lines", cartForm(strings.Repeat(line+",", MaxLines) + line), map[string]string{"lines": "Bitte teilen Sie die Anfrage auf: höchstens 5.000 Positionen"}},
		{"as many lines as allowed", cartForm(strings.Repeat(line+",", MaxLines-1) + line), nil},
		{"quantity nought", cartForm(`{"uid":"u","sku":"S","quantity":0}`), map[string]string{"lines[0].quantity": "Bitte prüfen Sie diese Position"}},
		{"a line of nothing", cartForm(line + `,null`), map[string]string{
			"lines[1].uid": "Bitte prüfen Sie diese Position", "lines[1].sku": "Bitte prüfen Sie diese Position", "lines[1].quantity": "Bitte prüfen Sie diese Position",
		}},
		{"a price that is none", cartForm(`{"uid":"u","sku":"S","quantity":1,"price":"NaN"}`), map[string]string{"lines[0].price": "Bitte prüfen Sie diese Position"}},
		{"a price as content systems write it", cartForm(`{"uid":"u","sku":"S","quantity":1,"price":"20.60"}`), nil},
		{"an unknown type", cartForm(`{"uid":"u","sku":"S","quantity":1,"type":"gift"}`), map[string]string{"lines[0].type": "Bitte prüfen Sie diese Position"}},
		{"as many files as allowed", with(`"page"`, `"files":["A","B","C","D","E"],"page"`), nil},
		{"too many files", with(`"page"`, `"files":["A","B","C","D","E","F"],"page"`), map[string]string{"files": "Höchstens 5 Dateien"}},
		{"files that are no list", with(`"page"`, `"files":"A","page"`), map[string]string{"files": "Bitte prüfen Sie diese Angabe"}},
		{"a file that leads out of its folder", with(`"page"`, `"files":["../requests.db"],"page"`), map[string]string{"files": "Eine Datei ist nicht mehr da. Bitte hängen Sie sie noch einmal an"}},
		{"a variation that is text", cartForm(`{"uid":"u","sku":"S","quantity":1,"variation":"x"}`), map[string]string{"lines[0].variation": "Bitte prüfen Sie diese Angabe"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := Parse([]byte(tt.body), "fr-FR")
			var f *fault.Error
			if err != nil && (!errors.As(err, &f) || f.Kind != fault.Unprocessable || f.Code != "FAILED_VALIDATION") {
				t.Fatalf("got %v, want a failed validation", err)
			}
			var got map[string]string
			if f != nil {
				got = f.Fields
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("fields (-want +got):\n%s", diff)
			}
		})
	}
}

// The browser's rules are tested with the same cases (web/src/request/rules.test.ts).
func TestRulesOfTheForms(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("testdata/rules.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		About, Name, Phone, Email string
		Agree                     bool
		Menu, Cart                []string
	}
	if err := json.Unmarshal(file, &cases); err != nil {
		t.Fatal(err)
	}
	for _, tt := range cases {
		for kind, want := range map[string][]string{"menu": tt.Menu, "cart": tt.Cart} {
			t.Run(kind+": "+tt.About, func(t *testing.T) {
				t.Parallel()
				fields := map[string]any{
					"name": tt.Name, "phone": tt.Phone, "email": tt.Email, "agree": tt.Agree,
					"meta": map[string]string{"formType": kind},
				}
				if kind == "cart" {
					fields["lines"] = []any{map[string]any{"uid": "1", "sku": "FR-1", "quantity": 1}}
				}
				body, err := json.Marshal(fields)
				if err != nil {
					t.Fatal(err)
				}
				plain := url.Values{"name": {tt.Name}, "phone": {tt.Phone}, "email": {tt.Email}, "kind": {kind}}
				if tt.Agree {
					plain.Set("agree", "on")
				}
				_, err = Parse(body, "de-DE")
				// A form without scripts has no lines, so the cart's is not among them.
				if _, again := ParseForm(plain, "de-DE"); kind == "menu" && (fmt.Sprint(again) != fmt.Sprint(err) || !cmp.Equal(fieldsOf(again), fieldsOf(err))) {
					t.Errorf("ParseForm: %v, Parse: %v", again, err)
				}
				got := slices.AppendSeq([]string{}, maps.Keys(fieldsOf(err)))
				if diff := cmp.Diff(want, got, cmpopts.SortSlices(strings.Compare)); diff != "" {
					t.Errorf("wrong fields (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func fieldsOf(err error) map[string]string {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return nil
	}
	return f.Fields
}

func TestParseRejectsNonObjects(t *testing.T) {
	t.Parallel()
	for _, body := range []string{``, `null`, `[]`, `"x"`, `{`, `{"a":1}{`, `{"name":}`, "\x00"} {
		_, err := Parse([]byte(body), "de-DE")
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.Invalid || f.Code != "INVALID_PAYLOAD" {
			t.Errorf("Parse(%q) = %v, want INVALID_PAYLOAD", body, err)
		}
	}
}

func TestParseNormalisesText(t *testing.T) {
	t.Parallel()
	m, err := Parse([]byte(with(`" Zoë "`, `" Zoë\r\nBcc: x\u0000 "`, `a\nb`, ` a\r\nb\u0007 `)), "de-DE")
	if err != nil {
		t.Fatal(err)
	}
	if m.Name != "Zoë  Bcc: x" || m.Message != "a\nb" {
		t.Errorf("name %q, message %q", m.Name, m.Message)
	}
}

func TestUnknownFieldsOfALineMoveToItsMeta(t *testing.T) {
	t.Parallel()
	m, err := Parse([]byte(cartForm(`{"uid":"u","productId":7,"slug":"s","quantity":2,"meta":{"a":1},"colour":"red","a":2}`)), "de-DE")
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%s", m.Lines[0].Meta)
	if got != `map[a:1 colour:"red"]` {
		t.Errorf("meta = %s", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(menuForm))
	f.Add([]byte(cartForm(`{"uid":"u","sku":"S","quantity":1,"price":"1"}`)))
	f.Add([]byte(with(`"page"`, `"files":["A"],"website":"x","elapsed":1e3,"page"`)))
	f.Fuzz(func(t *testing.T, body []byte) {
		m, err := Parse(body, "de-DE")
		checkParsed(t, m, err)
	})
}

func FuzzParseForm(f *testing.F) {
	f.Add("name=A&phone=0441234567&agree=on&kind=menu&files=A&files=B")
	f.Add("name=%ff&phone=%00&agree=1&formId=x&language=fr-FR")
	f.Fuzz(func(t *testing.T, body string) {
		values, err := url.ParseQuery(body)
		if err != nil {
			return // reported when the body is read
		}
		m, err := ParseForm(values, "de-DE")
		checkParsed(t, m, err)
	})
}

// checkParsed checks the result for any input: a complete message that can be
// stored, or an error of the sender.
func checkParsed(t *testing.T, m Message, err error) {
	t.Helper()
	if err != nil {
		if kind := fault.KindOf(err); kind != fault.Invalid && kind != fault.Unprocessable {
			t.Errorf("got kind %d: %v", kind, err)
		}
		return
	}
	if m.Name == "" || m.Phone == "" || !m.Agree {
		t.Errorf("accepted an incomplete form: %+v", m)
	}
	stored, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(stored, &m); err != nil {
		t.Error(err)
	}
}

func TestPositionOfALineIsOneShortText(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		`"meta":{"position":" 10.2\n"}`:                         `"10.2"`,
		`"position":"A-7"`:                                      `"A-7"`,
		`"meta":{"position":"` + strings.Repeat("ü", 41) + `"}`: `"` + strings.Repeat("ü", 40) + `"`,
		`"meta":{"position":7}`:                                 "",
		`"meta":{"position":""}`:                                "",
		`"meta":{"note":"x"}`:                                   "",
	} {
		m, err := Parse([]byte(cartForm(`{"uid":"1","sku":"FR-1","quantity":1,`+given+`}`)), "de-DE")
		if err != nil {
			t.Errorf("%s: %v", given, err)
			continue
		}
		if got := string(m.Lines[0].Meta["position"]); got != want {
			t.Errorf("%s: %s, want %s", given, got, want)
		}
	}
}

func TestATextCannotChangeItsDirection(t *testing.T) {
	t.Parallel()
	m, err := Parse([]byte(`{"name":"A\u202egpj.x","phone":"0441234567","agree":true,"message":"a\u2067b\nc\u202cd","language":"de-DE"}`), "de-DE")
	if err != nil || m.Name != "Agpj.x" || m.Message != "ab\ncd" {
		t.Errorf("got name %q, message %q, %v", m.Name, m.Message, err)
	}
}
