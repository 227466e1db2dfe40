// Package catalogue answers what content queries cannot: which products of a
// category, or of a search, pass a selection of technical values, how many
// would pass with each further value, and what words of any language mean. It
// keeps an index of the content in memory, in columns, and builds it anew in
// the background when something changes that it holds. It knows content, but
// neither its database nor pages nor HTTP.
package catalogue

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net/url"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// Source is the content, read both ways.
type Source interface {
	content.Source
	content.Scanner
}

// Marker is a Source that can tell all its states apart: two that went different
// ways from one revision, as after a backup was restored, have different marks.
type Marker interface {
	Mark(ctx context.Context) (string, error)
}

// patience is how long a reader waits for the index of a new revision before
// the old one answers: small catalogues are always up to date. It is also how
// long a page waits for what is said of the catalogue beside its own matter.
const patience = 500 * time.Millisecond

// Catalogue answers listings and suggestions. It is safe for concurrent use.
type Catalogue struct {
	source    Source
	model     *content.Model
	materials materials
	missed    func(words, language string)
	log       *slog.Logger
	current   atomic.Pointer[edition]
	snapshot  string // file; empty for none
	madeBy    string
	loaded    chan struct{} // closed when what the snapshot holds is current

	builds singleflight.Group // of the index; one key

	base  context.Context // ends at Close
	close context.CancelFunc
	work  sync.WaitGroup
}

// edition is an index and what reads words for it.
type edition struct {
	*index
	reader *reader
}

// Options of a Catalogue; all may be left out.
type Options struct {
	// Snapshot is the file in which the index outlives the program; empty for
	// none. Build names the program: another's file is not used.
	Snapshot string
	Build    string
	// Missed is told of every search that finds nothing; it must not block.
	Missed func(words, language string)
	Log    *slog.Logger // default slog.Default
}

// New returns the catalogue of a source and begins to build its index.
func New(source Source, model *content.Model, o Options) *Catalogue {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Missed == nil {
		o.Missed = func(string, string) {}
	}
	c := &Catalogue{source: source, model: model, materials: newMaterials(), missed: o.Missed, log: o.Log, snapshot: o.Snapshot, madeBy: o.Build, loaded: make(chan struct{})}
	c.base, c.close = context.WithCancel(context.Background())
	c.work.Go(func() {
		c.load()
		close(c.loaded)
		c.start()
	})
	return c
}

// Close stops a build in progress and waits for it.
func (c *Catalogue) Close() error {
	c.close()
	c.work.Wait()
	<-c.start() // joins a build in progress; a new one ends at once
	return nil
}

// start builds an index in the background, unless that is going on; the
// returned channel receives when it is over.
func (c *Catalogue) start() <-chan singleflight.Result {
	return c.builds.DoChan("index", func() (any, error) {
		c.build()
		return nil, nil //nolint:nilnil // the index is in current
	})
}

// build makes the index of the present content, if there is none yet.
func (c *Catalogue) build() {
	revision, err := c.source.Revision(c.base)
	if x := c.current.Load(); err == nil && x != nil && (x.revision == revision || c.amend(x, revision)) {
		return
	}
	mark := c.mark()
	var x *index
	if err == nil {
		start := time.Now()
		if x, err = build(c.base, c.source, c.model, revision); err == nil {
			c.log.Info("catalogue indexed", "revision", revision, "products", x.products(), "articles", len(x.variations), "time", time.Since(start))
		}
	}
	if err != nil {
		if c.base.Err() == nil {
			c.log.Error("the catalogue could not be indexed", "err", err)
		}
		return
	}
	x = c.keep(x, mark)
	c.current.Store(&edition{x, newReader(x, c.materials)})
	debug.FreeOSMemory() // making it took several times what it keeps
}

// mark names the state of the content; empty if nobody can.
func (c *Catalogue) mark() string {
	m, can := c.source.(Marker)
	if !can || c.snapshot == "" {
		return ""
	}
	mark, err := m.Mark(c.base)
	if err != nil {
		c.log.Warn("the state of the content has no mark; the catalogue's index is not kept on disk", "err", err)
	}
	return mark
}

