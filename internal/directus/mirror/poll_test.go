package mirror

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ferrule/internal/content"
)

// logs adds an entry to the activity log.
func (d *directus) logs(action, collection string, item any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.activity = append(d.activity, map[string]any{"id": len(d.activity) + 1, "action": action, "collection": collection, "item": item})
}

func (d *directus) answerActivity(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.refuse != nil {
		if status, body := d.refuse(r); status != 0 {
			answer(w, status, body)
			return
		}
	}
	if d.activity == nil {
		answer(w, 403, `{"errors":[{"message":"no","extensions":{"code":"FORBIDDEN"}}]}`)
		return
	}
	var filter struct {
		ID struct {
			After int `json:"_gt"`
		} `json:"id"`
	}
	_ = json.Unmarshal([]byte(r.URL.Query().Get("filter")), &filter) // none begins at 0
	entries := []map[string]any{}
	for _, e := range d.activity {
		if e["id"].(int) > filter.ID.After {
			entries = append(entries, e)
		}
	}
	text, _ := json.Marshal(map[string]any{"data": entries})
	answer(w, 200, string(text))
}

func TestPollFindsWhatTheActivityLogNames(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.remote.logs("login", "directus_users", "x")
	p.remote.logs("update", "products", "1")
	p.later(0)
	p.equal()
	p.change(
		upsert("products_categories", 1, map[string]any{"categories_id": "5"}), // without a date
		upsert("header_links", 1, map[string]any{"sort": "99"}),                // of a many-to-any relation
		upsert("variations", 3, map[string]any{"stock": "4711"}),
		upsert("tags", 900, map[string]any{"slug": "new"}),
		remove("products_translations", 3),
	)
	p.remote.logs("update", "products_categories", "1")
	p.remote.logs("update", "header_links", 1)
	p.remote.logs("update", "variations", "3")
	p.remote.logs("create", "tags", "900")
	p.remote.logs("delete", "products_translations", "3")
	p.remote.logs("update", "nope", "3")
	p.remote.logs("update", "tags", "no-key")
	p.remote.takeRequests()
	p.later(soon)
	p.equal()
	if requests := p.remote.takeRequests(); len(requests) > 20 {
		t.Errorf("%d requests for five records", len(requests))
	}
	p.later(soon)
	if requests := p.remote.takeRequests(); slices.Contains(requests, "GET /items/variations") {
		t.Errorf("entries are read twice: %v", requests)
	}
}

// The entry of a slow transaction becomes visible after a later one.
func TestPollFindsLateEntriesOfTheActivityLog(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.remote.logs("login", "directus_users", "x")
	p.later(0)
	p.change(upsert("tags", 1, map[string]any{"name": "slow"}), upsert("tags", 2, map[string]any{"name": "fast"}))
	p.remote.logs("update", "tags", "1")
	p.remote.logs("update", "tags", "2")
	slow := p.remote.activity[1]
	p.remote.activity = slices.Delete(p.remote.activity, 1, 2)
	p.later(soon)
	if p.value("tags", "1", "name") == "slow" || p.value("tags", "2", "name") != "fast" {
		t.Error("the log names the second change only")
	}
	p.remote.activity = append(p.remote.activity, slow)
	p.later(soon)
	p.equal()
}

// A mass deletion that the log names is not doubted, as one of a webhook.
func TestDeletionsInTheActivityLogAreApplied(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.remote.logs("login", "directus_users", "x")
	p.later(0)
	for key := 1; key <= 20; key++ {
		p.change(remove("products", key))
		p.remote.logs("delete", "products", key)
	}
	p.later(soon)
	p.equal()
}

func TestPollWithoutActivityLogComparesSmallTables(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(o *Options) { o.Page = 500 })
	p.later(0)
	p.change(
		upsert("header_links", 1, map[string]any{"sort": "99"}),
		upsert("products_categories", 1, map[string]any{"categories_id": "5"}),
		upsert("variations", 3, map[string]any{"stock": "4711"}),
		upsert("tags", 900, map[string]any{"slug": "new"}), remove("header_links", 2), remove("products_translations", 3),
	)
	p.later(soon)
	p.equal()
}

