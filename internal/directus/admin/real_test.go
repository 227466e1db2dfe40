package admin_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/paritytest"
	"ferrule/internal/directus/admin"
	"ferrule/internal/directus/directustest"
	"ferrule/internal/directus/schema"
)

// patience bounds the wait for a webhook on a busy machine.
const patience = time.Minute

// administrator connects to a Directus and returns what is reported.
func administrator(t *testing.T, s *directustest.Server, token string) (*admin.Directus, *[]string, error) {
	t.Helper()
	var reported []string
	d, err := admin.Connect(t.Context(), s.URL, token, func(format string, args ...any) {
		reported = append(reported, fmt.Sprintf(format, args...))
	})
	return d, &reported, err
}

// withModel applies a model to a Directus and returns its administrator.
func withModel(t *testing.T, s *directustest.Server, declaration []byte) (*admin.Directus, *[]string) {
	t.Helper()
	d, reported, err := administrator(t, s, directustest.Token)
	if err != nil {
		t.Fatal(err)
	}
	model, err := schema.FromDeclaration(declaration)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.ApplyModel(t.Context(), model); err != nil {
		t.Fatal(err)
	}
	if err := d.ApplyRoles(t.Context(), model, "token-of-the-mirror"); err != nil {
		t.Fatal(err)
	}
	return d, reported
}

