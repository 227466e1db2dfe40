package delivery

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/mail/mailtest"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/offer"
)

// offered sends an offer for a request.
func (d *environment) offered(r rfq.Request) offer.Offer {
	d.t.Helper()
	o, err := d.store.NewOffer(d.t.Context(), r)
	if err != nil {
		d.t.Fatal(err)
	}
	two := decimal.NewFromInt(2)
	o.Currency, o.ValidUntil, o.Recipient, o.Contact = "CHF", offer.NewDate(time.Now().AddDate(0, 0, 14)), []string{"Auental AG"}, offer.Contact{Name: "Ada"}
	o.Lines = []offer.Line{{Position: "1", Name: "Flangia", SKU: "FR-1", Quantity: two, Price: decimal.RequireFromString("312.25"), Deliveries: []offer.Delivery{{Quantity: two}}}}
	letter := rfq.Letter{Language: r.Language, Subject: "Offerta", Text: "Buongiorno"}
	if err := d.store.By(rfq.Person{ID: "ada", Name: "Ada"}).SendOffer(d.t.Context(), r.Reference, letter, o, func() ([]byte, error) { return []byte("%PDF of the offer"), nil }); err != nil {
		d.t.Fatal(err)
	}
	return o
}

func (d *environment) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// mailsTo returns the subjects, texts and attachments of the mails to an address.
func (d *environment) mailsTo(address string) (mails []map[string]string) {
	for _, m := range d.mailServer.All() {
		if strings.Join(m.To, ",") == address {
			head, parts := mailtest.Read(d.t, m.Data)
			parts["Subject"], parts["In-Reply-To"], parts["Message-Id"] = head["Subject"], head["In-Reply-To"], head["Message-Id"]
			mails = append(mails, parts)
		}
	}
	return mails
}

func TestSupplierAndSenderHearOfRepliesAndDecisions(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newEnvironment(t, address)
		d.startWorker()
		r := d.add(rfq.Message{Name: "Giulia Ferrante", Email: "giulia@example.org", Phone: "+39 015 000 24 00", Language: "it-IT"})
		o := d.offered(r)
		d.must(d.store.Reply(t.Context(), r.Token, "Anche in 1.4404?"))
		d.must(d.store.Decide(t.Context(), r.Token, rfq.Decision{Offer: o.Number, Reason: "Termine"}))
		d.must(d.store.Decide(t.Context(), r.Token, rfq.Decision{
			Offer: o.Number, Accept: true, Total: o.Total().Total, Currency: "CHF", Name: "Giulia Ferrante", OrderNumber: "B-77", Words: o.Acceptance(),
		}))
		d.waitFor("mail done", 4)    // created, reply, lost, won
		d.waitFor("letter done", 2)  // the offer, the acceptance
		d.waitFor("webhook done", 7) // created, answered, reopened, reply, answered, lost, won
		house := d.mailsTo("sales@example.com")
		for i, want := range []string{"Anfrage " + r.Reference, r.Reference + ": Antwort von Giulia", r.Reference + ": Angebot abgelehnt von", r.Reference + ": Angebot angenommen von"} {
			if !strings.HasPrefix(house[i]["Subject"], want) || i > 0 && house[i]["In-Reply-To"] != house[0]["Message-Id"] {
				t.Errorf("mail %d to the house: %v", i, house[i])
			}
		}
		if !strings.Contains(house[1]["text/plain"], "Anche in 1.4404?") || !strings.Contains(house[1]["text/plain"], "https://shop.example.com/desk/requests/"+r.Reference) {
			t.Errorf("the reply: %s", house[1]["text/plain"])
		}
		if text := house[3]["text/plain"]; !strings.Contains(text, "B-77") || !strings.Contains(text, o.Acceptance()) || house[3]["Angebot-"+o.Number+".pdf"]+house[3]["Offerta-"+o.Number+".pdf"] == "" {
			t.Errorf("the acceptance: %v", house[3])
		}
		var got []string
		for _, m := range d.mailsTo("giulia@example.org") {
			got = append(got, m["Subject"])
			if strings.Contains(m["Subject"], o.Number) && (m["Offerta-"+o.Number+".pdf"] != "%PDF of the offer" || !strings.Contains(m["text/plain"], o.Acceptance())) {
				t.Errorf("the copy of the acceptance: %v", m)
			}
		}
		if len(got) != 3 || !strings.Contains(strings.Join(got, "|"), "La Sua accettazione dell’offerta "+o.Number) {
			t.Errorf("mails to the sender: %q", got)
		}
		for _, b := range d.webhook.all() {
			switch b.Event {
			case rfq.EventReply:
				if b.Letter == nil || b.Letter.Text != "Anche in 1.4404?" {
					t.Errorf("reply: %+v", b)
				}
			case rfq.EventWon:
				if b.Offer == nil || b.Offer.State != rfq.OfferAccepted || b.Offer.Decision.OrderNumber != "B-77" || b.Request.Outcome != rfq.OutcomeWon || !b.Offer.Total.Total.Equal(o.Total().Total) {
					t.Errorf("won: %+v", b)
				}
			default:
			}
		}
	})
}

// The end of an offer is announced to the sender and to the assignee, whose account has
// the address, and to the supplier where there is none.
func TestEndOfAnOfferIsAnnouncedAndReported(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	d.targets.Mailer.Person = func(_ context.Context, id string) (string, error) {
		return map[string]string{"ada": "ada@example.com"}[id], nil
	}
	d.store.SetRouter(d.targets.Route)
	r, unassigned := d.add(rfq.Message{Name: "Giulia", Email: "giulia@example.org", Language: "it-IT"}), d.add(rfq.Message{Name: "Max", Email: "max@example.org", Language: "de-DE"})
	d.must(d.store.By(rfq.Person{ID: "ada", Name: "Ada"}).Assign(t.Context(), r.Reference, rfq.Person{ID: "ada", Name: "Ada"}))
	o, _ := d.offered(r), d.offered(unassigned)
	db := database.OpenSQLite(filepath.Join(d.dir, rfq.FileName))
	defer func() { _ = db.Close() }()
	ends := func(in time.Duration) {
		t.Helper()
		const layout = "2006-01-02T15:04:05.000Z"
		_, err := db.ExecContext(t.Context(), `UPDATE request_offers SET sent_at = ?, valid_until = ?`, time.Now().UTC().AddDate(0, 0, -12).Format(layout), time.Now().UTC().Add(in).Format(layout))
		d.must(err)
	}
	ends(48 * time.Hour)
	stop := d.startWorker()
	d.waitFor("assignee done", 2)
	d.waitFor("letter done", 4) // two offers, two announcements
	stop()
	ends(-time.Minute)
	d.startWorker()
	d.waitFor("assignee done", 2)
	var subjects []string
	for _, m := range d.mailsTo("ada@example.com") {
		subjects = append(subjects, m["Subject"])
	}
	if want := []string{"Angebot " + o.Number + " läuft ab", "Angebot " + o.Number + " ist abgelaufen"}; strings.Join(subjects, "|") != strings.Join(want, "|") {
		t.Errorf("mails to the assignee: %q", subjects)
	}
	said := 0
	for _, m := range d.mailsTo("giulia@example.org") {
		if m["Subject"] == "La nostra offerta "+o.Number+" sta per scadere" && strings.Contains(m["text/plain"], "https://shop.example.com/it/request/"+r.Token) {
			said++
		}
	}
	if said != 1 {
		t.Errorf("%d announcements to the sender", said)
	}
}
