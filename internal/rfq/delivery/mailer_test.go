package delivery

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ferrule/internal/mail"
	"ferrule/internal/mail/mailtest"
	"ferrule/internal/rfq"
)

// received returns the received mails by recipient.
func (d *environment) received() map[string]mailtest.Message {
	out := map[string]mailtest.Message{}
	for _, m := range d.mailServer.All() {
		out[strings.Join(m.To, ",")] = m
	}
	return out
}

var lines = []rfq.Line{
	{
		UID: "1", SKU: "FR-GV-12S-04", Quantity: 10, Translations: json.RawMessage(`{"de-DE":{"name":"Gerade Ver\u00adschraubung"},"fr-FR":{"name":"Raccord droit"}}`),
		Meta: map[string]json.RawMessage{"known": json.RawMessage("true"), "note": json.RawMessage(`"mit Zeugnis 3.1"`), "position": json.RawMessage(`"10.2"`)},
	},
	{UID: "free:1", SKU: "=cmd|' /C calc'!A0", Quantity: 3, Meta: map[string]json.RawMessage{"known": json.RawMessage("false"), "free": json.RawMessage("true")}},
}

func TestMailsAreInTheRecipientsLanguage(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	d.startWorker()
	r := d.add(rfq.Message{
		Name: "Zoë Ärmel", Phone: "+41 44 123 45 67", Email: "zoe@example.org", FormKey: "cart", FormTitle: "Offertanfrage", Language: "fr-FR",
		Message: "Bis Freitag.\n<script>alert(1)</script>", Lines: lines,
	})
	d.waitFor("mail done", 1)
	d.waitFor("confirmation done", 1)
	mails := d.received()

	head, parts := mailtest.Read(t, mails["sales@example.com"].Data)
	if head["Subject"] != "Anfrage "+r.Reference+": Zoë Ärmel, 2 Positionen" || head["Reply-To"] != "<zoe@example.org>" ||
		head["Message-Id"] != "<"+r.Reference+".created.mail_sales_example.com@example.com>" {
		t.Errorf("%v", head)
	}
	text := parts["text/plain"]
	for _, want := range []string{"Zoë Ärmel", "+41 44 123 45 67", "Offertanfrage", "> Bis Freitag.", "FR-GV-12S-04", "Gerade Verschraubung", "mit Zeugnis 3.1", "nicht im Katalog", "Antwort bis", "Kundenpos.", "10.2"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	html := parts["text/html"]
	if strings.Contains(html, "<script") || !strings.Contains(html, "&lt;script&gt;") || !strings.Contains(html, `<html lang="de">`) || !strings.Contains(html, `href="tel:&#43;41441234567"`) || !strings.Contains(html, `href="mailto:zoe@example.org"`) || !strings.Contains(html, "Gerade Verschraubung") {
		t.Errorf("HTML %s", html)
	}
	for _, cell := range []string{"FR-GV-12S-04;Gerade ", "'=cmd", ";Ferrule AG;Dichtwegstrasse 24 · +41 52 000 24 00;", ";https://shop.example.com/de/request/"} {
		if csv := parts[r.Reference+".csv"]; !strings.Contains(csv, cell) {
			t.Errorf("CSV %q without %q", csv, cell)
		}
	}

	head, parts = mailtest.Read(t, mails["zoe@example.org"].Data)
	if head["Subject"] != "Votre demande "+r.Reference || head["Reply-To"] != "<sales@example.com>" {
		t.Errorf("%v", head)
	}
	for _, want := range []string{"Votre référence est " + r.Reference, "Reçue le " + rfq.LocalTime(r.Created, time.UTC, "fr"), "2 articles", "24 heures", "https://shop.example.com/fr/request/" + r.Token} {
		if !strings.Contains(parts["text/plain"], want) {
			t.Errorf("no %q in\n%s", want, parts["text/plain"])
		}
	}
	if len(parts) != 2 {
		t.Errorf("%d parts", len(parts))
	}
}

// A form may contain any address: the mail to it must not contain user input from
// any field.
func TestConfirmationContainsNoUserInput(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	file, err := d.store.AddFile(t.Context(), "Typed.txt", strings.NewReader("Typed"))
	if err != nil {
		t.Fatal(err)
	}
	typed := json.RawMessage(`"Typed https://evil.example"`)
	d.startWorker()
	languages := []string{"de-DE", "en-US", "fr-FR", "it-IT", "Typed", "x/evil.example/Typed"}
	for i, language := range languages {
		m := rfq.Message{
			FormKey: "Typed", FormTitle: "Typed", Source: "Typed", Name: "Typed\nTyped", Phone: "Typed", Email: "stranger@example.org",
			Subject: "Typed", Message: "Typed " + language, Meta: json.RawMessage(`{"secondLine":"Typed"}`), Language: language, Page: "/Typed", IdempotencyKey: "Typed" + language,
			Lines: []rfq.Line{{
				UID: "Typed", Slug: "Typed", SKU: "Typed", Type: "Typed", Quantity: 7, Translations: json.RawMessage(`{"de-DE":{"name":"Typed","title":"Typed"}}`),
				Meta: map[string]json.RawMessage{"known": json.RawMessage("true"), "note": typed},
			}},
		}
		if i == 0 {
			m.Files = []string{file.ID}
		}
		d.add(m)
	}
	d.waitFor("confirmation done", len(languages))
	confirmed := 0
	for _, m := range d.mailServer.All() {
		if m.To[0] != "stranger@example.org" {
			continue
		}
		confirmed++
		head, parts := mailtest.Read(t, m.Data)
		if len(parts) != 2 {
			t.Errorf("%d parts", len(parts))
		}
		for _, text := range append(slices.Collect(maps.Values(head)), slices.Collect(maps.Values(parts))...) {
			if strings.Contains(strings.ToLower(text), "typed") || strings.Contains(text, "evil") {
				t.Errorf("the mail contains user input: %s", text)
			}
		}
	}
	if confirmed != len(languages) {
		t.Errorf("%d confirmations", confirmed)
	}
}

func TestRecipientsMayDependOnTheForm(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	// Claim today's report, so that the worker cannot send one after the
	// confirmation fails.
	if _, err := d.store.ClaimJob(t.Context(), reportJob, daily); err != nil {
		t.Fatal(err)
	}
	d.startWorker()
	d.add(rfq.Message{Name: "Ada", FormKey: "support", Email: "not an address"})
	d.waitFor("mail done", 1)
	if to := d.mailServer.Only(t).To; len(to) != 1 || to[0] != "help@example.com" {
		t.Errorf("to %v", to)
	}
	d.waitFor("confirmation dead", 1)
}

func TestContactReceivesMailsWithoutRecipients(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	d.targets.Supplier = nil
	d.startWorker()
	d.add(rfq.Message{Name: "Ada"})
	d.waitFor("mail done", 1)
	if to := d.mailServer.Only(t).To; to[0] != "contact@example.com" {
		t.Errorf("to %v", to)
	}
}

func TestFilesAreAttachedUpToTheSizeLimit(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	d.targets.Webhook = nil
	d.startWorker()
	m := rfq.Message{Name: "Ada"}
	for _, name := range []string{"first.txt", "second.txt", "third.txt"} {
		size := 9 << 20
		if name == "third.txt" {
			size = 1000
		}
		f, err := d.store.AddFile(t.Context(), name, bytes.NewReader(bytes.Repeat([]byte("thread G 1/2\n"), size/13)))
		if err != nil {
			t.Fatal(err)
		}
		m.Files = append(m.Files, f.ID)
	}
	r := d.add(m)
	d.waitFor("mail done", 1)
	_, parts := mailtest.Read(t, d.mailServer.Only(t).Data)
	if len(parts["first.txt"]) != 9<<20/13*13 || parts["second.txt"] != "" || parts["third.txt"] == "" {
		t.Errorf("%d and %d bytes", len(parts["first.txt"]), len(parts["second.txt"]))
	}
	want := "ferrule requests file " + r.Reference + " " + m.Files[1] + ` -o "second.txt"`
	if text := parts["text/plain"]; !strings.Contains(text, want) || !strings.Contains(text, "first.txt (9.4 MB, im Anhang)") {
		t.Errorf("%s", text)
	}
}

func TestReminderReferencesTheFirstMail(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	r := d.add(rfq.Message{Name: "Ada"})
	mailTo := supplierMail{d.targets.Mailer, "sales@example.com"}
	key := r.Reference + ".due.mail:sales@example.com"
	if err := mailTo.Deliver(t.Context(), Payload{Event: rfq.EventDue, Key: key, Request: r}); err != nil {
		t.Fatal(err)
	}
	head, _ := mailtest.Read(t, d.mailServer.Only(t).Data)
	if head["References"] != "<"+r.Reference+".created.mail_sales_example.com@example.com>" || head["Subject"] != "Anfrage "+r.Reference+" ist noch offen: Ada" {
		t.Errorf("%v", head)
	}
}

func TestEveryLanguageHasAllTexts(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"de-DE", "en-US", "fr-FR", "it-IT"} {
		w := textsIn(language)
		if !strings.HasPrefix(language, w.code) || w.hasGap() {
			t.Errorf("%s: %+v", language, w)
		}
	}
}

