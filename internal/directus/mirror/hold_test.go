package mirror

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/database/databasetest"
)

// empties makes the Directus reply with empty lists to matching paths.
func (p *pair) empties(matches func(path string) bool) {
	p.remote.breaks(func(r *http.Request) string {
		if matches(r.URL.Path) {
			return "emptied"
		}
		return ""
	})
}

func all(string) bool { return true }

func (p *pair) unchanged(before map[string]any) {
	p.Helper()
	if diff := gocmp.Diff(before, everything(p, p.local)); diff != "" {
		p.Fatal(diff)
	}
}

func (p *pair) heldErrors() int {
	return strings.Count(p.log.String(), `level=ERROR msg="mirror: deletions held back"`)
}

func TestEmptyListsDeleteNothing(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		p := newPairAt(t, address, nil)
		p.later(0)
		before := everything(p, p.local)
		p.empties(all)
		p.later(late)
		p.unchanged(before)
		p.later(heldSweepInterval)
		p.start() // the hold survives a restart
		p.later(heldSweepInterval)
		p.unchanged(before)
		if n := p.heldErrors(); n != 1 {
			t.Errorf("%d errors logged:\n%s", n, p.log.String())
		}
		s := p.mirror.Status()
		if reasons := strings.Join(s.Reasons(), "\n"); !strings.Contains(reasons, "of products is held back since") || p.mirror.Held()["products"] == 0 {
			t.Errorf("%q %v", reasons, p.mirror.Held())
		}
		if stored, err := ReadState(p.opt.Folder); err != nil || gocmp.Diff(stored.Held, s.Held) != "" {
			t.Errorf("%v %v", stored.Held, err)
		}
		if age, _ := p.mirror.Age(); age < heldSweepInterval {
			t.Errorf("age %s", age)
		}
		p.remote.breaks(nil)
		p.change(upsert("products", 1, map[string]any{"slug": "renamed"}))
		p.later(heldSweepInterval)
		p.equal()
		if s := p.mirror.Status(); len(s.Held) > 0 || len(s.Reasons()) > 0 {
			t.Errorf("%+v", s)
		}
	})
}

func TestRowWithMissingTargetStaysDuringHold(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	p.empties(func(path string) bool { return path == "/items/products" })
	p.later(late)
	before := everything(p, p.local)
	err := p.mirror.applyChanges(t.Context(), []content.Change{upsert("products_translations", 1, map[string]any{"id": "1", "products_id": "999", "languages_code": "de-DE"})})
	if err != nil {
		t.Fatal(err)
	}
	p.unchanged(before)
}

func TestSecondSweepAppliesHeldDeletions(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		p := newPairAt(t, address, nil)
		p.later(0)
		var removals []content.Change
		for key := 1; key <= 12; key++ {
			removals = append(removals, remove("products", key))
		}
		p.change(append(removals, upsert("tags", 1, map[string]any{"name": "edited"}), remove("tags", 2), upsert("tags", 900, map[string]any{"slug": "added"}))...)
		p.later(late)
		for range 3 {
			if p.value("products", "1", "slug") == "none" || p.value("tags", "2", "slug") == "none" {
				t.Fatal("deleted at once")
			}
			if p.value("tags", "1", "name") != "edited" || p.value("tags", "900", "slug") != "added" {
				t.Fatal("edits and additions are held back too")
			}
			p.later(heldSweepInterval)
		}
		p.later(holdDuration)
		p.equal()
		if s := p.mirror.Status(); len(s.Held) > 0 {
			t.Errorf("%+v", s)
		}
	})
}

