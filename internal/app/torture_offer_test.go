package app_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"ferrule/internal/rfq"
	"ferrule/internal/rfq/offer"
)

// conversation is what follows a request: an offer that its sender accepts, or a question
// to which they reply.
type conversation string

const (
	noConversation conversation = ""
	offerAccepted  conversation = "offer"
	questionAsked  conversation = "question"
)

// conversationOf returns what follows the request of a number.
func conversationOf(i int) conversation {
	switch i % 16 {
	case 3:
		return offerAccepted
	case 11:
		return questionAsked
	default:
		return noConversation
	}
}

// converse sends a letter, as the desk does, and the sender's answer; each is repeated
// until it is confirmed, which is not known when a server or a database was killed.
func (t *torture) converse(reference string, c conversation) {
	r, ok := t.read(reference)
	if !ok {
		return
	}
	by, letter := t.store.By(rfq.Person{ID: "ada", Name: "Ada"}), rfq.Letter{Language: "de-DE", Subject: "Zu Ihrer Anfrage", Text: "Guten Tag"}
	if c == questionAsked {
		t.until(func() error { return by.Ask(t.Context(), reference, letter) })
		t.answer(r.Token, "reply", map[string]any{"text": "Sattdampf", "language": "de-DE"})
		return
	}
	one := decimal.NewFromInt(1)
	o := offer.Offer{
		Number: offer.Number(reference, 1), Version: 1, Date: offer.NewDate(time.Now()), Language: "de-DE", Currency: "CHF", ValidUntil: offer.NewDate(time.Now().AddDate(0, 0, 14)),
		Recipient: []string{"Auental AG"}, Contact: offer.Contact{Name: "Ada"},
		Lines: []offer.Line{{Position: "1", Name: "Verschraubung", SKU: "FR-GV-12S-04", Quantity: one, Price: decimal.RequireFromString("14.6"), Deliveries: []offer.Delivery{{Quantity: one}}}},
	}
	t.until(func() error {
		return by.SendOffer(t.Context(), reference, letter, o, func() ([]byte, error) { return []byte("%PDF"), nil })
	})
	t.answer(r.Token, "decision", map[string]any{"offer": o.Number, "accept": true, "total": "14.6", "currency": "CHF", "name": "Silvan Roth", "words": o.Acceptance(), "language": "de-DE"})
}

// until repeats a change until it succeeds.
func (t *torture) until(change func() error) {
	for change() != nil && t.Context().Err() == nil {
		<-t.server.answers() // a database that is started takes as long
	}
}

func (t *torture) read(reference string) (r rfq.Request, ok bool) {
	t.until(func() (err error) {
		r, err = t.store.ByReference(t.Context(), reference)
		return err
	})
	return r, r.Token != ""
}

// answer posts an answer of the sender until it is stored, and sometimes once more.
func (t *torture) answer(token, kind string, body map[string]any) {
	text, err := json.Marshal(body)
	if err != nil {
		t.Error(err)
		return
	}
	for stored := 0; stored < 1+t.n(2) && t.Context().Err() == nil; {
		select {
		case <-t.server.answers():
		case <-t.Context().Done():
			return
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+t.server.Address+"/api/requests/"+token+"/"+kind, bytes.NewReader(text))
		if err != nil {
			t.Error(err)
			return
		}
		r.Header.Set("Content-Type", "application/json")
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			continue
		}
		got, err := io.ReadAll(reply.Body)
		_ = reply.Body.Close()
		switch {
		case err != nil || reply.StatusCode == http.StatusServiceUnavailable:
		case reply.StatusCode == http.StatusOK:
			stored++
		default:
			t.Errorf("%s: %d %s", kind, reply.StatusCode, got)
			return
		}
	}
}

// verifyConversation checks that each letter of a request is stored, and told to everybody,
// once.
func (t *torture) verifyConversation(r rfq.Request, c conversation, h *webhookReceiver, mails *mailReceiver) {
	letters, err := t.store.Letters(t.Context(), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range letters {
		got = append(got, string(l.Kind))
	}
	key, err := t.store.ReplyKey(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	prefix, visitor := r.Reference+".", key.Token(r.ID)+"." // of the keys, and of mails to the sender
	want, state, outcome := []string{}, r.State, r.Outcome
	var hooked, mailed []string
	switch c {
	case offerAccepted:
		want, state, outcome = []string{"offer", "accepted"}, rfq.StateAnswered, rfq.OutcomeWon
		hooked, mailed = []string{"answered.webhook", "won.webhook"}, []string{visitor + "letter.letter@example.com", prefix + "won.mail_sales_example.com@example.com", visitor + "won.letter@example.com"}
	case questionAsked:
		want, state, outcome = []string{"question", "reply"}, rfq.StateOpen, ""
		hooked, mailed = []string{"answered.webhook", "reopened.webhook", "reply.webhook"}, []string{visitor + "letter.letter@example.com", prefix + "reply.mail_sales_example.com@example.com"}
	case noConversation:
	}
	if !slices.Equal(got, want) || r.State != state || r.Outcome != outcome {
		t.Errorf("%s: letters %v, want %v; %s, %s", r.Reference, got, want, r.State, r.Outcome)
	}
	for _, key := range hooked {
		if h.times[prefix+key] == 0 {
			t.Errorf("%s: no webhook %s", r.Reference, key)
		}
	}
	for _, key := range mailed {
		if mails.times[key] == 0 {
			t.Errorf("%s: no mail %s", r.Reference, key)
		}
	}
	// A second event of a kind would have a numbered key.
	for _, key := range slices.Concat(h.order, mails.order) {
		if c != noConversation && (strings.HasPrefix(key, prefix) || strings.HasPrefix(key, visitor)) && (strings.Contains(key, ".2@") || strings.HasSuffix(key, ".2")) {
			t.Errorf("%s happened twice: %s", r.Reference, key)
		}
	}
}
