package mirror

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
)

func (d *directus) answerPermissions(w http.ResponseWriter, r *http.Request) {
	access, rule := "full", map[string]any{}
	if d.partial {
		access, rule = "partial", map[string]any{"user": map[string]any{"_eq": "$CURRENT_USER"}}
	}
	if d.listed != nil {
		rule = map[string]any{"collection": map[string]any{"_in": d.listed}}
	}
	var data any = map[string]any{"directus_activity": map[string]any{"read": map[string]any{"access": access}}}
	if r.URL.Path == "/permissions" {
		data = []any{map[string]any{"collection": "directus_activity", "action": "read", "permissions": rule}}
	}
	text, _ := json.Marshal(map[string]any{"data": data}) // texts
	answer(w, 200, string(text))
}

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

// The permission that content schema --apply creates hides the entries about users.
func TestALogOfAllTablesIsTrusted(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.remote.partial = true
	for _, table := range p.mirror.tables {
		p.remote.listed = append(p.remote.listed, table.remoteName)
	}
	p.remote.logs("create", "tags", 1)
	p.later(0)
	if p.mirror.activity.hidden {
		t.Error("the log of all tables is not trusted")
	}
	p.remote.listed = slices.DeleteFunc(p.remote.listed, func(name string) bool { return name == "tags" })
	p.later(late)
	if !p.mirror.activity.hidden {
		t.Error("a log without that of the tags is trusted")
	}
}
