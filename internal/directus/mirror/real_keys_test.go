package mirror

import (
	"encoding/json"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/directus/directustest"
)

// integerTags is a model whose only keys are integers.
const integerTags = `{"collections":[
 {"collection":"tags","meta":{},"schema":{},"fields":[
  {"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}},
  {"field":"name","type":"string","meta":{},"schema":{}}]}],
 "relations":[],"public_permissions":[{"collection":"tags","action":"read","fields":["*"],"permissions":{},"validation":{}}]}`

func TestRealDirectusDeletesARecordWhoseKeyWasLost(t *testing.T) {
	directustest.OnBoth(t, func(t *testing.T, s *directustest.Server) {
		m, err := content.ParseModel([]byte(integerTags))
		if err != nil {
			t.Fatal(err)
		}
		s.Call(t, "POST", "/collections", object{"collection": "tags", "meta": object{}, "schema": object{}, "fields": []object{
			{"field": "id", "type": "uuid", "meta": object{"special": []string{"uuid"}}, "schema": object{"is_primary_key": true, "length": 36, "has_auto_increment": false}},
			{"field": "name", "type": "string", "meta": object{}, "schema": object{}},
		}})
		s.Call(t, "POST", "/items/tags", []object{{"id": uuid(1), "name": "one"}, {"id": uuid(2), "name": "two"}, {"id": uuid(3), "name": "three"}})
		p := &realPair{T: t, directus: s, model: m, local: openStore(t, m, "", t.TempDir())}
		p.opt = Options{
			URL: s.URL, Token: directustest.Token, Folder: filepath.Join(t.TempDir(), "mirror"), Files: t.TempDir(),
			Model: m, Store: p.local, Poll: time.Second, Sweep: 2 * time.Second, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		}
		p.start()
		t.Cleanup(func() { p.stop() })
		ids := func() map[string]int {
			var reply struct {
				Data []struct {
					ID   int    `json:"id"`
					Name string `json:"name"`
				} `json:"data"`
			}
			if err := json.Unmarshal([]byte(p.read("tags", content.System, object{}, "id", "name")), &reply); err != nil {
				t.Fatal(err)
			}
			found := make(map[string]int)
			for _, tag := range reply.Data {
				found[tag.Name] = tag.ID
			}
			return found
		}
		p.shown("first pull", "all tags", func() bool { return len(ids()) == 3 })
		want := ids()

		p.stop()
		if err := os.Remove(filepath.Join(p.opt.Folder, KeysFile)); err != nil {
			t.Fatal(err)
		}
		s.Call(t, "DELETE", "/items/tags/"+uuid(2), nil)
		p.start()
		delete(want, "two")
		p.shown("after the loss of the keys", "deleted tag", func() bool { return maps.Equal(ids(), want) })
	})
}
