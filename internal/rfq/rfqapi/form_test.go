package rfqapi_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"math/bits"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
)

var scripted = http.Header{"Content-Type": {"application/json"}}

func form(changes map[string]any) string {
	fields := map[string]any{
		"formId": 12, "formKey": "request", "name": "Katrin Vogel", "phone": "+49 521 000 44 12", "agree": true,
		"source": "open-menu", "language": "de-DE", "idempotencyKey": "key-1", "meta": map[string]any{"formType": "menu"},
	}
	maps.Copy(fields, changes)
	b, err := json.Marshal(fields)
	if err != nil {
		panic(err) // plain values always encode
	}
	return string(b)
}

func TestFormIsStoredOncePerKey(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	first, body := s.post(t, form(nil))
	if first.StatusCode != http.StatusCreated {
		t.Fatalf("got %d %s", first.StatusCode, body)
	}
	second, again := s.post(t, form(nil))
	if second.StatusCode != http.StatusOK || again != body {
		t.Errorf("the repeat got %d %s, the first %s", second.StatusCode, again, body)
	}
	list, err := s.requests.List(t.Context(), 0)
	if err != nil || len(list) != 1 || !strings.Contains(body, list[0].Reference) {
		t.Errorf("stored %v, %v", list, err)
	}
}

func TestKeyWithOtherContentIsRejected(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	for language, want := range map[string]string{
		"de-DE": "Dieser Schlüssel gehört schon", "en-US": "This key already belongs", "fr-FR": "Cette clé appartient déjà", "it-IT": "Questa chiave appartiene già",
	} {
		fields := func(message, key string) string {
			return form(map[string]any{"language": language, "message": message, "idempotencyKey": language + key})
		}
		if reply, body := s.post(t, fields("first", "")); reply.StatusCode != http.StatusCreated {
			t.Fatalf("%d %s", reply.StatusCode, body)
		}
		reply, body := s.post(t, fields("second", ""))
		if reply.StatusCode != http.StatusConflict || !strings.Contains(body, `"code":"IDEMPOTENCY_KEY_REUSED"`) || !strings.Contains(body, want) || strings.Contains(body, "F-") {
			t.Errorf("%s: %d %s", language, reply.StatusCode, body)
		}
		if reply, body := s.post(t, fields("second", "2")); reply.StatusCode != http.StatusCreated {
			t.Errorf("%s, under a new key: %d %s", language, reply.StatusCode, body)
		}
	}
	if list, err := s.requests.List(t.Context(), 0); err != nil || len(list) != 8 {
		t.Errorf("%d are stored, %v", len(list), err)
	}
}

func TestRepetitionAfterACatalogueChangeIsTheFirstRequest(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	body := form(map[string]any{"lines": json.RawMessage(`[{"uid":"1","productId":7,"sku":"OLD","quantity":1}]`)})
	_, first := s.post(t, body)
	s.load(t, article)
	if reply, again := s.post(t, body); reply.StatusCode != http.StatusOK || again != first {
		t.Errorf("%d %s, the first %s", reply.StatusCode, again, first)
	}
}

