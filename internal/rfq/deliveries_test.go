package rfq

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/database"
)

// openRouted routes all events of a store to the given targets.
func openRouted(s *Store, targets ...string) *Store {
	s.SetRouter(func(Event, Message) []string { return targets })
	return s
}

func claim(t *testing.T, s *Store, target string, n int) []Delivery {
	t.Helper()
	claimed, err := s.Claim(t.Context(), target, n, MaxClaim/2)
	if err != nil {
		t.Fatal(err)
	}
	return claimed
}

func keys(list []Delivery) []string {
	var out []string
	for _, d := range list {
		out = append(out, d.Key)
	}
	return out
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestConcurrentClaimsReturnEachDeliveryOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		stores := []*Store{openRouted(open(), "a", "b"), open(), open()}
		want := map[string]int{}
		for i := range 40 {
			want[add(t, stores[0], Message{Name: fmt.Sprint(i)}).Reference+".created.a"] = 1
		}
		var mu sync.Mutex
		var all sync.WaitGroup
		got := map[string]int{}
		for i := range 9 {
			all.Go(func() {
				for {
					claimed, err := stores[i%3].Claim(t.Context(), "a", 3, MaxClaim)
					if err != nil {
						t.Error(err)
						return
					}
					if len(claimed) == 0 {
						return
					}
					mu.Lock()
					for _, d := range claimed {
						got[d.Key]++
					}
					mu.Unlock()
				}
			})
		}
		all.Wait()
		// A claim may return nothing while another one is claiming the rest.
		for _, d := range claim(t, stores[0], "a", 100) {
			got[d.Key]++
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if st, err := stores[0].DeliveryStats(t.Context()); err != nil || st.Waiting != 80 || st.Oldest.IsZero() {
			t.Errorf("%+v, %v", st, err)
		}
	})
}

func TestTargetReceivesTheEventsOfARequestInOrder(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := openRouted(open(), "a", "b")
		first := add(t, s, Message{Name: "A"})
		must(t, s.Answer(t.Context(), first.Reference, "Ada"))
		created := claim(t, s, "a", 10)
		if diff := cmp.Diff([]string{first.Reference + ".created.a"}, keys(created)); diff != "" {
			t.Fatal(diff)
		}
		if more := claim(t, s, "a", 10); len(more) != 0 {
			t.Errorf("%v before the first is done", keys(more))
		}
		must(t, s.MarkFailed(t.Context(), created[0], errors.New("busy"), time.Hour))
		if more := claim(t, s, "a", 10); len(more) != 0 {
			t.Errorf("%v while the first waits", keys(more))
		}
		other := claim(t, s, "b", 10)
		must(t, s.MarkDone(t.Context(), other[0]))
		if diff := cmp.Diff([]string{first.Reference + ".answered.b"}, keys(claim(t, s, "b", 10))); diff != "" {
			t.Error(diff)
		}
		s.now = func() time.Time { return time.Now().Add(time.Hour + time.Second) }
		again := claim(t, s, "a", 10)
		if len(again) != 1 || again[0].Attempts != 2 || again[0].Error != "busy" {
			t.Fatalf("%+v", again)
		}
		must(t, s.MarkDead(t.Context(), again[0], errors.New("no such\x00 user \xff")))
		if diff := cmp.Diff([]string{first.Reference + ".answered.a"}, keys(claim(t, s, "a", 10))); diff != "" {
			t.Error(diff)
		}
		dead, err := s.Dead(t.Context(), 10)
		if err != nil || len(dead) != 1 || dead[0].Error != "no such? user ?" || dead[0].Settled.IsZero() || dead[0].Reference != first.Reference {
			t.Errorf("%+v, %v", dead, err)
		}
	})
}

func TestClaimOfADeadProcessExpires(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := openRouted(open(), "a")
		now := time.Now()
		s.now = func() time.Time { return now }
		add(t, s, Message{Name: "A"})
		dead := claim(t, s, "a", 1)[0]
		if len(claim(t, s, "a", 1)) != 0 {
			t.Error("a claim was not respected")
		}
		must(t, s.RenewClaim(t.Context(), dead, MaxClaim))
		now = now.Add(MaxClaim - time.Second)
		if len(claim(t, s, "a", 1)) != 0 {
			t.Error("a renewed claim was not respected")
		}
		now = now.Add(2 * time.Second)
		next := claim(t, s, "a", 1)
		if len(next) != 1 || next[0].Key != dead.Key {
			t.Fatalf("%v", next)
		}
		// A slow worker whose claim expired can record only success.
		must(t, s.MarkFailed(t.Context(), dead, errors.New("late"), 0))
		if len(claim(t, s, "a", 1)) != 0 {
			t.Error("an earlier attempt ended a later one's claim")
		}
		must(t, s.ReleaseClaim(t.Context(), next[0]))
		third := claim(t, s, "a", 1)
		if len(third) != 1 || third[0].Attempts != 2 {
			t.Fatalf("%+v", third)
		}
		must(t, s.MarkDone(t.Context(), dead))
		must(t, s.MarkFailed(t.Context(), third[0], errors.New("late"), 0))
		now = now.Add(MaxClaim)
		if got := claim(t, s, "a", 1); len(got) != 0 {
			t.Errorf("%v after the delivery was done", keys(got))
		}
	})
}

