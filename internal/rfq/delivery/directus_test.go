package delivery

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/itemsapi"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// newDirectus starts a content API with form_messages, which can lose the reply to a
// record that it stored.
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
	handler, loses := itemsapi.New(m, s, itemsapi.Writing(s, identify)), false
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

func TestDirectusStoresARequestOnce(t *testing.T) {
	t.Parallel()
	target, records, loses := newDirectus(t)
	*loses = true
	p := Payload{Event: rfq.EventCreated, Key: "F-7K3-94Q.created.directus", Files: []rfq.File{{ID: "f", Name: "a.pdf"}}, Request: rfq.Request{
		Reference: "F-7K3-94Q", Message: rfq.Message{
			FormID: 4711, FormKey: "cart", Name: "Zoë", Email: "zoe@example.com", Agree: true, IdempotencyKey: "k", Lines: lines, Meta: json.RawMessage(`{"formType":"cart"}`),
		},
	}}
	if err := target.Deliver(t.Context(), p); err == nil {
		t.Fatal("a lost reply is not an error")
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

func TestErrorReplyOfDirectusIsAFailedAttempt(t *testing.T) {
	t.Parallel()
	target, _, _ := newDirectus(t)
	target.token = "wrong"
	if err := target.Deliver(t.Context(), Payload{Request: rfq.Request{Reference: "F-7K3-94Q"}}); err == nil {
		t.Error("no error")
	}
}

func TestSuccessWithoutTheRecordIsAFailedAttempt(t *testing.T) {
	t.Parallel()
	real, records, _ := newDirectus(t)
	var search, post string // replies of the proxy; empty to forward the request
	status := http.StatusOK
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := search
		if r.Method == http.MethodPost {
			body = post
		}
		if body != "" {
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
			return
		}
		forward(t, w, r, strings.TrimSuffix(real.items, "/items/form_messages"))
	}))
	t.Cleanup(proxy.Close)
	target := NewDirectus(proxy.URL, "robot")
	p := Payload{Request: rfq.Request{Reference: "F-7K3-94Q", Message: rfq.Message{Name: "Zoë", Agree: true, IdempotencyKey: "k"}}}
	for _, c := range []struct {
		name, search, post string
		status             int
	}{
		{"empty lists", `{"data":[]}`, `{"data":[]}`, 200},
		{"a list of records", "", `{"data":[{"reference":"F-7K3-94Q"}]}`, 200},
		{"another record", "", `{"data":{"reference":"F-000-000"}}`, 200},
		{"no reference", "", `{"data":{"id":1}}`, 200},
		{"a page", "", `<!doctype html><title>Maintenance</title>`, 200},
		{"accepted", "", `{"data":{"reference":"F-7K3-94Q"}}`, 202},
		{"created elsewhere", "", `{"data":{"reference":"F-7K3-94Q"}}`, 201},
		{"a record that was not asked for", `{"data":[{"idempotency_key":"other"}]}`, "", 200},
	} {
		search, post, status = c.search, c.post, c.status
		if err := target.Deliver(t.Context(), p); err == nil {
			t.Errorf("%s: delivered", c.name)
		}
	}
	search, post = "", ""
	if got := records(); len(got) != 0 {
		t.Fatalf("%d records", len(got))
	}
	for range 2 {
		if err := target.Deliver(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if got := records(); len(got) != 1 || got[0]["reference"] != "F-7K3-94Q" {
		t.Errorf("%v", got)
	}
}

// A Directus replies 204 to a token that may create but not read.
func TestReplyWithoutContentIsASuccess(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte(`{"errors":[{"message":"no","extensions":{"code":"FORBIDDEN"}}]}`))
	}))
	t.Cleanup(server.Close)
	if err := NewDirectus(server.URL, "robot").Deliver(t.Context(), Payload{Request: rfq.Request{Reference: "F-7K3-94Q"}}); err != nil {
		t.Error(err)
	}
}

// A proxy that replies as if it had stored the record does not pass for a Directus.
func TestRequestIsReadBack(t *testing.T) {
	t.Parallel()
	real, records, _ := newDirectus(t)
	keeps := false
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && !keeps {
			_, _ = io.Copy(w, io.MultiReader(strings.NewReader(`{"data":`), r.Body, strings.NewReader(`}`)))
			return
		}
		forward(t, w, r, strings.TrimSuffix(real.items, "/items/form_messages"))
	}))
	t.Cleanup(proxy.Close)
	target := NewDirectus(proxy.URL, "robot")
	p := Payload{Request: rfq.Request{Reference: "F-7K3-94Q", Message: rfq.Message{Name: "Zoë", Agree: true, IdempotencyKey: "k"}}}
	if err := target.Deliver(t.Context(), p); err == nil || !strings.Contains(err.Error(), "read request back: F-7K3-94Q") {
		t.Errorf("delivered to a proxy: %v", err)
	}
	keeps = true
	if err := target.Deliver(t.Context(), p); err != nil || len(records()) != 1 {
		t.Errorf("%d records, %v", len(records()), err)
	}
}

func TestARecordWithTheSameReferenceIsNotTheRequest(t *testing.T) {
	t.Parallel()
	target, records, _ := newDirectus(t)
	first := Payload{Request: rfq.Request{Reference: "F-7K3-94Q", Message: rfq.Message{Name: "Zoë", Agree: true, IdempotencyKey: "first"}}}
	if err := target.Deliver(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	second := first
	second.Request.IdempotencyKey = "second"
	if err := target.Deliver(t.Context(), second); err == nil || len(records()) != 1 {
		t.Errorf("%d records, delivered: %v", len(records()), err)
	}
}

// forward forwards a request to another server.
func forward(t *testing.T, w http.ResponseWriter, r *http.Request, to string) {
	t.Helper()
	target, err := url.Parse(to)
	if err != nil {
		t.Error(err)
		return
	}
	httputil.NewSingleHostReverseProxy(target).ServeHTTP(w, r)
}
