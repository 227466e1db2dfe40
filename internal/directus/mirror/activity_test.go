package mirror

import "testing"

// A restored backup has a shorter log, whose new entries have known numbers.
func TestARestoredLogCausesASweep(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	for range 5 {
		p.remote.logs("login", "directus_users", "x")
	}
	p.later(0)
	p.remote.activity = p.remote.activity[:2]
	p.change(upsert("products_categories", 1, map[string]any{"categories_id": "5"}))
	p.remote.logs("update", "products_categories", 1)
	p.later(soon)
	p.later(0) // the sweep that the poll requested
	p.equal()
	if latest := p.mirror.activity.latest; latest != 3 {
		t.Errorf("latest entry %d", latest)
	}
}

// An editor who sorts a list writes no entry.
func TestSmallTablesAreComparedDespiteTheLog(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(o *Options) { o.Page = 500 })
	p.remote.logs("login", "directus_users", "x")
	p.later(0)
	p.change(upsert("header_links", 1, map[string]any{"sort": "99"}))
	for range pollsPerComparison {
		p.later(soon)
	}
	p.equal()
}

// A policy may show some entries only, such as those of its own user.
func TestAPartialLogIsNotTrusted(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(o *Options) { o.Page = 500 })
	p.remote.logs("login", "directus_users", "x")
	p.remote.partial = true
	p.later(0)
	p.change(upsert("header_links", 1, map[string]any{"sort": "99"}))
	p.later(soon)
	p.equal()
}