func recordedModel(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(paritytest.Path("schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestRealDirectusIsGivenTheModelOnce(t *testing.T) {
	directustest.SkipWithoutLicence(t)
	directustest.OnBoth(t, func(t *testing.T, s *directustest.Server) {
		withModel(t, s, content.Declaration())
		if _, reported := withModel(t, s, content.Declaration()); len(*reported) > 0 {
			t.Errorf("the second time: %q", *reported)
		}
		var fields []struct {
			Collection, Field string
			Meta              *struct{ Interface *string }
		}
		s.Read(t, "/fields", &fields)
		ours := 0
		for _, f := range fields {
			if !strings.HasPrefix(f.Collection, "directus_") {
				ours++
				if f.Meta == nil || f.Meta.Interface == nil {
					t.Errorf("%s.%s has no interface", f.Collection, f.Field)
				}
			}
		}
		if ours < 400 {
			t.Errorf("%d fields", ours)
		}
		mirror, _, err := administrator(t, s, "token-of-the-mirror")
		if err == nil || !strings.Contains(err.Error(), "no administrator") {
			t.Errorf("the mirror's token: %v, %v", mirror, err)
		}
		permissionsStay(t, s)
	})
}

// permissionsStay adds a private column and takes a right from the public: the next
// run changes neither.
func permissionsStay(t *testing.T, s *directustest.Server) {
	t.Helper()
	s.Call(t, "POST", "/fields/products", map[string]any{"field": "purchase_price", "type": "decimal", "schema": map[string]any{}, "meta": map[string]any{}})
	s.Call(t, "POST", "/items/products", map[string]any{"id": 1, "slug": "a", "status": "published", "purchase_price": 3})
	var public []struct {
		ID int `json:"id"`
	}
	s.Read(t, `/permissions?fields=id&filter={"_and":[{"collection":{"_eq":"tags"}},{"policy":{"_eq":"abf8a154-5b1c-4a46-ac9c-7300570f4f17"}}]}`, &public)
	if len(public) != 1 {
		t.Fatalf("%d permissions of the public for tags", len(public))
	}
	s.Call(t, "DELETE", fmt.Sprint("/permissions/", public[0].ID), nil)
	_, reported := withModel(t, s, content.Declaration())
	if len(*reported) != 1 || !strings.Contains((*reported)[0], "the public may not do what the model allows: read tags") {
		t.Errorf("after a right was removed: %q", *reported)
	}
	if status, text := visit(t, s, "/items/products?fields=*"); status != http.StatusOK || !strings.Contains(text, `"slug":"a"`) || strings.Contains(text, "purchase_price") {
		t.Errorf("products: %d %s", status, text)
	}
	if status, text := visit(t, s, "/items/tags"); status != http.StatusForbidden {
		t.Errorf("tags: %d %s", status, text)
	}
}

// visit requests a path as the public.
func visit(t *testing.T, s *directustest.Server, path string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reply.Body.Close() }() // only read
	body, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply.StatusCode, string(body)
}

// site receives webhooks.
type site struct {
	mu     sync.Mutex
	status int
	got    []map[string]any
	secret string
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body map[string]any
	_ = json.NewDecoder(r.Body).Decode(&body) // no JSON is no event
	s.mu.Lock()
	s.got, s.secret = append(s.got, body), r.Header.Get("X-Ferrule-Secret")
	w.WriteHeader(s.status)
	s.mu.Unlock()
}

func (s *site) has(event, collection string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, body := range s.got {
		name, _ := body["event"].(string)
		if strings.HasSuffix(name, event) && body["collection"] == collection {
			return true
		}
	}
	return false
}

// collections returns the names of a model's collections.
func collections(t *testing.T, declaration []byte) (names []string) {
	t.Helper()
	m, err := content.ParseModel(declaration)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range m.Collections {
		names = append(names, c.Name)
	}
	return names
}

// few is a model that Directus 12 accepts without a licence key.
const few = `{"collections":[
 {"collection":"tags","meta":{"sort_field":"sort"},"schema":{},"fields":[
  {"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}},
  {"field":"name","type":"string","meta":{},"schema":{}},
  {"field":"sort","type":"integer","meta":{},"schema":{}}]}],
 "relations":[],"public_permissions":[]}`

func TestRealDirectusReportsChanges(t *testing.T) {
	s := directustest.Start(t, "IMPORT_IP_DENY_LIST=169.254.169.254")
	d, reported := withModel(t, s, []byte(few))
	receiver := &site{status: http.StatusAccepted}
	server := httptest.NewServer(receiver)
	t.Cleanup(server.Close)
	hook := admin.Hook{Site: server.URL, Secret: "secret"}
	names := append(collections(t, []byte(few)), "absent")
	apply := func() error { return d.ApplyFlow(t.Context(), hook, names) }

	for status, want := range map[int]string{401: "--directus-secret", 404: "it is no Ferrule", 500: "replies to the Directus with 500"} {
		receiver.status = status
		if err := apply(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the site replies with %d: %v", status, err)
		}
	}
	receiver.status = http.StatusAccepted
	if err := apply(); err != nil {
		t.Fatal(err)
	}
	*reported = nil
	if err := apply(); err != nil || len(*reported) > 0 {
		t.Errorf("once more: %v, %q", err, *reported)
	}
	if receiver.secret != "secret" {
		t.Errorf("secret %q", receiver.secret)
	}

	s.Call(t, "POST", "/items/tags", []any{map[string]any{"id": 1, "name": "a"}, map[string]any{"id": 2, "name": "b"}})
	s.Call(t, "PATCH", "/items/tags/1", map[string]any{"name": "c"})
	s.Call(t, "POST", "/utils/sort/tags", map[string]any{"item": 2, "to": 1})
	file := upload(t, s)
	s.Call(t, "PATCH", "/files/"+file, map[string]any{"title": "other"})
	s.Call(t, "DELETE", "/files/"+file, nil)
	s.Call(t, "DELETE", "/items/tags/1", nil)
	for _, event := range [][2]string{
		{"items.create", "tags"},
		{"items.update", "tags"},
		{"items.sort", "tags"},
		{"items.delete", "tags"},
		{"files.upload", "directus_files"},
		{"files.update", "directus_files"},
		{"files.delete", "directus_files"},
	} {
		if !directustest.Await(t, patience, func() bool { return receiver.has(event[0], event[1]) }) {
			t.Errorf("%s of %s was not reported", event[0], event[1])
		}
	}

	hook.Secret = "other"
	if err := apply(); err != nil || len(*reported) != 1 {
		t.Errorf("another secret: %v, %q", err, *reported)
	}
	hook.Site = "http://127.0.0.1:1"
	if err := apply(); err == nil || !strings.Contains(err.Error(), "cannot reach") {
		t.Errorf("a site that is not there: %v", err)
	}
}

// upload creates a file and returns its id.
func upload(t *testing.T, s *directustest.Server) string {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("file", "a.txt")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(part, "text"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodPost, s.URL+"/files", &body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Header.Set("Authorization", "Bearer "+directustest.Token)
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reply.Body.Close() }() // only read
	var in struct {
		Data struct{ ID string }
	}
	if err := json.NewDecoder(reply.Body).Decode(&in); err != nil || in.Data.ID == "" {
		t.Fatalf("upload: %s, %v", reply.Status, err)
	}
	return in.Data.ID
}

func TestRealDirectusNamesWhatIsWrong(t *testing.T) {
	s := directustest.Start(t)
	d, _ := withModel(t, s, []byte(few))
	silent := func(string, ...any) {}
	for _, c := range []struct{ url, token, want string }{
		{s.URL, "wrong", "does not accept the token"},
		{s.URL, "", "needs a token"},
		{s.URL, "token-of-the-mirror", "no administrator"},
		{s.URL + "/admin", directustest.Token, "without the studio's path: " + s.URL},
		{s.URL + "/items", directustest.Token, "there is no Directus at"},
		{"http://127.0.0.1:1", directustest.Token, "cannot be reached"},
		{"cms.example.com", directustest.Token, "is no address of a Directus"},
	} {
		if _, err := admin.Connect(t.Context(), c.url, c.token, silent); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %q: %v, want %q", c.url, c.token, err, c.want)
		}
	}
	// By default, a Directus sends nothing to its own host.
	server := httptest.NewServer(&site{status: http.StatusAccepted})
	t.Cleanup(server.Close)
	err := d.ApplyFlow(t.Context(), admin.Hook{Site: server.URL, Secret: "secret"}, []string{"tags"})
	if err == nil || !strings.Contains(err.Error(), "IMPORT_IP_DENY_LIST=169.254.169.254") {
		t.Errorf("the default deny list: %v", err)
	}
	var flows []any
	if s.Read(t, "/flows", &flows); len(flows) > 0 {
		t.Errorf("%d Flows after the attempt", len(flows))
	}
	if s.Major() < 12 {
		return
	}
	model, err := schema.FromDeclaration(content.Declaration())
	if err != nil {
		t.Fatal(err)
	}
	if err := d.ApplyModel(t.Context(), model); err == nil || !strings.Contains(err.Error(), "licence of this Directus 12") {
		t.Errorf("more collections than the licence allows: %v", err)
	}
}