func TestFormErrorsAreInTheVisitorsLanguage(t *testing.T) {
	t.Parallel()
	s := newSite(t, 1000)
	for _, tt := range []struct {
		name     string
		body     string
		header   http.Header
		status   int
		contains string
	}{
		{"too few digits, German", form(map[string]any{"source": "cart", "phone": "0521 44"}), nil, 422, "Mindestens 10 Ziffern"},
		{"too few digits, English", form(map[string]any{"source": "cart", "phone": "1", "language": "en-US"}), nil, 422, "At least 10 digits"},
		{"no name, French", form(map[string]any{"name": " ", "language": "fr-FR"}), nil, 422, "Veuillez indiquer votre nom"},
		{"no consent, Italian", form(map[string]any{"agree": false, "language": "it-IT"}), nil, 422, "Acconsenta"},
		{"field is named", form(map[string]any{"agree": false}), nil, 422, `"field":"agree"`},
		{"a cart without lines", form(map[string]any{"source": "cart", "language": "fr-FR"}), nil, 422, "ne contient aucun article"},
		{"a form that does not exist", form(map[string]any{"formId": 4711}), nil, 422, "Dieses Formular gibt es nicht mehr"},
		{"the form is named as the field", form(map[string]any{"formId": 4711, "language": "it-IT"}), nil, 422, `"field":"formId"`},
		{"no JSON", `{"name":`, nil, 400, "INVALID_PAYLOAD"},
		{"an array", `[]`, nil, 400, "INVALID_PAYLOAD"},
		{"a number as name", form(map[string]any{"name": 7}), nil, 422, `"field":"name"`},
		{"too large", form(map[string]any{"message": strings.Repeat("x", 65<<10)}), nil, 413, "zu groß"},
		{"too large with lines", form(map[string]any{"lines": []any{}, "message": strings.Repeat("x", 16<<20)}), nil, 413, "CONTENT_TOO_LARGE"},
		{"a type that no form has", "name=x", http.Header{"Content-Type": {"text/plain"}}, 415, "UNSUPPORTED_MEDIA_TYPE"},
		{"no type", "name=x", http.Header{}, 415, "Format"},
		{"in the saved language", "name=x", http.Header{"Cookie": {"selected-language=it-IT"}}, 415, "formato"},
		{"from another site", form(nil), http.Header{"Content-Type": {"application/json"}, "Sec-Fetch-Site": {"cross-site"}}, 403, "FORBIDDEN"},
		{"from another origin", form(nil), http.Header{"Content-Type": {"application/json"}, "Origin": {"https://evil.example"}}, 403, "FORBIDDEN"},
	} {
		header := tt.header
		if header == nil {
			header = scripted
		}
		reply, body := s.do(t, http.MethodPost, "/api/form-messages", tt.body, header)
		if reply.StatusCode != tt.status || !strings.Contains(body, tt.contains) {
			t.Errorf("%s: got %d %.200s, want %d with %q", tt.name, reply.StatusCode, body, tt.status, tt.contains)
		}
	}
	if list, err := s.requests.List(t.Context(), 0); err != nil || len(list) != 0 {
		t.Errorf("stored %d, %v", len(list), err)
	}
}

func TestCartOfManyLinesIsOneRequest(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	body := cartForm(t, "first", rfq.MaxLines)
	if len(body) < 4<<20 {
		t.Fatalf("the cart has only %d bytes", len(body))
	}
	reply, text := s.post(t, body)
	if reply.StatusCode != http.StatusCreated {
		t.Fatalf("got %d %s", reply.StatusCode, text)
	}
	r, err := s.requests.ByToken(t.Context(), readStored(t, text).Data.Token)
	if err != nil || len(r.Lines) != rfq.MaxLines || r.Lines[rfq.MaxLines-1].UID != fmt.Sprint("product:", rfq.MaxLines-1) {
		t.Errorf("%d lines are stored: %v", len(r.Lines), err)
	}
	if reply, text := s.post(t, cartForm(t, "second", rfq.MaxLines+1)); reply.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(text, "höchstens 5.000 Positionen") {
		t.Errorf("got %d %.200s", reply.StatusCode, text)
	}
}

// cartForm returns a form with lines of 800 bytes and more each.
func cartForm(t *testing.T, key string, count int) string {
	t.Helper()
	var lines []any
	for i := range count {
		lines = append(lines, map[string]any{"uid": fmt.Sprint("product:", i), "sku": "FR-GV-12S-71", "quantity": 2, "meta": map[string]any{"note": strings.Repeat("n", 800)}})
	}
	return form(map[string]any{"source": "cart", "idempotencyKey": key, "lines": lines})
}

