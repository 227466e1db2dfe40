package catalogue_test

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"ferrule/bench/seed"
	"ferrule/internal/catalogue"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/fault"
)

// source is a store whose scans can be blocked or made to fail.
type source struct {
	*store.Store

	shut chan struct{} // nil for a working store; closed: scans fail; open: scans block
}

func (s source) Scan(ctx context.Context, collection string, columns []string, each func([]any) error) error {
	if s.shut != nil {
		select {
		case <-s.shut:
			return errors.New("shut")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return s.Store.Scan(ctx, collection, columns, each)
}

func closed() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

func started(t *testing.T, s source, file, build string) *catalogue.Catalogue {
	t.Helper()
	o := quiet()
	o.Snapshot, o.Build = file, build
	c := catalogue.New(s, content.Default(), o)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// storeWithIndex returns the demo's store and the file of its saved index.
func storeWithIndex(t *testing.T) (source, string) {
	t.Helper()
	s := source{Store: openDemo("", t.TempDir())}
	t.Cleanup(func() { _ = s.Close() })
	file := filepath.Join(t.TempDir(), "catalogue.index")
	if _, current, err := reply(started(t, s, file, "a"), catalogue.ListingPath, "q=ventil"); err != nil || !current {
		t.Fatal(current, err)
	}
	return s, file
}

func reply(c *catalogue.Catalogue, path, query string) (text string, current bool, err error) {
	values, err := url.ParseQuery(query + "&language=fr-FR")
	if err != nil {
		return "", false, err
	}
	data, _, current, err := c.Read(context.Background(), path, values)
	return string(data), current, err
}

func TestALoadedIndexAnswersLikeTheSavedOne(t *testing.T) {
	t.Parallel()
	s, file := storeWithIndex(t)
	again := started(t, source{s.Store, closed()}, file, "a")
	for path, queries := range map[string][]string{
		catalogue.ListingPath: {
			"category=flanges", "category=flanges&dn=80&pn=16..&stock=1&sort=sku", "category=valves&sort=name&page=2", "category=straight-unions&material=1.4571&tube-od=12",
		},
		catalogue.SearchPath:  {"q=ventil", "q=DN 25 flansch", "q=fr gv 12s", "q=kugelhan", "q=G 1/2 auf lager", "q=xyzzy", "q=FR-GV-12S-71", "q=edelstahl 1.4404"},
		catalogue.RelatedPath: {"product=straight-union-s"},
		catalogue.CountsPath:  {""},
	} {
		for _, query := range queries {
			want, _, err := reply(lists, path, query)
			got, current, againErr := reply(again, path, query)
			if err != nil || againErr != nil || got != want || (!current && query != "q=xyzzy") {
				t.Errorf("%s?%s: %v, %v, current %v\nfrom disk %s\nbuilt     %s", path, query, againErr, err, current, got, want)
			}
		}
	}
}

func TestAnUnusableIndexOnDiskIsRebuilt(t *testing.T) {
	t.Parallel()
	s, file := storeWithIndex(t)
	saved, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(at int) []byte {
		c := append([]byte(nil), saved...)
		c[at] ^= 4
		return c
	}
	for name, c := range map[string]struct {
		data  []byte
		build string
	}{
		"of another program": {saved, "b"},
		"empty":              {nil, "a"},
		"cut off":            {saved[:len(saved)/2], "a"},
		"one byte short":     {saved[:len(saved)-1], "a"},
		"another file":       {changed(0), "a"},
		"another checksum":   {changed(9), "a"},
		"damaged":            {changed(len(saved) / 2), "a"},
		"longer":             {append(append([]byte(nil), saved...), 1), "a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "catalogue.index")
			if err := os.WriteFile(file, c.data, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, _, err := reply(started(t, source{s.Store, closed()}, file, c.build), catalogue.CountsPath, ""); fault.KindOf(err) != fault.Unavailable {
				t.Errorf("an unusable index answers: %v", err)
			}
			want, _, _ := reply(lists, catalogue.ListingPath, "q=ventil")
			if got, current, err := reply(started(t, s, file, c.build), catalogue.ListingPath, "q=ventil"); err != nil || !current || got != want {
				t.Errorf("%v, current %v, %s", err, current, got)
			}
			// The rebuilt index is on disk.
			if _, current, err := reply(started(t, source{s.Store, closed()}, file, c.build), catalogue.ListingPath, "q=ventil"); err != nil || !current {
				t.Errorf("afterwards: %v, current %v", err, current)
			}
		})
	}
	left, err := filepath.Glob(file + ".*")
	if err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

func TestAStaleIndexAnswersUntilTheNextIsBuilt(t *testing.T) {
	t.Parallel()
	s, file := storeWithIndex(t)
	if err := seed.Multiply(t.Context(), s, content.Default(), seed.Size{Products: 300, Variations: 2}); err != nil {
		t.Fatal(err)
	}
	c := started(t, source{s.Store, make(chan struct{})}, file, "a")
	want, _, _ := reply(lists, catalogue.CountsPath, "")
	if got, current, err := reply(c, catalogue.CountsPath, ""); err != nil || current || got != want {
		t.Errorf("%v, current %v, %s", err, current, got)
	}
	if got, current, err := reply(started(t, s, file, "a"), catalogue.ListingPath, "q=ventil"); err != nil || got == "" {
		t.Errorf("%v, current %v", err, current)
	}
}

func TestOptionalDataDoesNotWaitForTheFirstIndex(t *testing.T) {
	t.Parallel()
	s := openDemo("", t.TempDir())
	t.Cleanup(func() { _ = s.Close() })
	c := started(t, source{s, make(chan struct{})}, "", "")
	for path, query := range map[string]string{catalogue.CountsPath: "", catalogue.RelatedPath: "product=straight-union-s"} {
		if _, _, err := reply(c, path, query); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("%s: %v", path, err)
		}
	}
}
