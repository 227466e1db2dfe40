package mirror

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"ferrule/internal/directus/mapping"
)

// rewrite changes the records of a reply. change returns false to omit a record.
func (p *pair) rewrite(change func(path string, record map[string]any) bool) {
	plain := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.Path // the handler may strip it
		rec := httptest.NewRecorder()
		plain.ServeHTTP(rec, r)
		var reply map[string]any
		dec := json.NewDecoder(rec.Body)
		dec.UseNumber()
		if err := dec.Decode(&reply); err != nil {
			p.Errorf("%s: %v", path, err)
		}
		switch data := reply["data"].(type) {
		case []any:
			reply["data"] = slices.DeleteFunc(data, func(record any) bool { return !change(path, record.(map[string]any)) })
		case map[string]any:
			change(path, data)
		}
		text, _ := json.Marshal(reply) // decoded from JSON
		answer(w, rec.Code, string(text))
	})
}

// uuid returns the UUID that stands for an integer in a Directus of tests.
func uuid(n any) string {
	var i int
	_, _ = fmt.Sscan(fmt.Sprint(n), &i)
	return fmt.Sprintf("0000aaaa-0000-4000-8000-%012d", i)
}

var uuids = regexp.MustCompile(`"0000aaaa-0000-4000-8000-0*(\d+)"`)

// foreign lists the keys that are UUIDs in a Directus of tests: by path, the
// columns; for a many-to-any junction, the column item.
func foreign() map[string][]string {
	return map[string][]string{
		"/items/tags": {"id"}, "/items/products_tags": {"tags_id"},
		"/items/link": {"id"}, "/items/link_translations": {"link_id"}, "/items/header_links": {"item"},
	}
}

// withUUIDs makes the keys of foreign UUIDs. As PostgreSQL, the Directus fails if they
// are compared with integers.
func (p *pair) withUUIDs() {
	p.rewrite(func(path string, record map[string]any) bool {
		for _, name := range foreign()[path] {
			if record[name] != nil && (name != "item" || record["collection"] == "link") {
				record[name] = uuid(record[name])
			}
		}
		return true
	})
	inner := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if filter := q.Get("filter"); foreign()[r.URL.Path] != nil && filter != "" {
			if strings.Contains(filter, "_gt") && foreign()[r.URL.Path][0] == "id" {
				p.Errorf("UUIDs are compared: %s", filter)
			}
			if comparesIntegers(r.URL.Path, filter) {
				answer(w, 500, `{"errors":[{"message":"An unexpected error occurred.","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`)
				return
			}
			q.Set("filter", uuids.ReplaceAllString(filter, "$1"))
			r.URL.RawQuery = q.Encode()
		}
		inner.ServeHTTP(w, r)
	})
}

// comparesIntegers reports whether a filter compares a key that is a UUID with integers.
func comparesIntegers(path, filter string) bool {
	for _, name := range foreign()[path] {
		_, list, found := strings.Cut(uuids.ReplaceAllString(filter, ""), `"`+name+`":{"_in":[`)
		list, _, _ = strings.Cut(list, "]")
		if found && name != "item" && strings.ContainsAny(list, "0123456789") {
			return true
		}
	}
	return false
}

// equalKeys is equal for a copy whose keys are mapped.
func (p *pair) equalKeys() {
	p.Helper()
	local := everything(p, p.local)
	for path, names := range foreign() {
		collection := strings.TrimPrefix(path, "/items/")
		rows, _ := local[collection].(map[string]any)["data"].([]any)
		for _, row := range rows {
			record := row.(map[string]any)
			for _, name := range names {
				target := strings.TrimSuffix(name, "_id")
				switch name {
				case "id":
					target = collection
				case "item":
					target = fmt.Sprint(record["collection"])
				}
				var n float64
				if _, err := fmt.Sscan(fmt.Sprint(record[name]), &n); err != nil {
					continue
				}
				remote, ok := p.mirror.keys.lookup(target, int64(n))
				if !ok {
					continue
				}
				original := uuids.ReplaceAllString(`"`+remote+`"`, "$1") // without zeros
				if _, isText := record[name].(string); isText {
					record[name] = original
				} else {
					var number float64
					_, _ = fmt.Sscan(original, &number)
					record[name] = number
				}
			}
		}
	}
	sortRows(local)
	remote := everything(p, p.remote.store)
	sortRows(remote)
	if diff := gocmp.Diff(remote, local); diff != "" {
		p.Fatalf("-remote +local\n%s\nstate: %+v", diff, p.mirror.Status())
	}
}

