package page

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"reflect"
	"sync/atomic"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/redirect"
)

// unknownRevision is the revision before the content was first read.
const unknownRevision = -1

// epoch contains the data that all pages have in common at one revision of the content.
type epoch struct {
	revision        int64
	rules           map[string]redirect.Rule // redirects by path without prefix
	languages       languages
	languagesDigest string // digest of the languages, which every page depends on
	promises        Promises
	replies         *replyCache
}

// epochs stores the current epoch and determines when the revision is read again.
type epochs struct {
	current   atomic.Pointer[epoch]
	nextCheck atomic.Int64  // UnixNano of the next check
	checks    atomic.Int64  // number of checks that were started
	checking  chan struct{} // semaphore of capacity 1: held during a check
	interval  time.Duration
	now       func() time.Time
}

// epoch returns the current epoch. At most one request per interval reads the
// revision of the content; all others continue with the current epoch.
func (s *Site) epoch(ctx context.Context) *epoch {
	e := &s.epochs
	ep := e.current.Load()
	next := e.nextCheck.Load()
	if e.now().UnixNano() < next {
		return ep
	}
	begun := e.checks.Load()
	select {
	case e.checking <- struct{}{}:
	default:
		// At the start, and after Invalidate, the current epoch must not be used.
		if ep.revision != unknownRevision && next != 0 {
			return ep
		}
		select {
		case e.checking <- struct{}{}:
		case <-ctx.Done():
			return ep
		}
	}
	defer func() { <-e.checking }()
	ep = e.current.Load()
	now := e.now()
	// A check that began after this request has updated the epoch, or has
	// failed: the requests that wait must not query an unresponsive store one
	// after the other.
	if now.UnixNano() < e.nextCheck.Load() || e.checks.Load() != begun {
		return ep
	}
	e.checks.Add(1)
	// Set before the check, so that an Invalidate during it is not lost.
	e.nextCheck.Store(now.Add(e.interval).UnixNano())
	return s.updateEpoch(ctx, ep)
}

// updateEpoch returns the epoch of the content's current revision. If the
// content cannot be read it returns the old epoch: stale pages are better than
// none.
func (s *Site) updateEpoch(ctx context.Context, old *epoch) *epoch {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.read)
	defer cancel()
	revision, err := s.source.Revision(ctx)
	if err != nil {
		s.log.Error("read content revision failed", "error", err)
		return old
	}
	if revision == old.revision {
		return old
	}
	ep, err := s.newEpoch(ctx, revision)
	if err != nil {
		s.log.Error("read redirects and languages failed", "error", err)
		return old
	}
	what, err := content.ChangedSince(ctx, s.source, old.revision)
	if err != nil {
		s.log.Error("read content changes failed", "error", err)
		return old
	}
	if old.revision == 0 || !reflect.DeepEqual(ep.languages, old.languages) {
		what = nil // pages without content are useless, and every page depends on the languages
	}
	// The cache is first: a page of the old epoch must not enter the new cache.
	stale := s.cache.advance(revision, what)
	s.epochs.current.Store(ep)
	if err := s.disk.setRevision(ctx, revision); err != nil {
		s.log.Warn("record revision of disk cache failed", "error", err)
	}
	if stale {
		s.refresh()
	}
	if what == nil {
		select {
		case s.cold <- struct{}{}:
		default: // the warm-up is already requested
		}
	}
	if s.purge != nil {
		// A rule overrides the page at its address, which has no tag of it.
		// Changes that an earlier process did not purge, or pages of another
		// build, are unknown.
		if old.revision == unknownRevision || !reflect.DeepEqual(ep.rules, old.rules) {
			what = nil
		}
		s.purge(purgeTags(what))
	}
	return ep
}

// pollRevision updates the epoch without requests: behind a shared cache there
// may be none for an hour.
func (s *Site) pollRevision(interval time.Duration) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for s.base.Err() == nil {
		s.epoch(s.base)
		select {
		case <-tick.C:
		case <-s.base.Done():
		}
	}
}

