package itemsapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/content/paritytest"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/directus/itemsapi"
	"ferrule/internal/fault"
)

const editor = "33333333-3333-4333-8333-333333333333"

// itemSite is the API on the recording's model and content; the bearer token names
// the client: "admin", "editor" with the given permissions, or none.
type itemSite struct {
	t     testing.TB
	model *content.Model
	store *counted
	http.Handler
}

// counted counts the queries that reach the store.
type counted struct {
	*store.Store

	reads atomic.Int64
}

func (c *counted) Read(ctx context.Context, q content.Query) (content.Result, error) {
	c.reads.Add(1)
	return c.Store.Read(ctx, q)
}

func newItemSite(t testing.TB, address, permissions string) *itemSite {
	t.Helper()
	m, s := paritytest.Model(t), recordedStore(t, address)
	var policy *content.Policy
	if permissions != "" {
		var err error
		if policy, err = m.ParsePolicy([]byte(permissions)); err != nil {
			t.Fatal(err)
		}
	}
	identify := func(r *http.Request) (*content.Policy, string, error) {
		switch r.Header.Get("Authorization") {
		case "":
			return nil, "", nil
		case "Bearer admin":
			return content.Administrator(), "", nil
		case "Bearer editor":
			return policy.For(editor), editor, nil
		default:
			return nil, "", fault.New(fault.Invalid, "Invalid user credentials.").WithCode("INVALID_CREDENTIALS")
		}
	}
	source := &counted{Store: s}
	return &itemSite{t, m, source, itemsapi.New(m, source, itemsapi.Writing(s, identify))}
}

// send sends JSON as the named client and returns status and reply.
func (d *itemSite) send(user, method, target, body string) (int, string) {
	d.t.Helper()
	path, query, _ := strings.Cut(target, "?")
	r := httptest.NewRequest(method, "/", strings.NewReader(body))
	r.URL.Path, r.URL.RawQuery = path, query
	if user != "" {
		r.Header.Set("Authorization", "Bearer "+user)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// expect sends JSON as an administrator and compares the reply's JSON.
func (d *itemSite) expect(method, target, body, want string) {
	d.t.Helper()
	d.expectAs("admin", method, target, body, want)
}

func (d *itemSite) expectAs(user, method, target, body, want string) {
	d.t.Helper()
	status, got := d.send(user, method, target, body)
	var a, b any
	if want == "" {
		if status != http.StatusNoContent || got != "" {
			d.t.Errorf("%s %s: %d %s, want 204", method, target, status, got)
		}
		return
	}
	if err := json.Unmarshal([]byte(want), &a); err != nil {
		d.t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(got), &b); err != nil || status != http.StatusOK {
		d.t.Fatalf("%s %s %s: %d %s", method, target, body, status, got)
	}
	if diff := cmp.Diff(a, b); diff != "" {
		d.t.Errorf("%s %s (-want +got):\n%s", method, target, diff)
	}
}

// reject sends JSON and requires errors with these codes, in order.
func (d *itemSite) reject(user, method, target, body string, status int, codes ...string) string {
	d.t.Helper()
	code, reply := d.send(user, method, target, body)
	var got struct {
		Errors []struct{ Extensions struct{ Code string } }
	}
	if err := json.Unmarshal([]byte(reply), &got); err != nil {
		d.t.Fatal(err)
	}
	gotCodes := make([]string, len(got.Errors))
	for i := range gotCodes {
		gotCodes[i] = got.Errors[i].Extensions.Code
	}
	if code != status || !slices.Equal(gotCodes, codes) {
		d.t.Errorf("%s %s %s: %d %s, want %d %v", method, target, body, code, reply, status, codes)
	}
	return reply
}

func TestWritesMatchDirectus(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, "")
		for _, r := range paritytest.Cases(t) {
			if !strings.HasPrefix(r.Path, "/items") || r.Auth != "" && r.Auth != "admin" || r.Method == http.MethodGet || r.Method == "SEARCH" {
				continue
			}
			t.Run(r.Name, func(t *testing.T) {
				if r.Auth != "" {
					r.Headers = map[string]string{"Authorization": "Bearer " + r.Auth}
				}
				w := paritytest.Send(t, d, &r)
				if r.Status >= http.StatusInternalServerError {
					if w.Code != http.StatusBadRequest {
						t.Errorf("status %d, want a client error", w.Code)
					}
					return
				}
				if w.Code != r.Status {
					t.Fatalf("status %d, want %d: %s", w.Code, r.Status, w.Body)
				}
				if diff := cmp.Diff(extensions(t, r.Reply), extensions(t, w.Body.Bytes())); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	})
}

// extensions returns the extensions of errors, without their messages.
func extensions(t *testing.T, body []byte) any {
	t.Helper()
	var reply struct {
		Errors []struct {
			Extensions map[string]any `json:"extensions"`
		} `json:"errors"`
	}
	if json.Unmarshal(body, &reply) != nil || reply.Errors == nil {
		return strings.Trim(string(body), `"`)
	}
	for _, e := range reply.Errors {
		delete(e.Extensions, "reason")
	}
	return reply.Errors
}

func TestCreateNestedItems(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, "")
		d.expect("POST", "/items/products?fields=slug,status,price,translations.languages_code,translations.name,categories.sort,categories.categories_id.slug,tags.tags_id.name,variations.sku,thumbnail.title",
			`{"slug":"new-one","price":"12.5","translations":[{"languages_code":"de-DE","name":"Neu"},{"languages_code":{"code":"en-US"},"name":"New"}],
			  "categories":{"create":[{"categories_id":1},{"categories_id":{"slug":"fresh","status":"published"}}]},
			  "tags":[{"tags_id":1},{"tags_id":{"slug":"t9","name":"Nine"}}],"variations":[{"sku":"V1"},{"sku":"V2"}]}`,
			`{"data":{"slug":"new-one","status":"draft","price":"12.50","translations":[{"languages_code":"de-DE","name":"Neu"},{"languages_code":"en-US","name":"New"}],
			  "categories":[{"sort":1,"categories_id":{"slug":"fittings"}},{"sort":2,"categories_id":{"slug":"fresh"}}],
			  "tags":[{"tags_id":{"name":"New"}},{"tags_id":{"name":"Nine"}}],"variations":[{"sku":"V1"},{"sku":"V2"}],"thumbnail":null}}`)
	})
}

