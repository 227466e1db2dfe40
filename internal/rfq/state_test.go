package rfq

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/fault"
)

// listDeliveries returns the event, target and state of each delivery.
func listDeliveries(t *testing.T, s *Store) (list []string) {
	t.Helper()
	rows, err := s.read.QueryContext(t.Context(), `SELECT event, target, state FROM request_deliveries ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var event, target, state string
		if err := rows.Scan(&event, &target, &state); err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprint(event, " ", target, " ", state))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

func execute(t *testing.T, s *Store, statement string) {
	t.Helper()
	if _, err := s.write.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func TestStateChangesAreDeliveredOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.SetRouter(func(Event, Message) []string { return []string{"mail"} })
		s.at(noon)
		a := add(t, s, Message{Name: "A"})
		s.at(noon.Add(time.Hour))
		for _, by := range []string{"Zoë", "Ada"} { // the first counts
			if err := s.Answer(t.Context(), a.Reference, by); err != nil {
				t.Fatal(err)
			}
		}
		want := Request{
			ID: a.ID, Reference: a.Reference, Token: a.Token, State: StateAnswered, Created: noon, Deadline: noon.Add(AnswerTime),
			AnsweredAt: noon.Add(time.Hour), AnsweredBy: "Zoë", Message: Message{Name: "A"},
		}
		got, err := s.ByReference(t.Context(), a.Reference)
		got.IdempotencyKey = ""
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v, answered (-want +got):\n%s", err, diff)
		}
		for range 2 {
			if err := s.Reopen(t.Context(), a.Reference); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := s.ByReference(t.Context(), a.Reference); err != nil || got.State != StateOpen || got.AnsweredBy != "" || !got.AnsweredAt.IsZero() {
			t.Errorf("reopened: %+v, %v", got, err)
		}
		if err := s.Answer(t.Context(), a.Reference, "Max"); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"created mail waiting", "answered mail waiting", "reopened mail waiting", "answered mail waiting"}, listDeliveries(t, s)); diff != "" {
			t.Errorf("deliveries (-want +got):\n%s", diff)
		}
	})
}

// A receiver treats a known key as a repetition, and would ignore the second answer.
func TestRepeatedEventHasItsOwnKey(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		server, command := openRouted(open(), "webhook"), open() // command has no router
		a := add(t, server, Message{Name: "A"})
		for _, by := range []string{"Ada", "Ben", "Cy"} {
			must(t, command.Answer(t.Context(), a.Reference, by))
			if by == "Ada" {
				must(t, server.Route(t.Context())) // the others wait together
			}
			must(t, command.Reopen(t.Context(), a.Reference))
		}
		command.at(noon)
		must(t, command.Answer(t.Context(), a.Reference, "Dot"))
		must(t, server.Route(t.Context()))
		var got []string
		for range 8 {
			for _, d := range claim(t, server, "webhook", 1) {
				got = append(got, strings.TrimPrefix(d.Key, a.Reference+"."))
				must(t, server.MarkDone(t.Context(), d))
			}
		}
		want := []string{ // in this order
			"created.webhook", "answered.webhook", "reopened.webhook", "answered.webhook.2", "reopened.webhook.2", "answered.webhook.3", "reopened.webhook.3", "answered.webhook.4",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("keys (-want +got):\n%s", diff)
		}
		var view View
		if body, err := server.View(t.Context(), a.Token, MaxLines); err != nil || json.Unmarshal(body, &view) != nil || view.State != StateAnswered || !view.AnsweredAt.Time.Equal(noon) {
			t.Errorf("the buyer sees %s, %v", body, err)
		}
	})
}

func TestInvalidStateChangesReturnTheReason(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		request, spam, forgotten := add(t, s, Message{Name: "A"}), add(t, s, Message{Name: "B", SpamReason: "x"}), add(t, s, Message{Name: "C"})
		if err := s.Forget(t.Context(), forgotten.Reference); err != nil {
			t.Fatal(err)
		}
		answer := func(ctx context.Context, reference string) error { return s.Answer(ctx, reference, "Zoë") }
		call := func(ctx context.Context, reference string) error { return s.MarkSpam(ctx, reference, "Zoë") }
		answered := add(t, s, Message{Name: "D"})
		must(t, answer(t.Context(), answered.Reference))
		for _, tt := range []struct {
			name      string
			do        func(context.Context, string) error
			reference string
			want      string
		}{
			{"answer spam", answer, spam.Reference, "release it"},
			{"answer a forgotten one", answer, forgotten.Reference, "was forgotten"},
			{"reopen spam", s.Reopen, spam.Reference, "release it"},
			{"reopen a forgotten one", s.Reopen, forgotten.Reference, "was forgotten"},
			{"mark a forgotten one as spam", call, forgotten.Reference, "was forgotten"},
			{"call an answered one spam", call, answered.Reference, "reopen it"},
			{"spam without a name", func(ctx context.Context, reference string) error { return s.MarkSpam(ctx, reference, "") }, request.Reference, "Name the person"},
			{"release a forgotten one", s.Release, forgotten.Reference, "was forgotten"},
			{"resend what is not dead", s.Resend, request.Reference, "nothing to send again"},
			{"answer without a name", func(ctx context.Context, reference string) error { return s.Answer(ctx, reference, "") }, request.Reference, "Name the person"},
			{"answer nothing", answer, "F-222-222", "no request"},
			{"forget nothing", s.Forget, "F-222-222", "no request"},
		} {
			if err := tt.do(t.Context(), tt.reference); err == nil || !strings.Contains(err.Error(), tt.want) || fault.KindOf(err) == fault.Internal {
				t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
			}
		}
	})
}

func TestResendRequeuesDeadDeliveries(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.SetRouter(func(Event, Message) []string { return []string{"mail", "webhook"} })
		s.at(noon)
		a := add(t, s, Message{Name: "A"})
		execute(t, s, `UPDATE request_deliveries SET state = 'dead', attempts = 9, last_error = 'refused' WHERE target = 'mail'`)
		execute(t, s, `UPDATE request_deliveries SET state = 'done', attempts = 1 WHERE target = 'webhook'`)
		s.at(noon.Add(time.Hour))
		if err := s.Resend(t.Context(), a.Reference); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"created mail waiting", "created webhook done"}, listDeliveries(t, s)); diff != "" {
			t.Errorf("deliveries (-want +got):\n%s", diff)
		}
		var attempts int
		var due string
		if err := s.read.QueryRowContext(t.Context(), `SELECT attempts, due_at FROM request_deliveries WHERE target = 'mail'`).Scan(&attempts, &due); err != nil || attempts != 0 || due != stamp(noon.Add(time.Hour)) {
			t.Errorf("%d attempts, due %s, %v", attempts, due, err)
		}
	})
}

// personalWord is personal data that must not be found after Forget.
const personalWord = "Zoë Geheim"

func personal(t *testing.T, s *Store) Added {
	t.Helper()
	f := addFile(t, s, personalWord+".txt", personalWord)
	m, err := Parse([]byte(`{"name":"`+personalWord+`","phone":"0521 `+personalWord+`1234567890","email":"","message":"`+personalWord+`","agree":true,"formKey":"cart","idempotencyKey":"`+personalWord+`",
		"page":"/?q=`+personalWord+`","meta":{"x":"`+personalWord+`"},"lines":[{"uid":"`+personalWord+`","sku":"FR-1","quantity":3,"meta":{"note":"`+personalWord+`"}},
		{"uid":"free:`+personalWord+`","sku":"`+personalWord+`","quantity":2,"meta":{"free":true}}]}`), "de-DE")
	if err != nil {
		t.Fatal(err)
	}
	m.Lines[0].setMeta(metaKnown, true)
	m.Files = []string{f.ID}
	return add(t, s, m)
}

func TestForgetErasesAllPersonalData(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.at(noon)
		s.SetRouter(func(Event, Message) []string { return []string{"mail", "webhook"} })
		a := personal(t, s)
		execute(t, s, `UPDATE request_deliveries SET state = 'done', last_error = '`+personalWord+`' WHERE target = 'mail'`)
		for range 2 {
			if err := s.Forget(t.Context(), a.Reference); err != nil {
				t.Fatal(err)
			}
		}
		got, err := s.ByReference(t.Context(), a.Reference)
		want := Request{ID: a.ID, Reference: a.Reference, State: StateForgotten, Created: noon, Message: Message{
			FormKey: "cart", Language: "de-DE", Agree: true, Lines: []Line{{SKU: "FR-1", Quantity: 3}, {Quantity: 2}},
		}}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v, forgotten (-want +got):\n%s", err, diff)
		}
		if diff := cmp.Diff([]string{"created mail done"}, listDeliveries(t, s)); diff != "" {
			t.Errorf("deliveries (-want +got):\n%s", diff)
		}
		if files, err := s.FilesOf(t.Context(), a.ID); err != nil || files != nil {
			t.Errorf("files %v, %v", files, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		err = filepath.WalkDir(filepath.Dir(s.folder), func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if strings.Contains(string(data), personalWord) {
				t.Errorf("%s still contains personal data", path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestOldRequestsAreForgotten(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.at(noon.Add(-time.Hour))
		young := add(t, s, Message{Name: "young"})
		addMany(t, s, 0)
		for i := range forgetBatch + 5 {
			s.at(noon.Add(-48*time.Hour - time.Duration(i)*time.Minute))
			add(t, s, Message{Name: fmt.Sprint("old ", i)})
		}
		for _, want := range []int{forgetBatch + 5, 0} {
			if n, err := s.ForgetBefore(t.Context(), noon.Add(-24*time.Hour)); err != nil || n != want {
				t.Errorf("%d forgotten, %v; want %d", n, err, want)
			}
		}
		if list, err := s.Find(t.Context(), Filter{States: []State{StateOpen}}); err != nil || len(list) != 1 || list[0].Reference != young.Reference {
			t.Errorf("remaining requests: %v, %v", list, err)
		}
	})
}