func TestFirstRecordsOfEmptyCollectionsAreFound(t *testing.T) {
	t.Parallel()
	for name, logged := range map[string]bool{"with the log": true, "without it": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPair(t, nil)
			if logged {
				p.remote.logs("login", "directus_users", "x")
			}
			client := upsert("clients", "00000000-0000-4000-8000-000000000001", map[string]any{"name": "first"})
			for _, row := range everything(p, p.remote.store)["clients"].(map[string]any)["data"].([]any) {
				p.change(remove("clients", row.(map[string]any)["id"]))
			}
			p.later(0)
			p.change(client)
			if logged {
				p.remote.logs("create", "clients", client.Key)
			}
			p.later(soon)
			p.equal()
		})
	}
}

// An empty collection with missing fields must not be read with them.
func TestEmptyCollectionWithoutFieldsStopsNothing(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	plain := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/items/tags":
			plain.ServeHTTP(w, r)
		case r.URL.Query().Get("fields") == "*":
			answer(w, 200, `{"data":[]}`)
		default:
			answer(w, 403, `{"errors":[{"message":"no field slug","extensions":{"code":"FORBIDDEN"}}]}`)
		}
	})
	p.later(0)
	p.hook(`{"collection":"tags","keys":[1]}`, 202)
	p.later(soon)
	if s := p.mirror.Status(); !s.Pulled || s.Error != "" {
		t.Errorf("%+v", s)
	}
}

const locked = `{"errors":[{"message":"items is a restricted resource.","extensions":{"code":"RESOURCE_RESTRICTED","category":"items"}}]}`

// Directus 12 refuses the whole API if its licence does not cover its use.
func TestALockedDirectusChangesNothing(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	before := everything(p, p.local)
	plain := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, 403, locked) })
	for range 3 {
		p.later(late)
	}
	p.unchanged(before)
	s := p.mirror.Status()
	if reasons := strings.Join(p.mirror.Reasons(), "\n"); !strings.Contains(s.Error, "the licence of the Directus blocks its API") || !strings.Contains(reasons, "the licence of the Directus blocks its API") || strings.Contains(reasons, p.opt.URL) {
		t.Errorf("%q %q", s.Error, reasons)
	}
	if age, _ := p.mirror.Age(); age < 3*late {
		t.Errorf("age %s", age)
	}
	p.remote.serve = plain
	p.change(upsert("products", 1, map[string]any{"slug": "renamed"}))
	p.later(late)
	p.equal()
	if reasons := p.mirror.Reasons(); len(reasons) > 0 {
		t.Errorf("%q", reasons)
	}
}

func TestInactiveCollectionStaysAsItIs(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	plain := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/items/tags" {
			answer(w, 403, `{"errors":[{"message":"Collection \"tags\" is inactive.","extensions":{"code":"COLLECTION_INACTIVE"}}]}`)
			return
		}
		plain.ServeHTTP(w, r)
	})
	p.change(upsert("products", 1, map[string]any{"slug": "renamed"}))
	p.later(late)
	p.equal()
	if w := p.mirror.Status().Warnings; len(w) != 1 || !strings.HasPrefix(w[0], "The licence of the Directus deactivates collections: tags.") {
		t.Errorf("%q", w)
	}
}

func TestHooksAreCounted(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	if counts, last := p.mirror.Hooks(); !last.IsZero() || counts[hookAccepted] != 0 || len(counts) != 3 {
		t.Errorf("%v %s", counts, last)
	}
	p.hook(`{"collection":"tags","keys":[1]}`, 202)
	p.hook(`{}`, 202)
	if err := p.mirror.ServeHook(httptest.NewRecorder(), httptest.NewRequest("POST", "/", http.NoBody)); err == nil {
		t.Error("a hook without a secret is accepted")
	}
	counts, last := p.mirror.Hooks()
	if fmt.Sprint(counts) != "map[accepted:1 refused:1 unnamed:1]" || !last.Equal(p.clock.Now()) {
		t.Errorf("%v %s", counts, last)
	}
	p.later(soon)
	p.start()
	if _, again := p.mirror.Hooks(); !again.Equal(last) {
		t.Errorf("last hook %s after a restart", again)
	}
}