func sortRows(all map[string]any) {
	for _, reply := range all {
		if rows, ok := reply.(map[string]any)["data"].([]any); ok {
			slices.SortFunc(rows, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		}
	}
}

func TestForeignKeysAreMapped(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.withUUIDs()
	p.later(0)
	p.equalKeys()
	if s := p.mirror.Status(); s.Error != "" || len(s.Warnings) > 0 {
		t.Fatalf("%+v", s)
	}
	first := p.mirror.keys.assign("tags", uuid(1))
	if first < firstForeignKey || p.value("tags", fmt.Sprint(first), "slug") == "none" {
		t.Fatalf("tag 1 is %d", first)
	}

	p.change(upsert("tags", 1, map[string]any{"name": "edited"}), upsert("tags", 900, map[string]any{"slug": "new"}), upsert("products_tags", 901, map[string]any{"products_id": "1", "tags_id": "900"}))
	p.hook(`{"collection":"tags","keys":["`+uuid(1)+`","`+uuid(900)+`"],"event":"items.update"}`, 202)
	p.hook(`{"collection":"products_tags","keys":[901],"event":"items.create"}`, 202)
	p.mirror.runDue(t.Context())
	p.equalKeys()

	p.change(remove("tags", 2))
	p.hook(`{"collection":"tags","keys":["`+uuid(2)+`"],"event":"items.delete"}`, 202)
	p.mirror.runDue(t.Context())
	p.equalKeys()
	p.change(remove("tags", 3), upsert("header_links", 1, map[string]any{"collection": "link", "item": "2"}))
	p.later(late)
	p.later(holdDuration) // many rows refer to the tag
	p.equalKeys()

	p.start() // a restart keeps the integers
	p.change(upsert("tags", 1, map[string]any{"name": "after a restart"}))
	p.later(late)
	p.equalKeys()
	if err := os.Remove(filepath.Join(p.opt.Folder, KeysFile)); err != nil {
		t.Fatal(err)
	}
	p.start() // and so does the loss of the file
	p.later(late)
	p.equalKeys()
	if again := p.mirror.keys.assign("tags", uuid(1)); again != first {
		t.Errorf("tag 1 was %d and is %d", first, again)
	}
}

func TestARecordIsDeletedAfterItsKeyWasLost(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.withUUIDs()
	p.change(upsert("tags", 900, map[string]any{"slug": "new", "name": "new"}))
	p.later(0)
	p.equalKeys()
	if err := os.Remove(filepath.Join(p.opt.Folder, KeysFile)); err != nil {
		t.Fatal(err)
	}
	p.start()
	p.change(remove("tags", 900))
	p.later(late)
	if s := p.mirror.Status(); s.Error != "" {
		t.Errorf("%+v", s)
	}
	p.equalKeys()
}

// Text keys may begin with integers.
func TestForeignKeysAfterIntegersAreMapped(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	plain := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/items/tags" {
			data := `[{"id":1,"slug":"w","name":"w"},{"id":"x-2","slug":"x","name":"x"}]`
			if r.URL.Query().Get("offset") != "" {
				data = `[{"id":"x-2","slug":"x","name":"x"}]`
			}
			answer(w, 200, `{"data":`+data+`}`)
			return
		}
		if r.URL.Path == "/items/products_tags" {
			answer(w, 200, `{"data":[]}`)
			return
		}
		plain.ServeHTTP(w, r)
	})
	p.later(0)
	if s := p.mirror.Status(); !s.Pulled || s.Error != "" {
		t.Fatalf("%+v", s)
	}
	if p.value("tags", "1", "slug") != "w" || p.value("tags", fmt.Sprint(p.mirror.keys.assign("tags", "x-2")), "slug") != "x" {
		t.Error("a tag is missing")
	}
}