func TestClockSetBackDoesNotDelayDeliveries(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := openRouted(open(), "a")
		add(t, s, Message{Name: "fresh"})
		add(t, s, Message{Name: "claimed"})
		add(t, s, Message{Name: "failed"})
		all := claim(t, s, "a", 3)
		must(t, s.ReleaseClaim(t.Context(), all[0]))
		must(t, s.MarkFailed(t.Context(), all[2], errors.New("busy"), time.Hour))
		if claimed, err := s.ClaimJob(t.Context(), "r", time.Hour); err != nil || !claimed {
			t.Errorf("%v, %v", claimed, err)
		}
		s.now = func() time.Time { return time.Now().Add(-24 * time.Hour) }
		must(t, s.ResetDueTimes(t.Context()))
		if got := keys(claim(t, s, "a", 3)); len(got) != 3 {
			t.Errorf("%v", got)
		}
		if claimed, err := s.ClaimJob(t.Context(), "r", time.Hour); err != nil || !claimed {
			t.Errorf("%v, %v", claimed, err)
		}
	})
}

func TestServerRoutesEventsOfACommand(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		server, command := openRouted(open(), "a", "b"), open()
		a := add(t, command, Message{Name: "A"})
		must(t, command.Answer(t.Context(), a.Reference, "Ada"))
		if got := claim(t, server, "a", 10); len(got) != 0 {
			t.Fatalf("%v", keys(got))
		}
		woken := 0
		server.SetOnPlanned(func() { woken++ })
		must(t, server.Route(t.Context()))
		must(t, server.Route(t.Context()))
		for range 2 {
			for _, target := range []string{"a", "b"} {
				for _, d := range claim(t, server, target, 10) {
					must(t, server.MarkDone(t.Context(), d))
				}
			}
		}
		st, err := server.DeliveryStats(t.Context())
		if err != nil || st.Waiting != 0 || woken != 1 {
			t.Errorf("%+v, %d wake-ups, %v", st, woken, err)
		}
	})
}

func TestReminderIsPlannedOnceAfterTwentyHours(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		var stores []*Store
		wednesday := noon.AddDate(0, 0, 3)
		ago := func(d time.Duration) func() time.Time { return func() time.Time { return wednesday.Add(-d) } }
		for range 3 {
			s := openRouted(open(), "a")
			s.now = ago(0)
			stores = append(stores, s)
		}
		s := stores[0]
		for _, age := range []time.Duration{21 * time.Hour, 25 * time.Hour, 19 * time.Hour, 9 * 24 * time.Hour} {
			s.now = ago(age)
			add(t, s, Message{Name: age.String()})
		}
		s.now = ago(21 * time.Hour)
		must(t, s.Answer(t.Context(), add(t, s, Message{Name: "answered"}).Reference, "Ada"))
		add(t, s, Message{Name: "spam", SpamReason: "honeypot"})
		s.now = ago(0)
		var mu sync.Mutex
		var all sync.WaitGroup
		reminded := 0
		for _, s := range stores {
			all.Go(func() {
				n, err := s.Remind(t.Context())
				mu.Lock()
				defer mu.Unlock()
				if reminded += n; err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if reminded != 2 {
			t.Errorf("%d reminders", reminded)
		}
		if st, err := s.DeliveryStats(t.Context()); err != nil || st.Overdue != 2 {
			t.Errorf("%+v, %v", st, err)
		}
	})
}

func TestOneOfSeveralServersClaimsAJob(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		stores := []*Store{open(), open(), open()}
		// Their clocks differ a little.
		for i, s := range stores {
			s.now = func() time.Time { return time.Now().Add(time.Duration(i) * 100 * time.Millisecond) }
		}
		turn := func() []bool {
			var all sync.WaitGroup
			got := make([]bool, len(stores))
			for i, s := range stores {
				all.Go(func() {
					var err error
					if got[i], err = s.ClaimJob(t.Context(), "tidy", time.Hour); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			slices.SortFunc(got, func(a, b bool) int { // true last
				if a == b {
					return 0
				}
				if a {
					return 1
				}
				return -1
			})
			return got
		}
		if got := turn(); !slices.Equal(got, []bool{false, false, true}) {
			t.Errorf("%v", got)
		}
		if got := turn(); !slices.Equal(got, []bool{false, false, false}) {
			t.Errorf("%v", got)
		}
		must(t, stores[0].ReleaseJob(t.Context(), "tidy"))
		if got := turn(); !slices.Equal(got, []bool{false, false, true}) {
			t.Errorf("%v", got)
		}
	})
}

// The cost of a claim must not grow with the queue of an unavailable target.
func TestDeliveriesAreFoundByIndexWithoutStatistics(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := openRouted(open(), "a", "b")
		first := add(t, s, Message{Name: "A"})
		_, err := s.write.ExecContext(t.Context(), s.write.Rebind(`INSERT INTO request_deliveries (request_id, event, target, key, created_at, due_at)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT ?, 'created', 'a', i || '', '', '' FROM n`), first.ID)
		must(t, err)
		explain := "EXPLAIN QUERY PLAN "
		if s.read.Kind == database.Postgres {
			explain = "EXPLAIN "
		}
		rows, err := s.read.QueryContext(t.Context(), s.read.Rebind(explain+claimable), "a", "2100", "2100", "2100", 4)
		must(t, err)
		defer func() { _ = rows.Close() }()
		columns, err := rows.Columns()
		must(t, err)
		var plan strings.Builder
		for rows.Next() {
			cells := make([]any, len(columns))
			for i := range cells {
				cells[i] = new(any)
			}
			must(t, rows.Scan(cells...))
			fmt.Fprintln(&plan, *cells[len(cells)-1].(*any))
		}
		must(t, rows.Err())
		for _, index := range []string{"request_deliveries_next", "request_deliveries_order"} {
			if strings.Count(plan.String(), index) != 1 {
				t.Errorf("%s is not used once:\n%s", index, plan.String())
			}
		}
	})
}
