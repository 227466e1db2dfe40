// Package mirror keeps a copy of a Directus instance in the content store. A first pull
// copies everything; webhooks and polls for new dates keep the copy current; a
// sweep every few minutes compares all rows and finds the changes that these
// miss. Visitors read only the copy, so that a slow, faulty or unreachable
// Directus does not affect them: unusable replies never change stored content.
// The package reads through the REST API and must not depend on SQL or pages.
package mirror

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"iter"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
	"ferrule/internal/directus/mapping"
)

// Options configures a Mirror. URL, Folder, Model and Store are required.
type Options struct {
	URL    string // such as https://cms.example.com
	Token  string // static; empty reads with the permissions of the public
	Secret string // shared with webhooks; empty refuses all of them
	Map    mapping.Mapping
	Folder string // of the mirror's state; created if missing
	Files  string // folder of downloaded files
	Model  *content.Model
	Store  Store
	Forget func(disk string) error // called with the name of a file whose bytes have changed; may be nil
	whole  bool                    // all collections and drafts, for a Reader

	Poll   time.Duration // interval of polls; 15 s if 0
	Sweep  time.Duration // interval of sweeps; 5 min if 0
	Page   int           // rows per request; 500 if 0
	Rate   float64       // maximum requests per second; 10 if 0
	Volume float64       // maximum bytes per second; 8 MiB if 0
	Clock  client.Clock  // system clock if nil
	Log    *slog.Logger
}

// Defaults of Options.
const (
	defaultPoll   = 15 * time.Second
	defaultSweep  = 5 * time.Minute
	defaultPage   = 500
	defaultRate   = 10
	defaultVolume = 8 << 20
)

// Mirror copies one Directus to one store.
type Mirror struct {
	options    Options
	client     *client.Client
	tables     []*table // referring collections before those they refer to
	byName     map[string]*table
	localNames map[string]string // model names of collections by their names in the Directus
	identity   string            // identifies source, model and mapping in files on disk
	keys       *keyMap
	downloads  *downloads
	ahead      *ahead

	// Owned by the goroutine of Run.
	stage      *stage // nil outside of a sweep
	sweepError error  // why the last sweep could not read a collection; nil if it could
	nextPoll   time.Time
	nextSweep  time.Time
	shortfalls shortfalls // found by probes since the last warning
	activity   activityLog
	polls      int            // since the start
	removed    map[string]int // rows that refreshes deleted since the last complete sweep, by collection

	wake   chan struct{} // signals a webhook or a requested sweep
	filled atomic.Bool   // everything was pulled since the start

	mu             sync.Mutex
	logged         map[string]bool // warnings already logged
	pending        keySet          // rows that webhooks named
	deleted        keySet          // those of pending that webhooks reported as deleted
	pollRequested  bool            // a webhook named no known rows
	sweepRequested bool            // a sweep is requested
	state          State
	hooks          map[string]int64 // webhooks received since the start, by result
}

// New returns a mirror; Run starts it.
func New(o Options) (*Mirror, error) {
	o.Poll, o.Sweep = cmp.Or(o.Poll, defaultPoll), cmp.Or(o.Sweep, defaultSweep)
	o.Page, o.Rate, o.Volume = cmp.Or(o.Page, defaultPage), cmp.Or(o.Rate, defaultRate), cmp.Or(o.Volume, defaultVolume)
	o.Clock = cmp.Or[client.Clock](o.Clock, client.WallClock{})
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, err
	}
	m := &Mirror{
		options: o, tables: newTables(o.Model, o.Map, o.whole), byName: make(map[string]*table), localNames: make(map[string]string),
		client: client.New(o.URL, o.Token, o.Clock, client.NewRateLimiter(o.Clock, o.Rate, o.Volume)),
		wake:   make(chan struct{}, 1), pending: keySet{}, deleted: keySet{}, logged: make(map[string]bool), removed: make(map[string]int), hooks: make(map[string]int64),
	}
	for _, c := range o.Model.Collections {
		m.localNames[o.Map.Collection(c)] = c.Name
	}
	for _, t := range m.tables {
		m.byName[t.Name] = t
	}
	names, err := json.Marshal(o.Map)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(m.client.Base + "\n" + o.Model.Hash + "\n" + string(names)))
	m.identity = hex.EncodeToString(sum[:])
	if m.keys, err = loadKeys(filepath.Join(o.Folder, KeysFile)); err != nil {
		return nil, err
	}
	for _, t := range m.tables {
		t.foreign = m.keys.has(t.Name)
	}
	m.downloads, m.ahead = newDownloads(), newAhead(o.Clock)
	m.state = loadState(o.Folder, m.identity, m.client.Base)
	return m, nil
}

