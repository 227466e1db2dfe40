// Package catalogue answers faceted listings and searches, which content queries
// cannot: which products of a category or a search match a selection of technical
// values, how many match with each further value, and what search words mean in
// any language. It keeps a columnar index of the content in memory and rebuilds
// it in the background when indexed content changes. It depends on content, but
// not on its database, on pages or on HTTP.
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
	"ferrule/internal/search"
)

// Source reads content by query and by scanning columns.
type Source interface {
	content.Source
	content.Scanner
}

// Marker is a Source that identifies its states: two histories that diverge from
// one revision, as after a restored backup, have different marks.
type Marker interface {
	Mark(ctx context.Context) (string, error)
}

// indexWait bounds how long a reader waits for the index of a new revision before
// it uses the stale one, so that small catalogues are always up to date. It also
// bounds how long a page waits for optional data: related products and counts.
const indexWait = 500 * time.Millisecond

// Catalogue answers listings, searches and suggestions. It is safe for concurrent
// use.
type Catalogue struct {
	source        Source
	model         *content.Model
	onEmptySearch func(words, language string)
	log           *slog.Logger
	current       atomic.Pointer[searchIndex]
	snapshot      string // file; empty for none
	buildID       string
	loaded        chan struct{} // closed when the snapshot is loaded or rejected

	builds singleflight.Group // index builds; one key

	base  context.Context // cancelled by Close
	close context.CancelFunc
	work  sync.WaitGroup
}

// searchIndex is an index with what searches need of it.
type searchIndex struct {
	*index
	reader *search.Reader
	owners []uint32                 // per article its product
	kinds  map[*category][][]string // per language the kinds that the title names, as facts
}

func newSearchIndex(x *index, reader *search.Reader) *searchIndex {
	s := &searchIndex{index: x, reader: reader, owners: make([]uint32, len(x.variations)), kinds: make(map[*category][][]string, len(x.ranked))}
	for p := range x.products() {
		for a := x.articles[p]; a < x.articles[p+1]; a++ {
			s.owners[a] = uint32(p) //nolint:gosec // an index
		}
	}
	for _, c := range x.ranked {
		for i, title := range c.titles {
			var facts []string
			language := ""
			if i < len(x.codes) {
				language = x.codes[i]
			}
			for _, t := range reader.Read(title, language) {
				if t.Kind == search.Part {
					facts = append(facts, t.Facts...)
				}
			}
			s.kinds[c] = append(s.kinds[c], facts)
		}
	}
	return s
}

// Options configure a Catalogue; all are optional.
type Options struct {
	// Snapshot is the file that persists the index across restarts; empty for
	// none. Build identifies the program: a file of another build is not used.
	Snapshot string
	Build    string
	// OnEmptySearch is called for every search without results; it must not block.
	OnEmptySearch func(words, language string)
	Log           *slog.Logger // default slog.Default
}

// New returns the catalogue of a source and starts building its index.
func New(source Source, model *content.Model, o Options) *Catalogue {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.OnEmptySearch == nil {
		o.OnEmptySearch = func(string, string) {}
	}
	c := &Catalogue{source: source, model: model, onEmptySearch: o.OnEmptySearch, log: o.Log, snapshot: o.Snapshot, buildID: o.Build, loaded: make(chan struct{})}
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
	<-c.start() // waits for a build in progress; a new one fails at once, as base is cancelled
	return nil
}

// start builds an index in the background, or joins a build in progress. The
// returned channel receives when the build is done.
func (c *Catalogue) start() <-chan singleflight.Result {
	return c.builds.DoChan("index", func() (any, error) {
		c.build()
		return nil, nil //nolint:nilnil // the index is in current
	})
}

// build indexes the content's revision unless the index is up to date.
func (c *Catalogue) build() {
	revision, err := c.source.Revision(c.base)
	if x := c.current.Load(); err == nil && x != nil && (x.revision == revision || c.patch(x, revision)) {
		return
	}
	mark := c.mark()
	var x *index
	var reader *search.Reader
	if err == nil {
		start := time.Now()
		if x, reader, err = build(c.base, c.source, c.model, revision, c.log); err == nil {
			c.log.Info("catalogue indexed", "revision", revision, "products", x.products(), "articles", len(x.variations), "time", time.Since(start))
		}
	}
	if err != nil {
		if c.base.Err() == nil {
			c.log.Error("index catalogue failed", "error", err)
		}
		return
	}
	x = c.persist(x, mark)
	c.current.Store(newSearchIndex(x, reader))
	debug.FreeOSMemory() // a build takes several times the memory of its result
}

// mark identifies the state of the content; it is empty if the source has no marks.
func (c *Catalogue) mark() string {
	m, can := c.source.(Marker)
	if !can || c.snapshot == "" {
		return ""
	}
	mark, err := m.Mark(c.base)
	if err != nil {
		c.log.Warn("read content mark failed, catalogue index not saved", "error", err)
	}
	return mark
}

// load makes the index on disk the current one. If it is stale, it is used until
// the next build is done, as it would be without a restart.
func (c *Catalogue) load() {
	mark := c.mark()
	if mark == "" {
		return
	}
	start := time.Now()
	x, of, err := load(c.snapshot, c.buildID)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			c.log.Info("catalogue index on disk rejected", "error", err)
		}
		return
	}
	if of != mark {
		x.revision = unknownRevision
	}
	c.current.Store(newSearchIndex(x, search.NewReader(x.synonyms)))
	c.log.Info("catalogue index loaded from disk", "current", of == mark, "products", x.products(), "time", time.Since(start))
}

// unknownRevision is the revision of an index loaded from disk whose mark differs
// from the content's.
const unknownRevision = -1

// index returns the index and whether it is current. While a newer one is being
// built, it returns the stale one after indexWait. Without any index it waits for
// the first, but for optional data no longer than indexWait.
func (c *Catalogue) index(ctx context.Context, optional bool) (x *searchIndex, current bool, err error) {
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
	var late <-chan time.Time // nil, which blocks, if the reply needs the first index
	if x != nil || optional {
		timer := time.NewTimer(indexWait)
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

// Paths of the queries that this package answers, as the front end sends them.
const (
	ListingPath = "/catalogue"
	SearchPath  = "/search"
	RelatedPath = "/related"
	CountsPath  = "/counts"
)

// Read answers a query. ListingPath takes category, the selection, sort and page;
// SearchPath takes q, page and limit; RelatedPath takes product, a slug. These three
// also take the language. CountsPath returns the number of articles in each category.
// data is JSON, touched are the tags it depends on. current is false for a reply
// that must not be cached: a newer index is being built, or the search has no
// results.
func (c *Catalogue) Read(ctx context.Context, path string, values url.Values) (data []byte, touched []content.Tag, current bool, err error) {
	x, current, err := c.index(ctx, path == RelatedPath || path == CountsPath)
	if err != nil {
		return nil, nil, false, err
	}
	defer runtime.KeepAlive(x) // the reply refers to the index's memory
	a := &request{Catalogue: c}
	var reply any
	switch path {
	case ListingPath:
		reply, err = a.listing(ctx, x, values)
	case SearchPath:
		var s *Search
		if s, err = a.search(ctx, x, values); err == nil && (s.Total == 0 || s.WrongNumber != "") && values.Get("limit") == "" {
			c.onEmptySearch(values.Get("q"), values.Get("language"))
			current = false // a cached reply would count the search only once
		}
		reply = s
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
// its canonical spelling. It returns false for unknown names and values.
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
