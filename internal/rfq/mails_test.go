package rfq

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/fault"
)

// incoming returns a mail from the sender of asked.
func incoming(uid uint32, text string) Incoming {
	id := text + "@roth.example"
	return Incoming{Place: MailPlace{"INBOX", 1, uid}, Copy: id, Subject: "AW: Frage", Text: text, Mail: Mail{ID: id, From: "Roth@example.com", Quoted: "> PN?"}}
}

// lettersOf returns the kinds and texts of the letters of a request.
func lettersOf(t *testing.T, s *Store, reference string) (list []string) {
	t.Helper()
	letters, err := s.Letters(t.Context(), requestID(t, s, reference))
	must(t, err)
	for _, l := range letters {
		list = append(list, string(l.Kind)+": "+l.Text)
	}
	return list
}

func TestAMailIsAReplyOnceAndReopensTheRequest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.at(noon)
		request := asked(t, s)
		must(t, s.By(Person{ada, "Ada"}).Ask(ctx, request.Reference, Letter{Language: "de-DE", Subject: "Frage", Text: "PN?"}))
		file, err := s.AddFile(ctx, "Skizze.txt", strings.NewReader("PN 16"))
		must(t, err)
		mail := incoming(5, "PN 16")
		mail.Files = []string{file.ID}
		copied, recreated := mail, mail
		copied.Place.UID, recreated.Place.Validity, copied.Files, recreated.Files = 6, 2, nil, nil
		for _, one := range []Incoming{mail, copied, recreated} {
			must(t, s.ReceiveMail(ctx, request.Reference, one))
		}
		if known, err := s.MailKnown(ctx, request.ID, mail.Copy); err != nil || !known {
			t.Errorf("the mail is known: %t, %v", known, err)
		}
		checkEvents(t, s, request.Reference, "created", "answered", "letter", "reopened", "reply")
		letters, err := s.Letters(ctx, request.ID)
		must(t, err)
		if len(letters) != 2 {
			t.Fatalf("%d letters", len(letters))
		}
		want := Letter{ID: letters[1].ID, At: noon, Kind: LetterReply, Language: "de-DE", Subject: "AW: Frage", Text: "PN 16", Mail: &mail.Mail, Files: []File{file}}
		if diff := cmp.Diff(want, letters[1]); diff != "" {
			t.Error(diff)
		}
		if files, err := s.FilesOf(ctx, request.ID); err != nil || files != nil {
			t.Errorf("files of the request itself: %v, %v", files, err)
		}
		if id, err := s.RepliedTo(ctx, request.ID, letters[1].ID+1); err != nil || id != mail.ID {
			t.Errorf("replied to %q, %v", id, err)
		}
		other := incoming(7, "von einem Kollegen")
		other.From = "kollege@example.com"
		must(t, s.ReceiveMail(ctx, request.Reference, other))
		if letters, err = s.Letters(ctx, request.ID); err != nil || !letters[2].Mail.Other {
			t.Errorf("another sender is not marked: %v", err)
		}
		if v := viewOf(t, s, request.Token); len(v.Letters) != 2 || v.Letters[1].Text != "PN 16" || len(v.Files) != 0 {
			t.Errorf("the page of the request shows %+v", v.Letters)
		}
	})
}

func TestAnAutomaticMailChangesNoStateAndTellsNobody(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.at(noon)
		request := asked(t, s)
		must(t, s.By(Person{ada, "Ada"}).Ask(ctx, request.Reference, Letter{Language: "de-DE", Subject: "Frage", Text: "PN?"}))
		mail := incoming(5, "Ich bin im Urlaub.")
		mail.Automatic = true
		must(t, s.ReceiveMail(ctx, request.Reference, mail))
		checkEvents(t, s, request.Reference, "created", "answered", "letter")
		if got := outcome(t, s, request.Reference); got != OutcomeWaiting {
			t.Errorf("the outcome is %q", got)
		}
		if got := lettersOf(t, s, request.Reference); !slices.Equal(got, []string{"question: PN?", "automatic: Ich bin im Urlaub."}) {
			t.Errorf("%q", got)
		}
	})
}

