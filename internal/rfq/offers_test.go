package rfq

import (
	"slices"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"ferrule/internal/fault"
	"ferrule/internal/rfq/offer"
)

var letter = Letter{Language: "de-DE", Subject: "Ihr Angebot", Text: "Guten Tag\n\nunser Angebot liegt bei."}

// pdf returns a document as SendOffer takes it.
func pdf(text string) func() ([]byte, error) {
	return func() ([]byte, error) { return []byte(text), nil }
}

// newOffer returns an offer of one line for a request.
func newOffer(t *testing.T, s *Store, reference string) offer.Offer {
	t.Helper()
	r, err := s.ByReference(t.Context(), reference)
	if err != nil {
		t.Fatal(err)
	}
	o, err := s.NewOffer(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	two := decimal.NewFromInt(2)
	o.Currency, o.ValidUntil = "CHF", offer.NewDate(noon.AddDate(0, 0, 14))
	o.Recipient, o.Contact = []string{"Auental AG"}, offer.Contact{Name: "Ada"}
	o.Lines = []offer.Line{{Position: "1", Name: "Flansch", SKU: "FR-1", Quantity: two, Price: decimal.RequireFromString("312.25"), Deliveries: []offer.Delivery{{Quantity: two, Days: 3}}}}
	return o
}

// seen returns a letter of somebody who has seen those about a request.
func seen(t *testing.T, s *Store, reference string) Letter {
	t.Helper()
	l := letter
	letters, err := s.Letters(t.Context(), requestID(t, s, reference))
	if err != nil {
		t.Fatal(err)
	}
	if len(letters) > 0 {
		l.After = letters[len(letters)-1].ID
	}
	return l
}

func asked(t *testing.T, s *Store) Added {
	t.Helper()
	return add(t, s, Message{Name: "Silvan Roth", Email: "roth@example.com", Phone: "+41 52 000 24 00", Language: "de-DE"})
}

// outcome returns the stored outcome of a request.
func outcome(t *testing.T, s *Store, reference string) (o Outcome) {
	t.Helper()
	if err := s.read.QueryRowContext(t.Context(), s.read.Rebind(`SELECT outcome FROM requests WHERE reference = ?`), reference).Scan(&o); err != nil {
		t.Fatal(err)
	}
	return o
}

func kindOf(t *testing.T, err error, want fault.Kind) {
	t.Helper()
	if err == nil || fault.KindOf(err) != want {
		t.Errorf("error %v of kind %v, want kind %v", err, fault.KindOf(err), want)
	}
}

func TestOfferIsStoredSentAndAcceptedOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.at(noon)
		request := asked(t, s)
		by := s.By(Person{ada, "Ada"})
		o := newOffer(t, s, request.Reference)
		mustAll(t, by.SendOffer(ctx, request.Reference, letter, o, pdf("%PDF first")))
		if got := outcome(t, s, request.Reference); got != OutcomeOffered {
			t.Errorf("the outcome is %q", got)
		}

		accept := Decision{Offer: o.Number, Accept: true, Total: decimal.RequireFromString("624.50"), Currency: "CHF", Name: "Silvan Roth", OrderNumber: "B-77", Words: o.Acceptance()}
		wrongTotal, otherWords, nameless, unknown := accept, accept, accept, accept
		wrongTotal.Total, nameless.Name, unknown.Offer = decimal.NewFromInt(600), " ", "A-XXX-XXX"
		otherWords.Words = "Ich nehme das Angebot an."
		kindOf(t, s.Decide(ctx, request.Token, wrongTotal), fault.Conflict)
		kindOf(t, s.Decide(ctx, request.Token, otherWords), fault.Conflict)
		kindOf(t, s.Decide(ctx, request.Token, nameless), fault.Invalid)
		kindOf(t, s.Decide(ctx, request.Token, unknown), fault.NotFound)
		kindOf(t, s.Decide(ctx, "AAAAAAAAAAAAAAAAAAAAAAAAAA", accept), fault.NotFound)

		mustAll(t, s.Decide(ctx, request.Token, Decision{Offer: o.Number, Reason: "zu teuer"})) // declined, and thought better of
		mustAll(t, s.Decide(ctx, request.Token, accept), s.Decide(ctx, request.Token, accept))
		kindOf(t, s.Decide(ctx, request.Token, Decision{Offer: o.Number}), fault.Conflict)
		sent, ok, err := s.LastOffer(ctx, requestID(t, s, request.Reference))
		if err != nil || !ok || sent.State != OfferAccepted || sent.Decision.OrderNumber != "B-77" || string(sent.Document) != "%PDF first" || !sent.Offer.Total().Total.Equal(accept.Total) {
			t.Errorf("%v %v: %+v", ok, err, sent)
		}
		if got := outcome(t, s, request.Reference); got != OutcomeWon {
			t.Errorf("the outcome is %q", got)
		}
		checkEvents(t, s, request.Reference, "created", "answered", "letter", "lost", "won")
	})
}

