package rfq

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ferrule/internal/fault"
)

// deadlineOf returns the stored end of the clock of a request.
func deadlineOf(t *testing.T, s *Store, reference string) time.Time {
	t.Helper()
	r, err := s.ByReference(t.Context(), reference)
	if err != nil {
		t.Fatal(err)
	}
	return r.Deadline
}

func TestClockStartsAnewUnlessAnAnswerIsUndone(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.at(noon)
		request := asked(t, s)
		by, other := s.By(Person{ada, "Ada"}), s.By(Person{bob, "Bob"})
		check := func(about string, want time.Time) {
			t.Helper()
			if got := deadlineOf(t, s, request.Reference); !got.Equal(want) {
				t.Errorf("%s: the clock ends %s, want %s", about, got, want)
			}
		}
		first := noon.Add(AnswerTime)
		check("received", first)

		answered := noon.Add(time.Hour)
		s.at(answered)
		mustAll(t, by.Answer(ctx, request.Reference))
		s.at(answered.Add(undoTime))
		mustAll(t, by.Reopen(ctx, request.Reference))
		check("undone", first)

		mustAll(t, by.Answer(ctx, request.Reference))
		s.at(answered.Add(2 * undoTime))
		mustAll(t, other.Reopen(ctx, request.Reference))
		check("reopened by another person", answered.Add(2*undoTime+AnswerTime))

		mustAll(t, by.Answer(ctx, request.Reference))
		s.at(answered.Add(3*undoTime + time.Second))
		mustAll(t, by.Reopen(ctx, request.Reference))
		check("reopened later", answered.Add(3*undoTime+time.Second+AnswerTime))

		mustAll(t, by.Answer(ctx, request.Reference), by.Ask(ctx, request.Reference, letter))
		s.at(answered.Add(3*undoTime + 2*time.Second))
		mustAll(t, by.Reopen(ctx, request.Reference)) // the letter cannot be undone
		check("reopened after a letter", answered.Add(3*undoTime+2*time.Second+AnswerTime))
	})
}

func TestReplyStartsTheClockAndItsReminder(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.at(noon)
		request := asked(t, s)
		remind := func(at time.Time, want int) {
			t.Helper()
			s.at(at)
			if n, err := s.Remind(ctx); n != want || err != nil {
				t.Errorf("at %s: %d reminders, want %d; %v", at, n, want, err)
			}
		}
		remind(noon.Add(20*time.Hour), 1)
		mustAll(t, s.By(Person{ada, "Ada"}).Ask(ctx, request.Reference, letter))
		remind(noon.Add(48*time.Hour), 0)
		mustAll(t, s.Reply(ctx, request.Token, "Sattdampf"), s.Reply(ctx, request.Token, "Sattdampf"))
		replied := noon.Add(48 * time.Hour)
		if got := deadlineOf(t, s, request.Reference); !got.Equal(replied.Add(AnswerTime)) {
			t.Errorf("the clock ends %s", got)
		}
		remind(replied.Add(19*time.Hour), 0)
		remind(replied.Add(20*time.Hour), 1)
		checkEvents(t, s, request.Reference, "created", "due", "answered", "letter", "reopened", "reply", "due")
		if stats, err := s.AnswerStats(ctx, noon); err != nil || stats.N != 0 {
			t.Errorf("%+v, %v", stats, err)
		}
		mustAll(t, s.By(Person{ada, "Ada"}).Answer(ctx, request.Reference))
		if stats, err := s.AnswerStats(ctx, noon); err != nil || stats.Median != 20*time.Hour {
			t.Errorf("answered %+v after the reply, %v", stats, err)
		}
	})
}

