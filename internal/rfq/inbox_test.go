package rfq

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/fault"
)

const ada, bob = "ada-id", "bob-id"

func inbox(t *testing.T, s *Store, q InboxQuery) (names []string, page InboxPage) {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 100
	}
	q.Total = true
	page, err := s.Inbox(t.Context(), q)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	for _, r := range page.Requests {
		names = append(names, r.Name)
	}
	return names, page
}

func mustAll(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// sixRequests are one request of each kind, an hour apart.
func sixRequests(t *testing.T, s *Store) map[string]string {
	t.Helper()
	references := map[string]string{}
	for i, m := range []Message{
		{Name: "late", Language: "de-DE"}, {Name: "mine", Language: "fr-FR"}, {Name: "bobs", Language: "de-DE"}, {Name: "answered"}, {Name: "spam", SpamReason: "trap"}, {Name: "gone"},
	} {
		s.at(noon.Add(time.Duration(i) * time.Hour))
		references[m.Name] = add(t, s, m).Reference
	}
	s.at(noon.Add(24*time.Hour + time.Minute))
	by := s.By(Person{ada, "Ada"})
	mustAll(t, by.Assign(t.Context(), references["mine"], Person{ada, "Ada"}), by.Assign(t.Context(), references["bobs"], Person{bob, "Bob"}),
		by.Answer(t.Context(), references["answered"]), by.Forget(t.Context(), references["gone"]))
	return references
}

func TestViewsSelectAndCountRequests(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		sixRequests(t, s)
		for _, c := range []struct {
			q    InboxQuery
			want []string
		}{
			{InboxQuery{View: ViewOpen}, []string{"late", "mine", "bobs"}},
			{InboxQuery{View: ViewOpen, Sort: SortNewest}, []string{"bobs", "mine", "late"}},
			{InboxQuery{View: ViewMine, User: ada}, []string{"mine"}},
			{InboxQuery{View: ViewMine}, nil}, // nobody has none, although some have no assignee
			{InboxQuery{View: ViewOverdue}, []string{"late"}},
			{InboxQuery{View: ViewUnassigned}, []string{"late"}},
			{InboxQuery{View: ViewAnswered}, []string{"answered"}},
			{InboxQuery{View: ViewAll}, []string{"", "answered", "bobs", "mine", "late"}},
			{InboxQuery{View: ViewSpam}, []string{"spam"}},
			{InboxQuery{View: ViewOpen, Language: "de-DE"}, []string{"late", "bobs"}},
			{InboxQuery{View: ViewOpen, Assignee: bob}, []string{"bobs"}},
			{InboxQuery{View: ViewOpen, Assignee: Unassigned}, []string{"late"}},
		} {
			got, page := inbox(t, s, c.q)
			if diff := cmp.Diff(c.want, got); diff != "" || page.Total != len(c.want) {
				t.Errorf("%+v, total %d (-want +got):\n%s", c.q, page.Total, diff)
			}
		}
		counts, err := s.Counts(t.Context(), ada)
		if diff := cmp.Diff(Counts{Open: 3, Mine: 1, Overdue: 1, Unassigned: 1, Answered: 1, All: 5, Spam: 1}, counts); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		for _, q := range []InboxQuery{{View: "x", Limit: 1}, {Sort: "x", Limit: 1}, {After: "x", Limit: 1}, {Limit: 501}, {}} {
			if _, err := s.Inbox(t.Context(), q); fault.KindOf(err) != fault.Invalid {
				t.Errorf("%+v: %v", q, err)
			}
		}
	})
}

func TestPagesFollowEachOtherWithoutGapsOrRepetitions(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.at(noon) // all at one time: the number orders them
		var want []string
		for i := range 7 {
			want = append(want, fmt.Sprint(i))
			add(t, s, Message{Name: fmt.Sprint(i)})
		}
		for _, sort := range []Sort{SortDeadline, SortNewest} {
			var got []string
			q := InboxQuery{View: ViewOpen, Sort: sort, Limit: 3}
			for first := true; first || q.After != ""; first = false {
				names, page := inbox(t, s, q)
				if page.Total != 7 {
					t.Errorf("total %d", page.Total)
				}
				got, q.After = append(got, names...), page.Next
				if first { // what arrives in between is on none of the pages behind
					add(t, s, Message{Name: "spam", SpamReason: "x"})
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", sort, diff)
			}
			slices.Reverse(want)
		}
	})
}