func (w texts) hasGap() bool {
	for _, text := range reflect.ValueOf(w).Fields() {
		if text.String() == "" {
			return true
		}
	}
	return false
}

func TestMailsPromiseWorkingDaysOnlyWhereTheSiteHasThem(t *testing.T) {
	t.Parallel()
	zone := time.UTC
	for _, tt := range []struct {
		calendar rfq.Calendar
		deadline string
		hours    map[string]string
	}{
		{
			rfq.Calendar{Zone: zone},
			"21.11.2026, 17:40 UTC",
			map[string]string{"de-DE": "24 Stunden", "en-US": "24 hours", "fr-FR": "24 heures", "it-IT": "24 ore"},
		},
		{
			rfq.Calendar{Zone: zone, WorkingDays: []time.Weekday{time.Monday, time.Friday}},
			"23.11.2026, 17:40 UTC",
			map[string]string{
				"de-DE": "24 Stunden (an Arbeitstagen)", "en-US": "24 hours (on working days)",
				"fr-FR": "24 heures (jours ouvrés)", "it-IT": "24 ore (nei giorni lavorativi)",
			},
		},
	} {
		for language, hours := range tt.hours {
			var sent folderOfMails
			r := rfq.Request{Reference: "F-7K3-94Q", Created: time.Date(2026, 11, 20, 17, 40, 0, 0, zone)} // a Friday
			r.Language = language
			m := &Mailer{ToSupplier: &sent, ToVisitor: &sent, ReplyKey: testKey(t), Calendar: tt.calendar, Language: language}
			for _, err := range []error{
				confirmation{m}.Deliver(t.Context(), Payload{Request: r}),
				supplierMail{m, "a@example.com"}.Deliver(t.Context(), Payload{Request: r, Event: rfq.EventDue}),
				m.report(t.Context(), "a@example.com", rfq.DeliveryStats{Overdue: 1}, nil),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			for i, message := range sent {
				text := message.Text
				if !strings.Contains(text, hours) || strings.Contains(text, hours+" (") || strings.Contains(text, "%!") {
					t.Errorf("%s, mail %d: no %q in\n%s", language, i, hours, text)
				}
			}
			if language == "de-DE" && !strings.Contains(sent[1].Text, tt.deadline) {
				t.Errorf("no %q in\n%s", tt.deadline, sent[1].Text)
			}
		}
	}
}

func testKey(t *testing.T) rfq.ReplyKey {
	t.Helper()
	key, err := rfq.NewReplyKey(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestMailsToTheVisitorAreOneThreadThatRepliesFindByATokenAlone(t *testing.T) {
	t.Parallel()
	var sent folderOfMails
	r := rfq.Request{ID: 7, Reference: "F-7K3-94Q", Token: "SECRETOFTHEPAGE", Message: rfq.Message{Email: "zoe@example.org", Language: "fr-FR"}}
	m := &Mailer{Calendar: rfq.Calendar{Zone: time.UTC}, ToVisitor: &sent, ToSupplier: &sent, ReplyKey: testKey(t), ReplyTo: "sales@example.com", Mailbox: "anfragen@example.com", Domain: "shop.example.com", BaseURL: "https://shop.example.com"}
	letter := func(key string) error {
		l := rfq.Letter{Kind: rfq.LetterQuestion, Language: "fr-FR", Subject: "Question", Text: "PN?"}
		return visitorLetter{m}.Deliver(t.Context(), Payload{Event: rfq.EventLetter, Key: key, Request: r, Letter: l})
	}
	for _, err := range []error{
		confirmation{m}.Deliver(t.Context(), Payload{Event: rfq.EventCreated, Key: "F-7K3-94Q.created.confirmation", Request: r}),
		letter("F-7K3-94Q.letter.letter"), letter("F-7K3-94Q.letter.letter.2"),
		supplierMail{m, "sales@example.com"}.Deliver(t.Context(), Payload{Event: rfq.EventCreated, Key: "F-7K3-94Q.created.mail", Request: r}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	token := m.ReplyKey.Token(7)
	ids := map[string]bool{}
	for i, one := range sent[:3] {
		ids[one.ID] = true
		if one.ReplyTo != "anfragen+"+token+"@example.com" || !strings.HasPrefix(one.ID, token+".") || !strings.HasSuffix(one.ID, "@shop.example.com") {
			t.Errorf("mail %d: Reply-To %s, Message-ID %s", i, one.ReplyTo, one.ID)
		}
		if headers := one.ReplyTo + one.ID + strings.Join(one.References, " "); strings.Contains(headers, r.Token) || strings.Contains(headers, r.Reference) {
			t.Errorf("mail %d: its header names the request: %s", i, headers)
		}
		if letter := i > 0; letter && (!slices.Equal(one.References, []string{sent[0].ID}) || one.Automatic || !strings.Contains(one.Text, "Vous pouvez répondre à ce message.")) {
			t.Errorf("mail %d: References %v, automatic %t\n%s", i, one.References, one.Automatic, one.Text)
		}
	}
	if len(ids) != 3 || !sent[0].Automatic || !sent[3].Automatic || sent[3].ReplyTo != "zoe@example.org" {
		t.Errorf("%v", sent)
	}
	m.Mailbox = ""
	if err := letter("F-7K3-94Q.letter.letter.3"); err != nil || sent[4].ReplyTo != "sales@example.com" {
		t.Errorf("without a mailbox: Reply-To %s, %v", sent[4].ReplyTo, err)
	}
}

// folderOfMails are the mails sent.
type folderOfMails []mail.Message

func (f *folderOfMails) Send(_ context.Context, m mail.Message) error {
	*f = append(*f, m)
	return nil
}

func TestAMailShowsTheFirstLinesOfALongRequestAndAttachesAll(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	lines := make([]rfq.Line, 1200)
	for i := range lines {
		lines[i] = rfq.Line{UID: strconv.Itoa(i), SKU: fmt.Sprintf("FR-GV-%d", i), Quantity: 1}
	}
	r := d.add(rfq.Message{Name: "Ada", Lines: lines})
	for _, event := range []rfq.Event{rfq.EventCreated, rfq.EventDue} {
		var sent folderOfMails
		m := *d.targets.Mailer
		m.ToSupplier = &sent
		mailTo := supplierMail{&m, "sales@example.com"}
		if err := mailTo.Deliver(t.Context(), Payload{Event: event, Key: r.Reference + "." + string(event) + ".mail:a", Request: r}); err != nil {
			t.Fatal(err)
		}
		message := sent[0]
		for format, body := range map[string]string{"text": message.Text, "HTML": message.HTML} {
			if !strings.Contains(body, "FR-GV-99") || strings.Contains(body, "FR-GV-100") ||
				!strings.Contains(body, "die ersten 100 von 1200 Positionen. Alle stehen in der angehängten Datei "+r.Reference+".csv.") {
				t.Errorf("%s, %s: %.500s", event, format, body)
			}
		}
		if len(message.Attachments) != 1 || !strings.Contains(string(message.Attachments[0].Data), "FR-GV-1199") {
			t.Errorf("%s: %d attachments", event, len(message.Attachments))
		}
	}
}
