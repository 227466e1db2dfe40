package admin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/content/paritytest"
	"ferrule/internal/directus/client"
	"ferrule/internal/directus/schema"
)

const testPolicy = "00000000-0000-4000-8000-00000000000a"

// standIn stores what an administrator creates as Directus does, and refuses what
// Directus refuses: existing items, reserved names and references to missing items.
type standIn struct {
	mu      sync.Mutex
	items   map[string][]map[string]any // by path
	version string
	admin   bool
	posts   int
	limit   int            // collections that the licence allows; 0 for any number
	left    int            // writes until one fails; 0 for never
	most    int            // records per request; 0 for any number
	payload int64          // bytes of JSON that it accepts; 0 for any number
	core    bool           // the licence refuses permissions with rules
	proxy   bool           // a proxy before it refuses larger ones
	tried   map[string]any // the operation of the Flow that was tried
	result  any            // its result
}

func newStandIn() *standIn {
	return &standIn{version: "11.17.4", admin: true, result: map[string]any{"status": 202}, items: map[string][]map[string]any{
		"/collections": {{"collection": "directus_files"}, {"collection": "directus_folders"}, {"collection": "directus_activity"}, {"collection": "directus_permissions"}},
		"/fields":      {{"collection": "directus_files", "field": "id", "type": "uuid", "meta": map[string]any{"interface": "input"}}, {"collection": "directus_files", "field": "title", "type": "string", "meta": map[string]any{"interface": "input"}}},
		"/access":      {{"policy": testPolicy}},
	}}
}