func TestDifferentSweepRestartsHold(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	before := everything(p, p.local)
	p.empties(all)
	p.later(late)
	p.remote.breaks(nil)
	p.later(heldSweepInterval)
	if len(p.mirror.Held()) > 0 {
		t.Fatal("hold continues although the records exist again")
	}
	p.empties(all)
	p.later(holdDuration)
	p.unchanged(before)
	if n := p.heldErrors(); n != 2 {
		t.Errorf("%d errors logged", n)
	}
	p.remote.breaks(nil)
	p.empties(func(path string) bool { return path == "/items/products" })
	p.later(heldSweepInterval)
	p.unchanged(before)
	p.empties(func(path string) bool { return path == "/items/products" || path == "/items/tags" })
	p.later(holdDuration)
	p.unchanged(before) // the deletions of tags were found only once
}

func TestConfirmationAppliesHeldDeletions(t *testing.T) {
	t.Parallel()
	for name, restart := range map[string]bool{"while it runs": false, "while it does not": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPair(t, nil)
			p.later(0)
			if _, err := Confirm(p.opt.Folder); err == nil {
				t.Error("Confirm succeeds without held deletions")
			}
			for key := 1; key <= 20; key++ {
				p.change(remove("products", key))
			}
			p.later(late)
			held, err := Confirm(p.opt.Folder)
			if err != nil || held["products"].Rows != 20 {
				t.Fatalf("%v %v", held, err)
			}
			if restart {
				p.start()
			}
			p.remote.breaks(func(*http.Request) string { return "drop" }) // the requested sweep fails
			p.later(0)
			p.start()
			p.remote.breaks(nil)
			p.later(0)
			p.equal()
			if len(p.mirror.Held()) > 0 {
				t.Error("deletions are still held back")
			}
		})
	}
}

func TestConfirmationOfOtherDeletionsHasNoEffect(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	before := everything(p, p.local)
	p.empties(func(path string) bool { return path == "/items/products" })
	p.later(late)
	if _, err := Confirm(p.opt.Folder); err != nil {
		t.Fatal(err)
	}
	p.empties(func(path string) bool { return path == "/items/tags" })
	p.later(0)
	p.unchanged(before)
	if p.mirror.Held()["tags"] == 0 {
		t.Error("deletions are not held back")
	}
}

// A state of another model, as after an upgrade, starts
// with a pull over existing content.
func TestPullOverExistingContentIsHeldBack(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	before := everything(p, p.local)
	p.opt.Folder = t.TempDir()
	p.start()
	p.empties(all)
	p.later(0)
	p.unchanged(before)
	if len(p.mirror.Held()) == 0 || p.mirror.Status().Pulled {
		t.Errorf("%+v", p.mirror.Status())
	}
	p.remote.breaks(nil)
	p.later(heldSweepInterval)
	p.equal()
	if s := p.mirror.Status(); !s.Pulled || len(s.Held) > 0 {
		t.Errorf("%+v", s)
	}
}

// Deleting a record cascades to the records that refer to it.
func TestCascadingDeletionIsHeldBack(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	before := everything(p, p.local)
	plain := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/items/tags" { // a filter of the token's policy hides one tag
			q := r.URL.Query()
			q.Set("filter", `{"_and":[{"id":{"_neq":2}},`+cmp.Or(q.Get("filter"), "{}")+`]}`)
			q.Del("meta") // the count would ignore the policy
			r.URL.RawQuery = q.Encode()
		}
		plain.ServeHTTP(w, r)
	})
	p.hook(`{"collection":"tags","keys":[2],"event":"items.update"}`, 202)
	p.later(0)
	p.unchanged(before)
	p.later(late)
	p.unchanged(before)
	if held := p.mirror.Held(); held["tags"] != 1 {
		t.Errorf("%v", held)
	}
}

