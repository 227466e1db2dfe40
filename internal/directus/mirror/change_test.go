package mirror

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/database/databasetest"
)

// soon and late are the intervals after which a poll and a sweep are due.
const (
	soon = defaultPoll
	late = defaultSweep
)

const newDate = "2031-05-01T12:00:00.000Z"

func TestNewDateUpdatesRowAndRelatedRows(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	p.change(
		upsert("products", 1, map[string]any{"slug": "renamed", "date_updated": newDate}),
		upsert("products_translations", 1, map[string]any{"name": "Neu"}),
		upsert("products_translations", 9000, map[string]any{"products_id": "1", "languages_code": "de-DE", "name": "Noch eine"}),
		remove("products_translations", 2),
	)
	p.remote.takeRequests()
	p.later(soon)
	p.equal()
	if requests := p.remote.takeRequests(); len(requests) > 80 {
		t.Errorf("%d requests for one product and a poll", len(requests))
	}
}

func TestHookMovesProductToAnotherCategoryWithoutDate(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	before := p.value("products_categories", "1", "categories_id")
	p.change(upsert("products_categories", 1, map[string]any{"categories_id": "5"}))
	p.later(soon)
	if now := p.value("products_categories", "1", "categories_id"); now != before || before == "5" {
		t.Fatalf("category %s changed to %s before the hook", before, now)
	}
	p.later(late)
	if now := p.value("products_categories", "1", "categories_id"); now != "5" {
		t.Errorf("category %s", now)
	}
	p.equal()
}

func TestSweepFindsDeletions(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	p.change(remove("products_translations", 3), remove("products", 7), remove("languages", "it-IT"))
	p.later(late)
	if p.value("products", "7", "slug") != "none" || p.value("products_translations", "3", "name") != "none" {
		t.Error("deleted row still exists")
	}
	p.equal()
}

func TestHookUpdatesNamedRows(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	p.mirror.nextPoll = p.clock.Now().Add(time.Hour)
	for _, c := range []struct{ name, body string }{
		{"a key as text", `{"collection":"tags","keys":["1"],"event":"items.update"}`},
		{"a key as number", `{"collection":"tags","key":1,"event":"tags.items.create","payload":{"name":"x"}}`},
	} {
		p.change(upsert("tags", 1, map[string]any{"name": c.name}))
		p.hook(c.body, 202)
		p.mirror.runDue(t.Context())
		if now := p.value("tags", "1", "name"); now != c.name {
			t.Errorf("%s: %q", c.name, now)
		}
	}
	p.change(remove("tags", 1))
	p.hook(`{"collection":"tags","keys":[1],"event":"items.delete"}`, 202)
	p.mirror.runDue(t.Context())
	p.equal()
}

func TestHookWithoutKnownRowsPolls(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	for i, body := range []string{``, `{`, `[]`, `{"collection":"nope","keys":[1]}`, `{"collection":"products"}`, `{"collection":"products","keys":[{"id":1}]}`, `{"event":"x","keys":"1"}`} {
		p.mirror.nextPoll = p.clock.Now().Add(time.Hour)
		stock := fmt.Sprint(70 + i)
		p.change(upsert("products", 2, map[string]any{"stock": stock, "date_updated": newDate}))
		p.hook(body, 202)
		p.mirror.runDue(t.Context())
		if now := p.value("products", "2", "stock"); now != stock {
			t.Errorf("%s: stock %s", body, now)
		}
	}
}

func (p *pair) hook(body string, status int) {
	p.Helper()
	r := httptest.NewRequest("POST", "/api/hooks/content", strings.NewReader(body))
	r.Header.Set(SecretHeader, p.opt.Secret)
	w := httptest.NewRecorder()
	if err := p.mirror.ServeHook(w, r); err != nil || w.Code != status {
		p.Fatalf("status %d, %v", w.Code, err)
	}
}

func TestHookRequiresSecret(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	for _, secret := range []string{"", "of bot", "of both!"} {
		r := httptest.NewRequest("POST", "/", http.NoBody)
		r.Header.Set(SecretHeader, secret)
		if err := p.mirror.ServeHook(httptest.NewRecorder(), r); err == nil {
			t.Errorf("hook with secret %q is accepted", secret)
		}
	}
	p.opt.Secret = ""
	p.start()
	r := httptest.NewRequest("POST", "/", http.NoBody)
	if err := p.mirror.ServeHook(httptest.NewRecorder(), r); err == nil {
		t.Error("hook is accepted without a configured secret")
	}
}