func (s *standIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fail := func(status int, code, message string) {
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"errors":[{"message":%q,"extensions":{"code":%q}}]}`, message, code)
	}
	reply := func(data any) { _ = json.NewEncoder(w).Encode(map[string]any{"data": data}) }
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case r.URL.Path == "/server/ping":
		fmt.Fprint(w, "pong")
	case token != "root" && !s.isUser(token):
		fail(401, "INVALID_CREDENTIALS", "Invalid user credentials.")
	case r.URL.Path == "/server/info":
		reply(map[string]any{"version": s.version})
	case r.URL.Path == "/policies/me/globals":
		reply(map[string]any{"admin_access": s.admin})
	case r.URL.Path == "/users/me":
		reply(map[string]any{"id": readerUser})
	case strings.HasPrefix(r.URL.Path, "/flows/trigger/"):
		s.tried = s.items["/operations"][len(s.items["/operations"])-1]
		flow := s.items["/flows"][len(s.items["/flows"])-1]["options"].(map[string]any)
		result := s.result
		if text, ok := result.(string); ok && flow["return"] == "$last" && !strings.HasPrefix(text, "{") {
			result = map[string]any{} // an error, whose message is not enumerable
		}
		_ = json.NewEncoder(w).Encode(result)
	case r.Method == http.MethodGet:
		if limit, _ := strconv.Atoi(r.URL.Query().Get("limit")); s.most > 0 && limit > s.most {
			fail(400, "INVALID_QUERY", fmt.Sprintf(`Invalid query. "limit" must be less than or equal to %d.`, s.most))
			return
		}
		reply(s.read(r.URL.Path, r.URL.Query()))
	case s.payload > 0 && r.ContentLength > s.payload && s.proxy:
		http.Error(w, "<html>", http.StatusRequestEntityTooLarge)
	case s.payload > 0 && r.ContentLength > s.payload:
		fail(400, "INVALID_PAYLOAD", "Invalid payload. request entity too large.")
	default:
		s.posts++
		if s.left > 0 {
			if s.left--; s.left == 0 {
				fail(403, "FORBIDDEN", "no more")
				return
			}
		}
		switch problem := s.write(r); problem {
		case "":
			reply(map[string]any{})
		case limitExceeded:
			fail(403, "LIMIT_EXCEEDED", problem)
		case restricted:
			fail(403, "RESOURCE_RESTRICTED", problem)
		default:
			fail(400, "INVALID_PAYLOAD", "Invalid payload. "+problem)
		}
	}
}

func (s *standIn) isUser(token string) bool {
	return slices.ContainsFunc(s.items["/users"], func(u map[string]any) bool { return u["token"] == token })
}

func (s *standIn) read(path string, query url.Values) []map[string]any {
	out := []map[string]any{}
	var filter map[string]struct {
		Eq any `json:"_eq"`
	}
	_ = json.Unmarshal([]byte(query.Get("filter")), &filter) // _and of public policies selects all
	for _, item := range s.items[path] {
		matches := true
		for name, is := range filter {
			matches = matches && (is.Eq == nil || item[name] == is.Eq)
		}
		if matches {
			out = append(out, item)
		}
	}
	limit, _ := strconv.Atoi(query.Get("limit"))
	page, _ := strconv.Atoi(query.Get("page"))
	if limit > 0 && page > 0 {
		return out[min(len(out), (page-1)*limit):min(len(out), page*limit)]
	}
	return out
}

func (s *standIn) write(r *http.Request) string {
	if r.Method == http.MethodDelete {
		dir, id := r.URL.Path[:strings.LastIndex(r.URL.Path, "/")], r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
		s.items[dir] = slices.DeleteFunc(s.items[dir], func(item map[string]any) bool { return item["id"] == id })
		s.items["/operations"] = slices.DeleteFunc(s.items["/operations"], func(item map[string]any) bool { return item["flow"] == id })
		return ""
	}
	body, err := read(r)
	if err != nil {
		return err.Error()
	}
	if r.Method == http.MethodPatch {
		return s.patch(r.URL.Path, body)
	}
	list, ok := body.([]any)
	if !ok {
		list = []any{body}
	}
	saved := make(map[string][]map[string]any) // a list is written completely or not at all
	for path, items := range s.items {
		saved[path] = slices.Clone(items)
	}
	for _, item := range list {
		if problem := s.post(r.URL.Path, item.(map[string]any)); problem != "" {
			s.items = saved
			return problem
		}
	}
	return ""
}

// read returns the JSON of a request, or the values of an upload with its bytes as
// "file" and their name as "filename".
func read(r *http.Request) (body any, err error) {
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		return body, json.NewDecoder(r.Body).Decode(&body)
	}
	if err := r.ParseMultipartForm(1 << 20); err != nil {
		return nil, err
	}
	file, header, err := r.FormFile("file")
	if err != nil {
		return nil, err
	}
	bytes, err := io.ReadAll(file)
	values := map[string]any{"file": string(bytes), "filename": header.Filename, "filesize": strconv.Itoa(len(bytes))}
	for name := range r.MultipartForm.Value {
		values[name] = r.FormValue(name)
	}
	return values, err
}

const (
	limitExceeded = "collections limit exceeded."
	restricted    = "custom_permission_rules_enabled is a restricted resource."
)

func (s *standIn) patch(path string, body any) string {
	if list, ok := body.([]any); ok && strings.HasPrefix(path, "/items/") {
		for _, change := range list {
			if problem := s.refers(path, change.(map[string]any)); problem != "" {
				return problem
			}
			for _, item := range s.items[path] {
				for name, value := range change.(map[string]any) {
					if item["id"] == change.(map[string]any)["id"] {
						item[name] = value
					}
				}
			}
		}
		return ""
	}
	if collection, ok := strings.CutPrefix(path, "/fields/"); ok {
		for _, change := range body.([]any) {
			for _, f := range s.items["/fields"] {
				if f["collection"] == collection && f["field"] == change.(map[string]any)["field"] {
					f["meta"] = change.(map[string]any)["meta"]
				}
			}
		}
		return ""
	}
	dir, id := path[:strings.LastIndex(path, "/")], path[strings.LastIndex(path, "/")+1:]
	for _, item := range s.items[dir] {
		if item["id"] == id {
			maps.Copy(item, body.(map[string]any))
			return ""
		}
	}
	return "nothing to change"
}

func (s *standIn) has(path string, like map[string]any) bool {
	return slices.ContainsFunc(s.items[path], func(item map[string]any) bool {
		for name, value := range like {
			if item[name] != value {
				return false
			}
		}
		return true
	})
}

func (s *standIn) post(path string, in map[string]any) string {
	isCollection := func(name any) bool { return s.has("/collections", map[string]any{"collection": name}) }
	switch {
	case path == "/collections":
		if strings.HasPrefix(in["collection"].(string), "directus_") {
			return `Collections can't start with "directus_".`
		}
		if s.limit > 0 && len(s.items["/collections"]) >= s.limit+4 { // besides those of Directus
			return limitExceeded
		}
		group := in["meta"].(map[string]any)["group"]
		if isCollection(in["collection"]) || group != nil && !isCollection(group) {
			return "there is such a collection, or no such group"
		}
		for _, f := range asList(in["fields"]) {
			f := f.(map[string]any)
			f["collection"] = in["collection"]
			s.items["/fields"] = append(s.items["/fields"], f)
		}
	case strings.HasPrefix(path, "/fields/"):
		path, in["collection"] = "/fields", strings.TrimPrefix(path, "/fields/")
		if s.has(path, map[string]any{"collection": in["collection"], "field": in["field"]}) || !isCollection(in["collection"]) {
			return "there is such a field, or no such collection"
		}
	case path == "/relations":
		if !s.has("/fields", map[string]any{"collection": in["collection"], "field": in["field"]}) || in["related_collection"] != nil && !isCollection(in["related_collection"]) {
			return "what the relation ties does not exist"
		}
	case path == "/permissions":
		if s.core && (!sameJSON(in["fields"], []string{"*"}) || !sameJSON(in["permissions"], map[string]any{})) {
			return restricted
		}
		if in["policy"] != testPolicy && !s.has("/policies", map[string]any{"id": in["policy"]}) || !isCollection(in["collection"]) {
			return "no such policy or collection"
		}
	case strings.HasPrefix(path, "/items/"):
		if problem := s.refers(path, in); problem != "" {
			return problem
		}
	case path == "/operations":
		if !s.has("/flows", map[string]any{"id": in["flow"]}) {
			return "there is no such Flow"
		}
	}
	if in["id"] != nil && s.has(path, map[string]any{"id": in["id"]}) {
		return "the id is taken"
	}
	s.items[path] = append(s.items[path], in)
	return ""
}

