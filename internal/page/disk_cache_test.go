package page

import (
	"context"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/render"
)

// onDisk opens another site on the content and disk cache of a storeSite.
func (d *storeSite) onDisk(t *testing.T, folder string, change func(*Options)) *testSite {
	t.Helper()
	return build(t, func(o *Options) {
		o.Source = d.store
		o.Disk = DiskOptions{Folder: folder, Bytes: 1 << 20, Program: "one", Mark: d.store.Mark}
		if change != nil {
			change(o)
		}
	})
}

// filesIn returns the pages in a folder and their size in bytes.
func filesIn(t *testing.T, folder string) (pages []string, size int64) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == markFile {
			return err
		}
		info, err := entry.Info()
		pages, size = append(pages, path), size+info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages, size
}

func TestPagesOnDiskSurviveARestart(t *testing.T) {
	t.Parallel()
	d, folder := newStoreSite(t, nil), t.TempDir()
	first := d.onDisk(t, folder, nil)
	addresses := []string{"/fr/product/a", "/de/product/a", "/product/b", "/fr/range", "/fr/catalog/flanges?page=2", "/fr/nothing"}
	tags := map[string]string{}
	for _, address := range addresses {
		tags[address] = first.get(address).header.Get("ETag")
	}
	first.Close()

	again := d.onDisk(t, folder, nil)
	for _, address := range addresses {
		for _, coding := range []string{"br", "gzip", ""} {
			r := again.get(address, "Accept-Encoding: "+coding)
			if tag := r.header.Get("ETag"); strings.TrimSuffix(tag, `-br"`) != strings.TrimSuffix(tags[address], `-identity"`) && coding == "br" {
				t.Errorf("%s has the tag %s, had %s", address, tag, tags[address])
			}
		}
	}
	// Pages that clients can invent are not stored.
	if got := again.engine.pages.Load(); got != 2 {
		t.Errorf("%d pages rendered after the restart", got)
	}

	for name, change := range map[string]func(*Options){
		"another program": func(o *Options) { o.Disk.Program = "two" },
		"another address": func(o *Options) { o.BaseURL = "https://example.com" },
	} {
		other := d.onDisk(t, folder, change)
		if other.get("/fr/range"); other.engine.pages.Load() != 1 {
			t.Errorf("%s reuses pages of the former cache", name)
		}
		other.Close()
	}
}

func TestAStalePageOnDiskIsServedUntilItIsRefreshed(t *testing.T) {
	t.Parallel()
	d, folder := newStoreSite(t, nil), t.TempDir()
	first := d.onDisk(t, folder, nil)
	first.get("/fr/product/a")
	first.get("/fr/product/b")
	first.Close()

	again := d.onDisk(t, folder, nil)
	again.get("/fr/about")
	d.write(content.ActionUpdate, "products_translations", `{"id":1,"name":"Collier"}`)
	again.Invalidate()
	before := again.engine.pages.Load()
	if r := again.get("/fr/product/a"); !strings.Contains(r.body, "Bride") {
		t.Errorf("%d, %s", r.status, r.body)
	}
	again.get("/fr/product/b")
	again.work.Wait()
	if r := again.get("/fr/product/a"); !strings.Contains(r.body, "Collier") {
		t.Errorf("%d, %s", r.status, r.body)
	}
	if got := again.engine.pages.Load() - before; got != 1 {
		t.Errorf("%d pages rendered, one changed", got)
	}
}

func TestAPageOnDiskOfADeletedRecordIsRemoved(t *testing.T) {
	t.Parallel()
	d, folder := newStoreSite(t, nil), t.TempDir()
	first := d.onDisk(t, folder, nil)
	first.get("/fr/product/a")
	first.Close()
	again := d.onDisk(t, folder, nil)
	again.get("/fr/about")
	d.write(content.ActionDelete, "products", `{"id":1}`)
	again.Invalidate()
	again.get("/fr/product/a") // as it was, for the last time
	again.work.Wait()
	for range 2 {
		if r := again.get("/fr/product/a"); r.status != http.StatusNotFound {
			t.Errorf("status %d", r.status)
		}
	}
}

