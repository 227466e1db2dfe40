package mirror

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/fault"
)

// synonymsModel returns the test model with the synonyms of the default model. The
// public may read them if shown is true, as the token's user of a Directus may.
func synonymsModel(t testing.TB, shown bool) *content.Model {
	t.Helper()
	return modelWith(t, func(declaration map[string]any) {
		var whole struct{ Collections []map[string]any }
		if err := json.Unmarshal(content.Declaration(), &whole); err != nil {
			t.Fatal(err)
		}
		for _, c := range whole.Collections {
			if c["collection"] == synonyms {
				declaration["collections"] = append(declaration["collections"].([]any), c)
			}
		}
		if shown {
			permission := map[string]any{"collection": synonyms, "action": "read", "fields": []string{"*"}}
			declaration["public_permissions"] = append(declaration["public_permissions"].([]any), permission)
		}
	})
}

// write creates a record as the content API does while a Directus is the source.
func (p *pair) write(collection string, values map[string]any) error {
	p.Helper()
	var parser content.RecordParser
	r, err := parser.Record(p.opt.Model.Collection(collection), values)
	if err != nil {
		p.Fatal(err)
	}
	_, err = ReadOnly{URL: p.opt.URL, Local: p.mirror.Local, Writer: p.local}.Write(p.Context(), content.Write{
		Collection: r.Collection, Action: content.ActionCreate, Access: content.Administrator(), Records: []*content.Record{r},
	})
	return err
}

// words returns the stored synonyms.
func (p *pair) words() (words []string) {
	p.Helper()
	found, err := p.mirror.read(p.Context(), p.mirror.byName[synonyms], map[string]any{"fields": []string{"word"}, "sort": "word"})
	if err != nil {
		p.Fatal(err)
	}
	for _, row := range found {
		words = append(words, row["word"].(string))
	}
	return words
}

func refused(err error) bool { return fault.KindOf(err) == fault.Forbidden }

func TestSynonymsThatTheDirectusLacksAreEditedHere(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		p := newPairOf(t, address, testModel(t), synonymsModel(t, false), nil)
		ring := map[string]any{"language": "de", "word": "Zwischenring", "target": "ring/spacer"}
		if err := p.write(synonyms, ring); !refused(err) {
			t.Errorf("before the first pull: %v", err)
		}
		p.later(0)
		if err := p.write(synonyms, ring); err != nil {
			t.Error(err)
		}
		if err := p.write("products", map[string]any{"slug": "ring"}); !refused(err) || !strings.Contains(err.Error(), p.opt.URL) {
			t.Errorf("products: %v", err)
		}
		p.start() // what is edited here is known before the first sweep
		if err := p.write(synonyms, map[string]any{"word": "VSF", "target": "flange/weld-neck"}); err != nil {
			t.Error(err)
		}
		p.later(late)
		if diff := gocmp.Diff([]string{"VSF", "Zwischenring"}, p.words()); diff != "" {
			t.Error(diff)
		}
		if s := p.mirror.Status(); s.Error != "" || len(s.Warnings) > 0 {
			t.Errorf("%+v", s)
		}
	})
}

func TestSynonymsOfTheDirectusAreMirrored(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		p := newPairOf(t, address, synonymsModel(t, true), synonymsModel(t, false), nil)
		add := func(id int, word string) {
			p.change(upsert(synonyms, id, map[string]any{"language": "de", "word": word, "means": "kind", "target": "ring"}))
		}
		add(1, "Zwischenring")
		p.later(0)
		if err := p.write(synonyms, map[string]any{"word": "VSF", "target": "flange/weld-neck"}); !refused(err) || !strings.Contains(err.Error(), p.opt.URL) {
			t.Errorf("a copy is written: %v", err)
		}
		add(2, "Distanzring")
		p.later(late)
		if diff := gocmp.Diff([]string{"Distanzring", "Zwischenring"}, p.words()); diff != "" {
			t.Error(diff)
		}
		p.remote.breaks(func(*http.Request) string { return "500" })
		p.start()
		p.later(late)
		if err := p.write(synonyms, map[string]any{"word": "VSF"}); !refused(err) {
			t.Errorf("while the Directus is down: %v", err)
		}
	})
}