func (m *Mirror) stateFile() string { return filepath.Join(m.options.Folder, StateFile) }

// Run keeps the copy current until ctx ends. It logs the first error of a
// series and the recovery; Status returns the current error.
func (m *Mirror) Run(ctx context.Context) {
	var files sync.WaitGroup
	files.Go(func() { m.fetchAhead(ctx) })
	defer files.Wait()
	for ctx.Err() == nil {
		m.runDue(ctx)
		m.waitUntilDue(ctx)
	}
}

// runDue runs the sweep and the refresh that are due.
func (m *Mirror) runDue(ctx context.Context) {
	m.applyConfirmation(ctx)
	if m.takeSweepRequest() {
		next := m.options.Clock.Now().Add(m.options.Sweep)
		err := m.sweep(ctx)
		m.recordOutcome(ctx, cmp.Or(err, m.sweepError))
		now := m.options.Clock.Now()
		switch {
		case err != nil || m.sweepError != nil:
			next = now.Add(m.options.Poll)
		case len(m.Status().Held) > 0:
			next = now.Add(min(m.options.Sweep, heldSweepInterval))
		case next.Before(now):
			next = now.Add(m.options.Poll) // a sweep takes longer than its interval
		}
		m.nextSweep = next
	}
	if !m.Status().Pulled {
		m.nextPoll = m.nextSweep
		return
	}
	err := m.refresh(ctx)
	m.recordOutcome(ctx, cmp.Or(err, m.sweepError))
	if err != nil {
		m.nextPoll = m.options.Clock.Now().Add(m.options.Poll)
	}
}

// takeSweepRequest reports whether a sweep is due, and resets the request for one.
func (m *Mirror) takeSweepRequest() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	due := m.sweepRequested || !m.options.Clock.Now().Before(m.nextSweep)
	m.sweepRequested = false
	return due
}

// requestSweep requests a sweep and wakes Run.
func (m *Mirror) requestSweep() {
	m.mu.Lock()
	m.sweepRequested = true
	m.mu.Unlock()
	m.signal()
}

// signal wakes Run; it never blocks.
func (m *Mirror) signal() {
	select {
	case m.wake <- struct{}{}:
	default: // already signalled
	}
}

// takePoll reports whether a poll is due, and schedules the next one.
func (m *Mirror) takePoll() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.options.Clock.Now()
	if !m.pollRequested && now.Before(m.nextPoll) {
		return false
	}
	m.pollRequested, m.nextPoll = false, now.Add(m.options.Poll)
	return true
}

// requestPoll makes a poll due.
func (m *Mirror) requestPoll() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pollRequested = true
}

// takePending returns and clears the rows that webhooks named, and those of them
// that were reported as deleted.
func (m *Mirror) takePending() (named, deleted keySet) {
	m.mu.Lock()
	defer m.mu.Unlock()
	named, deleted = m.pending, m.deleted
	m.pending, m.deleted = keySet{}, keySet{}
	return named, deleted
}

func (m *Mirror) restorePending(named, deleted keySet) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pending.addAll(named)
	m.deleted.addAll(deleted)
}

// applyChanges stores changes. During a sweep it also stages them, so that they
// override older changes staged before.
func (m *Mirror) applyChanges(ctx context.Context, changes []content.Change) error {
	if len(changes) == 0 {
		return nil
	}
	if m.stage != nil {
		for _, c := range changes {
			if err := m.stage.add(c); err != nil {
				return err
			}
		}
	}
	return m.apply(ctx, func(yield func(content.Change, error) bool) {
		for _, c := range changes {
			if !yield(c, nil) {
				return
			}
		}
	})
}

// apply stores changes in one transaction, then removes files whose bytes have
// changed.
func (m *Mirror) apply(ctx context.Context, changes iter.Seq2[content.Change, error]) error {
	settled, err := m.resolved(ctx, changes)
	if err = cmp.Or(err, m.keys.save()); err != nil {
		return err
	}
	files := make(map[string]bool)
	err = m.options.Store.ApplyAll(ctx, func(yield func(content.Change, error) bool) {
		for c, err := range settled {
			disk := ""
			if err == nil {
				disk, err = m.replacedFile(ctx, c)
			}
			if disk != "" {
				files[disk] = true
			}
			if !yield(c, err) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	m.removeFiles(ctx, slices.Sorted(maps.Keys(files)))
	m.ahead.signal()
	return nil
}