// The keys are replaced after the first page was staged.
func TestRowsStagedUnderOtherKeysAreDropped(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(o *Options) { o.Page = 2 })
	replaced := false
	p.remote.breaks(func(r *http.Request) string {
		replaced = replaced || r.URL.Path == "/items/tags" && strings.Contains(r.URL.Query().Get("filter"), "_gt")
		return ""
	})
	p.rewrite(func(path string, record map[string]any) bool {
		switch {
		case path == "/items/tags" && replaced:
			record["id"] = uuid(record["id"])
		case path == "/items/products_tags" && record["tags_id"] != nil:
			record["tags_id"] = uuid(record["tags_id"])
		}
		return true
	})
	p.later(0)
	if s := p.mirror.Status(); !replaced || !s.Pulled || s.Error != "" {
		t.Fatalf("%+v", s)
	}
	p.equalKeys()
}

func TestCollectionWithOtherKeyTypeIsExcluded(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	plain := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/items/clients" {
			answer(w, 200, `{"data":[{"id":1,"name":"x","status":"published","sort":1,"logo":null}]}`)
			return
		}
		plain.ServeHTTP(w, r)
	})
	p.later(0)
	const warning = `collection "clients" is left out: keys are of type integer in the Directus, uuid in the model`
	if s := p.mirror.Status(); !s.Pulled || s.Error != "" || !slices.Contains(s.Warnings, warning) {
		t.Fatalf("%+v", s)
	}
	p.remote.serve = plain
	p.later(late)
	p.equal()
}

func TestKeyMapKeepsCollisionsApart(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), KeysFile)
	keys, err := loadKeys(file)
	if err != nil {
		t.Fatal(err)
	}
	wanted := keys.assign("tags", "a")
	keys.put(foreignKey{"links", "taken", wanted})
	if other := keys.assign("links", "a"); other == wanted || other < firstForeignKey {
		t.Errorf("two keys of one collection are %d and %d", wanted, other)
	}
	if err := keys.save(); err != nil {
		t.Fatal(err)
	}
	again, err := loadKeys(file)
	if err != nil || again.assign("links", "a") != keys.assign("links", "a") || again.assign("tags", "a") != wanted {
		t.Errorf("other integers after a restart, %v", err)
	}
}

func TestValuesConstantsAndLanguagesAreMapped(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(o *Options) {
		o.Map = mapping.Mapping{
			Values:    map[string]map[string]map[string]any{"products": {"status": {"active": "published", "false": "draft"}}},
			Constants: map[string]map[string]any{"forms": {"status": "published"}},
			Languages: map[string]string{"1": "de-DE", "en": "en-US"},
		}
	})
	language := map[string]any{"de-DE": 1, "en-US": "en"}
	p.rewrite(func(path string, record map[string]any) bool {
		if code, ok := record["languages_code"].(string); ok && language[code] != nil {
			record["languages_code"] = language[code]
		}
		switch path {
		case "/items/languages":
			if to := language[fmt.Sprint(record["code"])]; to != nil {
				record["code"] = to
			}
		case "/items/products":
			if to := map[string]any{"published": "active", "draft": false}[fmt.Sprint(record["status"])]; to != nil {
				record["status"] = to
			}
		case "/items/forms":
			delete(record, "status")
		}
		return true
	})
	p.change(upsert("products", 1, map[string]any{"status": "published"}), upsert("products", 2, map[string]any{"status": "draft"}))
	p.later(0)
	if s := p.mirror.Status(); !s.Pulled || s.Error != "" || len(s.Warnings) > 0 {
		t.Fatalf("%+v", s)
	}
	for what, want := range map[[3]string]string{
		{"products", "1", "status"}: "published", {"products", "2", "status"}: "draft", {"forms", "1", "status"}: "published",
		{"languages", "de-DE", "name"}:                   p.remoteValue("languages", "de-DE", "name"),
		{"products_translations", "1", "languages_code"}: p.remoteValue("products_translations", "1", "languages_code"),
	} {
		if got := p.value(what[0], what[1], what[2]); got != want {
			t.Errorf("%v: %q, want %q", what, got, want)
		}
	}
	p.change(upsert("languages", "de-DE", map[string]any{"name": "renamed"}))
	requested := ""
	p.remote.breaks(func(r *http.Request) string {
		if r.URL.Path == "/items/languages" {
			requested = r.URL.Query().Get("filter")
		}
		return ""
	})
	p.hook(`{"collection":"languages","keys":["1"],"event":"items.update"}`, 202)
	p.mirror.runDue(t.Context())
	if requested != `{"code":{"_in":["1"]}}` {
		t.Errorf("requested %s", requested)
	}
}