func TestLargeCartsThatAreReadAtTheSameTimeAreLimited(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	send := func(key string, lines, status int) {
		t.Helper()
		reply, text := s.post(t, cartForm(t, key, lines))
		if reply.StatusCode != status || (status == http.StatusServiceUnavailable && reply.Header.Get("Retry-After") == "") {
			t.Errorf("%s: got %d %.200s, want %d", key, reply.StatusCode, text, status)
		}
	}
	take := func(client string) (release func()) {
		t.Helper()
		release, ok := s.api.TakeLargeForm(client)
		if !ok {
			t.Fatalf("no place for %s", client)
		}
		return release
	}
	release := take("127.0.0.1")
	send("while one of the client is read", 1500, http.StatusServiceUnavailable)
	send("a small one meanwhile", 20, http.StatusCreated)
	release()
	send("afterwards", 1500, http.StatusCreated)
	for i := range 8 {
		release = take(fmt.Sprint("192.0.2.", i))
	}
	send("while all places are taken", 1500, http.StatusServiceUnavailable)
	release()
	send("with a free place", 1501, http.StatusCreated)
	send("again", 1502, http.StatusCreated)
}

func TestRequestIsVisibleToAnotherProcess(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	if reply, body := s.post(t, form(nil)); reply.StatusCode != http.StatusCreated {
		t.Fatalf("got %d %s", reply.StatusCode, body)
	}
	other, err := rfq.Open(t.Context(), s.data)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if list, err := other.List(t.Context(), 0); err != nil || len(list) != 1 || list[0].Name != "Katrin Vogel" {
		t.Errorf("another process sees %v, %v", list, err)
	}
}

// stored is the reply to an accepted form.
type stored struct {
	Data struct{ Reference, Token, Link string }
}

func readStored(t *testing.T, body string) stored {
	t.Helper()
	var out stored
	if err := json.Unmarshal([]byte(body), &out); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return out
}

func TestReplyLinksToTheRequestsPageInItsLanguage(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	for language, prefix := range map[string]string{"de-DE": "/de", "en-US": "/en", "xx-XX": "/de"} {
		_, body := s.post(t, form(map[string]any{"language": language, "idempotencyKey": language}))
		if d := readStored(t, body).Data; d.Token == "" || d.Link != prefix+"/request/"+d.Token {
			t.Errorf("%s: %s", language, body)
		}
	}
}

func TestProofOfWorkIsRequiredAboveHalfTheLimit(t *testing.T) {
	t.Parallel()
	s := newSite(t, 6)
	send := func(n int, proof any) (int, string) {
		t.Helper()
		reply, body := s.post(t, form(map[string]any{"idempotencyKey": strconv.Itoa(n), "message": strconv.Itoa(n), "challenge": proof}))
		return reply.StatusCode, body
	}
	for i := range 3 {
		if status, body := send(i, nil); status != http.StatusCreated {
			t.Fatalf("request %d got %d %s", i, status, body)
		}
	}
	var spent map[string]string
	for i := 3; i < 6; i++ {
		for range 8 { // a challenge does not count
			if status, body := send(i, map[string]string{"token": "x", "nonce": "1"}); status != http.StatusTooManyRequests || !strings.Contains(body, "CHALLENGE_REQUIRED") {
				t.Fatalf("request %d got %d %s", i, status, body)
			}
		}
		_, body := send(i, spent)
		spent = solve(t, body)
		if status, body := send(i, spent); status != http.StatusCreated {
			t.Fatalf("the solution for request %d got %d %s", i, status, body)
		}
	}
	reply, body := s.post(t, form(map[string]any{"idempotencyKey": "last"}))
	if reply.StatusCode != http.StatusTooManyRequests || reply.Header.Get("Retry-After") == "" || !strings.Contains(body, "Zu viele Anfragen") {
		t.Errorf("beyond the limit: %d %s", reply.StatusCode, body)
	}
}

