package store_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/internal/content"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/fault"
)

func TestUnusableSynonymsAreRefused(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := openOn(t, address, m)
		const usable = `{"language":"de","word":"Zwischenring","means":"kind","target":"ring/spacer"}`
		const unusable = `{"items":{"synonyms":[` + usable + `,{"word":"Ring","target":"Ring / spacer"},{"word":"Ring","means":"size"}]}}`
		if _, err := s.CheckFile(t.Context(), fstest.MapFS{"content.json": {Data: []byte(unusable)}}, "content.json"); err == nil ||
			!strings.Contains(err.Error(), `synonyms, item 2: target is "Ring / spacer"; write the path of a kind`) || !strings.Contains(err.Error(), `synonyms, item 3: means is "size"; write kind, value or standard`) {
			t.Errorf("check: %v", err)
		}
		if err := importBody(t, s, `{"items":{"synonyms":[`+usable+`]}}`); err != nil {
			t.Fatal(err)
		}
		for item, want := range map[string]string{
			`{"word":" ","target":"ring"}`:                     "word is empty",
			`{"word":"Ring","language":"de-DE"}`:               `language is "de-DE"`,
			`{"word":"Ring","means":"kind","target":"ring//"}`: `target is "ring//"`,
		} {
			if _, err := write(t, s, m, content.ActionCreate, "synonyms", item); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", item, err)
			}
		}
		mustWrite(t, s, m, content.ActionCreate, "synonyms", `{"word":"Ring"}`)
		const want = `{"data":[{"language":"de","word":"Zwischenring","means":"kind","target":"ring/spacer"},{"language":"*","word":"Ring","means":"kind","target":null}]}`
		if got, err := read(t, s, m, "synonyms?fields=language,word,means,target&sort=id", func(q *content.Query) { q.Access = content.Administrator() }); err != nil || got != want {
			t.Errorf("got %s, %v", got, err)
		}
		if _, err := read(t, s, m, "synonyms?fields=word"); fault.KindOf(err) != fault.Forbidden {
			t.Errorf("the public reads synonyms: %v", err)
		}
	})
}