func TestFilesAreFetchedAhead(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	files := everything(p, p.local)["directus_files"].(map[string]any)["data"].([]any)
	broken := files[0].(map[string]any)
	p.remote.breaks(func(r *http.Request) string {
		if r.URL.Path == "/assets/"+broken["id"].(string) {
			return "403"
		}
		return ""
	})
	if err := p.mirror.fetchMissing(t.Context()); err == nil {
		t.Error("a forbidden file is no error")
	}
	if fetched, missing := p.mirror.Files(); int(fetched) != len(files)-1 || missing != 1 {
		t.Errorf("%d fetched, %d missing of %d", fetched, missing, len(files))
	}
	p.remote.breaks(nil)
	p.start() // goes on after a restart
	p.remote.takeRequests()
	if err := p.mirror.fetchMissing(t.Context()); err != nil {
		t.Error(err)
	}
	if requests := p.remote.takeRequests(); len(requests) != 1 {
		t.Errorf("%v for one missing file", requests)
	}
	for _, f := range files {
		if _, err := os.Stat(filepath.Join(p.opt.Files, f.(map[string]any)["filename_disk"].(string))); err != nil {
			t.Error(err)
		}
	}
	p.change(content.Change{Collection: "directus_files", Key: broken["id"], Values: map[string]any{"filesize": "4711", "modified_on": newDate}})
	p.later(soon)
	select {
	case <-p.mirror.ahead.wake:
	default:
		t.Error("a changed file is not fetched again")
	}
	p.remote.breaks(func(*http.Request) string { return "drop" })
	if err := p.mirror.fetchMissing(t.Context()); err == nil {
		t.Error("an unreachable Directus is no error")
	}
	if _, missing := p.mirror.Files(); missing != 1 {
		t.Errorf("%d missing", missing)
	}
}

func TestCheckReportsInSentences(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(o *Options) { o.Token = "reader"; o.Page = 20 })
	p.rewrite(func(path string, record map[string]any) bool {
		switch path {
		case "/items/variations":
			delete(record, "stock")
			delete(record, "price")
		case "/items/clients":
			delete(record, "status")
		}
		return true
	})
	plain := p.remote.serve
	version := "10.8.3"
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/users/me":
			answer(w, 200, `{"data":{"id":"x"}}`)
		case "/server/info":
			answer(w, 200, `{"data":{"version":"`+version+`"}}`)
		case "/items/tags", "/items/languages":
			answer(w, 403, `{"errors":[{"message":"no","extensions":{"code":"FORBIDDEN"}}]}`)
		default:
			plain.ServeHTTP(w, r)
		}
	})
	p.later(0)
	r, err := p.mirror.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(r.Findings, "\n")
	for _, want := range []string{
		"The Directus has version 10.8.3, which is not tested: update it to 11 or later.",
		"the token may not read them: languages, tags.",
		"Fields are missing in the Directus, or the token may not read them: variations (price, stock).",
		"a field that the model requires is missing in the Directus or hidden from the token: clients (status).",
		"No webhook of the Directus was received yet: changes are shown after 15s",
		"The token may not read the activity log of the Directus",
		"Changes of large collections without dates are shown after up to 5m0s: ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("missing: %s\n%s", want, text)
		}
	}
	if len(r.Findings) > 7 {
		t.Errorf("%d findings:\n%s", len(r.Findings), text)
	}
	version = "11.17.4"
	p.remote.logs("login", "directus_users", "x")
	p.hook(`{}`, 202)
	if r, err = p.mirror.Check(t.Context()); err != nil || r.Version != version || strings.Contains(strings.Join(r.Findings, "\n"), "webhook") {
		t.Errorf("%+v %v", r, err)
	}
	for fault, want := range map[string]string{"401": "the token is wrong", "drop": "check the address of the Directus", "html": "without /admin"} {
		p.remote.breaks(func(*http.Request) string { return fault })
		if _, err := p.mirror.Check(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", fault, err)
		}
	}
}