func TestABounceMakesItsDeliveryDeadUntilItIsSentAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.SetRouter(func(e Event, _ Message) []string {
			return []string{map[Event]string{EventCreated: "confirmation", EventLetter: "letter"}[e]}
		})
		request := asked(t, s)
		must(t, s.By(Person{ada, "Ada"}).Ask(ctx, request.Reference, Letter{Language: "de-DE", Subject: "Frage", Text: "PN?"}))
		deliver := func() {
			sent, err := s.Claim(ctx, "letter", 1, time.Minute)
			must(t, err)
			if len(sent) != 1 {
				t.Fatalf("%d deliveries", len(sent))
			}
			must(t, s.MarkDone(ctx, sent[0]))
		}
		deliver()
		bounce := incoming(5, "returned")
		for range 2 {
			must(t, s.ReceiveBounce(ctx, request.Reference, bounce, ".letter.letter", "550 5.1.1 no such user"))
		}
		dead, err := s.Dead(ctx, 5)
		if err != nil || len(dead) != 1 || dead[0].Target != "letter" || dead[0].Error != "550 5.1.1 no such user" {
			t.Errorf("%v %+v", err, dead)
		}
		must(t, s.Resend(ctx, request.Reference))
		deliver()
		must(t, s.ReceiveBounce(ctx, request.Reference, bounce, ".letter.letter", "550 again")) // a copy
		if dead, err := s.Dead(ctx, 5); err != nil || len(dead) != 0 {
			t.Errorf("%v %+v", err, dead)
		}
		must(t, s.ReceiveBounce(ctx, request.Reference, incoming(6, "of no delivery"), ".letter.letter.9", "550"))
		if got := lettersOf(t, s, request.Reference); !slices.Equal(got, []string{"question: PN?", "automatic: of no delivery"}) {
			t.Errorf("%q", got)
		}
	})
}

func TestErasingARequestErasesItsMailsAndTheirTokenEnds(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		request := asked(t, s)
		key, err := s.ReplyKey(ctx)
		must(t, err)
		token := key.Token(request.ID)
		if r, err := s.ByReplyToken(ctx, key, token); err != nil || r.Reference != request.Reference {
			t.Errorf("%s, %v", r.Reference, err)
		}
		kindOf(t, second(s.ByReplyToken(ctx, key, key.Token(request.ID+1))), fault.NotFound)
		file, err := s.AddFile(ctx, "a.txt", strings.NewReader("text"))
		must(t, err)
		mail := incoming(5, "PN 16")
		mail.Files = []string{file.ID}
		must(t, s.ReceiveMail(ctx, request.Reference, mail))
		must(t, s.Forget(ctx, request.Reference))
		kindOf(t, second(s.ByReplyToken(ctx, key, token)), fault.NotFound)
		kindOf(t, s.ReceiveMail(ctx, request.Reference, incoming(6, "PN 25")), fault.NotFound)
		kindOf(t, second(s.File(ctx, file.ID)), fault.NotFound)
		if got := lettersOf(t, s, request.Reference); got != nil {
			t.Errorf("%q", got)
		}
		erased, err := s.ErasedMails(ctx, "INBOX")
		if err != nil || !slices.Equal(erased, []MailPlace{mail.Place}) {
			t.Errorf("%v, %v", erased, err)
		}
		must(t, s.MailsRemoved(ctx, erased))
		if erased, err := s.ErasedMails(ctx, "INBOX"); err != nil || erased != nil {
			t.Errorf("%v, %v", erased, err)
		}
	})
}

func second[T any](_ T, err error) error { return err }

func TestARequestTakesABoundedNumberOfMails(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	request := asked(t, s)
	_, err := s.write.ExecContext(t.Context(), `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO request_mails (mailbox, validity, uid, request_id, digest) SELECT 'INBOX', 1, i, ?, i FROM n`, maxMails, request.ID)
	must(t, err)
	if err := s.ReceiveMail(t.Context(), request.Reference, incoming(maxMails+1, "one more")); !tooMany(err) {
		t.Errorf("error %v", err)
	}
}

func TestOneReaderHoldsAMailbox(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		hold := func(holder string, want bool) {
			t.Helper()
			if held, err := s.HoldMailbox(ctx, "INBOX", holder, time.Minute); err != nil || held != want {
				t.Errorf("%s holds it: %t, %v", holder, held, err)
			}
		}
		s.at(noon)
		hold("a", true)
		hold("b", false)
		hold("a", true)
		must(t, s.SetReadUpTo(ctx, "a", MailPlace{"INBOX", 3, 17}))
		must(t, s.SetReadUpTo(ctx, "b", MailPlace{"INBOX", 3, 99}))
		for validity, want := range map[uint32]uint32{3: 17, 4: 0} {
			if uid, err := s.ReadUpTo(ctx, "INBOX", validity); err != nil || uid != want {
				t.Errorf("with validity %d read up to %d, %v; want %d", validity, uid, err, want)
			}
		}
		s.at(noon.Add(time.Minute))
		hold("b", true) // a has died
		mustAll(t, s.ReleaseMailbox(ctx, "INBOX", "a"), s.ReleaseMailbox(ctx, "INBOX", "b"))
		hold("c", true)
		s.at(noon.AddDate(-1, 0, 0))
		hold("a", true) // the clock was set back
	})
}

func tooMany(err error) bool {
	refused, ok := errors.AsType[*fault.Error](err)
	return ok && refused.Code == CodeTooManyMails
}
