package itemsapi

import (
	"context"
	"strings"
	"sync"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/lru"
)

// Bounds of the prepared queries. A site has a few dozen distinct queries, each
// for some records.
const (
	maxPlans     = 256
	maxPlanBytes = 8 << 10 // of one address; longer ones are specific to one client
)

// plans caches the public's prepared queries by address: parsing parameters and
// generating the statement takes as long as reading some tables.
type plans struct {
	source content.Preparer

	mu    sync.Mutex
	cache *lru.Cache[string, content.Prepared]
}

// newPlans returns nil if the source cannot prepare queries.
func newPlans(source content.Source) *plans {
	preparer, ok := source.(content.Preparer)
	if !ok {
		return nil
	}
	return &plans{source: preparer, cache: lru.New[string, content.Prepared](maxPlans)}
}

// direct is a query of a source that cannot prepare it.
type direct struct {
	source content.Source
	query  content.Query
}

func (d direct) Read(ctx context.Context) (content.Result, error) { return d.source.Read(ctx, d.query) }

func (direct) Expensive(context.Context) (bool, error) { return false, nil }

// prepare prepares a query for one read.
func (h *handler) prepare(q content.Query) (content.Prepared, error) {
	if h.plans == nil {
		return direct{h.source, q}, nil
	}
	return h.plans.source.Prepare(q)
}

func (p *plans) get(key string) content.Prepared {
	p.mu.Lock()
	defer p.mu.Unlock()
	plan, _ := p.cache.Get(key)
	return plan
}

func (p *plans) prepare(key string, q content.Query) (content.Prepared, error) {
	plan, err := p.source.Prepare(q)
	if err == nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.cache.Put(key, plan, 1)
	}
	return plan, err
}

// planKey returns the part of an address that determines its plan. Unknown
// parameters are omitted unless they may be malformed, which parsing reports.
// ok is false for an address that is more than a query.
func planKey(path, rawQuery string) (key string, ok bool) {
	if len(path)+len(rawQuery) > maxPlanBytes {
		return "", false
	}
	var b strings.Builder
	b.Grow(len(path) + len(rawQuery) + 1)
	b.WriteString(path)
	for part := range strings.SplitSeq(rawQuery, "&") {
		name := part
		if end := strings.IndexAny(part, "[=%"); end >= 0 {
			name = part[:end]
		}
		switch {
		case name == "export" || name == "version":
			return "", false
		case query.IsParameter(name) || strings.ContainsAny(part, "%;"):
			b.WriteByte('&')
			b.WriteString(part)
		}
	}
	return b.String(), true
}
