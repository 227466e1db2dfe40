package rfq

import (
	"testing"
	"time"
)

func TestClockJumpNeitherLosesNorDuplicatesARequest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		day := time.Date(2026, 11, 21, 23, 59, 59, 0, time.UTC)
		for i, now := range []time.Time{day, day.Add(24 * time.Hour), day.Add(-24 * time.Hour)} {
			s.now = func() time.Time { return now }
			key := "key of " + now.Format(time.DateOnly)
			added := add(t, s, Message{Name: now.Format(time.DateOnly), IdempotencyKey: key})
			if added.Duplicate {
				t.Errorf("jump %d: a new request is merged with an earlier one", i)
			}
			for _, then := range []time.Time{now, day, now.Add(24 * time.Hour), now.Add(-24 * time.Hour)} {
				s.now = func() time.Time { return then }
				again := add(t, s, Message{Name: now.Format(time.DateOnly), IdempotencyKey: key})
				if !again.Duplicate || again.Reference != added.Reference {
					t.Errorf("jump %d: sent again at %s it is %+v", i, then, again)
				}
			}
			if r, err := s.ByReference(t.Context(), added.Reference); err != nil || !r.Created.Equal(now) {
				t.Errorf("jump %d: created %s, %v", i, r.Created, err)
			}
		}
		if list, err := s.Find(t.Context(), Filter{}); err != nil || len(list) != 3 {
			t.Errorf("%d are stored, %v", len(list), err)
		}
	})
}