func TestTheInboxIsSearched(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		a := add(t, s, Message{
			Language: "fr-FR", Name: "Zoë Müller", Phone: "+41 52 123 45", Email: "zoe@example.com", Subject: "Flansche", Message: "für den\nTank 7", Meta: json.RawMessage(`{"company":"Hydro AG"}`),
			Lines: []Line{{SKU: "FR-UM-12S-71", Slug: "union", Translations: json.RawMessage(`{"fr-FR":{"name":"Raccord à visser"}}`), Meta: map[string]json.RawMessage{"note": json.RawMessage(`"with certificate"`)}}},
		})
		add(t, s, Message{Name: "Other", Message: "100% of_it"})
		for search, found := range map[string]bool{
			"zoe": true, "ZOË": true, "muller": true, "müller zoë": true, "hydro": true, "+41 52 123": true, "415212345": true, "zoe@example": true,
			"flansche": true, "tank 7": true, "fr-um-12s": true, "frum12s71": true, "FRUM12": true, "a visser": true, "certificate": true, "union": true, "visser raccord": true, "isser": false,
			strings.ToLower(a.Reference): true, strings.ReplaceAll(a.Reference, "-", ""): true,
			"tank zzz": false, "zoe\x00\xff": true, "%": false, "_": false, "'": false,
		} {
			names, _ := inbox(t, s, InboxQuery{View: ViewOpen, Search: search})
			if got := slices.Contains(names, "Zoë Müller"); got != found {
				t.Errorf("%q: found %v, want %v (%v)", search, got, found, names)
			}
		}
		if names, _ := inbox(t, s, InboxQuery{View: ViewAnswered, Search: "zoe"}); names != nil {
			t.Errorf("the view does not restrict the search: %v", names)
		}
	})
}

func TestRequestsOfAFormerBuildAreIndexedOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		for i := range fillBatch + 3 {
			add(t, s, Message{Name: fmt.Sprint("person", i)})
		}
		gone := add(t, s, Message{Name: "gone"})
		mustAll(t, s.Forget(t.Context(), gone.Reference))
		execute(t, s, `DELETE FROM request_words`)
		for _, want := range []int{fillBatch + 3, 0} {
			if n, err := s.FillSearch(t.Context()); n != want || err != nil {
				t.Errorf("%d, %v; want %d", n, err, want)
			}
		}
		if names, _ := inbox(t, s, InboxQuery{View: ViewOpen, Search: "person102"}); len(names) != 1 {
			t.Errorf("%v", names)
		}
	})
}

func TestReadingIsPerPersonAndMarksAreShown(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.SetRouter(func(Event, Message) []string { return []string{"mail"} })
		f := addFile(t, s, "a.txt", "text")
		a := add(t, s, Message{Name: "A", Email: "a@Example.com", Files: []string{f.ID}})
		add(t, s, Message{Name: "B", Email: "A@example.com"})
		execute(t, s, fmt.Sprintf(`UPDATE request_deliveries SET state = 'dead' WHERE request_id = %d`, a.ID))
		mustAll(t, s.MarkRead(t.Context(), a.Reference, ada, true), s.MarkRead(t.Context(), a.Reference, ada, true))
		for user, unread := range map[string]bool{ada: false, bob: true} {
			r, err := s.Listed(t.Context(), a.Reference, user)
			if err != nil || r.Unread != unread || !r.Failed || r.FileCount != 1 {
				t.Errorf("%s: %+v, %v", user, r, err)
			}
		}
		mustAll(t, s.MarkRead(t.Context(), a.Reference, ada, false))
		r, err := s.Listed(t.Context(), a.Reference, ada)
		if err != nil || !r.Unread {
			t.Errorf("%+v, %v", r, err)
		}
		earlier, err := s.Earlier(t.Context(), r.Request, ada, 5)
		if err != nil || len(earlier) != 1 || earlier[0].Name != "B" {
			t.Errorf("%+v, %v", earlier, err)
		}
		mustAll(t, s.By(Person{Name: "Ada"}).Answer(t.Context(), a.Reference))
		if r, err := s.Listed(t.Context(), a.Reference, ada); err != nil || r.Unread {
			t.Errorf("an answered request is unread: %v", err)
		}
	})
}