func TestPagesOnDiskAreDroppedIfContentChangedWhileStopped(t *testing.T) {
	t.Parallel()
	d, folder := newStoreSite(t, nil), t.TempDir()
	first := d.onDisk(t, folder, nil)
	first.get("/fr/product/a")
	first.Close()
	d.write(content.ActionUpdate, "products_translations", `{"id":1,"name":"Collier"}`)
	again := d.onDisk(t, folder, nil)
	if pages, _ := filesIn(t, folder); len(pages) != 0 {
		t.Errorf("pages were not removed: %v", pages)
	}
	if r := again.get("/fr/product/a"); !strings.Contains(r.body, "Collier") {
		t.Errorf("%d, %s", r.status, r.body)
	}
}

func TestADamagedPageOnDiskIsBuiltAgain(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(file []byte) []byte{
		"cut off": func(file []byte) []byte { return file[:len(file)/2] },
		"empty":   func([]byte) []byte { return nil },
		"one bit": func(file []byte) []byte { file[len(file)-9] ^= 1; return file },
	} {
		d, folder := newStoreSite(t, nil), t.TempDir()
		first := d.onDisk(t, folder, nil)
		want := first.get("/fr/product/a").body
		first.Close()
		pages, _ := filesIn(t, folder)
		if len(pages) != 1 {
			t.Fatalf("%v", pages)
		}
		file, err := os.ReadFile(pages[0])
		if err == nil {
			err = os.WriteFile(pages[0], damage(file), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		again := d.onDisk(t, folder, nil)
		if r := again.get("/fr/product/a"); r.status != http.StatusOK || r.body != want || again.engine.pages.Load() != 1 {
			t.Errorf("%s: %d, %s", name, r.status, r.body)
		}
	}
}

func TestTheDiskCacheStaysWithinItsLimit(t *testing.T) {
	t.Parallel()
	const limit = 16 << 10
	d, folder := newStoreSite(t, nil), t.TempDir()
	h := d.onDisk(t, folder, func(o *Options) { o.Disk.Bytes = limit })
	for _, language := range []string{"", "/de", "/fr"} {
		for _, path := range []string{"/large", "/range", "/about", "/product/a", "/product/b", "/catalog/flanges", "/markup", "/list"} {
			h.get(language + path)
		}
	}
	h.work.Wait()
	pages, size := filesIn(t, folder)
	if len(pages) < 2 || size > limit {
		t.Errorf("%d pages of %d bytes", len(pages), size)
	}
}

func TestWarmUpBuildsPages(t *testing.T) {
	t.Parallel()
	d := newStoreSite(t, nil)
	pool, err := render.New(bundleSource(t), render.Options{VMs: 2, Timeout: 300 * time.Millisecond}) // one page has no end
	if err != nil {
		t.Fatal(err)
	}
	h := buildWith(t, pool, func(o *Options) {
		o.Source, o.Warm = d.store, true
		o.Disk = DiskOptions{Folder: t.TempDir(), Bytes: 1 << 20, Program: "one", Mark: d.store.Mark}
	})
	for h.Stats().Entries == 0 || h.cache.fresh(key{language: "de-DE", prefixed: true, path: "/product/b"}) == nil {
		if err := context.Cause(t.Context()); err != nil {
			t.Fatal(err)
		}
		runtime.Gosched()
	}
	before := h.engine.pages.Load()
	for _, address := range []string{"/fr", "/fr/about", "/de/range", "/de/catalog/flanges", "/fr/product/a", "/fr/product/b"} {
		h.get(address)
	}
	if got := h.engine.pages.Load(); got != before {
		t.Errorf("%d pages were not warmed up", got-before)
	}
}
