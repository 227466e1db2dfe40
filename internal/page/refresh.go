package page

import (
	"errors"
	"sync/atomic"
	"time"
)

// refreshPause is how long pages whose refresh failed are served stale before
// the next attempt.
const refreshPause = time.Second

// refresher refreshes stale pages in the background, one at a time, since
// requests take precedence.
type refresher struct {
	running atomic.Bool
	pending atomic.Bool // pages may have become stale since the last pass
}

// refresh starts the background refresh unless it is running.
func (s *Site) refresh() {
	s.refresher.pending.Store(true)
	if !s.refresher.running.CompareAndSwap(false, true) {
		return
	}
	s.work.Go(func() {
		for s.refresher.pending.Swap(false) && s.base.Err() == nil {
			s.refreshAll()
		}
		s.refresher.running.Store(false)
		if s.refresher.pending.Load() { // set between the last two statements
			s.refresh()
		}
	})
}

// refreshAll runs until no page is stale. Failed refreshes are retried after a
// pause.
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
			s.cache.requeueStale()
			failed = false
		}
	}
}

// refreshPage refreshes one page. It reports whether the page is current or was
// removed because it no longer exists.
func (s *Site) refreshPage(k key) bool {
	if !s.makePage(k) {
		s.cache.drop(k)
		s.disk.drop(k)
		return true
	}
	return s.cache.fresh(k) != nil
}

// makePage builds a page unless it is cached and current, and waits for it. It
// returns false if there is no such page.
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
	if m.search, canonical = m.route.search(k.search, s.paramChecker(s.base, m.route)); canonical != k.search {
		return false // the parameter's value no longer exists
	}
	at := flightKey{k, ep.revision}
	f, first, err := s.flights.join(at, "")
	if err != nil {
		return true // requests take precedence
	}
	if first {
		s.work.Add(1)
		go s.buildPage(f, at, ep, m, lang)
	}
	<-f.done
	_, unknown := errors.AsType[*unknownItemError](f.err)
	return !unknown && !errors.Is(f.err, errNoRecord)
}
