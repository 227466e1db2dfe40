package mirror

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/content/paritytest"
	"ferrule/internal/directus/client"
	"ferrule/internal/directus/schema"
)

// schemaServer stores a schema as Directus does and refuses what Directus
// refuses: existing items, reserved names and references to missing items.
type schemaServer struct {
	mu    sync.Mutex
	items map[string][]map[string]any
	posts int
	left  int // requests until one fails; 0 for never
}

func newSchemaServer() *schemaServer {
	return &schemaServer{items: map[string][]map[string]any{
		"/collections":           {{"collection": "directus_files"}},
		"/fields/directus_files": {{"field": "id", "type": "uuid"}, {"field": "title", "type": "string"}},
		"/access":                {{"policy": "00000000-0000-4000-8000-00000000000a"}},
	}}
}

func (s *schemaServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left > 0 {
		if s.left--; s.left == 0 {
			answer(w, 403, `{"errors":[{"message":"no more","extensions":{"code":"FORBIDDEN"}}]}`)
			return
		}
	}
	if r.Header.Get("Authorization") != "Bearer root" {
		answer(w, 401, `{"errors":[{"message":"Invalid user credentials.","extensions":{"code":"INVALID_CREDENTIALS"}}]}`)
		return
	}
	if r.Method == http.MethodGet {
		list := s.items[r.URL.Path]
		if list == nil {
			list = []map[string]any{}
		}
		text, _ := json.Marshal(map[string]any{"data": list})
		answer(w, 200, string(text))
		return
	}
	s.posts++
	var in map[string]any
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		answer(w, 400, `{"errors":[{"message":"no JSON","extensions":{"code":"INVALID_PAYLOAD"}}]}`)
		return
	}
	if problem := s.post(r.URL.Path, in); problem != "" {
		answer(w, 400, fmt.Sprintf(`{"errors":[{"message":%q,"extensions":{"code":"INVALID_PAYLOAD"}}]}`, problem))
		return
	}
	answer(w, 200, `{"data":{}}`)
}

func (s *schemaServer) post(path string, in map[string]any) string {
	has := func(path, name string, value any) bool {
		for _, e := range s.items[path] {
			if e[name] == value {
				return true
			}
		}
		return false
	}
	switch {
	case path == "/collections":
		if strings.HasPrefix(in["collection"].(string), "directus_") {
			return `Invalid payload. Collections can't start with "directus_".`
		}
		if has(path, "collection", in["collection"]) || in["schema"] == nil {
			return "there is such a collection, or it is a folder"
		}
		for _, f := range in["fields"].([]any) {
			s.items["/fields/"+in["collection"].(string)] = append(s.items["/fields/"+in["collection"].(string)], f.(map[string]any))
		}
	case strings.HasPrefix(path, "/fields/"):
		if has(path, "field", in["field"]) || s.items[path] == nil {
			return "there is such a field, or no such collection"
		}
	case path == "/relations":
		if !has("/fields/"+in["collection"].(string), "field", in["field"]) || in["related_collection"] != nil && !has("/collections", "collection", in["related_collection"]) {
			return "what the relation ties does not exist"
		}
	case path == "/permissions":
		if in["policy"] != "00000000-0000-4000-8000-00000000000a" || !has("/collections", "collection", in["collection"]) {
			return "no such policy or collection"
		}
	}
	s.items[path] = append(s.items[path], in)
	return ""
}

func TestApplySchemaCreatesModel(t *testing.T) {
	t.Parallel()
	recorded, err := os.ReadFile(paritytest.Path("schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, declaration := range map[string][]byte{"ours": content.Declaration(), "recorded": recorded} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model, err := schema.FromDeclaration(declaration)
			if err != nil {
				t.Fatal(err)
			}
			s := newSchemaServer()
			server := httptest.NewServer(s)
			t.Cleanup(server.Close)
			var reported []string
			apply := func(token string) error {
				reported = nil
				clock := &testClock{}
				return applySchema(t.Context(), client.New(server.URL, token, clock, client.NewRateLimiter(clock, 1, 1)), model, func(format string, args ...any) { reported = append(reported, fmt.Sprintf(format, args...)) })
			}
			if err := apply("guest"); err == nil || !strings.Contains(err.Error(), "the token is wrong") {
				t.Error(err)
			}
			s.left = 20
			if err := apply("root"); err == nil {
				t.Error("apply succeeds although a request failed")
			}
			if err := apply("root"); err != nil {
				t.Fatal(err)
			}
			first := s.posts
			if err := apply("root"); err != nil || s.posts != first || len(reported) > 0 {
				t.Errorf("once more: %v, %d created, %v", err, s.posts-first, reported)
			}
			s.items["/fields/products"][1]["type"] = "float"
			s.items["/relations"][0]["related_collection"] = "elsewhere"
			s.items["/permissions"][0]["fields"] = []string{"id"}
			if err := apply("root"); err != nil || s.posts != first || len(reported) != 3 {
				t.Errorf("differences: %v, %d created, %q", err, s.posts-first, reported)
			}
		})
	}
}