// solve solves a challenge as the browser's worker does.
func solve(t *testing.T, body string) map[string]string {
	t.Helper()
	var reply struct {
		Errors []struct {
			Extensions struct {
				Challenge struct {
					Token string
					Bits  int
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(body), &reply); err != nil || len(reply.Errors) != 1 || reply.Errors[0].Extensions.Challenge.Token == "" {
		t.Fatalf("no challenge: %s, %v", body, err)
	}
	c := reply.Errors[0].Extensions.Challenge
	for n := 0; ; n++ {
		sum := sha256.Sum256([]byte(c.Token + "." + strconv.Itoa(n)))
		if bits.LeadingZeros32(uint32(sum[0])<<24|uint32(sum[1])<<16|uint32(sum[2])<<8) >= c.Bits {
			return map[string]string{"token": c.Token, "nonce": strconv.Itoa(n)}
		}
	}
}

func TestSpamGetsTheUsualReplyAndIsStoredAsSpam(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	for why, fields := range map[string]map[string]any{
		rfq.SpamHoneypot: {"website": "https://example.com", "elapsed": 9000},
		rfq.SpamTooFast:  {"website": "", "elapsed": 900},
	} {
		fields["idempotencyKey"], fields["message"] = why, why
		reply, body := s.post(t, form(fields))
		d := readStored(t, body).Data
		if reply.StatusCode != http.StatusCreated || d.Reference == "" || d.Token == "" {
			t.Errorf("%s: %d %s", why, reply.StatusCode, body)
		}
		r, err := s.requests.ByReference(t.Context(), d.Reference)
		if err != nil || r.State != rfq.StateSpam || r.SpamReason != why {
			t.Errorf("%s: stored as %s, %q, %v", why, r.State, r.SpamReason, err)
		}
	}
}

// article is content with one product of one variation, and a form.
const article = `{"files":[],"items":{
	"languages":[{"code":"de-DE","name":"Deutsch"},{"code":"en-US","name":"English"}],
	"forms":[{"id":12,"slug":"request","status":"published","translations":[{"languages_code":"de-DE","name":"Ihr Name","agree":"Einverstanden mit <b>allem</b>","send":"Ab damit","error":"Da fehlt etwas."}]}],
	"products":[
		{"id":7,"slug":"union","sku":"FR-GV","status":"published","translations":[{"languages_code":"de-DE","name":"Verschraubung"},{"languages_code":"en-US","name":"Union"}],
			"variations":[{"id":9,"sku":"FR-GV-12S","translations":[{"languages_code":"de-DE","title":"12S"}]},{"id":10,"translations":[]}]},
		{"id":8,"slug":"secret","sku":"FR-X","status":"draft","translations":[{"languages_code":"de-DE","name":"Geheim"}]},
		{"id":20,"slug":"bolt","sku":"FR-B","status":"published"},
		{"id":21,"slug":"set","sku":"FR-MS","status":"published","product_type":"bundle","bundle":[{"related_products_id":7,"related_variations_id":9,"quantity":2},{"related_products_id":20}]},
		{"id":22,"slug":"set-without-size","sku":"FR-MO","status":"published","product_type":"bundle","bundle":[{"related_products_id":7},{"related_products_id":20}]}]}}`

func (s *site) load(t *testing.T, text string) {
	t.Helper()
	if _, err := s.contents.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(text)}}); err != nil {
		t.Fatal(err)
	}
}

func TestLinesAreLookedUpInTheContent(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	s.load(t, article)
	const product, variation = `{"de-DE":{"name":"Verschraubung"},"en-US":{"name":"Union"}}`, `{"de-DE":{"name":"Verschraubung","title":"12S"},"en-US":{"name":"Union"}}`
	lines := []struct{ item, sku, titles, known string }{
		{`{"uid":"1","productId":20,"sku":"OLD","quantity":1}`, "FR-B", "{}", "true"},
		{`{"uid":"2","productId":"7","sku":"x","quantity":1,"variation":{"id":9}}`, "FR-GV-12S", variation, "true"},
		{`{"uid":"3","slug":"union","quantity":1,"variation":{"id":10}}`, "FR-GV", product, "true"},
		{`{"uid":"4","sku":"FR-GV-12S","quantity":1}`, "FR-GV-12S", variation, "true"},
		{`{"uid":"5","productId":70,"sku":"FR-GV","quantity":1}`, "FR-GV", product, "true"},
		{`{"uid":"6","productId":7,"sku":"GONE","quantity":1,"variation":{"id":99},"translations":{"de-DE":{"name":"Weg"}}}`, "GONE", `{"de-DE":{"name":"Weg"}}`, "false"},
		{`{"uid":"7","productId":8,"sku":"FR-X","quantity":1}`, "FR-X", "", "false"},
		{`{"uid":"8","slug":"nope","quantity":1}`, "", "", "false"},
	}
	var items []string
	for _, l := range lines {
		items = append(items, l.item)
	}
	_, body := s.post(t, form(map[string]any{"lines": json.RawMessage("[" + strings.Join(items, ",") + "]")}))
	r, err := s.requests.ByReference(t.Context(), readStored(t, body).Data.Reference)
	if err != nil || len(r.Lines) != len(lines) {
		t.Fatalf("%v %s", err, body)
	}
	for i, want := range lines {
		got := r.Lines[i]
		if got.SKU != want.sku || string(got.Translations) != want.titles || string(got.Meta["known"]) != want.known {
			t.Errorf("%s became %s %s %s", want.item, got.SKU, got.Translations, got.Meta)
		}
	}
}

