package desk_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"ferrule/internal/desk"
	"ferrule/internal/rfq"
)

// answer is what an answer begins with.
type begun struct {
	Draft      *struct{ Text string }
	LastLetter int64
	To         string
	Offer      map[string]any
	Currencies []string
	Articles   map[string]struct{ SKU string }
	Templates  map[string]struct{ Subject, Text string }
}

// priced returns the offer of an answer with a price and a delivery for its first line,
// and the second not offered.
func (a begun) priced(t *testing.T) map[string]any {
	t.Helper()
	lines, ok := a.Offer["lines"].([]any)
	if !ok || len(lines) != 2 {
		t.Fatalf("lines %v", a.Offer["lines"])
	}
	first, second := lines[0].(map[string]any), lines[1].(map[string]any)
	first["sku"], first["price"], first["deliveries"] = "FR-1", "14.6", []any{map[string]any{"quantity": "4", "days": 3}}
	second["notOffered"] = "not in our range"
	a.Offer["currency"] = "CHF"
	return a.Offer
}

func body(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	must(t, err)
	return string(b)
}

// sent is the part of a detail about answers.
type sent struct {
	State, OutcomeReason string
	Expires              *string
	LastLetter           int64
	Letters              []struct{ Kind, Subject, Text, Offer string }
	Offers               []struct{ Number, State, Total, Currency string }
	Draft                *struct{ Kind string }
}

func TestOfferIsWrittenCheckedSentAndSentOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		request := s.add(t, "visitor")
		clerk, colleague := s.signedIn(t, "clerk", "sales"), s.signedIn(t, "colleague", "sales")
		path := "/desk/api/requests/" + request.Reference
		var start begun
		clerk.get(t, path+"/reply").data(t, &start)
		if start.To != "visitor@customer.example" || start.Offer["number"] != "A-"+strings.TrimPrefix(request.Reference, "F-") || len(start.Currencies) != 2 {
			t.Errorf("%+v", start)
		}
		letter := start.Templates["offer"]
		if !strings.Contains(letter.Text, "https://www.example.com/de/request/"+request.Token) || strings.Contains(letter.Text, "{{") || !strings.Contains(letter.Text, "Guten Tag visitor") {
			t.Errorf("the template is %q", letter.Text)
		}

		var checked struct {
			Total    struct{ Total string }
			Lines    []struct{ Position, Amount string }
			Problems []struct{ Field, Code, Message string }
		}
		clerk.do(t, "POST", path+"/offer/check", body(t, start.Offer)).data(t, &checked)
		if len(checked.Problems) == 0 || checked.Problems[0].Code == "" {
			t.Errorf("an offer without prices: %+v", checked)
		}
		message := map[string]any{"kind": "offer", "subject": letter.Subject, "text": letter.Text, "offer": start.Offer, "lastLetter": 0}
		if got := clerk.do(t, "POST", path+"/send", body(t, message)); got.code() != "INVALID" || !strings.Contains(got.body, `"fields":{`) || !strings.Contains(got.body, "lines.1.sku") {
			t.Errorf("sent with problems: %d %s", got.status, got.body)
		}
		message["offer"] = start.priced(t)
		checked.Problems = nil
		clerk.do(t, "POST", path+"/offer/check", body(t, message["offer"])).data(t, &checked)
		if len(checked.Problems) != 0 || checked.Total.Total != "58.4" || len(checked.Lines) != 2 || checked.Lines[0].Amount != "58.4" {
			t.Errorf("%+v", checked)
		}
		if got := clerk.do(t, "POST", path+"/offer/preview.pdf", body(t, message["offer"])); got.status != http.StatusOK || !strings.HasPrefix(got.body, "%PDF") {
			t.Errorf("preview: %d %.80s", got.status, got.body)
		}

		if got := clerk.do(t, "PUT", path+"/draft", body(t, message)); got.status != http.StatusOK || !strings.Contains(got.body, "savedAt") {
			t.Errorf("draft: %d %s", got.status, got.body)
		}
		var detail sent
		for range 2 { // the connection broke
			clerk.do(t, "POST", path+"/send", body(t, message)).data(t, &detail)
		}
		if detail.State != "offered" || detail.Expires == nil || len(detail.Letters) != 1 || len(detail.Offers) != 1 || detail.Offers[0].Total != "58.40" || detail.Draft != nil {
			t.Errorf("%+v", detail)
		}
		// A colleague who began before has not seen it.
		got := colleague.do(t, "POST", path+"/send", body(t, map[string]any{"kind": "question", "subject": "s", "text": "t", "lastLetter": 0}))
		if got.status != http.StatusConflict || got.code() != "CONFLICT" || !strings.Contains(got.body, `"reason":"letter"`) {
			t.Errorf("a colleague: %d %s", got.status, got.body)
		}
		if got := colleague.get(t, path+"/offers/"+detail.Offers[0].Number+".pdf"); got.status != http.StatusOK || !strings.HasPrefix(got.body, "%PDF") || got.header.Get("Content-Type") != "application/pdf" {
			t.Errorf("document: %d %.80s", got.status, got.body)
		}
		for _, c := range []struct{ outcome, want string }{{"lost", "lost"}, {"won", "won"}} {
			clerk.do(t, "POST", path+"/outcome", `{"outcome":"`+c.outcome+`","reason":"by phone"}`).data(t, &detail)
			if detail.State != c.want || detail.OutcomeReason != "by phone" {
				t.Errorf("%+v", detail)
			}
		}
		var rows []struct{ State string }
		clerk.get(t, "/desk/api/requests?view=answered").data(t, &rows)
		if len(rows) != 1 || rows[0].State != "won" {
			t.Errorf("%+v", rows)
		}
	})
}