func TestHooksAreBatched(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	p.mirror.nextPoll = p.clock.Now().Add(time.Hour)
	p.remote.takeRequests()
	for range 100 {
		p.hook(`{"collection":"tags","keys":[1,2,3]}`, 202)
	}
	p.mirror.runDue(t.Context())
	requests := p.remote.takeRequests()
	if n := len(slices.DeleteFunc(requests, func(r string) bool { return r != "GET /items/tags" })); n > 2 {
		t.Errorf("%d requests for tags", n)
	}
}

func TestTwoProductsSwapTheirSlugs(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, swap)
}

func swap(t *testing.T, address string) {
	p := newPairAt(t, address, nil)
	p.later(0)
	one, two := p.value("products", "1", "slug"), p.value("products", "2", "slug")
	p.change(upsert("products", 1, map[string]any{"slug": "aside"}))
	p.change(upsert("products", 2, map[string]any{"slug": one, "date_updated": newDate}))
	p.change(upsert("products", 1, map[string]any{"slug": two, "date_updated": newDate}))
	p.later(soon)
	p.equal()
	p.change(upsert("products", 1, map[string]any{"slug": "aside"}), upsert("products", 2, map[string]any{"slug": two}), upsert("products", 1, map[string]any{"slug": one}))
	p.later(late)
	p.equal()
	p.change(remove("products", 1), upsert("products", 2, map[string]any{"slug": one}))
	p.later(late)
	p.equal()
}

func TestNewRowFetchesReferencedRows(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	p.mirror.nextPoll = p.clock.Now().Add(time.Hour)
	p.change(
		upsert("attributes", 900, map[string]any{"slug": "bore"}),
		upsert("attribute_values", 901, map[string]any{"attribute": "900", "value": "12"}),
		upsert("attribute_values_translations", 902, map[string]any{"attribute_values_id": "901", "languages_code": "de-DE", "name": "zwölf"}),
		upsert("product_attributes", 903, map[string]any{"product": "1", "attribute": "900"}),
		upsert("product_attributes_values", 904, map[string]any{"product_attributes_id": "903", "attribute_values_id": "901"}),
	)
	p.hook(`{"collection":"products","keys":["1"]}`, 202)
	p.mirror.runDue(t.Context())
	p.equal()
}

func TestReferenceToDeletedRowIsRemoved(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	// The rows were read before the row they refer to was deleted.
	dangling := []content.Change{
		upsert("categories", 1, map[string]any{"id": "1", "slug": "c", "parent": "999"}),
		upsert("products_translations", 1, map[string]any{"id": "1", "products_id": "999", "languages_code": "de-DE"}),
	}
	if err := p.mirror.applyChanges(t.Context(), dangling); err != nil {
		t.Fatal(err)
	}
	if parent := p.value("categories", "1", "parent"); parent != "<nil>" {
		t.Errorf("parent %s", parent)
	}
	if name := p.value("products_translations", "1", "name"); name != "none" {
		t.Errorf("translation without a parent: %s", name)
	}
	p.later(late)
	p.equal()
}

func TestPullResumesAfterRestart(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	total := 0
	for starts := 1; !p.mirror.Status().Pulled; starts++ {
		if starts > 200 {
			t.Fatal("pull does not end")
		}
		ctx, stop := context.WithCancel(t.Context())
		left := 10
		p.remote.breaks(func(*http.Request) string {
			if left--; left == 0 {
				stop() // the process ends during a request
			}
			return ""
		})
		p.mirror.runDue(ctx)
		stop()
		total += len(p.remote.takeRequests())
		if p.revision() != 0 && !p.mirror.Status().Pulled {
			t.Fatal("an incomplete pull is visible")
		}
		if p.mirror.Status().Pulled {
			break
		}
		p.start()
	}
	p.remote.breaks(nil)
	p.equal()
	single := newPair(t, nil)
	single.later(0)
	if once := len(single.remote.takeRequests()); total > 2*once {
		t.Errorf("%d requests, where one pull takes %d", total, once)
	}
}

func TestDuplicateUniqueValueIsReplaced(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	slug := p.value("products", "2", "slug")
	twice := []content.Change{
		upsert("products", 900, map[string]any{"id": "900", "slug": slug, "stock": "1"}),
		upsert("products", 901, map[string]any{"id": "901", "slug": "twice"}),
		upsert("products", 902, map[string]any{"id": "902", "slug": "twice"}),
	}
	if err := p.mirror.applyChanges(t.Context(), twice); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"2": slug, "900": "<nil>", "901": "twice", "902": "<nil>"} {
		if got := p.value("products", key, "slug"); got != want {
			t.Errorf("%s: slug %s, want %s", key, got, want)
		}
	}
	if w := p.mirror.Status().Warnings; len(w) != 2 || !strings.Contains(w[0], "records 2 and 900 both have") {
		t.Errorf("%q", w)
	}
}

