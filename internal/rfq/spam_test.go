package rfq

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestReleasedSpamIsDelivered(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.SetRouter(func(Event, Message) []string { return []string{"mail", "webhook"} })
		a := add(t, s, Message{Name: "A", SpamReason: "honeypot"})
		if list := listDeliveries(t, s); list != nil {
			t.Errorf("spam was delivered: %v", list)
		}
		for range 2 {
			if err := s.Release(t.Context(), a.Reference); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff([]string{"created mail waiting", "created webhook waiting"}, listDeliveries(t, s)); diff != "" {
			t.Errorf("deliveries (-want +got):\n%s", diff)
		}
		if r, err := s.ByReference(t.Context(), a.Reference); err != nil || r.State != StateOpen {
			t.Errorf("released: %s, %v", r.State, err)
		}
	})
}

func TestDeliveriesOfMarkedSpamWaitForItsRelease(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := openRouted(open(), "mail", "webhook", "directus")
		s.at(noon)
		a := add(t, s, Message{Name: "A"})
		must(t, s.MarkDone(t.Context(), claim(t, s, "mail", 1)[0]))
		must(t, s.MarkDead(t.Context(), claim(t, s, "directus", 1)[0], errors.New("away")))
		underWay := claim(t, s, "webhook", 1)[0]
		s.at(noon.Add(25 * time.Hour))
		for _, by := range []string{"Zoë", "Ada"} { // the first counts
			must(t, s.MarkSpam(t.Context(), a.Reference, by))
		}
		must(t, s.MarkFailed(t.Context(), underWay, errors.New("away"), time.Second))
		r, err := s.ByReference(t.Context(), a.Reference)
		if err != nil || r.State != StateSpam || r.SpamBy != "Zoë" || !r.SpamAt.Equal(noon.Add(25*time.Hour)) {
			t.Errorf("%+v, %v", r, err)
		}
		if n, err := s.Remind(t.Context()); err != nil || n != 0 {
			t.Errorf("%d reminders, %v", n, err)
		}
		if st, err := s.DeliveryStats(t.Context()); err != nil || st != (DeliveryStats{}) {
			t.Errorf("the statistics count spam: %+v, %v", st, err)
		}
		if diff := cmp.Diff([]string{"created mail done", "created webhook held", "created directus held"}, listDeliveries(t, s)); diff != "" {
			t.Errorf("deliveries of spam (-want +got):\n%s", diff)
		}
		for range 2 {
			must(t, s.Release(t.Context(), a.Reference))
		}
		if diff := cmp.Diff([]string{"created mail done", "created webhook waiting", "created directus waiting"}, listDeliveries(t, s)); diff != "" {
			t.Errorf("deliveries of the released request (-want +got):\n%s", diff)
		}
		for _, target := range []string{"webhook", "directus"} {
			if d := claim(t, s, target, 1); len(d) != 1 || d[0].Key != a.Reference+".created."+target || d[0].Attempts != 1 {
				t.Errorf("%s: %+v", target, d)
			}
		}
		if r, err := s.ByReference(t.Context(), a.Reference); err != nil || r.State != StateOpen || r.SpamBy != "" || !r.SpamAt.IsZero() {
			t.Errorf("released: %+v, %v", r, err)
		}
	})
}