// An offer of a forgotten request is kept for owners alone.
func TestOfferOfAForgottenRequestIsForOwners(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		request := s.add(t, "visitor")
		owner, clerk := s.signedIn(t, "owner", "owner"), s.signedIn(t, "clerk", "sales")
		path := "/desk/api/requests/" + request.Reference
		var start begun
		clerk.get(t, path+"/reply").data(t, &start)
		message := map[string]any{"kind": "offer", "subject": "s", "text": "t", "offer": start.priced(t), "lastLetter": 0}
		var detail sent
		clerk.do(t, "POST", path+"/send", body(t, message)).data(t, &detail)
		must(t, s.requests.Forget(t.Context(), request.Reference))
		document := path + "/offers/" + detail.Offers[0].Number + ".pdf"
		if got := clerk.get(t, document); got.status != http.StatusForbidden {
			t.Errorf("sales: %d", got.status)
		}
		if got := owner.get(t, document); got.status != http.StatusOK || !strings.HasPrefix(got.body, "%PDF") {
			t.Errorf("owner: %d", got.status)
		}
	})
}

func TestUnfinishedTemplateIsNotSent(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		request := s.add(t, "visitor")
		clerk := s.signedIn(t, "clerk", "sales")
		path := "/desk/api/requests/" + request.Reference
		var start begun
		clerk.get(t, path+"/reply").data(t, &start)
		for _, kind := range []string{"question", "decline"} {
			letter := start.Templates[kind]
			message := map[string]any{"kind": kind, "subject": letter.Subject, "text": letter.Text, "lastLetter": 0}
			if got := clerk.do(t, "POST", path+"/send", body(t, message)); got.code() != "INVALID" || !strings.Contains(got.body, `"fields":{"text":`) {
				t.Errorf("%s: %d %s", kind, got.status, got.body)
			}
		}
	})
}

func TestArticlesAreFoundWithTheirPrice(t *testing.T) {
	t.Parallel()
	search := func(_ context.Context, words, language string) ([]desk.Found, error) {
		return []desk.Found{{SKU: words, Name: language}}, nil
	}
	s := newSite(t, "", t.TempDir(), func(o *desk.Options) { o.Search = search })
	var found []struct {
		SKU, Name string
		Price     *string
	}
	s.signedIn(t, "clerk", "sales").get(t, "/desk/api/articles?q=FR-1&language=it-IT").data(t, &found)
	if len(found) != 1 || found[0].SKU != "FR-1" || found[0].Name != "it-IT" || found[0].Price != nil {
		t.Errorf("%+v", found)
	}
}

func TestViewersSeeOutcomesWithoutPersons(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		request := s.add(t, "secretive")
		must(t, s.requests.By(rfqPerson("Ada")).Ask(t.Context(), request.Reference, rfq.Letter{Subject: "to secretive", Text: "dear secretive"}))
		var detail sent
		got := s.signedIn(t, "viewer", "viewer").get(t, "/desk/api/requests/"+request.Reference)
		got.data(t, &detail)
		if detail.State != "waiting" || len(detail.Letters) != 1 || detail.Letters[0].Kind != "question" || strings.Contains(got.body, "secretive") {
			t.Errorf("%s", got.body)
		}
	})
}