// Carts of earlier builds contain families without a size.
func TestLineOfAFamilyIsResolvedByItsPartNumberOrStaysOpen(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	s.load(t, article)
	lines := []struct{ item, sku, title, open string }{
		{`{"uid":"1","productId":7,"slug":"union","sku":"FR-GV-12S","type":"simple","quantity":3}`, "FR-GV-12S", "12S", ""},
		{`{"uid":"2","slug":"union","sku":"FR-GV-12S","quantity":3}`, "FR-GV-12S", "12S", ""},
		{`{"uid":"3","productId":7,"sku":"OLD","quantity":3}`, "OLD", "", "true"},
		{`{"uid":"4","slug":"union","quantity":3}`, "", "", "true"},
		{`{"uid":"5","sku":"FR-GV","quantity":3,"meta":{"open":false}}`, "FR-GV", "", "true"},
		{`{"uid":"6","sku":"FR-B","quantity":3,"meta":{"open":true}}`, "FR-B", "", ""},
	}
	var items []string
	for _, l := range lines {
		items = append(items, l.item)
	}
	_, body := s.post(t, form(map[string]any{"lines": json.RawMessage("[" + strings.Join(items, ",") + "]")}))
	r, err := s.requests.ByReference(t.Context(), readStored(t, body).Data.Reference)
	if err != nil || len(r.Lines) != len(lines) {
		t.Fatalf("%v %s", err, body)
	}
	for i, want := range lines {
		got := r.Lines[i]
		if (string(got.Variation) == `{"id":9}` && got.Type == "variation") != (want.title != "") {
			t.Errorf("%s is %s %s", want.item, got.Type, got.Variation)
		}
		var titles map[string]rfq.Title
		if err := json.Unmarshal(got.Translations, &titles); err != nil {
			t.Fatal(err)
		}
		if got.SKU != want.sku || titles["de-DE"].Title != want.title || string(got.Meta["open"]) != want.open || !got.Known() || got.Quantity != 3 {
			t.Errorf("%s became %s %s %s", want.item, got.SKU, got.Translations, got.Meta)
		}
	}
}

func TestLineOfASetHasThePartsOfTheContent(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	s.load(t, article)
	const items = `[{"uid":"1","productId":21,"type":"bundle","quantity":1,"meta":{"parts":[{"sku":"FR-GV","quantity":1}]}},
		{"uid":"2","productId":22,"type":"bundle","quantity":1,"meta":{"parts":[{"sku":"FR-GV","quantity":1}]}}]`
	_, body := s.post(t, form(map[string]any{"lines": json.RawMessage(items)}))
	r, err := s.requests.ByReference(t.Context(), readStored(t, body).Data.Reference)
	if err != nil || len(r.Lines) != 2 {
		t.Fatalf("%v %s", err, body)
	}
	if got := string(r.Lines[0].Meta["parts"]); got != `[{"sku":"FR-GV-12S","quantity":2},{"sku":"FR-B","quantity":1}]` {
		t.Errorf("the set has %s", got)
	}
	if got := r.Lines[1].Meta["parts"]; got != nil {
		t.Errorf("a set whose part has no size has %s", got)
	}
}

