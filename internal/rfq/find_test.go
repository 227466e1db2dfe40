package rfq

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/database"
	"ferrule/internal/fault"
)

func TestFindAppliesTheFilter(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		for i, m := range []Message{
			{Name: "A", FormID: 7, FormKey: "contact"}, {Name: "B", FormKey: "7"}, {Name: "C"}, {Name: "D", SpamReason: "honeypot"},
		} {
			s.at(noon.Add(time.Duration(i) * time.Hour))
			add(t, s, m)
		}
		c, err := s.Find(t.Context(), Filter{From: noon.Add(2 * time.Hour), To: noon.Add(3 * time.Hour)})
		if err != nil || len(c) != 1 {
			t.Fatalf("%v, %v", c, err)
		}
		if err := s.Answer(t.Context(), c[0].Reference, "Zoë"); err != nil {
			t.Fatal(err)
		}
		s.at(noon.Add(24*time.Hour + time.Minute))
		for _, tt := range []struct {
			filter Filter
			want   string
		}{
			{Filter{}, "DCBA"},
			{Filter{Limit: 2}, "DC"},
			{Filter{From: noon.Add(time.Hour)}, "DCB"},
			{Filter{To: noon.Add(time.Hour)}, "A"},
			{Filter{From: noon.In(time.FixedZone("", 3600)), To: noon.Add(time.Millisecond)}, "A"},
			{Filter{States: []State{StateOpen}}, "BA"},
			{Filter{States: []State{StateSpam, StateAnswered}}, "DC"},
			{Filter{States: []State{StateOpen, StateAnswered, StateSpam, StateForgotten}}, "DCBA"},
			{Filter{States: []State{StateForgotten}}, ""},
			{Filter{Form: "7"}, "BA"},
			{Filter{Form: "contact"}, "A"},
			{Filter{Form: "7", Limit: 1}, "B"},
			{Filter{Overdue: true}, "A"},
			{Filter{Overdue: true, From: noon.Add(time.Minute)}, ""},
		} {
			list, err := s.Find(t.Context(), tt.filter)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, r := range list {
				got.WriteString(r.Name)
			}
			if got.String() != tt.want {
				t.Errorf("%+v: got %s, want %s", tt.filter, got.String(), tt.want)
			}
		}
	})
}

func TestByTokenReturnsTheRequest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		a := add(t, s, Message{Name: "A"})
		byToken, err := s.ByToken(t.Context(), a.Token)
		if err != nil {
			t.Fatal(err)
		}
		shown, err := s.ByReference(t.Context(), a.Reference)
		if diff := cmp.Diff(shown, byToken); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		if err := s.Forget(t.Context(), a.Reference); err != nil {
			t.Fatal(err)
		}
		for _, token := range []string{"", a.Token, strings.ToLower(a.Token), "%"} {
			if _, err := s.ByToken(t.Context(), token); fault.KindOf(err) != fault.NotFound {
				t.Errorf("token %q: %v, want NotFound", token, err)
			}
		}
		if _, err := s.ByReference(t.Context(), "F-222-222"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("got %v, want NotFound", err)
		}
	})
}

// addMany stores n requests, one of a hundred of them open.
func addMany(t *testing.T, s *Store, n int) {
	t.Helper()
	tx, err := s.write.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		state := StateAnswered
		if i%100 == 0 {
			state = StateOpen
		}
		insert := s.write.Rebind(`INSERT INTO requests (reference, idempotency_key, token, digest, state, created_at, language, form_id, form_key, source,
			name, phone, email, line_count, body) VALUES (?, ?, ?, ?, ?, ?, '', 1, '', '', '', '', '', 0, '{}')`)
		key := fmt.Sprint(i)
		if _, err := tx.ExecContext(t.Context(), insert, key, key, key, key, state, stamp(noon.Add(time.Duration(i)*time.Minute))); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.write.ExecContext(t.Context(), `ANALYZE`); err != nil {
		t.Fatal(err)
	}
}

func TestListsUseAnIndex(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.at(noon.Add(100 * time.Hour))
		addMany(t, s, 5000)
		fullScan := regexp.MustCompile(`(?m)SCAN requests$|Seq Scan on requests|TEMP B-TREE FOR ORDER`)
		for name, f := range map[string]Filter{
			"open":        {States: []State{StateOpen}},
			"newest":      {Limit: 50},
			"newest open": {States: []State{StateOpen}, Limit: 50},
			"two states":  {States: []State{StateOpen, StateAnswered}, Limit: 50},
			"a day":       {From: noon, To: noon.Add(24 * time.Hour)},
			"a day, open": {From: noon, To: noon.Add(24 * time.Hour), States: []State{StateOpen}},
			"overdue":     {Overdue: true},
			"to forget":   {To: noon.Add(time.Hour), States: []State{StateAnswered}, Limit: forgetBatch},
		} {
			query, args := s.query(f)
			if plan := explain(t, s, query, args); fullScan.MatchString(plan) {
				t.Errorf("%s:\n%s\n%s", name, query, plan)
			}
		}
	})
}

func explain(t *testing.T, s *Store, query string, args []any) string {
	t.Helper()
	prefix, columns := `EXPLAIN QUERY PLAN `, 4
	if s.read.Kind == database.Postgres {
		prefix, columns = `EXPLAIN `, 1
	}
	rows, err := s.read.QueryContext(t.Context(), s.read.Rebind(prefix+query), args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var line string
		into := make([]any, columns)
		for i := range into {
			into[i] = new(any)
		}
		into[columns-1] = &line
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(line + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}
