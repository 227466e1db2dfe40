package itemsapi_test

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"ferrule/internal/content/paritytest"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/directus/directustest"
	"ferrule/internal/directus/itemsapi"
)

// randomQueries is the number of random queries that a Directus is asked.
const randomQueries = 500

// TestRealDirectusAnswersRandomQueriesAlike asks a Directus with the model and the
// content of the recording, and Ferrule on each database, the same random queries.
// One in a hundred may differ: docs/directus.md lists what differs on purpose.
func TestRealDirectusAnswersRandomQueriesAlike(t *testing.T) {
	remote := directustest.StartPostgres(t)
	if remote.Major() != 11 {
		t.Skip("recorded of version 11; version 12 limits the number of collections")
	}
	model := paritytest.Model(t)
	paritytest.Load(t, func(method, path string, body any) json.RawMessage { return remote.Call(t, method, path, body) })
	random := paritytest.NewRandom(model, 1)
	var asked []paritytest.Case
	for len(asked) < randomQueries {
		c := paritytest.Case{Method: http.MethodGet, Path: random.Path()}
		if c.Status, c.Reply = ask(t, remote.URL+c.Path); c.Status < http.StatusInternalServerError {
			asked = append(asked, c)
		}
	}
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		h := itemsapi.New(model, recordedStore(t, address))
		differ := 0
		for i := range asked {
			if diff := paritytest.Diff(t, h, &asked[i]); diff != "" {
				differ++
				t.Logf("%s\n%s", asked[i].Path, diff)
			}
		}
		if differ > randomQueries/100 {
			t.Errorf("%d of %d replies differ", differ, randomQueries)
		}
	})
}

func ask(t *testing.T, address string) (status int, body []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	body, err = io.ReadAll(reply.Body)
	if err := reply.Body.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return reply.StatusCode, body
}