// A change of the calendar moves no running clock; requests of a former build get theirs.
func TestRunningClockStaysWhenTheCalendarChanges(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		friday := time.Date(2026, 11, 20, 16, 0, 0, 0, time.UTC)
		s.SetCalendar(Calendar{Zone: time.UTC, WorkingDays: mondayToFriday()})
		s.at(friday)
		running, former := add(t, s, Message{Name: "running"}), add(t, s, Message{Name: "former"})
		execute(t, s, `UPDATE requests SET deadline_at = '' WHERE name = 'former'`)
		s.SetCalendar(Calendar{Zone: time.UTC})
		for _, want := range []int{1, 0} {
			if n, err := s.FillDeadlines(ctx); n != want || err != nil {
				t.Fatalf("%d filled, want %d; %v", n, want, err)
			}
		}
		if got := deadlineOf(t, s, running.Reference); !got.Equal(friday.AddDate(0, 0, 3)) {
			t.Errorf("the running clock ends %s", got)
		}
		if got := deadlineOf(t, s, former.Reference); !got.Equal(friday.AddDate(0, 0, 1)) {
			t.Errorf("that of a former build ends %s", got)
		}
		s.at(friday.AddDate(0, 0, 1).Add(time.Minute))
		if names, _ := inbox(t, s, InboxQuery{View: ViewOverdue}); len(names) != 1 || names[0] != "former" {
			t.Errorf("overdue: %v", names)
		}
		if list, err := s.Find(ctx, Filter{Overdue: true}); err != nil || len(list) != 1 {
			t.Errorf("overdue: %d, %v", len(list), err)
		}
		if names, _ := inbox(t, s, InboxQuery{View: ViewOpen}); len(names) != 2 || names[0] != "former" {
			t.Errorf("in the order of their deadlines: %v", names)
		}
		if stats, err := s.DeliveryStats(ctx); err != nil || stats.Overdue != 1 {
			t.Errorf("%+v, %v", stats, err)
		}
	})
}

func TestOutcomesHaveViewsAndStages(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.at(noon)
		by := s.By(Person{ada, "Ada"})
		waiting, offered, won := asked(t, s), add(t, s, Message{Name: "offered", Email: "o@example.com"}), add(t, s, Message{Name: "won", Email: "w@example.com"})
		mustAll(t, by.Ask(ctx, waiting.Reference, letter))
		for _, a := range []Added{offered, won} {
			mustAll(t, by.SendOffer(ctx, a.Reference, letter, newOffer(t, s, a.Reference), pdf("%PDF")))
		}
		mustAll(t, by.Conclude(ctx, won.Reference, OutcomeWon, "by phone"), by.Conclude(ctx, won.Reference, OutcomeWon, "by phone"))
		kindOf(t, by.Conclude(ctx, won.Reference, OutcomeExpired, ""), fault.Invalid)
		stage := func(a Added, want Stage) {
			t.Helper()
			if v := viewOf(t, s, a.Token); v.Stage != want {
				t.Errorf("stage %q, want %q", v.Stage, want)
			}
		}
		stage(waiting, StageQuestion)
		stage(offered, StageOffered)
		stage(won, StageAccepted)
		checkEvents(t, s, won.Reference, "created", "answered", "letter", "won")

		s.at(noon.AddDate(0, 0, 12))
		for view, want := range map[InboxView]string{ViewWaiting: "Silvan Roth", ViewExpiring: "offered"} {
			if names, page := inbox(t, s, InboxQuery{View: view}); len(names) != 1 || names[0] != want || page.Total != 1 {
				t.Errorf("%s: %v", view, names)
			}
		}
		if c, err := s.Counts(ctx, ada); err != nil || c.Waiting != 1 || c.Expiring != 1 || c.Answered != 3 {
			t.Errorf("%+v, %v", c, err)
		}
		for _, want := range []int{1, 0} {
			if n, err := s.AnnounceExpiry(ctx); n != want || err != nil {
				t.Errorf("%d announced, want %d; %v", n, want, err)
			}
		}
		s.at(noon.AddDate(0, 0, 16))
		stage(offered, StageExpired) // before the job has run
		if n, err := s.ExpireOffers(ctx); n != 1 || err != nil {
			t.Errorf("%d expired; %v", n, err)
		}
		checkEvents(t, s, offered.Reference, "created", "answered", "letter", "expiring", "expired")
		if c, err := s.Counts(ctx, ada); err != nil || c.Expiring != 0 {
			t.Errorf("%+v, %v", c, err)
		}
		mustAll(t, s.Reply(ctx, offered.Token, "Bitte noch einmal"))
		stage(offered, StageWork)
	})
}

