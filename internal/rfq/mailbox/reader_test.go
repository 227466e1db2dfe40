package mailbox

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/google/go-cmp/cmp"
	dto "github.com/prometheus/client_model/go"

	"ferrule/internal/database/databasetest"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/mailbox/dovecottest"
)

// site is a store of requests whose mails a Dovecot receives.
type site struct {
	t     *testing.T
	mails *dovecottest.Server
	store *rfq.Store
	key   rfq.ReplyKey
}

func newSite(t *testing.T, mails *dovecottest.Server, address, folder string) *site {
	t.Helper()
	s := &site{t: t, mails: mails}
	var err error
	if s.store, err = rfq.OpenAt(t.Context(), address, folder); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.store.Close() })
	s.store.SetRouter(func(e rfq.Event, _ rfq.Message) []string {
		return []string{map[bool]string{true: "letter", false: "mail"}[e == rfq.EventLetter]}
	})
	if s.key, err = s.store.ReplyKey(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// ask adds a request to which a question was sent.
func (s *site) ask() rfq.Request {
	s.t.Helper()
	added, err := s.store.Add(s.t.Context(), rfq.Message{Name: "Zoë", Email: "zoe@example.org", Language: "de-DE", Message: fmt.Sprint(time.Now().UnixNano())})
	if err == nil {
		err = s.store.By(rfq.Person{Name: "Ada"}).Ask(s.t.Context(), added.Reference, rfq.Letter{Language: "de-DE", Subject: "Frage", Text: "PN?"})
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return s.request(added.Reference)
}

func (s *site) request(reference string) rfq.Request {
	s.t.Helper()
	r, err := s.store.ByReference(s.t.Context(), reference)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

// letters returns the letters of a request after the question.
func (s *site) letters(r rfq.Request) []rfq.Letter {
	s.t.Helper()
	list, err := s.store.Letters(s.t.Context(), r.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	return list[1:]
}

// texts returns the kinds and texts of these letters.
func (s *site) texts(r rfq.Request) (list []string) {
	s.t.Helper()
	for _, l := range s.letters(r) {
		list = append(list, string(l.Kind)+" "+l.Text)
	}
	return list
}

// reader returns a reader that waits for reports of the server alone.
func (s *site) reader(a Address) *Reader {
	r := New(Options{Address: a, Store: s.store, Key: s.key, Log: slog.New(slog.NewTextHandler(s.t.Output(), nil)), Retry: time.Millisecond})
	r.idle = time.Hour
	return r
}

// run runs a reader until the test ends or stop is called.
func (s *site) run(r *Reader) (stop func()) {
	ctx, cancel := context.WithCancel(s.t.Context())
	var running sync.WaitGroup
	running.Go(func() { r.Run(ctx) })
	stop = sync.OnceFunc(func() {
		cancel()
		running.Wait()
	})
	s.t.Cleanup(stop)
	return stop
}

// count returns the number of mails that a reader read with an outcome.
func count(r *Reader, outcome string) int {
	var m dto.Metric
	_ = r.metrics.mails.WithLabelValues(outcome).Write(&m)
	return int(m.GetCounter().GetValue())
}

// addressOf returns the address of the mailbox of a user.
func addressOf(t *testing.T, mails *dovecottest.Server, user string) Address {
	t.Helper()
	a, err := ParseAddress(mails.URL(user))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// until polls for a condition.
func until(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for !condition() {
		select {
		case <-t.Context().Done():
			t.Fatalf("not reached: %s", what)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// answer returns a mail to the address of a request.
func (s *site) answer(r rfq.Request, id, text string, fields ...string) string {
	head := append([]string{"From: Zoe <zoe@example.org>", "To: sales+" + s.key.Token(r.ID) + "@example.com", "Subject: AW: Frage", "Message-ID: <" + id + "@example.org>"}, fields...)
	return strings.Join(head, "\n") + "\n\n" + text + "\n"
}

func TestMailsThatComeBackStandInTheHistoryOfTheirRequest(t *testing.T) {
	t.Parallel()
	mails := dovecottest.Start(t)
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		user := map[bool]string{true: "sqlite", false: "postgres"}[address == ""]
		s := newSite(t, mails, address, t.TempDir())
		r, byID, absent, own := s.ask(), s.ask(), s.ask(), s.ask()
		file := base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\nSkizze"))
		mails.Deliver(user,
			"From: a@example.net\nTo: sales@example.com\nSubject: not about a request\nMessage-ID: <1@example.net>\n\nHello\n",
			s.answer(r, "1", "--b\nContent-Type: text/plain; charset=utf-8\n\nPN 16, größer\n\n> PN?\n--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=Skizze.pdf\nContent-Transfer-Encoding: base64\n\n"+
				file+"\n--b\nContent-Type: application/x-msdownload\nContent-Disposition: attachment; filename=virus.exe\n\nMZ\x01\x02\n--b--", "Content-Type: multipart/mixed; boundary=b"),
			s.answer(r, "1", "a copy of it"),
			"From: kollege@example.org\nTo: sales@example.com\nIn-Reply-To: <"+s.key.Token(byID.ID)+".letter.letter@example.com>\nMessage-ID: <2@example.org>\n\nDN 50\n",
			s.answer(absent, "3", "Ich bin bis Montag abwesend.", "Auto-Submitted: auto-replied"),
			// A mail of this site to the address of the mailbox itself.
			"From: sales@example.com\nTo: sales@example.com\nReferences: <"+s.key.Token(own.ID)+".created.confirmation@example.com>\nMessage-ID: <"+s.key.Token(own.ID)+".letter.letter@example.com>\n\nPN?\n",
			"From: x@example.net\nTo: sales+"+strings.Repeat("a", 26)+"@example.com\nMessage-ID: <4@example.net>\n\nguessed\n",
			"a line that is none\n: : :\n\nTo: sales+"+s.key.Token(r.ID)+"@example.com\n",
		)
		reader := s.reader(addressOf(t, mails, user))
		s.run(reader)
		until(t, "all mails are read", func() bool { return count(reader, outcomeDamaged) == 1 })

		reply := s.letters(r)
		if len(reply) != 1 || len(reply[0].Files) != 1 || reply[0].Files[0].Name != "Skizze.pdf" {
			t.Fatalf("%+v", reply)
		}
		want := rfq.Letter{
			ID: reply[0].ID, At: reply[0].At, Kind: rfq.LetterReply, Language: "de-DE", Subject: "AW: Frage", Text: "PN 16, größer", Files: reply[0].Files,
			Mail: &rfq.Mail{ID: "1@example.org", From: "zoe@example.org", Quoted: "> PN?", Absent: []string{"virus.exe"}},
		}
		if diff := cmp.Diff(want, reply[0]); diff != "" {
			t.Error(diff)
		}
		if got := s.letters(byID); len(got) != 1 || !got[0].Mail.Other || got[0].Mail.From != "kollege@example.org" || got[0].Text != "DN 50" {
			t.Errorf("%+v", got)
		}
		if got := s.texts(absent); !slices.Equal(got, []string{"automatic Ich bin bis Montag abwesend."}) {
			t.Errorf("%q", got)
		}
		if got := s.texts(own); got != nil {
			t.Errorf("a mail of this site is a reply: %q", got)
		}
		for request, want := range map[string]rfq.State{r.Reference: rfq.StateOpen, byID.Reference: rfq.StateOpen, absent.Reference: rfq.StateAnswered, own.Reference: rfq.StateAnswered} {
			if got := s.request(request); got.State != want {
				t.Errorf("%s is %s, want %s", request, got.State, want)
			}
		}
		unread := map[imap.UID]bool{1: true, 2: false, 3: false, 4: false, 5: false, 6: true, 7: true, 8: true}
		until(t, "what was stored is marked as read, and nothing else", func() bool { return cmp.Equal(unread, mails.Unread(user)) })
		counted := map[string]int{}
		for _, outcome := range []string{outcomeReply, outcomeAutomatic, outcomeBounce, outcomeCopy, outcomeOther, outcomeDamaged} {
			counted[outcome] = count(reader, outcome)
		}
		if diff := cmp.Diff(map[string]int{outcomeReply: 2, outcomeAutomatic: 1, outcomeBounce: 0, outcomeCopy: 1, outcomeOther: 3, outcomeDamaged: 1}, counted); diff != "" {
			t.Error(diff)
		}
		if err := reader.Check(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestAMailThatArrivesWhileIdleIsReadAtOnce(t *testing.T) {
	t.Parallel()
	mails := dovecottest.Start(t)
	s := newSite(t, mails, "", t.TempDir())
	r := s.ask()
	reader := s.reader(addressOf(t, mails, "sales"))
	s.run(reader)
	for n := 1; n <= 3; n++ { // the server's report is all that wakes the reader
		mails.Deliver("sales", s.answer(r, fmt.Sprint(n), fmt.Sprint(n)))
		until(t, "the mail is stored", func() bool { return len(s.letters(r)) == n })
	}
}

func TestABouncedLetterIsAFailedDelivery(t *testing.T) {
	t.Parallel()
	mails := dovecottest.Start(t)
	s := newSite(t, mails, "", t.TempDir())
	r := s.ask()
	sent, err := s.store.Claim(t.Context(), "letter", 1, time.Minute)
	if err != nil || len(sent) != 1 {
		t.Fatal(sent, err)
	}
	if err := s.store.MarkDone(t.Context(), sent[0]); err != nil {
		t.Fatal(err)
	}
	original := s.key.Token(r.ID) + strings.TrimPrefix(sent[0].Key, r.Reference) + "@example.com"
	mails.Deliver("sales", bounceOf("delayed", original), bounceOf("failed", original), bounceOf("failed", "unknown@example.com"))
	reader := s.reader(addressOf(t, mails, "sales"))
	s.run(reader)
	until(t, "the mails are read", func() bool { return count(reader, outcomeOther) == 1 })
	dead, err := s.store.Dead(t.Context(), 5)
	if err != nil || len(dead) != 1 || dead[0].Key != sent[0].Key || !strings.Contains(dead[0].Error, "user unknown") {
		t.Errorf("%v %+v", err, dead)
	}
	if got := s.texts(r); !slices.Equal(got, []string{"automatic I'm sorry."}) { // the delay
		t.Errorf("%q", got)
	}
	if got := s.request(r.Reference); got.State != rfq.StateAnswered {
		t.Errorf("the request is %s", got.State)
	}
}

func TestTheMailsOfAnErasedRequestLeaveTheMailbox(t *testing.T) {
	t.Parallel()
	mails := dovecottest.Start(t)
	s := newSite(t, mails, "", t.TempDir())
	erased, kept := s.ask(), s.ask()
	reader := s.reader(addressOf(t, mails, "sales"))
	s.run(reader)
	mails.Deliver("sales", s.answer(erased, "1", "PN 16"), s.answer(kept, "2", "PN 25"))
	until(t, "the mails are stored", func() bool { return len(s.letters(kept)) == 1 })
	if err := s.store.Forget(t.Context(), erased.Reference); err != nil {
		t.Fatal(err)
	}
	mails.Deliver("sales", s.answer(erased, "3", "after it was erased"))
	until(t, "the mail is removed", func() bool { return cmp.Equal(map[imap.UID]bool{2: false, 3: true}, mails.Unread("sales")) })
	if left, err := s.store.ErasedMails(t.Context(), addressOf(t, mails, "sales").Name()); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestAMailboxThatWasCreatedAgainIsReadAgainWithoutRepetition(t *testing.T) {
	t.Parallel()
	mails := dovecottest.Start(t)
	s := newSite(t, mails, "", t.TempDir())
	r := s.ask()
	a := addressOf(t, mails, "sales")
	a.Mailbox = "Anfragen"
	c := mails.Client("sales")
	add := func(mailbox string, list ...string) {
		t.Helper()
		for _, mail := range list {
			command := c.Append(mailbox, int64(len(mail)), nil)
			if _, err := io.WriteString(command, mail); err != nil {
				t.Fatal(err)
			}
			if err := command.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := command.Wait(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := c.Create(a.Mailbox, nil).Wait(); err != nil {
		t.Fatal(err)
	}
	add(a.Mailbox, s.answer(r, "1", "first"), s.answer(r, "2", "second"))
	reader := s.reader(a)
	stop := s.run(reader)
	until(t, "the mails are read", func() bool { return count(reader, outcomeReply) == 2 })
	stop()
	if err := errors.Join(c.Rename(a.Mailbox, "Before", nil).Wait(), c.Create(a.Mailbox, nil).Wait()); err != nil {
		t.Fatal(err)
	}
	add(a.Mailbox, s.answer(r, "2", "second"), s.answer(r, "3", "third"))
	reader = s.reader(a)
	s.run(reader)
	until(t, "the mails are read again", func() bool { return count(reader, outcomeReply) == 1 })
	if got := s.texts(r); !slices.Equal(got, []string{"reply first", "reply second", "reply third"}) {
		t.Errorf("%q", got)
	}
	if n := count(reader, outcomeCopy); n != 1 {
		t.Errorf("%d copies", n)
	}
}

func TestWhatIsWrongWithAMailboxIsSaid(t *testing.T) {
	t.Parallel()
	mails := dovecottest.Start(t)
	_, port, _ := net.SplitHostPort(mails.IMAPS)
	for address, want := range map[string]string{
		"imap://sales:wrong@" + mails.IMAP:                 "refuses the user sales",
		"imap://sales:secret@" + mails.IMAP + "/Requests":  `has no mailbox "Requests" for the user sales: imap: NO`,
		"imap://sales:secret@127.0.0.1:1":                  "does not respond",
		"imaps://sales:secret@" + mails.IMAP:               "no TLS with " + mails.IMAP,
		"imaps://sales:secret@ferrule.invalid":             "does not respond",
		"imaps://sales:secret@" + mails.IMAPS + "/INBOX":   "",
		"imap://sales%40example.com:secret@" + mails.IMAP:  "",
		"imaps://sales%40example.com:secret@[::1]:" + port: "does not respond",
	} {
		a, err := ParseAddress(address)
		if err != nil {
			t.Fatal(err)
		}
		found, err := Examine(t.Context(), a)
		switch {
		case want == "" && (err != nil || !strings.HasPrefix(found, "INBOX of sales")):
			t.Errorf("%s: %q, %v", address, found, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "wrong")):
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
}

// A certificate that names no trusted authority is refused where it is not of this machine.
func TestTheCertificateOfAMailServerIsChecked(t *testing.T) {
	t.Parallel()
	mails := dovecottest.Start(t)
	for scheme, address := range map[string]string{"imaps": mails.IMAPS, "imap": mails.IMAP} {
		a, err := ParseAddress(scheme + "://sales:secret@mail.example.com")
		if err != nil {
			t.Fatal(err)
		}
		a.Host = address
		if _, err := Examine(t.Context(), a); err == nil || !strings.Contains(err.Error(), "no TLS") || !strings.Contains(err.Error(), "certificate") {
			t.Errorf("%s: %v", scheme, err)
		}
	}
}

func TestARefusedPasswordIsAFailedCheckUntilItIsAccepted(t *testing.T) {
	t.Parallel()
	mails := dovecottest.Start(t)
	s := newSite(t, mails, "", t.TempDir())
	a := addressOf(t, mails, "sales")
	a.password = "wrong"
	reader := s.reader(a)
	stop := s.run(reader)
	until(t, "the check fails", func() bool { return reader.Check(t.Context()) != nil })
	err := reader.Check(t.Context())
	if public := err.Error(); fault.KindOf(err) != fault.Unavailable || strings.Contains(public, "wrong") {
		t.Errorf("%v", err)
	}
	stop()
	r := s.ask()
	mails.Deliver("sales", s.answer(r, "1", "PN 16"))
	s.run(s.reader(addressOf(t, mails, "sales"))) // the former reader has released the mailbox
	until(t, "the mail is stored", func() bool { return len(s.letters(r)) == 1 })
}

func TestAddressesOfMailboxes(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"imaps://anfragen@example.com:s%40t@mail.example.com/INBOX": "anfragen@example.com@mail.example.com:993/INBOX",
		"imap://anfragen:x@mail.example.com:144/Web/Anfragen/":      "anfragen@mail.example.com:144/Web/Anfragen",
		"imaps://anfragen:x@mail.example.com":                       "anfragen@mail.example.com:993/INBOX",
	} {
		if a, err := ParseAddress(address); err != nil || a.Name() != want || a.tls == nil || a.tls.InsecureSkipVerify {
			t.Errorf("%s: %s, %v", address, a.Name(), err)
		}
	}
	for _, address := range []string{"", "mail.example.com", "smtp://a:secret@b", "imaps://mail.example.com/INBOX", "imaps://a:secret@b/?x=1", "imaps://a:se%zzcret@b"} {
		if _, err := ParseAddress(address); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
	a := Address{User: "anfragen@example.com"}
	for given, want := range map[string]string{"": "anfragen@example.com", "sales@example.com": "sales@example.com", "Sales <sales@example.com>": "", "x": "", strings.Repeat("a", maxLocal+1) + "@example.com": ""} {
		if got, err := a.ReplyAddress(given); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %s, %v", given, got, err)
		}
	}
}
