package mirror

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"ferrule/internal/directus/mapping"
)

// A collection of Directus 12 has a boolean in place of a status.
func TestArchivedStandsForStatus(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.rewrite(func(path string, record map[string]any) bool {
		if path == "/items/forms" {
			record["archived"] = record["status"] != "published"
			delete(record, "status")
		}
		return true
	})
	inner := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if q := r.URL.Query(); r.URL.Path == "/items/forms" {
			q.Set("fields", strings.ReplaceAll(q.Get("fields"), "archived", "status"))
			r.URL.RawQuery = q.Encode()
		}
		inner.ServeHTTP(w, r)
	})
	p.change(upsert("forms", 1, map[string]any{"status": "published"}), upsert("forms", 900, map[string]any{"slug": "old", "status": "archived"}))
	p.later(0)
	if p.value("forms", "1", "status") != "published" || p.value("forms", "900", "status") != "archived" {
		t.Errorf("%s %s %+v", p.value("forms", "1", "status"), p.value("forms", "900", "status"), p.mirror.Status())
	}
}

const notDraftStatus = `{"_or":[{"status":{"_null":true}},{"status":{"_nin":["draft","archived"]}}]}`

// hasDraft adds a field to the tags, of which the first is a draft: a request with the
// condition does not return it. The result is true after such a request.
func (p *pair) hasDraft(field string, value any, condition string) *bool {
	p.rewrite(func(path string, record map[string]any) bool {
		if path == "/items/tags" {
			record[field] = value
		}
		return true
	})
	inner, restricted := p.remote.serve, false
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if filter := q.Get("filter"); r.URL.Path == "/items/tags" && strings.Contains(filter, condition) {
			restricted = true
			q.Set("filter", strings.ReplaceAll(filter, condition, `{"id":{"_neq":1}}`))
			r.URL.RawQuery = q.Encode()
		}
		inner.ServeHTTP(w, r)
	})
	return &restricted
}

// The model of tags has no status, so that no permission would hide a draft.
func TestDraftsWithoutStatusInTheModelAreNotCopied(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		field     string
		value     any
		condition string
	}{
		"status":   {"status", "published", notDraftStatus},
		"archived": {"archived", false, `{"_or":[{"archived":{"_null":true}},{"archived":{"_neq":true}}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPair(t, nil)
			restricted := p.hasDraft(c.field, c.value, c.condition)
			p.later(0)
			if !*restricted || p.value("tags", "1", "slug") != "none" || p.value("tags", "2", "slug") == "none" {
				t.Errorf("restricted %v, tag 1 %s, %+v", *restricted, p.value("tags", "1", "slug"), p.mirror.Status())
			}
			p.hook(`{"collection":"tags","keys":[1]}`, 202)
			p.mirror.runDue(t.Context())
			if p.value("tags", "1", "slug") != "none" {
				t.Error("a webhook shows a draft")
			}
		})
	}
}

// After a restart, a poll reads before the sweep has probed all tables.
func TestDraftsAreNotCopiedAfterARestart(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.hasDraft("status", "published", notDraftStatus)
	p.later(0)
	p.start()
	second := p.mirror.tables[1]
	p.remote.breaks(func(r *http.Request) string {
		if r.URL.Path == second.path && r.URL.Query().Get("fields") == "*" {
			return "drop" // the sweep fails before it reads the tags
		}
		return ""
	})
	p.hook(`{"collection":"tags","keys":[1,2]}`, 202)
	p.later(0)
	if p.value("tags", "1", "slug") != "none" || p.value("tags", "2", "slug") == "none" {
		t.Errorf("tag 1 %s, %+v", p.value("tags", "1", "slug"), p.mirror.Status())
	}
}

// Old records have no value in a field that was added later.
func TestDraftsAreFoundByTheFieldNotByOneValue(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		record map[string]any
		field  string // of the condition; empty for none
	}{
		"status without a value":   {map[string]any{"status": nil}, "status"},
		"archived without a value": {map[string]any{"archived": nil}, "archived"},
		"status of another kind":   {map[string]any{"status": json.Number("3")}, ""},
		"archived of another kind": {map[string]any{"archived": "2020-01-01"}, ""},
		"no field":                 {map[string]any{}, ""},
	} {
		tags := newTable(testModel(t), testModel(t).Collection("tags"), mapping.Mapping{})
		text, err := json.Marshal(notDraft(tags, c.record))
		if err != nil || strings.Contains(string(text), `"`+c.field+`":{"_null"`) != (c.field != "") {
			t.Errorf("%s: %s %v", name, text, err)
		}
	}
}

func TestArchivedHidesDespiteAConstantStatus(t *testing.T) {
	t.Parallel()
	constants := mapping.Mapping{Constants: map[string]map[string]any{"forms": {"status": "published"}}}
	forms := newTable(testModel(t), testModel(t).Collection("forms"), constants)
	if notDraft(forms, map[string]any{"archived": false}) == nil {
		t.Error("archived records are copied")
	}
}