func TestEveryChangeIsRecordedWithItsPerson(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.at(noon)
		s.SetRouter(func(Event, Message) []string { return []string{"mail"} })
		a := add(t, s, Message{Name: "A"})
		by := s.By(Person{ada, "Ada"})
		claimed, err := s.Claim(t.Context(), "mail", 1, time.Minute)
		if err != nil || len(claimed) != 1 {
			t.Fatal(claimed, err)
		}
		mustAll(t, s.MarkDead(t.Context(), claimed[0], errors.New("refused")), by.Resend(t.Context(), a.Reference))
		if claimed, err = s.Claim(t.Context(), "mail", 1, time.Minute); err != nil || len(claimed) != 1 {
			t.Fatal(claimed, err)
		}
		mustAll(t, s.MarkDone(t.Context(), claimed[0]), s.MarkDone(t.Context(), claimed[0]))
		bobs := Person{bob, "Bob"}
		mustAll(t, by.Assign(t.Context(), a.Reference, bobs), by.Assign(t.Context(), a.Reference, bobs), by.Assign(t.Context(), a.Reference, Person{}),
			by.Note(t.Context(), a.Reference, " asked the\x00 works "),
			s.Answer(t.Context(), a.Reference, "Console"), s.Answer(t.Context(), a.Reference, "Late"), by.Reopen(t.Context(), a.Reference),
			by.MarkSpam(t.Context(), a.Reference), by.Release(t.Context(), a.Reference), by.Release(t.Context(), a.Reference))
		r, err := s.ByReference(t.Context(), a.Reference)
		mustAll(t, err)
		want := []string{
			"created", "failed mail", "resent by Ada/ada-id", "delivered mail", "assigned Bob by Ada/ada-id", "unassigned by Ada/ada-id", "note asked the works by Ada/ada-id",
			"answered by Console/", "reopened by Ada/ada-id", "spam by Ada/ada-id", "released by Ada/ada-id",
		}
		if diff := cmp.Diff(want, history(t, s, r)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		changes, err := s.Changes(t.Context(), 0, nil, 100)
		if err != nil || len(changes) != len(want) || changes[0].Reference != a.Reference {
			t.Errorf("%+v, %v", changes, err)
		}
		last, err := s.LastChange(t.Context())
		if err != nil || last != changes[len(changes)-1].ID {
			t.Errorf("last %d, %v", last, err)
		}
		if late, err := s.Changes(t.Context(), last, []int64{changes[1].ID, last + 7}, 100); err != nil || len(late) != 1 || late[0].Kind != KindFailed {
			t.Errorf("%+v, %v", late, err)
		}
	})
}

func history(t *testing.T, s *Store, r Request) (list []string) {
	t.Helper()
	entries, err := s.History(t.Context(), r)
	mustAll(t, err)
	for _, e := range entries {
		line := string(e.Kind)
		if e.Text != "" {
			line += " " + e.Text
		}
		if e.By != (Person{}) {
			line += " by " + e.By.Name + "/" + e.By.ID
		}
		list = append(list, line)
	}
	return list
}