// An offer that is still valid, and one that was accepted, are the outcome again once a
// word about it is answered.
func TestOutcomeReturnsAfterAWordAboutIt(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.at(noon)
		request := asked(t, s)
		by := s.By(Person{ada, "Ada"})
		o := newOffer(t, s, request.Reference)
		mustAll(t, by.SendOffer(ctx, request.Reference, letter, o, pdf("%PDF")))
		accept := func() error {
			return s.Decide(ctx, request.Token, Decision{Offer: o.Number, Accept: true, Total: o.Total().Total, Currency: "CHF", Name: "Silvan Roth", Words: o.Acceptance()})
		}
		for i, want := range []Outcome{OutcomeOffered, OutcomeWon} {
			mustAll(t, s.Reply(ctx, request.Token, strings.Repeat("Wort ", i+1)))
			if r, err := s.ByReference(ctx, request.Reference); err != nil || r.State != StateOpen {
				t.Fatalf("%s, %v", r.State, err)
			}
			mustAll(t, by.Answer(ctx, request.Reference))
			if got := outcome(t, s, request.Reference); got != want {
				t.Errorf("answered: %q, want %q", got, want)
			}
			mustAll(t, accept())
		}
		// Accepted while a word is open.
		if got := outcome(t, s, request.Reference); got != OutcomeWon {
			t.Errorf("the outcome is %q", got)
		}
	})
}

// Several servers announce and end an offer once.
func TestOffersEndOnceOverSeveralServers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		servers := []*Store{open(), open(), open()}
		s, ctx := servers[0], t.Context()
		s.at(noon)
		var requests []Added
		for i := range 5 {
			a := add(t, s, Message{Name: strconv.Itoa(i), Email: "a@example.com"})
			mustAll(t, s.By(Person{ada, "Ada"}).SendOffer(ctx, a.Reference, letter, newOffer(t, s, a.Reference), pdf("%PDF")))
			requests = append(requests, a)
		}
		for _, day := range []int{13, 16} {
			var all sync.WaitGroup
			for _, server := range servers {
				server.at(noon.AddDate(0, 0, day))
				all.Go(func() {
					_, announced := server.AnnounceExpiry(ctx)
					_, ended := server.ExpireOffers(ctx)
					if err := errors.Join(announced, ended); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
		}
		for _, a := range requests {
			statuses, err := s.DeliveryStatuses(ctx, a.ID)
			if err != nil {
				t.Fatal(err)
			}
			got := map[Event]int{}
			for _, d := range statuses {
				got[d.Event]++
			}
			if got[EventExpiring] != 1 || got[EventExpired] != 1 {
				t.Errorf("%s: %v", a.Reference, got)
			}
		}
	})
}

func TestDraftsBelongToOnePersonAndEndWithTheLetter(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s, ctx := open(), t.Context()
		s.at(noon)
		request := asked(t, s)
		id := requestID(t, s, request.Reference)
		for _, text := range []string{"first", "second"} {
			if _, err := s.SaveDraft(ctx, request.Reference, ada, Draft{Kind: LetterOffer, Text: text, Offer: json.RawMessage(`{"lines":[{"price":"12 Franken"}]}`)}); err != nil {
				t.Fatal(err)
			}
		}
		_, err := s.SaveDraft(ctx, request.Reference, ada, Draft{Kind: "x"})
		kindOf(t, err, fault.Invalid)
		if d, err := s.Draft(ctx, id, ada); err != nil || d == nil || d.Text != "second" || !d.Saved.Equal(noon) || !strings.Contains(string(d.Offer), "12 Franken") {
			t.Errorf("%+v, %v", d, err)
		}
		if d, err := s.Draft(ctx, id, bob); err != nil || d != nil {
			t.Errorf("another person has %+v, %v", d, err)
		}
		mustAll(t, s.By(Person{ada, "Ada"}).Ask(ctx, request.Reference, letter))
		if d, err := s.Draft(ctx, id, ada); err != nil || d != nil {
			t.Errorf("after the letter: %+v, %v", d, err)
		}
		if _, err := s.SaveDraft(ctx, request.Reference, ada, Draft{Kind: LetterQuestion}); err != nil {
			t.Fatal(err)
		}
		mustAll(t, s.DeleteDraft(ctx, request.Reference, ada))
		if d, err := s.Draft(ctx, id, ada); err != nil || d != nil {
			t.Errorf("deleted: %+v, %v", d, err)
		}
	})
}
