package catalogue_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"testing"

	"ferrule/internal/catalogue"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/search"
)

// firstOf returns the part number of the first article that a search finds, and
// how many it finds.
func firstOf(t *testing.T, c *catalogue.Catalogue, query, language string) (string, int) {
	t.Helper()
	data, tags, _, err := c.Read(t.Context(), catalogue.SearchPath, url.Values{"q": {query}, "language": {language}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(tags, content.Tag{Collection: "synonyms"}) {
		t.Error("the reply does not depend on the synonyms")
	}
	var f found
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	return append(f.numbers(), "")[0], f.Total
}

func TestASearchReadsTheSynonymsAsTheyAreEdited(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s := source{Store: openDemo(address, t.TempDir())}
		t.Cleanup(func() { _ = s.Close() })
		file := filepath.Join(t.TempDir(), "catalogue.index")
		c := started(t, s, file, "a")
		total := func(query, language string) int {
			t.Helper()
			upToDate(t, c)
			first, n := firstOf(t, c, query, language)
			mapped := started(t, source{s.Store, closed()}, file, "a")
			if again, m := firstOf(t, mapped, query, language); again != first || m != n {
				t.Errorf("%q finds %s of %d, in the mapped index %s of %d", query, first, n, again, m)
			}
			return n
		}
		flanges, gauges := total("Vorschweißflansch", "de-DE"), total("Manometer", "de-DE")
		if n := total("qxvorz", "de-DE"); n != 0 || flanges == 0 || gauges == 0 || gauges == flanges {
			t.Fatalf("%d flanges, %d gauges, %d for an unknown word", flanges, gauges, n)
		}

		edit(t, s.Store, content.ActionCreate, "synonyms", `{"id":90001,"language":"de","word":"Qxvorz","means":"kind","target":"flange/weld-neck"}`)
		if n := total("qxvorz", "de-DE"); n != flanges {
			t.Errorf("added: %d, want %d", n, flanges)
		}
		edit(t, s.Store, content.ActionCreate, "synonyms", `{"id":90002,"language":"fr","word":"Qxvorz","means":"kind","target":"gauge"}`)
		if german, french := total("qxvorz", "de-DE"), total("qxvorz", "fr-FR"); german != flanges || french != gauges {
			t.Errorf("another meaning in French: %d in German, %d in French", german, french)
		}
		// English has no meaning of its own: both apply.
		if n := total("qxvorz", "en-US"); n != flanges+gauges {
			t.Errorf("in English: %d", n)
		}
		edit(t, s.Store, content.ActionUpdate, "synonyms", `{"id":90001,"target":"gauge"}`)
		if n := total("qxvorz", "de-DE"); n != gauges {
			t.Errorf("changed: %d, want %d", n, gauges)
		}
		for _, id := range []string{"90001", "90002"} {
			edit(t, s.Store, content.ActionDelete, "synonyms", `{"id":`+id+`}`)
		}
		if n := total("qxvorz", "de-DE"); n != 0 {
			t.Errorf("removed: %d", n)
		}
	})
}

func TestASitesMeaningReplacesTheShippedOne(t *testing.T) {
	t.Parallel()
	s := openDemo("", t.TempDir())
	t.Cleanup(func() { _ = s.Close() })
	c := catalogue.New(s, content.Default(), quiet())
	t.Cleanup(func() { _ = c.Close() })
	upToDate(t, c)
	_, flanges := firstOf(t, c, "Vorschweißflansch", "de-DE")
	_, gauges := firstOf(t, c, "Druckmesser", "de-DE")
	row := slices.IndexFunc(search.Shipped(), func(s search.Synonym) bool { return s.Language == "de" && s.Word == "Druckmesser" }) + 1
	if row == 0 || gauges == 0 || gauges == flanges {
		t.Fatalf("row %d, %d gauges, %d flanges", row, gauges, flanges)
	}
	edit(t, s, content.ActionUpdate, "synonyms", fmt.Sprintf(`{"id":%d,"target":"flange/weld-neck"}`, row))
	upToDate(t, c)
	if _, n := firstOf(t, c, "Druckmesser", "de-DE"); n != flanges {
		t.Errorf("%d articles, want the %d flanges", n, flanges)
	}
	edit(t, s, content.ActionUpdate, "synonyms", fmt.Sprintf(`{"id":%d,"target":null}`, row))
	upToDate(t, c)
	if _, n := firstOf(t, c, "Druckmesser", "de-DE"); n != 0 {
		t.Errorf("%d articles for a word whose meaning is removed", n)
	}
	edit(t, s, content.ActionDelete, "synonyms", fmt.Sprintf(`{"id":%d}`, row))
	upToDate(t, c)
	if _, n := firstOf(t, c, "Druckmesser", "de-DE"); n != gauges {
		t.Errorf("%d articles, want the %d gauges again", n, gauges)
	}
}

func TestAModelWithoutSynonymsHasTheShippedVocabulary(t *testing.T) {
	t.Parallel()
	var declaration map[string]any
	if err := json.Unmarshal(content.Declaration(), &declaration); err != nil {
		t.Fatal(err)
	}
	declaration["collections"] = slices.DeleteFunc(declaration["collections"].([]any), func(c any) bool { return c.(map[string]any)["collection"] == "synonyms" })
	text, err := json.Marshal(declaration)
	if err != nil {
		t.Fatal(err)
	}
	m, err := content.ParseModel(text)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := openDemo("", dir).Close(); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), dir, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	c := catalogue.New(s, m, quiet())
	t.Cleanup(func() { _ = c.Close() })
	for _, q := range []string{"Vorschweißflansch DN 80", "316L kugelhahn"} {
		want, _, err := reply(lists, catalogue.SearchPath, "q="+url.QueryEscape(q))
		if got, _, otherErr := reply(c, catalogue.SearchPath, "q="+url.QueryEscape(q)); err != nil || otherErr != nil || got != want {
			t.Errorf("%q: %v, %v\n%s\n%s", q, err, otherErr, got, want)
		}
	}
}
