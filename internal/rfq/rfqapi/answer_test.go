package rfqapi_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/offer"
)

// onBothSites runs a test with the requests in each database.
func onBothSites(t *testing.T, test func(t *testing.T, s *site)) {
	t.Helper()
	databasetest.OnBoth(t, func(t *testing.T, address string) { test(t, newSiteOn(t, 60, address, t.TempDir())) })
}

// offered stores a request with an offer, or a question without one.
func (s *site) offered(t *testing.T, withOffer bool) (rfq.Added, offer.Offer) {
	t.Helper()
	ctx := t.Context()
	added, err := s.requests.Add(ctx, rfq.Message{Name: "Silvan Roth", Email: "roth@example.com", Phone: "+41 52 000 24 00", Language: "fr-FR"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.requests.ByReference(ctx, added.Reference)
	if err != nil {
		t.Fatal(err)
	}
	by, letter := s.requests.By(rfq.Person{ID: "ada", Name: "Ada"}), rfq.Letter{Language: "fr-FR", Subject: "Offre", Text: "Bonjour"}
	if !withOffer {
		if err := by.Ask(ctx, added.Reference, letter); err != nil {
			t.Fatal(err)
		}
		return added, offer.Offer{}
	}
	o, err := s.requests.NewOffer(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	two := decimal.NewFromInt(2)
	o.Currency, o.ValidUntil, o.Recipient, o.Contact = "CHF", offer.NewDate(time.Now().AddDate(0, 0, 14)), []string{"Auental AG"}, offer.Contact{Name: "Ada"}
	o.Lines = []offer.Line{{Position: "1", Name: "Bride", SKU: "FR-1", Quantity: two, Price: decimal.RequireFromString("312.25"), Deliveries: []offer.Delivery{{Quantity: two}}}}
	err = by.SendOffer(ctx, added.Reference, letter, o, func() ([]byte, error) { return []byte("%PDF of the offer"), nil })
	if err != nil {
		t.Fatal(err)
	}
	return added, o
}

func (s *site) answer(t *testing.T, token, kind string, body any) (*http.Response, string) {
	t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return s.do(t, http.MethodPost, "/api/requests/"+token+"/"+kind, string(b), scripted)
}

func (s *site) stage(t *testing.T, token string) string {
	t.Helper()
	var v struct{ Data rfq.View }
	reply, body := s.do(t, http.MethodGet, "/api/requests/"+token, "", nil)
	if err := json.Unmarshal([]byte(body), &v); err != nil || reply.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", reply.StatusCode, body)
	}
	return string(v.Data.Stage)
}

func acceptance(o offer.Offer) map[string]any {
	return map[string]any{"offer": o.Number, "accept": true, "total": "624.50", "currency": "CHF", "name": "Silvan Roth", "orderNumber": "B-77", "words": o.Acceptance(), "language": "fr-FR"}
}

func TestOfferIsAcceptedByItsSentenceAlone(t *testing.T) {
	t.Parallel()
	onBothSites(t, func(t *testing.T, s *site) {
		added, o := s.offered(t, true)
		for name, c := range map[string]struct {
			field string
			value any
			want  int
			text  string
		}{
			"without name":          {"name", "", http.StatusUnprocessableEntity, "Veuillez indiquer votre nom"},
			"without sentence":      {"words", "", http.StatusUnprocessableEntity, "Veuillez confirmer la phrase"},
			"another sentence":      {"words", "oui", http.StatusConflict, "Veuillez vérifier le total"},
			"a total of 900 digits": {"total", "1e900", http.StatusConflict, "Veuillez vérifier le total"},
			"another total":         {"total", "600", http.StatusConflict, "Veuillez vérifier le total"},
			"another offer":         {"offer", "A-222-222", http.StatusNotFound, "Cette demande n’existe pas"},
		} {
			body := acceptance(o)
			body[c.field] = c.value
			if reply, text := s.answer(t, added.Token, "decision", body); reply.StatusCode != c.want || !strings.Contains(text, c.text) {
				t.Errorf("%s: %d %s", name, reply.StatusCode, text)
			}
		}
		if got := s.stage(t, added.Token); got != "offered" {
			t.Fatalf("the stage is %s", got)
		}
		for range 2 { // the connection broke
			reply, text := s.answer(t, added.Token, "decision", acceptance(o))
			if reply.StatusCode != http.StatusOK || !strings.Contains(text, `"stage":"accepted"`) || !strings.Contains(text, `"orderNumber":"B-77"`) {
				t.Errorf("%d %s", reply.StatusCode, text)
			}
		}
		if reply, text := s.answer(t, added.Token, "decision", map[string]any{"offer": o.Number, "accept": false, "language": "it-IT"}); reply.StatusCode != http.StatusConflict || !strings.Contains(text, "già accettata") {
			t.Errorf("declined after all: %d %s", reply.StatusCode, text)
		}
		reply, text := s.do(t, http.MethodGet, "/api/requests/"+added.Token+"/offers/"+o.Number+".pdf", "", nil)
		if reply.StatusCode != http.StatusOK || text != "%PDF of the offer" || reply.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("document: %d %s", reply.StatusCode, text)
		}
	})
}

func TestAnswersWorkWithoutScripts(t *testing.T) {
	t.Parallel()
	onBothSites(t, func(t *testing.T, s *site) {
		added, o := s.offered(t, true)
		post := func(token, kind string, v url.Values) (*http.Response, string) {
			t.Helper()
			return s.do(t, http.MethodPost, "/api/requests/"+token+"/"+kind, v.Encode(), unscripted)
		}
		accept := url.Values{
			"offer": {o.Number}, "accept": {"true"}, "total": {"624.5"}, "currency": {"CHF"}, "name": {"<b>Roth</b>"}, "orderNumber": {"4500 118"}, "language": {"fr-FR"},
		}
		reply, page := post(added.Token, "decision", accept)
		if reply.StatusCode != http.StatusUnprocessableEntity || reply.Header.Get("Content-Language") != "fr-FR" {
			t.Errorf("%d %s", reply.StatusCode, page)
		}
		for _, want := range []string{
			`<html lang="fr">`, "&lt;b&gt;Roth", "4500 118", "Veuillez confirmer la phrase", `action="/api/requests/` + added.Token + `/decision"`, `name="words" value="J’accepte l’offre ` + o.Number,
			`name="total" value="624.5"`, "/request/" + added.Token,
		} {
			if !strings.Contains(page, want) {
				t.Errorf("the page has no %q:\n%s", want, page)
			}
		}
		short := maps.Clone(accept)
		short.Set("name", " ")
		if _, page = post(added.Token, "decision", short); !strings.Contains(page, "Veuillez indiquer votre nom") || !strings.Contains(page, "Veuillez confirmer la phrase") || !strings.Contains(page, "Veuillez vérifier les indications") {
			t.Errorf("two fields are wrong:\n%s", page)
		}
		// An answer is kept in the form when the other offer came.
		decline := url.Values{"offer": {o.Number}, "accept": {"false"}, "reason": {"Délai"}, "words": {"trop tard pour nous"}, "language": {"fr-FR"}}
		accept.Set("words", o.Acceptance())
		for _, v := range []url.Values{decline, decline, accept} {
			reply, page = post(added.Token, "decision", v)
			if reply.StatusCode != http.StatusSeeOther || reply.Header.Get("Location") == "" || !strings.HasSuffix(reply.Header.Get("Location"), "/request/"+added.Token) {
				t.Fatalf("%d %s", reply.StatusCode, page)
			}
		}
		if got := s.stage(t, added.Token); got != "accepted" {
			t.Errorf("the stage is %s", got)
		}
		if reply, page = post(added.Token, "decision", decline); reply.StatusCode != http.StatusConflict || !strings.Contains(page, "trop tard pour nous") || !strings.Contains(page, "déjà acceptée") {
			t.Errorf("%d %s", reply.StatusCode, page)
		}
		// The page of an unknown request is the site's 404.
		if reply, _ = post("AAAAAAAAAAAAAAAAAAAAAAAAAA", "reply", url.Values{"text": {"x"}}); reply.StatusCode != http.StatusSeeOther {
			t.Errorf("unknown: %d", reply.StatusCode)
		}
	})
}

func TestReplyAnswersAQuestionOnce(t *testing.T) {
	t.Parallel()
	onBothSites(t, func(t *testing.T, s *site) {
		added, _ := s.offered(t, false)
		if got := s.stage(t, added.Token); got != "question" {
			t.Errorf("the stage is %s", got)
		}
		if reply, text := s.answer(t, added.Token, "reply", map[string]any{"text": " ", "language": "en-US"}); reply.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(text, `"field":"text"`) {
			t.Errorf("%d %s", reply.StatusCode, text)
		}
		for range 2 {
			if reply, text := s.answer(t, added.Token, "reply", map[string]any{"text": "Vapeur saturée", "language": "fr-FR"}); reply.StatusCode != http.StatusOK || strings.Count(text, "Vapeur saturée") != 1 || !strings.Contains(text, `"stage":"work"`) {
				t.Errorf("%d %s", reply.StatusCode, text)
			}
		}
		for _, path := range []string{"reply", "again", "decision"} {
			if reply, text := s.answer(t, "AAAAAAAAAAAAAAAAAAAAAAAAAA", path, map[string]any{"text": "x", "name": "xx", "words": "x", "language": "de-DE"}); reply.StatusCode != http.StatusNotFound {
				t.Errorf("%s: %d %s", path, reply.StatusCode, text)
			}
			header := http.Header{"Content-Type": {"application/json"}, "Sec-Fetch-Site": {"cross-site"}}
			if reply, _ := s.do(t, http.MethodPost, "/api/requests/"+added.Token+"/"+path, `{"text":"x"}`, header); reply.StatusCode != http.StatusForbidden {
				t.Errorf("%s of another site: %d", path, reply.StatusCode)
			}
			if reply, _ := s.do(t, http.MethodGet, "/api/requests/"+added.Token+"/"+path, "", nil); reply.StatusCode != http.StatusNotFound {
				t.Errorf("GET %s: %d", path, reply.StatusCode)
			}
		}
	})
}

func TestValidOfferIsNotAskedForAgain(t *testing.T) {
	t.Parallel()
	onBothSites(t, func(t *testing.T, s *site) {
		added, _ := s.offered(t, true)
		if reply, text := s.answer(t, added.Token, "again", map[string]any{"language": "de-DE"}); reply.StatusCode != http.StatusConflict || !strings.Contains(text, "noch gültig") {
			t.Errorf("%d %s", reply.StatusCode, text)
		}
		if err := s.requests.By(rfq.Person{Name: "Ada"}).Conclude(t.Context(), added.Reference, rfq.OutcomeLost, ""); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if reply, text := s.answer(t, added.Token, "again", map[string]any{"language": "de-DE"}); reply.StatusCode != http.StatusOK || strings.Count(text, "L’offre a expiré.") != 1 {
				t.Errorf("%d %s", reply.StatusCode, text)
			}
		}
	})
}

func TestAnswersOfAClientAreLimited(t *testing.T) {
	t.Parallel()
	s := newSite(t, 2)
	added, _ := s.offered(t, false)
	for i, want := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} {
		if reply, text := s.answer(t, added.Token, "reply", map[string]any{"text": strings.Repeat("x", i+1)}); reply.StatusCode != want {
			t.Errorf("%d: %d %s", i, reply.StatusCode, text)
		}
	}
}
