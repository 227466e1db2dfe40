package mirror

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/directus/client"
	"ferrule/internal/fault"
)

func TestUnusableRepliesChangeNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ fault, want string }{
		{"html", "the reply is HTML instead of JSON"},
		{"401", "the token is wrong"},
		{"500", "500 Internal Server Error: An unexpected error occurred."},
		{"empty", "has no data"},
		{"moved", "use that address"},
		{"cut", "decode reply: "},
		{"drop", "no reply: EOF"},
		{"hang", "no reply: context deadline exceeded"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			p := newPair(t, nil)
			p.later(0)
			p.mirror.client.Timeout = 20 * time.Millisecond
			before := everything(p, p.local)
			p.change(upsert("products", 1, map[string]any{"slug": "renamed", "date_updated": newDate}), remove("products", 2))
			p.remote.breaks(func(*http.Request) string { return c.fault })
			p.later(soon)
			p.later(late)
			if diff := gocmp.Diff(before, everything(p, p.local)); diff != "" {
				t.Error(diff)
			}
			s := p.mirror.Status()
			if !strings.Contains(s.Error, c.want) || s.Errors == 0 {
				t.Errorf("error %q", s.Error)
			}
			p.mirror.client.Timeout = client.RequestTimeout
			p.remote.breaks(nil)
			p.later(soon)
			p.equal()
			if s := p.mirror.Status(); s.Error != "" {
				t.Errorf("error %q", s.Error)
			}
		})
	}
}

func TestRequestIsRetried(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	n := 0
	p.remote.breaks(func(*http.Request) string {
		if n++; n%2 == 1 {
			return []string{"500", "cut", "drop", "html"}[n/2%4]
		}
		return ""
	})
	p.later(0)
	p.remote.breaks(nil)
	p.equal()
	if s := p.mirror.Status(); s.Errors != 0 {
		t.Errorf("%d errors, the last: %s", s.Errors, s.Error)
	}
}

func TestDirectusUnreachableForADay(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	p.remote.breaks(func(*http.Request) string { return "drop" })
	for range 24 {
		p.later(time.Hour)
	}
	if age, ok := p.mirror.Age(); !ok || age < 24*time.Hour {
		t.Errorf("age %s", age)
	}
	p.start() // Ferrule may restart meanwhile
	p.later(0)
	if age, ok := p.mirror.Age(); !ok || age < 24*time.Hour {
		t.Errorf("age %s after a restart", age)
	}
	if n := strings.Count(p.log.String(), "level=ERROR"); n != 2 {
		t.Errorf("%d errors logged, one for each start:\n%s", n, p.log.String())
	}
	if s, err := ReadState(p.opt.Folder); err != nil || s.Error == "" || !s.Pulled {
		t.Errorf("%+v %v", s, err)
	}
	p.change(remove("products", 3))
	p.remote.breaks(nil)
	p.later(late)
	p.equal()
	if age, ok := p.mirror.Age(); !ok || age != 0 {
		t.Errorf("age %s", age)
	}
}

func TestMissingCollectionsAndFieldsAreReported(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.remote.breaks(func(r *http.Request) string {
		if strings.HasPrefix(r.URL.Path, "/items/variations") || r.URL.Path == "/items/languages" {
			return "403"
		}
		return ""
	})
	p.later(0)
	s := p.mirror.Status()
	if !s.Pulled || s.Error != "" || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "may not read them: languages, variations.") {
		t.Errorf("%+v", s)
	}
	if p.value("variations", "1", "sku") != "none" || p.value("products", "1", "slug") == "none" {
		t.Error("other collections are not copied")
	}
	p.later(late)
	if stored, err := ReadState(p.opt.Folder); err != nil || gocmp.Diff(stored.Warnings, s.Warnings) != "" {
		t.Errorf("%v %v", stored.Warnings, err)
	}
	if n := strings.Count(p.log.String(), "Collections are missing"); n != 1 {
		t.Errorf("warning logged %d times, want once", n)
	}
	p.remote.breaks(nil)
	p.later(late)
	p.equal()
	p.remote.breaks(func(r *http.Request) string {
		if r.URL.Path == "/items/tags" {
			return "403"
		}
		return ""
	})
	p.later(late)
	if p.value("tags", "1", "slug") == "none" {
		t.Error("collection was deleted after its permission was revoked")
	}
}

func TestFailingCollectionDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	p.remote.breaks(func(r *http.Request) string {
		if r.URL.Path == "/items/variations" || r.URL.Path == "/items/footer" {
			return "500"
		}
		return ""
	})
	sku := p.value("variations", "1", "sku")
	p.change(remove("products_translations", 3), upsert("products", 1, map[string]any{"slug": "renamed"}), upsert("variations", 1, map[string]any{"sku": "new"}))
	p.later(late)
	p.change(upsert("products", 2, map[string]any{"slug": "too", "date_updated": newDate}))
	p.later(soon)
	if p.value("products_translations", "3", "name") != "none" || p.value("products", "1", "slug") != "renamed" || p.value("products", "2", "slug") != "too" {
		t.Error("other collections are not current")
	}
	if now := p.value("variations", "1", "sku"); now != sku {
		t.Errorf("unreadable collection changed to %s", now)
	}
	if s := p.mirror.Status(); !strings.Contains(s.Error, "500") {
		t.Errorf("no error is reported: %+v", s)
	}
	if age, _ := p.mirror.Age(); age < late {
		t.Errorf("age %s, although a collection failed", age)
	}
	p.remote.breaks(nil)
	p.later(late)
	p.equal()
	if s := p.mirror.Status(); s.Error != "" {
		t.Errorf("%+v", s)
	}
}

