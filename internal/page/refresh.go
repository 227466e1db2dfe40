package page

import (
	"errors"
	"sync/atomic"
	"time"
)

// refreshPause is how long pages that could not be made anew are served as they
// are before the next try.
const refreshPause = time.Second

// refresher makes stale pages anew, one at a time: visitors come first.
type refresher struct {
	running atomic.Bool
	again   atomic.Bool // there may be more since it looked
}

// refresh begins to make stale pages anew, unless that is going on.
func (s *Site) refresh() {
	s.refresher.again.Store(true)
	if !s.refresher.running.CompareAndSwap(false, true) {
		return
	}
	s.work.Go(func() {
		for s.refresher.again.Swap(false) && s.base.Err() == nil {
			s.refreshAll()
		}
		s.refresher.running.Store(false)
		if s.refresher.again.Load() { // between the last two lines
			s.refresh()
		}
	})
}

// refreshAll works until no page is stale. Those that could not be made are
// tried again, after a pause.
func (s *Site) refreshAll() {
	failed := false
	for s.base.Err() == nil {
		k, ok := s.cache.nextStale()
		switch {
		case ok:
			failed = !s.refreshPage(k) || failed
		case !failed:
			return
		default:
			select {
			case <-time.After(refreshPause):
			case <-s.base.Done():
			}
			s.cache.lineAgain()
			failed = false
		}
	}
}

// refreshPage makes one page anew and reports whether that is settled: there is
// a new one, or none any more.
func (s *Site) refreshPage(k key) bool {
	if !s.makePage(k) {
		s.cache.drop(k)
		s.shelf.drop(k)
		return true
	}
	return s.cache.fresh(k) != nil
}

// makePage has a page made unless it is there, and waits for it. It reports
// false if there is no such page.
func (s *Site) makePage(k key) bool {
	ep := s.epochs.current.Load()
	lang := ep.languages.find(k.language)
	m, ok := s.table.match(k.path)
	if k.notFound {
		m, ok = match{route: s.table.notFound}, true
	}
	if !ok || lang == nil {
		return false
	}
	var canonical string
	if m.search, canonical = m.route.search(k.search, s.keeper(s.base, m.route)); canonical != k.search {
		return false // a parameter that the content knows no longer
	}
	at := flightKey{k, ep.revision}
	f, first, err := s.flights.join(at)
	if err != nil {
		return true // visitors come first
	}
	if first {
		s.work.Add(1)
		go s.fly(f, at, ep, m, lang)
	}
	<-f.done
	_, unknown := errors.AsType[*unnamed](f.err)
	return !unknown && !errors.Is(f.err, errNoRecord)
}