func TestWriteEvictsOnlyAffectedReplies(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newItemSite(t, address, "")
		const one, other, list = "/items/products?fields=slug&filter[id][_eq]=1", "/items/products/2?fields=slug", "/items/products?fields=id&sort=-stock,id&limit=2"
		for _, target := range []string{one, other, list} {
			d.expectSame(target)
		}
		d.expect("PATCH", "/items/products/1?fields=slug", `{"slug":"one"}`, `{"data":{"slug":"one"}}`)
		d.expectAs("", "GET", one, "", `{"data":[{"slug":"one"}]}`)
		d.expect("PATCH", "/items/products?fields=id", `[{"id":7,"stock":100000},{"id":8,"stock":90000}]`, `{"data":[{"id":7},{"id":8}]}`)
		d.expectAs("", "GET", list, "", `{"data":[{"id":7},{"id":8}]}`)
		d.expect("DELETE", "/items/products/7", "", "")
		if _, reply := d.send("", "GET", list, ""); !strings.HasPrefix(reply, `{"data":[{"id":8}`) {
			t.Errorf("deleted product is visible: %s", reply)
		}
		before := d.store.reads.Load()
		d.expectSame(other)
		if n := d.store.reads.Load() - before; n != 0 {
			t.Errorf("unaffected reply was not cached")
		}
	})
}

// expectSame reads twice as the public and requires equal replies.
func (d *itemSite) expectSame(target string) {
	d.t.Helper()
	_, first := d.send("", "GET", target, "")
	if status, again := d.send("", "GET", target, ""); status != http.StatusOK || again != first {
		d.t.Errorf("%s: %d %s, then %s", target, status, first, again)
	}
}