func TestChangesNameOnlyChangedColumns(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	before := p.revision()
	for range 10 {
		p.later(soon)
	}
	if now := p.revision(); now != before {
		t.Fatalf("revision %d, want %d: nothing changed", now, before)
	}
	p.change(upsert("products", 4, map[string]any{"stock": "815", "date_updated": newDate}))
	p.later(soon)
	tags, complete, err := p.local.Changes(t.Context(), before)
	if err != nil || !complete || !slices.Contains(tags, content.Tag{Collection: "products", ID: "4"}) {
		t.Errorf("%v %v %v", tags, complete, err)
	}
	for _, tag := range tags {
		if column := strings.HasPrefix(tag.ID, "?"); tag.Collection != "products" || tag.ID != "4" && !column {
			t.Errorf("%v is named", tag)
		}
	}
}

func TestTooManyChangesCauseSweep(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	var many []content.Change
	var keys []string
	for n := range maxRefreshed + 5 {
		many = append(many, upsert("products", 5000+n, map[string]any{"slug": fmt.Sprint("many-", n), "date_updated": newDate}))
		keys = append(keys, fmt.Sprint(5000+n))
	}
	p.change(many...)
	p.later(soon)
	p.mirror.runDue(t.Context())
	p.equal()
	for i := range many {
		many[i] = remove("products", 5000+i)
	}
	p.change(many...)
	p.hook(`{"collection":"products","keys":[`+strings.Join(keys, ",")+`]}`, 202)
	p.mirror.runDue(t.Context())
	p.later(holdDuration)
	p.equal()
}

func TestLargeChangeIsStoredWithoutTags(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		p := newPairAt(t, address, func(o *Options) { o.Page = 500 })
		p.remote.logs("login", "directus_users", "x") // polls do not compare small tables
		p.later(0)
		before := p.revision()
		var many []content.Change
		for n := range 6000 {
			many = append(many, upsert("tags", 1+n, map[string]any{"slug": fmt.Sprint("many-", n), "name": "x"}))
		}
		p.change(append(many, remove("products", 1))...)
		p.later(late)
		p.equal()
		if _, complete, err := p.local.Changes(t.Context(), before); err != nil || complete || p.revision() != before+1 {
			t.Errorf("complete %v, %v", complete, err)
		}
	})
}

// The activity log names a change once, even if the poll then fails.
func TestAFailedPollKeepsWhatTheLogNamed(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.remote.logs("login", "directus_users", "x")
	p.later(0)
	p.change(upsert("tags", 1, map[string]any{"name": "logged"}))
	p.remote.logs("update", "tags", "1")
	p.remote.breaks(func(r *http.Request) string {
		if r.URL.Path == "/items/tags" {
			return "500"
		}
		return ""
	})
	p.later(soon)
	p.remote.breaks(nil)
	p.later(soon)
	if p.value("tags", "1", "name") != "logged" {
		t.Errorf("the change is lost: %+v", p.mirror.Status())
	}
}

func TestLogIsReadUnderAQueryLimit(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.remote.refuse = func(r *http.Request) (int, string) {
		if n, _ := strconv.Atoi(r.URL.Query().Get("limit")); n > 100 {
			return 400, `{"errors":[{"message":"Invalid query. \"limit\" must be less than or equal to 100.","extensions":{"code":"INVALID_QUERY"}}]}`
		}
		return 0, ""
	}
	p.remote.logs("login", "directus_users", "x")
	p.later(0)
	p.change(upsert("tags", 1, map[string]any{"name": "logged"}))
	p.remote.logs("update", "tags", "1")
	p.later(soon)
	if s := p.mirror.Status(); p.value("tags", "1", "name") != "logged" || s.Error != "" || p.mirror.activity.hidden {
		t.Errorf("%+v", s)
	}
}

func TestARefusedLogStopsNothing(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.remote.logs("login", "directus_users", "x")
	for _, c := range []struct {
		status int
		body   string
	}{{400, `{"errors":[{"message":"no","extensions":{"code":"INVALID_QUERY"}}]}`}, {403, "<html>blocked</html>"}} {
		p.remote.refuse = func(*http.Request) (int, string) { return c.status, c.body }
		p.start()
		p.later(late)
		if s := p.mirror.Status(); !s.Pulled || s.Error != "" || !p.mirror.activity.hidden {
			t.Errorf("%d: %+v", c.status, s)
		}
	}
}