func TestFilesAreFetchedOnDemand(t *testing.T) {
	t.Parallel()
	var forgotten []string
	p := newPair(t, func(o *Options) {
		o.Forget = func(disk string) error { forgotten = append(forgotten, disk); return nil }
	})
	p.later(0)
	file := everything(p, p.local)["directus_files"].(map[string]any)["data"].([]any)[0].(map[string]any)
	id, disk := file["id"].(string), file["filename_disk"].(string)
	p.remote.takeRequests()
	done := make(chan error)
	for range 8 {
		go func() { done <- p.mirror.Fetch(t.Context(), id, disk) }()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	stored := filepath.Join(p.opt.Files, disk)
	if text, err := os.ReadFile(stored); err != nil || strings.Trim(string(text), "x") != "" || fmt.Sprint(len(text)) != file["filesize"] {
		t.Errorf("%q %v", text, err)
	}
	if n := len(p.remote.takeRequests()); n > 2 {
		t.Errorf("%d requests for one file", n)
	}
	p.change(upsert("directus_files", id, map[string]any{"filesize": "4711", "modified_on": newDate}))
	p.later(soon)
	if _, err := os.Stat(stored); !os.IsNotExist(err) || len(forgotten) != 1 || forgotten[0] != disk {
		t.Errorf("old file still exists: %v, removed %v", err, forgotten)
	}
	if err := p.mirror.Fetch(t.Context(), id, "../escaped"); err == nil {
		t.Error("file name escapes the folder")
	}
	for name, kind := range map[string]fault.Kind{"403": fault.Forbidden, "500": fault.Unavailable, "drop": fault.Unavailable, "html": fault.Unavailable} {
		p.remote.breaks(func(*http.Request) string { return name })
		if err := p.mirror.Fetch(t.Context(), id, disk); fault.KindOf(err) != kind {
			t.Errorf("%s: %v", name, err)
		}
	}
	if left, _ := os.ReadDir(p.opt.Files); len(left) > 0 {
		t.Errorf("leftover files: %v", left)
	}
}

func TestReadOnlyRefusesWrites(t *testing.T) {
	t.Parallel()
	none := func(*content.Collection) bool { return false }
	_, err := ReadOnly{URL: "https://cms.example.com", Local: none}.Write(t.Context(), content.Write{})
	if fault.KindOf(err) != fault.Forbidden || !strings.Contains(err.Error(), "https://cms.example.com") {
		t.Error(err)
	}
}

// TestCopyConvergesAfterEditsAndFaults checks the central invariant: after all
// edits and network faults, both sides are equal.
func TestCopyConvergesAfterEditsAndFaults(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, soak)
}

func soak(t *testing.T, address string) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	p := newPairAt(t, address, func(o *Options) { o.Page = 11 })
	faults := rand.New(rand.NewPCG(seed, 1))
	p.remote.breaks(func(*http.Request) string { // called one at a time
		if faults.IntN(12) > 0 {
			return ""
		}
		if faults.IntN(2) > 0 {
			p.edit(faults, 60+faults.IntN(1000)) // during a pull
			return ""
		}
		return []string{"html", "401", "500", "empty", "cut", "drop"}[faults.IntN(6)]
	})
	for step := range 60 {
		p.edit(random, step)
		switch random.IntN(4) {
		case 0:
			p.later(late)
		case 1:
			p.hook(fmt.Sprintf(`{"collection":"products","keys":[%d]}`, random.IntN(45)), 202)
			p.mirror.runDue(t.Context())
		case 2:
			p.start()
		default:
			p.later(soon)
		}
	}
	p.remote.breaks(nil)
	p.later(late)
	p.later(late)
	p.equal()
}

// edit changes something at random, with or without a date.
func (p *pair) edit(random *rand.Rand, step int) {
	p.Helper()
	product, category := random.IntN(45)+1, random.IntN(9)+1
	date := newDate[:17] + fmt.Sprintf("%02d.000Z", step%60)
	var c content.Change
	switch random.IntN(9) {
	case 0:
		c = upsert("products", product, map[string]any{"slug": fmt.Sprintf("slug-%d", step), "date_updated": date})
	case 1:
		c = upsert("products", product, map[string]any{"slug": fmt.Sprintf("s-%d", step), "stock": fmt.Sprint(step)})
	case 2:
		c = remove("products", product)
	case 3:
		c = upsert("products_translations", random.IntN(200)+1, map[string]any{"products_id": fmt.Sprint(product), "languages_code": "en-US", "name": fmt.Sprint(step)})
	case 4:
		c = remove("products_translations", random.IntN(200)+1)
	case 5:
		c = upsert("products_categories", random.IntN(120)+1, map[string]any{"products_id": fmt.Sprint(product), "categories_id": fmt.Sprint(category)})
	case 6:
		c = remove("categories", category)
	case 7:
		c = upsert("categories", category, map[string]any{"slug": fmt.Sprintf("c-%d", step), "parent": fmt.Sprint(random.IntN(9) + 1)})
	default:
		c = upsert("clients", fmt.Sprintf("00000000-0000-4000-8000-%012d", random.IntN(20)), map[string]any{"name": fmt.Sprint(step)})
	}
	// The Directus refuses edits that violate a constraint.
	err := p.remote.store.Apply(p.Context(), []content.Change{c})
	if err != nil && fault.KindOf(err) != fault.Invalid && !errors.As(err, new(*content.Refusal)) {
		p.Error(err)
	}
}