// load makes the index on disk the current one. That of a former content answers
// until its successor is made, as it would have if the program had gone on.
func (c *Catalogue) load() {
	mark := c.mark()
	if mark == "" {
		return
	}
	start := time.Now()
	x, of, err := load(c.snapshot, c.madeBy)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			c.log.Info("the catalogue's index on disk is not used", "err", err)
		}
		return
	}
	if of != mark {
		x.revision = formerRevision
	}
	c.current.Store(&edition{x, newReader(x, c.materials)})
	c.log.Info("catalogue's index found on disk", "current", of == mark, "products", x.products(), "time", time.Since(start))
}

// formerRevision is that of an index of which it is only known that it is of
// another content than the present one.
const formerRevision = -1

// index returns the index and whether it is that of the present content. While
// a newer one is being built the old one answers. What is only said in passing
// does without one, if there is none soon.
func (c *Catalogue) index(ctx context.Context, inPassing bool) (x *edition, current bool, err error) {
	select {
	case <-c.loaded:
	case <-ctx.Done():
		return nil, false, errIndexing()
	}
	revision, err := c.source.Revision(ctx)
	if err != nil {
		if x = c.current.Load(); x != nil {
			return x, false, nil
		}
		return nil, false, fault.Wrap(fault.Unavailable, err, "the content could not be read")
	}
	if x = c.current.Load(); x != nil && x.revision == revision {
		return x, true, nil
	}
	done := c.start()
	var late <-chan time.Time // never, as long as there is nothing else to answer with
	if x != nil || inPassing {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-done:
	case <-late:
	case <-ctx.Done():
	}
	if x = c.current.Load(); x == nil {
		return nil, false, errIndexing()
	}
	return x, x.revision == revision, nil
}

func errIndexing() error { return fault.New(fault.Unavailable, "the catalogue is being indexed") }

// Paths of the queries that this package answers, as the front end writes them.
const (
	ListingPath = "/catalogue"
	SuggestPath = "/suggest"
	RelatedPath = "/related"
	CountsPath  = "/counts"
)

// Read answers a query: of ListingPath with category or q, the selection, sort
// and page; of SuggestPath with q; of RelatedPath with product, a slug. These
// take the language. CountsPath has how many products each category holds. data is JSON, touched
// what it was made of. current is false for a reply that must not be kept: the
// index of a newer revision is being built, or the search finds nothing.
func (c *Catalogue) Read(ctx context.Context, path string, values url.Values) (data []byte, touched []content.Tag, current bool, err error) {
	x, current, err := c.index(ctx, path == RelatedPath || path == CountsPath)
	if err != nil {
		return nil, nil, false, err
	}
	defer runtime.KeepAlive(x) // what the reply is made of lies in it
	a := &asking{Catalogue: c}
	var reply any
	switch path {
	case ListingPath:
		var l *Listing
		if l, err = a.listing(ctx, x, values); err == nil && l.Search != nil && l.Search.Empty {
			c.missed(values.Get("q"), values.Get("language"))
			current = false // kept, it would be counted once
		}
		reply = l
	case SuggestPath:
		reply, err = a.suggest(ctx, x, values)
	case RelatedPath:
		reply, err = a.related(ctx, x, values)
	case CountsPath:
		reply = x.counts()
	default:
		err = fault.New(fault.Invalid, "%q is not a path of the catalogue", path)
	}
	if err != nil {
		return nil, nil, false, err
	}
	data, err = marshal(reply)
	return data, append(dependencies{c.model}.of(path, values), a.shown...), current, err
}

// Keep checks a query parameter against the catalogue's attributes and returns
// its one canonical spelling. Unknown names and values are not kept.
func (c *Catalogue) Keep(ctx context.Context, name, value string) (string, bool) {
	x, _, err := c.index(ctx, false)
	if err != nil {
		return "", false
	}
	defer runtime.KeepAlive(x)
	part, ok := x.choose(name, value)
	if !ok {
		return "", false
	}
	return part.String(), true
}
