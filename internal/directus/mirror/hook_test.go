package mirror

import (
	"testing"
	"time"
)

// A Directus names no records after an editor has dragged one to another place in a
// list, which changes several, without dates.
func TestSortedListIsCompared(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	p.change(upsert("tags", 1, map[string]any{"slug": "dragged"}))
	p.mirror.nextPoll, p.mirror.nextSweep = p.clock.Now().Add(time.Hour), p.clock.Now().Add(time.Hour)
	p.hook(`{"event":"items.sort","collection":"tags","item":"1","to":"2"}`, 202)
	p.mirror.runDue(t.Context())
	if slug := p.value("tags", "1", "slug"); slug != "dragged" {
		t.Errorf("slug %s", slug)
	}
}