// reference is a foreign key of the models of tests.
type reference struct{ field, path, key string }

// refers returns which record that a record refers to does not exist.
func (s *standIn) refers(path string, in map[string]any) string {
	for _, r := range map[string][]reference{
		"/items/branches": {{"parent", path, "id"}, {"kind", "/items/kinds", "code"}, {"picture", "/files", "id"}, {"leaf", "/items/leaves", "id"}},
		"/items/leaves":   {{"branch", "/items/branches", "id"}},
	}[path] {
		if in[r.field] != nil && !s.has(r.path, map[string]any{r.key: in[r.field]}) {
			return "there is no such " + r.field
		}
	}
	return ""
}

func asList(v any) []any {
	list, _ := v.([]any)
	return list
}

// administrator connects to a stand-in and returns what it reports.
func (s *standIn) administrator(t *testing.T, token string) (*Directus, *[]string, error) {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return connectTo(t, server.URL, token)
}

func connectTo(t *testing.T, address, token string) (*Directus, *[]string, error) {
	t.Helper()
	var reported []string
	clock := client.WallClock{}
	d, err := connect(t.Context(), client.New(address, token, clock, client.NewRateLimiter(clock, 1e6, 1e12)), token, func(format string, args ...any) {
		reported = append(reported, fmt.Sprintf(format, args...))
	})
	return d, &reported, err
}

func TestApplyModelCreatesModel(t *testing.T) {
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
			s := newStandIn()
			d, reported, err := s.administrator(t, "root")
			if err != nil {
				t.Fatal(err)
			}
			apply := func() error {
				*reported = nil
				return errorOf(d.ApplyModel(t.Context(), model), func() error { return d.ApplyRoles(t.Context(), model, "") })
			}
			s.left = 20
			if err := apply(); err == nil {
				t.Error("apply succeeds although a request failed")
			}
			if err := apply(); err != nil {
				t.Fatal(err)
			}
			if last := (*reported)[len(*reported)-1]; !s.isUser(last[strings.LastIndex(last, " ")+1:]) {
				t.Errorf("the report ends with %q instead of the token", last)
			}
			first := s.posts
			if err := apply(); err != nil || s.posts != first || len(*reported) > 0 {
				t.Errorf("once more: %v, %d created, %v", err, s.posts-first, *reported)
			}
			field(s, "products", "slug")["type"] = "float"
			s.items["/relations"][0]["related_collection"] = "elsewhere"
			s.items["/permissions"][0]["fields"] = []string{"id"}
			if err := apply(); err != nil || s.posts != first || len(*reported) != 3 {
				t.Errorf("differences: %v, %d created, %q", err, s.posts-first, *reported)
			}
			// As a former version of the program created it.
			form := field(s, "products", "translations")["meta"]
			field(s, "products", "translations")["meta"] = map[string]any{"special": []any{"translations"}}
			if err := apply(); err != nil || s.posts != first+1 {
				t.Errorf("a field without a form: %v, %q", err, *reported)
			}
			if got := field(s, "products", "translations")["meta"]; !sameJSON(got, form) {
				t.Errorf("form %v, want %v", got, form)
			}
		})
	}
}

func errorOf(err error, next func() error) error {
	if err != nil {
		return err
	}
	return next()
}

func field(s *standIn, collection, name string) map[string]any {
	for _, f := range s.items["/fields"] {
		if f["collection"] == collection && f["field"] == name {
			return f
		}
	}
	return nil
}

// SQLite has other types than the model, which are no differences.
func TestTypesOfSQLiteAreNoDifferences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want, is content.Type
		column   string
		same     bool
	}{
		{content.Decimal, content.Float, "float", true},
		{content.Decimal, content.Float, "real", false},
		{content.Timestamp, content.DateTime, "datetime", true},
		{content.Timestamp, content.DateTime, "timestamp without time zone", false},
		{content.UUID, content.String, "char", true},
		{content.UUID, content.String, "character varying", false},
		{content.Integer, content.String, "char", false},
	} {
		var f remoteField
		text := fmt.Sprintf(`{"type":%q,"schema":{"data_type":%q}}`, c.is, c.column)
		if err := json.NewDecoder(bytes.NewReader([]byte(text))).Decode(&f); err != nil || f.has(c.want) != c.same {
			t.Errorf("%s as %s (%s): %v", c.want, c.is, c.column, err)
		}
	}
}
