package delivery

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/content/api"
	"ferrule/internal/content/store"
	"ferrule/internal/fault"
	"ferrule/internal/request"
)

// newDirectus is a content API with form_messages, which can lose the answer to
// a record that it stored.
func newDirectus(t *testing.T) (*Directus, func() []map[string]any, *bool) {
	t.Helper()
	m := content.Default()
	s, err := store.Open(t.Context(), t.TempDir(), m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	identify := func(r *http.Request) (*content.Policy, string, error) {
		if r.Header.Get("Authorization") != "Bearer robot" {
			return nil, "", fault.New(fault.Unauthorized, "Invalid user credentials.").WithCode("INVALID_CREDENTIALS")
		}
		return content.Administrator(), "", nil
	}
	handler, loses := api.New(m, s, api.Writing(s, identify)), false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r)
		if r.Method == http.MethodPost && loses {
			loses = false
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(server.Close)
	records := func() []map[string]any {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/items/form_messages", nil)
		r.Header.Set("Authorization", "Bearer robot")
		handler.ServeHTTP(w, r)
		var reply struct{ Data []map[string]any }
		if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%v in %d %s", err, w.Code, w.Body)
		}
		return reply.Data
	}
	return NewDirectus(server.URL+"/", "robot"), records, &loses
}

func TestADirectusHasARequestOnce(t *testing.T) {
	t.Parallel()
	target, records, loses := newDirectus(t)
	*loses = true
	p := Parcel{Event: request.EventCreated, Key: "F-7K3-94Q.created.directus", Files: []request.File{{ID: "f", Name: "a.pdf"}}, Request: request.Request{
		Reference: "F-7K3-94Q", Message: request.Message{
			FormID: 4711, FormKey: "cart", Name: "Zoë", Email: "zoe@example.com", Agree: true, IdempotencyKey: "k", Lines: lines, Meta: json.RawMessage(`{"formType":"cart"}`),
		},
	}}
	if err := target.Deliver(t.Context(), p); err == nil {
		t.Fatal("a lost answer is no error")
	}
	for range 2 {
		if err := target.Deliver(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	got := records()
	if len(got) != 1 {
		t.Fatalf("%d records", len(got))
	}
	r := got[0]
	meta, _ := r["meta"].(map[string]any)
	if r["reference"] != "F-7K3-94Q" || r["idempotency_key"] != "k" || r["form"] != nil || r["form_key"] != "cart" || r["name"] != "Zoë" || r["agree"] != true ||
		meta["formType"] != "cart" || len(meta["files"].([]any)) != 1 || len(r["lines"].([]any)) != 2 {
		t.Errorf("%v", r)
	}
}

func TestADirectusThatRefusesIsAskedAgain(t *testing.T) {
	t.Parallel()
	target, _, _ := newDirectus(t)
	target.token = "wrong"
	if err := target.Deliver(t.Context(), Parcel{Request: request.Request{Reference: "F-7K3-94Q"}}); err == nil {
		t.Error("no error")
	}
}