func TestHooksDoNotEmptyACollection(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	p.mirror.nextSweep = p.clock.Now().Add(24 * time.Hour)
	p.mirror.nextPoll = p.mirror.nextSweep
	before := everything(p, p.local)["products"]
	p.empties(all)
	var keys []string
	for key := 1; key <= 30; key++ {
		keys = append(keys, strconv.Itoa(key))
	}
	p.hook(`{"collection":"products","keys":[`+strings.Join(keys, ",")+`],"event":"items.update"}`, 202)
	p.mirror.runDue(t.Context())
	for _, key := range keys { // single deletions are limited too
		p.hook(`{"collection":"products","keys":[`+key+`],"event":"items.update"}`, 202)
		p.mirror.runDue(t.Context())
	}
	if diff := gocmp.Diff(before, everything(p, p.local)["products"]); diff != "" {
		t.Error(diff)
	}
	if p.mirror.Held()["products"] == 0 {
		t.Error("no sweep was requested")
	}
	p.remote.breaks(nil)
	p.later(heldSweepInterval)
	p.equal()
}

func TestSingleDeletionsAddUpToLimit(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(o *Options) { o.Page = 500 })
	p.later(0)
	p.mirror.nextSweep = p.clock.Now().Add(24 * time.Hour)
	p.mirror.nextPoll = p.mirror.nextSweep
	p.remote.breaks(func(r *http.Request) string {
		if r.URL.Path == "/items/products" && strings.Contains(r.URL.RawQuery, "_in") {
			return "emptied"
		}
		return ""
	})
	for key := 1; key <= 30; key++ {
		p.hook(fmt.Sprintf(`{"collection":"products","keys":[%d],"event":"items.update"}`, key), 202)
		p.mirror.runDue(t.Context())
		if n, err := p.mirror.storedRows(t.Context(), p.mirror.byName["products"], nil); err != nil || n <= 40-minHeldRows {
			t.Fatalf("%d products are left, %v", n, err)
		}
	}
	p.remote.breaks(nil)
	p.mirror.requestSweep()
	p.later(heldSweepInterval)
	p.equal()
}

func TestHookDeletesAtOnce(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	p.mirror.nextPoll = p.clock.Now().Add(time.Hour)
	var keys []string
	for key := 1; key <= 20; key++ {
		p.change(remove("products", key))
		keys = append(keys, strconv.Itoa(key))
	}
	p.hook(`{"collection":"products","keys":[`+strings.Join(keys, ",")+`],"event":"products.items.delete"}`, 202)
	p.mirror.runDue(t.Context())
	p.equal()
}

func TestIncompleteOrCachedRepliesDeleteNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, want string }{
		{"short", "received 30 of 40 records"},
		{"uncounted", "the list lacks records that a request by key returns"},
		{"cached", "the reply is from a cache and 60 s old"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := newPair(t, func(o *Options) { o.Page = 500 })
			p.later(0)
			plain := p.remote.serve
			p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				q := r.URL.Query()
				if r.URL.Path != "/items/products" {
					plain.ServeHTTP(w, r)
					return
				}
				counts := q.Get("meta") != ""
				if !counts && q.Get("filter") == "" {
					// The list is truncated.
					short := map[string]string{"short": "30", "uncounted": "38", "cached": "38"}[c.name]
					q.Set("limit", short)
				}
				if !counts && strings.Contains(q.Get("filter"), "_gt") {
					answer(w, 200, `{"data":[]}`)
					return
				}
				if counts && c.name != "short" {
					q.Del("meta")
				}
				if c.name == "cached" {
					w.Header().Set("Age", "60")
				}
				r.URL.RawQuery = q.Encode()
				plain.ServeHTTP(w, r)
			})
			p.change(upsert("products", 1, map[string]any{"slug": "renamed"}), remove("products_translations", 3))
			p.later(late)
			p.equal() // no product is deleted, and the rest is current
			if s := p.mirror.Status(); !strings.Contains(s.Error, c.want) || !strings.Contains(s.Error, `"products"`) || len(s.Held) > 0 {
				t.Errorf("%+v", s)
			}
			p.remote.serve = plain
			p.change(remove("products", 2))
			p.later(soon)
			p.equal()
			if s := p.mirror.Status(); s.Error != "" {
				t.Errorf("%+v", s)
			}
		})
	}
}