func TestRequestIsStoredWhileTheContentIsUnavailable(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	if err := s.contents.Close(); err != nil {
		t.Fatal(err)
	}
	reply, body := s.post(t, form(map[string]any{"lines": json.RawMessage(`[{"uid":"1","productId":7,"sku":"OLD","quantity":1}]`)}))
	if reply.StatusCode != http.StatusCreated {
		t.Fatalf("got %d %s", reply.StatusCode, body)
	}
	r, err := s.requests.ByReference(t.Context(), readStored(t, body).Data.Reference)
	if err != nil || r.Lines[0].SKU != "OLD" || r.Lines[0].Meta != nil {
		t.Errorf("stored %+v, %v", r.Lines, err)
	}
}

func FuzzFormMessage(f *testing.F) {
	f.Add("application/json", []byte(form(nil)))
	f.Add("application/x-www-form-urlencoded", []byte("name=A&phone=0441234567&agree=on&language=fr-FR"))
	f.Add("multipart/form-data; boundary=x", []byte("--x\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nA\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nabc\r\n--x--\r\n"))
	s := newSite(f, 1<<40)
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/form-messages", bytes.NewReader(body))
		r.Header.Set("Content-Type", kind)
		reply := httptest.NewRecorder()
		s.Config.Handler.ServeHTTP(reply, r)
		if reply.Code >= http.StatusInternalServerError {
			t.Errorf("%d %s", reply.Code, reply.Body)
		}
	})
}

func TestFormMayBeWithdrawnOrTheDefault(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	s.load(t, `{"items":{"forms":[{"id":3,"status":"draft"},{"id":4,"status":"published"}]}}`)
	for _, id := range []int{3, 4, rfq.DefaultForm, 0} {
		if reply, body := s.post(t, form(map[string]any{"formId": id, "idempotencyKey": strconv.Itoa(id)})); reply.StatusCode != http.StatusCreated {
			t.Errorf("form %d: %d %s", id, reply.StatusCode, body)
		}
	}
}

func TestLinesOfAnArticleHaveTheSameValues(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	s.load(t, `{"items":{
		"languages":[{"code":"de-DE","name":"Deutsch"}],
		"attributes":[{"id":1,"slug":"pn"},{"id":2,"slug":"material"},{"id":3,"slug":"series"},{"id":4,"slug":"dn"}],
		"attribute_values":[{"id":1,"attribute":1,"value":"40"},{"id":2,"attribute":2,"value":"brass","translations":[{"languages_code":"de-DE","name":"Messing"}]},{"id":3,"attribute":3,"value":"S"},{"id":4,"attribute":4,"value":"80"}],
		"products":[
			{"id":8,"slug":"other","sku":"FR-O","status":"published","attributes":[{"attribute":4,"values":[{"attribute_values_id":4}]}]},
			{"id":7,"slug":"flange","sku":"FR-F","status":"published","product_type":"variation",
				"variations":[{"id":9,"sku":"FR-F-80","related_product":8,"attributes":[{"attribute":1,"value":1},{"attribute":2,"value":2},{"attribute":3,"value":3}]}]}]}}`)
	const want = `[{"code":"DN","value":"80"},{"code":"PN","value":"40"},{"code":"","value":"brass","names":{"de-DE":"Messing"}}]`
	for i, item := range []map[string]any{
		{"sku": "FR-F-80"},
		{"productId": 7, "variation": map[string]any{"id": 9, "attributes": []any{map[string]any{"value": "old"}}}, "meta": map[string]any{"chips": []any{}, "values": "forged"}},
		{"productId": 7, "sku": "FR-F-80", "meta": map[string]any{"chips": []any{map[string]any{"code": "PN", "value": "16"}}}},
	} {
		item["uid"], item["quantity"] = "u", 1
		reply, body := s.post(t, form(map[string]any{"lines": []any{item}, "idempotencyKey": strconv.Itoa(i)}))
		if reply.StatusCode != http.StatusCreated {
			t.Fatalf("%d %s", reply.StatusCode, body)
		}
		list, err := s.requests.List(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(list[0].Lines[0].Meta["values"]); got != want {
			t.Errorf("line %d: %s, want %s", i, got, want)
		}
		if row := document.Rows(list[0])[0]; row.Values != "DN 80 · PN 40 · Messing" || row.Part != "FR-F-80" {
			t.Errorf("line %d: %+v", i, row)
		}
	}
}