func TestAFormerBuildsHistoryIsThatOfTheRequest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		a := add(t, s, Message{Name: "A"})
		mustAll(t, s.Answer(t.Context(), a.Reference, "Zoë"))
		execute(t, s, `DELETE FROM request_history`)
		mustAll(t, s.By(Person{ada, "Ada"}).Note(t.Context(), a.Reference, "n"))
		r, err := s.ByReference(t.Context(), a.Reference)
		mustAll(t, err)
		if diff := cmp.Diff([]string{"created", "answered by Zoë/", "note n by Ada/ada-id"}, history(t, s, r)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// The change and its entry are one transaction.
func TestAChangeThatCannotBeRecordedIsNotMade(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		a := add(t, s, Message{Name: "A"})
		execute(t, s, `ALTER TABLE request_history RENAME TO elsewhere`)
		by := s.By(Person{ada, "Ada"})
		for name, err := range map[string]error{
			"answer": by.Answer(t.Context(), a.Reference), "assign": by.Assign(t.Context(), a.Reference, Person{ada, "Ada"}), "spam": by.MarkSpam(t.Context(), a.Reference),
			"forget": by.Forget(t.Context(), a.Reference),
		} {
			if err == nil {
				t.Errorf("%s succeeded", name)
			}
		}
		if _, err := s.Add(t.Context(), Message{Name: "B"}); err == nil {
			t.Error("a request was stored without its entry")
		}
		r, err := s.ByReference(t.Context(), a.Reference)
		if err != nil || r.State != StateOpen || r.Assignee != "" {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

func TestForgettingErasesNotesNamesAndTheSearchText(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		a := personal(t, s)
		by := s.By(Person{ada, "Name-" + personalWord})
		mustAll(t, by.Note(t.Context(), a.Reference, personalWord), by.Assign(t.Context(), a.Reference, Person{bob, personalWord}), s.MarkRead(t.Context(), a.Reference, ada, true),
			s.By(Person{bob, "Bob"}).Forget(t.Context(), a.Reference))
		r, err := s.ByReference(t.Context(), a.Reference)
		mustAll(t, err)
		if diff := cmp.Diff([]string{"created", "note", "assigned", "forgotten by Bob/bob-id"}, history(t, s, r)); diff != "" || r.Assignee != "" {
			t.Errorf("assignee %q, history (-want +got):\n%s", r.Assignee, diff)
		}
		var left int
		err = s.read.QueryRowContext(t.Context(), s.read.Rebind(`SELECT (SELECT count(*) FROM request_words) + (SELECT count(*) FROM request_reads)
			+ (SELECT count(*) FROM request_history WHERE text <> '')`)).Scan(&left)
		if err != nil || left != 0 {
			t.Errorf("%d rows are left, %v", left, err)
		}
		if n, err := s.FillSearch(t.Context()); n != 0 || err != nil {
			t.Errorf("%d were indexed again, %v", n, err)
		}
		for name, err := range map[string]error{
			"note": by.Note(t.Context(), a.Reference, "x"), "assign": by.Assign(t.Context(), a.Reference, Person{bob, "Bob"}),
		} {
			if fault.KindOf(err) != fault.Conflict {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestTimesOfAnswersAreSummarised(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.at(noon)
		if stats, err := s.AnswerStats(t.Context(), noon); err != nil || stats != (AnswerStats{}) {
			t.Errorf("%+v, %v", stats, err)
		}
		for i := range 20 {
			s.at(noon)
			a := add(t, s, Message{Name: fmt.Sprint(i)})
			s.at(noon.Add(time.Duration(i+1) * time.Hour))
			mustAll(t, s.Answer(t.Context(), a.Reference, "Ada"))
		}
		stats, err := s.AnswerStats(t.Context(), noon)
		if diff := cmp.Diff(AnswerStats{Median: 10 * time.Hour, P95: 19 * time.Hour, N: 20}, stats); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		if stats, err = s.AnswerStats(t.Context(), noon.Add(19*time.Hour)); err != nil || stats.N != 2 {
			t.Errorf("%+v, %v", stats, err)
		}
	})
}

// A page must not hold a connection while it waits for another.
func TestManyPagesAreReadAtOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		for i := range 3 {
			add(t, s, Message{Name: fmt.Sprint(i)})
		}
		s.read.SetMaxOpenConns(1)
		if names, page := inbox(t, s, InboxQuery{View: ViewOpen, Limit: 1, Search: "F"}); len(names) != 1 || page.Total != 3 || page.Next == "" {
			t.Errorf("%v, %+v", names, page)
		}
	})
}