// remoteValue returns one field of the Directus.
func (p *pair) remoteValue(collection, id, field string) string {
	p.Helper()
	local := p.local
	defer func() { p.local = local }()
	p.local = p.remote.store
	return p.value(collection, id, field)
}

func TestSingletonsAndListsAreCopiedToEachOther(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	plain := p.remote.serve
	label := "one"
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/items/contacts": // a list in the model
			record := `{"id":1,"email":"` + label + `@example.com","phone":null}`
			if filter := r.URL.Query().Get("filter"); strings.Contains(filter, "_gt") || strings.Contains(filter, "[2]") {
				record = `{"id":null}`
			}
			answer(w, 200, `{"data":`+record+`}`)
		case "/items/index": // a singleton in the model
			if r.URL.Query().Get("limit") != "1" && r.URL.Query().Get("filter") == "" {
				t.Errorf("a list is read for a singleton: %s", r.URL)
			}
			answer(w, 200, `{"data":[{"id":1,"image":null,"hero":"`+label+`"},{"id":2,"image":null,"hero":"second"}]}`)
		default:
			plain.ServeHTTP(w, r)
		}
	})
	check := func() {
		t.Helper()
		if got := p.value("contacts", "1", "email"); got != label+"@example.com" {
			t.Errorf("contacts: %s", got)
		}
		if rows := fmt.Sprint(everything(p, p.local)["index"]); !strings.Contains(rows, label) || strings.Contains(rows, "second") {
			t.Errorf("index: %s", rows)
		}
	}
	p.later(0)
	check()
	label = "two"
	p.later(late)
	check()
	if s := p.mirror.Status(); s.Error != "" || len(s.Warnings) > 0 || len(s.Held) > 0 {
		t.Errorf("%+v", s)
	}
}

func TestFoldersRestrictFiles(t *testing.T) {
	t.Parallel()
	const folder = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
	p := newPair(t, func(o *Options) { o.Map = mapping.Mapping{Folders: []string{"Website", folder}} })
	p.remote.folders = []string{"Website", folder}
	const condition = `{"_or":[{"folder":{"name":{"_eq":"Website"}}},{"folder":{"_eq":"` + folder + `"}}]}`
	shown := everything(p, p.remote.store)["directus_files"].(map[string]any)["data"].([]any)[0].(map[string]any)["id"].(string)
	p.rewrite(func(path string, record map[string]any) bool {
		return path != "/files" || record["id"] == shown
	})
	inner := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if q := r.URL.Query(); r.URL.Path == "/files" && q.Get("fields") != "*" {
			if !strings.Contains(q.Get("filter"), condition) {
				t.Errorf("files of all folders are read: %s", q)
			}
			q.Set("filter", strings.ReplaceAll(q.Get("filter"), condition, `{}`))
			r.URL.RawQuery = q.Encode()
		}
		inner.ServeHTTP(w, r)
	})
	p.later(0)
	if files := everything(p, p.local)["directus_files"].(map[string]any)["data"].([]any); len(files) != 1 || p.mirror.Status().Error != "" {
		t.Errorf("%d files, %+v", len(files), p.mirror.Status())
	}
}