func (s *Site) newEpoch(ctx context.Context, revision int64) (*epoch, error) {
	var redirects []redirect.Redirect
	if err := s.readSystem(ctx, "redirects", "fields=path,target,status_code,is_external&sort=id&limit=-1", &redirects); err != nil {
		return nil, err
	}
	var records []languageRow
	if err := s.readSystem(ctx, "languages", "fields=code,title,direction,flag&sort=sort,code&limit=-1", &records); err != nil {
		return nil, err
	}
	translated, err := s.translated(ctx)
	if err != nil {
		return nil, err
	}
	languages, refused := s.table.newLanguages(records, translated)
	for _, why := range refused {
		s.log.Warn("language ignored", slog.String("language", why))
	}
	rules, refused := redirect.Rules(redirects, redirect.Site{Prefixes: languages.prefixes(), Host: s.host})
	for _, why := range refused {
		s.log.Warn("redirect rule ignored", slog.String("rule", why))
	}
	promises, err := s.readPromises(ctx)
	if err != nil {
		return nil, fmt.Errorf("read promises: %w", err)
	}
	text, err := json.Marshal(languages)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	return &epoch{
		revision: revision, rules: rules, languages: languages, languagesDigest: hex.EncodeToString(sum[:8]), promises: promises, replies: newReplyCache(maxReplies),
	}, nil
}

// Promises are what pages say of requests, and an owner may change.
type Promises struct {
	WorkingDays bool
	RequestDays int
}

func (s *Site) retentionAt(ep *epoch) retention {
	r := s.retention
	r.RequestDays = ep.promises.RequestDays
	return r
}

// translated returns the codes of the languages that at least one of the site's
// main pages is translated into.
func (s *Site) translated(ctx context.Context) (map[string]bool, error) {
	type page struct {
		Translations []struct {
			Language string `json:"languages_code"`
		} `json:"translations"`
	}
	codes := map[string]bool{}
	for _, collection := range s.table.pages {
		q, err := query.Parse(s.model, collection, url.Values{
			"fields": {"translations.languages_code"}, "limit": {"-1"}, "deep[translations][_limit]": {"-1"},
		})
		if err != nil {
			return nil, fmt.Errorf("read translations of %s: %w", collection, err)
		}
		result, err := s.source.Read(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("read translations of %s: %w", collection, err)
		}
		var body struct {
			Data json.RawMessage `json:"data"`
		}
		if err := json.Unmarshal(result.Body, &body); err != nil {
			return nil, fmt.Errorf("read translations of %s: %w", collection, err)
		}
		pages := make([]page, 1)
		if bytes.HasPrefix(body.Data, []byte("{")) { // a singleton
			err = json.Unmarshal(body.Data, &pages[0])
		} else {
			err = json.Unmarshal(body.Data, &pages)
		}
		if err != nil {
			return nil, fmt.Errorf("read translations of %s: %w", collection, err)
		}
		for _, p := range pages {
			for _, t := range p.Translations {
				codes[t.Language] = true
			}
		}
	}
	return codes, nil
}

// readSystem reads a list with system permissions into rows.
func (s *Site) readSystem(ctx context.Context, collection, parameters string, rows any) error {
	values, err := url.ParseQuery(parameters)
	if err != nil {
		return err
	}
	q, err := query.Parse(s.model, collection, values)
	if err != nil {
		return fmt.Errorf("read %s: %w", collection, err)
	}
	q.Access = content.System
	result, err := s.source.Read(ctx, q)
	if err != nil {
		return fmt.Errorf("read %s: %w", collection, err)
	}
	return json.Unmarshal(result.Body, &struct {
		Data any `json:"data"`
	}{rows})
}

// Invalidate makes the next request check the content revision. It is for
// writers in the same process and may be called from any goroutine.
func (s *Site) Invalidate() { s.epochs.nextCheck.Store(0) }