func TestSecondOfferReplacesTheFirst(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.at(noon)
		request := asked(t, s)
		by := s.By(Person{ada, "Ada"})
		first := newOffer(t, s, request.Reference)
		meanwhile := newOffer(t, s, request.Reference)
		meanwhile.Notes = "other"
		mustAll(t, by.SendOffer(ctx, request.Reference, letter, first, pdf("%PDF")))
		mustAll(t, by.SendOffer(ctx, request.Reference, letter, first, pdf("%PDF"))) // again, after the connection broke
		kindOf(t, by.SendOffer(ctx, request.Reference, letter, meanwhile, pdf("%PDF")), fault.Conflict)
		kindOf(t, by.SendOffer(ctx, request.Reference, seen(t, s, request.Reference), meanwhile, pdf("%PDF")), fault.Conflict)
		second := newOffer(t, s, request.Reference)
		if second.Version != 2 || second.Number != first.Number+"-2" {
			t.Fatalf("the second offer is %s", second.Number)
		}
		mustAll(t, by.SendOffer(ctx, request.Reference, seen(t, s, request.Reference), second, pdf("%PDF")))
		accept := Decision{Offer: first.Number, Accept: true, Total: first.Total().Total, Currency: "CHF", Name: "Silvan Roth", Words: first.Acceptance()}
		kindOf(t, s.Decide(ctx, request.Token, accept), fault.Conflict)
		checkEvents(t, s, request.Reference, "created", "answered", "letter", "letter")
	})
}

func TestOfferExpiresAtTheEndOfItsDay(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.at(noon)
		request := asked(t, s)
		o := newOffer(t, s, request.Reference)
		mustAll(t, s.By(Person{ada, "Ada"}).SendOffer(ctx, request.Reference, letter, o, pdf("%PDF")))
		end, _ := o.ValidUntil.End(s.Calendar().Zone)
		s.at(end.Add(-time.Second))
		if n, err := s.ExpireOffers(ctx); n != 0 || err != nil {
			t.Fatalf("%d expired before their end, %v", n, err)
		}
		s.at(end)
		accept := Decision{Offer: o.Number, Accept: true, Total: o.Total().Total, Currency: "CHF", Name: "Silvan Roth", Words: o.Acceptance()}
		kindOf(t, s.Decide(ctx, request.Token, accept), fault.Conflict) // before the job has run
		for _, want := range []int{1, 0} {
			if n, err := s.ExpireOffers(ctx); n != want || err != nil {
				t.Fatalf("%d expired, want %d; %v", n, want, err)
			}
		}
		if got := outcome(t, s, request.Reference); got != OutcomeExpired {
			t.Errorf("the outcome is %q", got)
		}
	})
}

func TestQuestionWaitsForTheReply(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.at(noon)
		request := asked(t, s)
		by := s.By(Person{ada, "Ada"})
		question := Letter{Language: "de-DE", Subject: "Eine Frage", Text: "Welches Medium?"}
		mustAll(t, by.Ask(ctx, request.Reference, question))
		if got := outcome(t, s, request.Reference); got != OutcomeWaiting {
			t.Errorf("the outcome is %q", got)
		}
		kindOf(t, s.Reply(ctx, request.Token, " \x00"), fault.Invalid)
		mustAll(t, s.Reply(ctx, request.Token, "Sattdampf, 105 °C"))
		r, err := s.ByReference(ctx, request.Reference)
		if err != nil || r.State != StateOpen || outcome(t, s, request.Reference) != "" {
			t.Fatalf("after the reply: %s, %v", r.State, err)
		}
		letters, err := s.Letters(ctx, r.ID)
		if err != nil || len(letters) != 2 || letters[0].By.Name != "Ada" || letters[1].Kind != LetterReply || letters[1].Text != "Sattdampf, 105 °C" {
			t.Fatalf("%v: %+v", err, letters)
		}
		checkEvents(t, s, request.Reference, "created", "answered", "letter", "reopened", "reply")
		kindOf(t, by.Decline(ctx, request.Reference, letter), fault.Conflict) // the reply was not seen
		mustAll(t, by.Decline(ctx, request.Reference, seen(t, s, request.Reference)))
		if got := outcome(t, s, request.Reference); got != OutcomeLost {
			t.Errorf("the outcome is %q", got)
		}
	})
}

