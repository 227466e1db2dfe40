// Package mirror keeps a copy of a Directus in the content store: a first pull
// of everything, then what hooks and new dates tell, and a comparison of all
// rows every few minutes that finds what those do not. Visitors read the copy
// only, so a Directus that is slow, wrong or gone is no visitor's problem: what
// cannot be used never changes what is stored. It reads through the REST API
// and knows neither SQL nor pages.
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
)

// Options of a Mirror. URL, Folder, Model and Store must be set.
type Options struct {
	URL    string // of the Directus, such as https://cms.example.com
	Token  string // static; empty reads with the public's eyes
	Secret string // that hooks have to send; empty refuses them all
	Names  Mapping
	Folder string // for what the mirror has to remember; created when missing
	Files  string // folder of files' bytes
	Model  *content.Model
	Store  Store
	Forget func(disk string) error // told of a file whose bytes are other ones now; may be nil

	Poll   time.Duration // between questions for new dates; 15 s if 0
	Sweep  time.Duration // between comparisons of everything; 5 min if 0
	Page   int           // rows of one request; 500 if 0
	Rate   float64       // requests a second at most; 10 if 0
	Volume float64       // bytes a second at most; 8 MiB if 0
	Clock  Clock         // the real time if nil
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

// Mirror copies one Directus into one store.
type Mirror struct {
	options Options
	client  *client
	tables  []*table // what refers before what it refers to
	byName  map[string]*table
	named   map[string]string // our names of collections, by theirs
	of      string            // names what is copied, for what is kept on disk
	files   *fetches

	// Of the goroutine that Run is in.
	stage     *stage // nil outside of a sweep
	broken    error  // why the last sweep could not read a collection
	nextPoll  time.Time
	nextSweep time.Time
	removed   map[string]int // rows that refreshes deleted since a sweep, by collection

	wake   chan struct{} // a hook has come
	filled atomic.Bool   // all of the Directus was stored since the start

	mu      sync.Mutex
	told    map[string]bool // warnings that were logged
	pending keysOf          // what hooks named
	deleted keysOf          // of these, what they said was deleted
	poll    bool            // a hook named nothing we know
	whole   bool            // more has changed than is refreshed
	state   State
}

// New prepares a mirror; Run starts it.
func New(o Options) (*Mirror, error) {
	o.Poll, o.Sweep = cmp.Or(o.Poll, defaultPoll), cmp.Or(o.Sweep, defaultSweep)
	o.Page, o.Rate, o.Volume = cmp.Or(o.Page, defaultPage), cmp.Or(o.Rate, defaultRate), cmp.Or(o.Volume, defaultVolume)
	o.Clock = cmp.Or[Clock](o.Clock, wallClock{})
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, err
	}
	m := &Mirror{
		options: o, tables: newTables(o.Model, o.Names), byName: make(map[string]*table), named: make(map[string]string),
		client: newClient(o.URL, o.Token, o.Clock, newPace(o.Clock, o.Rate, o.Volume)),
		wake:   make(chan struct{}, 1), pending: keysOf{}, deleted: keysOf{}, told: make(map[string]bool), removed: make(map[string]int),
	}
	for _, c := range o.Model.Collections {
		m.named[o.Names.collection(c)] = c.Name
	}
	for _, t := range m.tables {
		m.byName[t.Name] = t
	}
	names, err := json.Marshal(o.Names)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(m.client.base + "\n" + o.Model.Hash + "\n" + string(names)))
	m.of = hex.EncodeToString(sum[:])
	m.files = newFetches()
	m.state = loadState(o.Folder, m.of, m.client.base)
	return m, nil
}

func (m *Mirror) stateFile() string { return filepath.Join(m.options.Folder, stateFile) }

// Run copies until the context ends. Errors are logged, when they begin and
// when they end, and told by Status.
func (m *Mirror) Run(ctx context.Context) {
	for ctx.Err() == nil {
		m.round(ctx)
		m.pause(ctx)
	}
}

// round does what is due.
func (m *Mirror) round(ctx context.Context) {
	m.heedConfirmation(ctx)
	if m.sweepIsDue() {
		err := m.sweep(ctx)
		m.note(ctx, cmp.Or(err, m.broken))
		wait := m.options.Sweep
		switch {
		case err != nil || m.broken != nil:
			wait = m.options.Poll
		case len(m.Status().Held) > 0:
			wait = min(wait, heldSweep)
		}
		m.nextSweep = m.options.Clock.Now().Add(wait)
	}
	if !m.Status().Pulled {
		m.nextPoll = m.nextSweep
		return
	}
	err := m.refresh(ctx)
	m.note(ctx, cmp.Or(err, m.broken))
	if err != nil {
		m.nextPoll = m.options.Clock.Now().Add(m.options.Poll)
	}
}

// sweepIsDue reports whether everything is to be compared now, and takes that
// for a promise to do it.
func (m *Mirror) sweepIsDue() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	due := m.whole || !m.options.Clock.Now().Before(m.nextSweep)
	m.whole = false
	return due
}

// sweepSoon has everything compared in the next round, which begins at once.
func (m *Mirror) sweepSoon() {
	m.mu.Lock()
	m.whole = true
	m.mu.Unlock()
	m.awake()
}

// awake has Run begin its next round.
func (m *Mirror) awake() {
	select {
	case m.wake <- struct{}{}:
	default: // it does already
	}
}

func (m *Mirror) pollIsDue() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.poll || !m.options.Clock.Now().Before(m.nextPoll)
}

// polled notes that all dates were asked for.
func (m *Mirror) polled() {
	m.nextPoll = m.options.Clock.Now().Add(m.options.Poll)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.poll = false
}

// takeNamed returns what hooks have named since the last time, and what of it
// they said was deleted.
func (m *Mirror) takeNamed() (named, deleted keysOf) {
	m.mu.Lock()
	defer m.mu.Unlock()
	named, deleted = m.pending, m.deleted
	m.pending, m.deleted = keysOf{}, keysOf{}
	return named, deleted
}

func (m *Mirror) putBack(named, deleted keysOf) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pending.addAll(named)
	m.deleted.addAll(deleted)
}

// applyNow stores changes. While everything is compared, they are staged too,
// since what was staged before them is older.
func (m *Mirror) applyNow(ctx context.Context, changes []content.Change) error {
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

// apply stores changes in one transaction, and forgets the bytes of files that
// have others now.
func (m *Mirror) apply(ctx context.Context, changes iter.Seq2[content.Change, error]) error {
	settled, err := m.settled(ctx, changes)
	if err != nil {
		return err
	}
	files := make(map[string]bool)
	err = m.options.Store.ApplyAll(ctx, func(yield func(content.Change, error) bool) {
		for c, err := range settled {
			disk := ""
			if err == nil {
				disk, err = m.otherFile(ctx, c)
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
	m.forget(ctx, slices.Sorted(maps.Keys(files)))
	return nil
}
