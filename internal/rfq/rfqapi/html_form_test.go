package rfqapi_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"ferrule/internal/rfq"
)

// unscripted are the headers of a form that a browser sends without scripts.
var unscripted = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Sec-Fetch-Site": {"same-origin"}, "Accept": {"text/html"}}

func typed(changes map[string]string) url.Values {
	v := url.Values{
		"formId": {"12"}, "formKey": {"request"}, "kind": {"contact"}, "source": {"contacts"}, "language": {"de-DE"}, "page": {"/de/contacts"},
		"name": {"Katrin Vogel"}, "phone": {"+49 521 000 44 12"}, "email": {""}, "message": {"Zwei <b>Zeilen</b>\nmit Text"}, "agree": {"1"}, "website": {""},
	}
	for name, value := range changes {
		v.Set(name, value)
	}
	return v
}

func (s *site) send(t *testing.T, v url.Values) (*http.Response, string) {
	t.Helper()
	return s.do(t, http.MethodPost, "/api/form-messages", v.Encode(), unscripted)
}

// sendParts sends a form with files, by name.
func (s *site) sendParts(t *testing.T, v url.Values, files map[string]string) (*http.Response, string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, values := range v {
		for _, value := range values {
			if err := w.WriteField(name, value); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, text := range files {
		part, err := w.CreateFormFile("file", name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write([]byte(text))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return s.do(t, http.MethodPost, "/api/form-messages", b.String(), http.Header{"Content-Type": {w.FormDataContentType()}, "Sec-Fetch-Site": {"same-origin"}})
}

var requestPage = regexp.MustCompile(`^/(de|en|fr|it)/request/([A-Z0-9]+)$`)

// redirected returns the request to whose page a reply redirects.
func (s *site) redirected(t *testing.T, reply *http.Response, body string) rfq.Request {
	t.Helper()
	match := requestPage.FindStringSubmatch(reply.Header.Get("Location"))
	if reply.StatusCode != http.StatusSeeOther || match == nil {
		t.Fatalf("got %d to %q: %.300s", reply.StatusCode, reply.Header.Get("Location"), body)
	}
	r, err := s.requests.ByToken(t.Context(), match[2])
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestHTMLFormRedirectsToItsRequestOnceStored(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	first, body := s.send(t, typed(nil))
	r := s.redirected(t, first, body)
	if r.Name != "Katrin Vogel" || r.Phone != "+49 521 000 44 12" || r.Message.Message != "Zwei <b>Zeilen</b>\nmit Text" || r.Source != "contacts" || r.State != rfq.StateOpen {
		t.Errorf("stored %+v", r)
	}
	again, body := s.send(t, typed(nil))
	if second := s.redirected(t, again, body); second.Reference != r.Reference {
		t.Errorf("the repeat is %s, the first %s", second.Reference, r.Reference)
	}
	other, body := s.send(t, typed(map[string]string{"message": "another", "language": "en-US"}))
	if third := s.redirected(t, other, body); third.Reference == r.Reference || !strings.HasPrefix(other.Header.Get("Location"), "/en/") {
		t.Errorf("another message is %s at %s", third.Reference, other.Header.Get("Location"))
	}
}

// The server generates the key of a form without scripts. Where other content has
// the key, here the same fields in another language, the form is stored once under
// another key.
func TestHTMLFormIsStoredAlthoughItsKeyIsTaken(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	fields := typed(nil)
	fields.Del("language")
	references := map[string]string{}
	for _, language := range []string{"de-DE", "fr-FR", "fr-FR"} {
		header := unscripted.Clone()
		header.Set("Cookie", "selected-language="+language)
		reply, body := s.do(t, http.MethodPost, "/api/form-messages", fields.Encode(), header)
		r := s.redirected(t, reply, body)
		if earlier := references[language]; earlier != "" && earlier != r.Reference {
			t.Errorf("the repeat is %s, the first %s", r.Reference, earlier)
		}
		if references[language] = r.Reference; r.Language != language {
			t.Errorf("%s was stored as %s in %s", language, r.Reference, r.Language)
		}
	}
}

func TestInvalidHTMLFormIsShownWithTheTypedValues(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	s.load(t, article)
	for language, want := range map[string][]string{
		"de-DE": {"Da fehlt etwas.", "Bitte geben Sie Ihren Namen ein", "Ihr Name", "Ab damit", "Einverstanden mit &lt;b&gt;allem", `href="/de"`},
		"en-US": {"Please fill in all fields", "Please enter your name", "Send request", `href="/en"`},
		"fr-FR": {"Veuillez remplir tous les champs", "Veuillez indiquer votre nom", "Envoyer la demande"},
		"it-IT": {"Compili tutti i campi", "Inserisca il Suo nome", "Invia la richiesta"},
	} {
		reply, body := s.send(t, typed(map[string]string{"name": " ", "email": `"><script>alert(1)</script>`, "agree": "", "language": language}))
		if reply.StatusCode != http.StatusUnprocessableEntity || reply.Header.Get("Content-Type") != "text/html; charset=utf-8" || reply.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v", language, reply.StatusCode, reply.Header)
		}
		for _, text := range append(want, `<html lang="`+language[:2]+`">`, "<script>var boot</script>", "/static/entry.css", `aria-describedby="name-error"`, `aria-invalid="true"`) {
			if !strings.Contains(body, text) {
				t.Errorf("%s: %q is missing in %s", language, text, body)
			}
		}
		if strings.Contains(body, "<script>alert") {
			t.Errorf("%s: typed text is not escaped: %s", language, body)
		}
		shown := inputs(t, body)
		for name, values := range typed(map[string]string{"name": " ", "email": `"><script>alert(1)</script>`, "language": language}) {
			if got := shown.Get(name); got != values[0] && name != "agree" {
				t.Errorf("%s: %s is %q, typed was %q", language, name, got, values[0])
			}
		}
		if shown.Has("agree") {
			t.Errorf("%s: consent was given by the server", language)
		}
	}
}

func TestIncompleteErrorIsShownForMissingFieldsOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	s.load(t, article)
	if _, body := s.send(t, typed(map[string]string{"email": "x@y"})); strings.Contains(body, "Da fehlt etwas.") || !strings.Contains(body, "Bitte prüfen Sie die markierten Angaben") {
		t.Errorf("got %s", body)
	}
}

func TestCorrectedHTMLFormIsAccepted(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	_, body := s.sendParts(t, typed(map[string]string{"phone": ""}), map[string]string{"a.txt": "a drawing in words"})
	again := inputs(t, body)
	if len(again["files"]) != 1 || !strings.Contains(body, "a.txt") {
		t.Fatalf("the file is lost: %v in %s", again, body)
	}
	again.Set("phone", "0521 000 44 12")
	reply, body := s.sendParts(t, again, nil)
	r := s.redirected(t, reply, body)
	files, err := s.requests.FilesOf(t.Context(), r.ID)
	if err != nil || len(files) != 1 || files[0].Name != "a.txt" || r.Phone != "0521 000 44 12" {
		t.Errorf("stored %+v with %v, %v", r, files, err)
	}
}

// inputs returns the values of a page's form as a browser sends them.
func inputs(t *testing.T, page string) url.Values {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	v := url.Values{}
	for n := range root.Descendants() {
		a := map[string]string{}
		for _, attribute := range n.Attr {
			a[attribute.Key] = attribute.Val
		}
		_, checked := a["checked"]
		switch {
		case n.Data == "textarea":
			text := ""
			if n.FirstChild != nil {
				text = n.FirstChild.Data
			}
			v.Add(a["name"], text)
		case n.Data == "input" && a["type"] != "file" && (a["type"] != "checkbox" || checked):
			v.Add(a["name"], a["value"])
		}
	}
	return v
}

func TestFilesOfHTMLForm(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	six := map[string]string{}
	for name := range strings.SplitSeq("a b c d e f", " ") {
		six[name+".txt"] = "file " + name
	}
	for _, tt := range []struct {
		about  string
		files  map[string]string
		status int
		want   string
	}{
		{"two", map[string]string{"a.txt": "one", "b.csv": "a;b"}, http.StatusSeeOther, ""},
		{"a program", map[string]string{"a.pdf": "MZ\x90\x00\x03\x00\x00\x00"}, http.StatusUnprocessableEntity, "a.pdf: Bitte senden Sie PDF"},
		{"an empty one", map[string]string{"a.txt": ""}, http.StatusUnprocessableEntity, "a.txt: Die Datei ist leer"},
		{"one too large", map[string]string{"a.txt": strings.Repeat("long ", 2<<20+1)}, http.StatusUnprocessableEntity, "a.txt: Höchstens 10 MB"},
		{"too many", six, http.StatusUnprocessableEntity, "Höchstens 5 Dateien"},
	} {
		reply, body := s.sendParts(t, typed(map[string]string{"message": tt.about}), tt.files)
		if reply.StatusCode != tt.status || !strings.Contains(body, tt.want) {
			t.Errorf("%s: %d %.3000s", tt.about, reply.StatusCode, body)
		}
	}
}

func TestInvalidHTMLFormsAreRejected(t *testing.T) {
	t.Parallel()
	s := newSite(t, 4)
	reply, body := s.do(t, http.MethodPost, "/api/form-messages", typed(nil).Encode(), http.Header{"Content-Type": unscripted["Content-Type"], "Sec-Fetch-Site": {"cross-site"}})
	if reply.StatusCode != http.StatusForbidden || !strings.Contains(body, "von dieser Website") {
		t.Errorf("from another site: %d %s", reply.StatusCode, body)
	}
	for about, tt := range map[string]struct {
		body, kind string
		status     int
	}{
		"too large": {"message=" + strings.Repeat("x", 200<<10), unscripted.Get("Content-Type"), http.StatusRequestEntityTooLarge},
		"cut off":   {"--x\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nKat", "multipart/form-data; boundary=x", http.StatusBadRequest},
	} {
		reply, body := s.do(t, http.MethodPost, "/api/form-messages", tt.body, http.Header{"Content-Type": {tt.kind}})
		if reply.StatusCode != tt.status || !strings.Contains(body, "<form") {
			t.Errorf("%s: %d %.300s", about, reply.StatusCode, body)
		}
	}
	// Above half of the limit, which rejected forms do not use up, a client without
	// proof of work is rejected.
	for _, message := range []string{"first", "second", "third"} {
		if reply, body = s.send(t, typed(map[string]string{"message": message})); reply.StatusCode != http.StatusSeeOther {
			t.Fatalf("the %s: %d %s", message, reply.StatusCode, body)
		}
	}
	reply, body = s.send(t, typed(map[string]string{"language": "fr-FR"}))
	if reply.StatusCode != http.StatusTooManyRequests || reply.Header.Get("Retry-After") == "" || !strings.Contains(body, "Trop de demandes") || inputs(t, body).Get("name") != "Katrin Vogel" {
		t.Errorf("the fourth: %d %s", reply.StatusCode, body)
	}
}

func TestFormWithoutScriptsCanBeSentAfterItsFormIsGone(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	reply, body := s.send(t, typed(map[string]string{"formId": "4711"}))
	if reply.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "Dieses Formular gibt es nicht mehr") || strings.Contains(body, "4711") {
		t.Fatalf("%d %s", reply.StatusCode, body)
	}
	again := typed(nil)
	again.Del("formId")
	if reply, body := s.send(t, again); reply.StatusCode != http.StatusSeeOther {
		t.Errorf("without the id: %d %s", reply.StatusCode, body)
	}
}