func TestLettersAreRefused(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.at(noon)
		by := s.By(Person{ada, "Ada"})
		spam, mailless, gone := add(t, s, Message{Name: "spam", Email: "a@example.com", SpamReason: "trap"}), add(t, s, Message{Name: "phone only"}), asked(t, s)
		mustAll(t, by.Forget(ctx, gone.Reference))
		kindOf(t, by.Ask(ctx, spam.Reference, letter), fault.Conflict)
		kindOf(t, by.Ask(ctx, mailless.Reference, letter), fault.Invalid)
		kindOf(t, by.Ask(ctx, gone.Reference, letter), fault.Conflict)
		kindOf(t, by.Ask(ctx, asked(t, s).Reference, Letter{Subject: "x"}), fault.Invalid)
		kindOf(t, s.By(Person{}).Ask(ctx, spam.Reference, letter), fault.Invalid)
	})
}

func TestForgottenRequestKeepsTheOfferButNoLetters(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.at(noon)
		request := asked(t, s)
		by := s.By(Person{ada, "Ada"})
		o := newOffer(t, s, request.Reference)
		mustAll(t, by.SendOffer(ctx, request.Reference, letter, o, pdf("%PDF")), by.Forget(ctx, request.Reference))
		id := requestID(t, s, request.Reference)
		if letters, err := s.Letters(ctx, id); err != nil || len(letters) != 0 {
			t.Errorf("%v: %+v", err, letters)
		}
		if sent, ok, err := s.LastOffer(ctx, id); err != nil || !ok || string(sent.Document) != "%PDF" {
			t.Errorf("the offer is gone: %v", err)
		}
		kindOf(t, s.Decide(ctx, request.Token, Decision{Offer: o.Number, Accept: true, Total: o.Total().Total, Currency: "CHF", Name: "Silvan Roth", Words: o.Acceptance()}), fault.NotFound)
	})
}

func TestOfferOfAForgottenRequestEndsWithItsRetention(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		by := s.By(Person{ada, "Ada"})
		send := func() (Added, offer.Offer) {
			s.at(noon)
			request := asked(t, s)
			o := newOffer(t, s, request.Reference)
			mustAll(t, by.SendOffer(ctx, request.Reference, letter, o, pdf("%PDF")))
			s.at(noon.Add(time.Hour)) // not a duplicate
			return request, o
		}
		refused, o := send()
		mustAll(t, s.Decide(ctx, refused.Token, Decision{Offer: o.Number, Reason: "secretive"}))
		kept := requestID(t, s, refused.Reference)
		mustAll(t, by.Forget(ctx, refused.Reference))
		sent, ok, err := s.LastOffer(ctx, kept)
		if err != nil || !ok || sent.Decision != (Decision{}) || sent.State != OfferReplaced || !s.OfferRetention(sent).Equal(noon.AddDate(10, 0, 0)) {
			t.Errorf("%v %v: %+v", ok, err, sent)
		}
		for _, c := range []struct {
			at   time.Time
			want int64
		}{{noon.AddDate(10, 0, 0), 0}, {noon.AddDate(10, 0, 1), 1}} {
			s.at(c.at)
			if n, err := s.DeleteOldOffers(ctx); n != c.want || err != nil {
				t.Errorf("at %s: %d deleted, want %d; %v", c.at, n, c.want, err)
			}
		}
		s.SetRetainOffers(0)
		s.at(noon.AddDate(1, 0, 0))
		request := add(t, s, Message{Name: "none kept", Email: "a@example.com"})
		second := newOffer(t, s, request.Reference)
		second.ValidUntil = offer.NewDate(noon.AddDate(1, 0, 7))
		mustAll(t, by.SendOffer(ctx, request.Reference, letter, second, pdf("%PDF")), by.Forget(ctx, request.Reference))
		if _, ok, err := s.LastOffer(ctx, request.ID); ok || err != nil {
			t.Errorf("the offer is kept, %v", err)
		}
	})
}

func requestID(t *testing.T, s *Store, reference string) int64 {
	t.Helper()
	r, err := s.ByReference(t.Context(), reference)
	if err != nil {
		t.Fatal(err)
	}
	return r.ID
}

// checkEvents compares the planned events of a request, in order.
func checkEvents(t *testing.T, s *Store, reference string, want ...string) {
	t.Helper()
	statuses, err := s.DeliveryStatuses(t.Context(), requestID(t, s, reference))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range statuses {
		if len(got) == 0 || got[len(got)-1] != string(d.Event) || d.Event == EventLetter {
			got = append(got, string(d.Event))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
}
