package authapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/account"
)

// as sends a request with the administrator's static token.
func (s *site) as(t *testing.T, method, path, body string) answer {
	t.Helper()
	return s.do(t, call{method: method, path: path, body: body, bearer: adminToken})
}

func TestAdministratorsManageUsers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		id := s.as(t, "POST", "/users?fields=id,email,status", `{"email":" Ada@Example.COM ","password":"analytical engine","tags":["a"],"nonsense":1}`).
			want(t, 200, "").capture(t, "data.id")
		if got := s.as(t, "GET", "/users/"+strings.ToUpper(id)+"?fields=email,tags,role,language,password", "").want(t, 200, "").json(t); !cmp.Equal(got, map[string]any{
			"data": map[string]any{"email": "ada@example.com", "tags": []any{"a"}, "role": nil, "language": nil, "password": "**********"},
		}) {
			t.Errorf("got %v", got)
		}
		s.as(t, "PATCH", "/users/"+id, `{"first_name":"Ada","role":"`+account.Editor+`","password":"**********"}`).want(t, 200, "")
		s.post(t, "/auth/login", `{"email":"ada@example.com","password":"analytical engine"}`).want(t, 200, "")
		got := s.as(t, "GET", "/users/"+id+"?fields[]=first_name&fields[]=role.name", "").json(t)
		if !cmp.Equal(got, map[string]any{"data": map[string]any{"first_name": "Ada", "role": map[string]any{"name": "Editor"}}}) {
			t.Errorf("got %v", got)
		}
		s.as(t, "DELETE", "/users/"+id, "").want(t, 204, "")
		s.as(t, "DELETE", "/users/"+id, "").want(t, 403, "FORBIDDEN")
	})
}

func TestUsersAreListedByAddressInRanges(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		emails := func(query string) (out []any) {
			for _, u := range s.as(t, "GET", "/users?fields=email&"+query, "").want(t, 200, "").json(t).(map[string]any)["data"].([]any) {
				out = append(out, u.(map[string]any)["email"])
			}
			return out
		}
		all := []any{"admin@example.com", "editor@example.com", "suspended@example.com"}
		for query, want := range map[string][]any{
			"": all, "limit=-1": all, "limit=2": all[:2], "limit=2&page=2": all[2:], "offset=1": all[1:], "limit=0": nil, "offset=9": nil, "limit=2&page=99999999": nil,
		} {
			if diff := cmp.Diff(want, emails(query)); diff != "" {
				t.Errorf("%q: %s", query, diff)
			}
		}
		for _, query := range []string{"limit=x", "limit=9223372036854775807&page=3", "limit=-2", "offset=-1", "filter[email][_eq]=x", "sort=id", "fields=nope", "fields=role.nope"} {
			if a := s.as(t, "GET", "/users?"+query, ""); a.status != 400 && a.status != 403 {
				t.Errorf("%q: %d %s", query, a.status, a.body)
			}
		}
	})
}

func TestWrongFieldsAreNamed(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		for body, code := range map[string]string{
			`{}`:                            `"field":"email"`,
			`{"email":"a@b@c"}`:             `"field":"email"`,
			`{"email":"A <a@example.com>"}`: `"field":"email"`,
			`{"email":5}`:                   `"field":"email"`,
			`{"email":"a@example.com","password":"short"}`:                              `"field":"password"`,
			`{"email":"a@example.com","status":"away"}`:                                 `"field":"status"`,
			`{"email":"a@example.com","tags":"x"}`:                                      `"field":"tags"`,
			`{"email":"a@example.com","token":"guess"}`:                                 `"field":"token"`,
			`{"email":"a@example.com","token":"` + adminToken + `"}`:                    `"code":"RECORD_NOT_UNIQUE","field":"token"`,
			`{"email":"a@example.com","id":"1"}`:                                        `"field":"id"`,
			`{"email":"a@example.com","id":"` + adminID + `"}`:                          `"code":"RECORD_NOT_UNIQUE","field":"id"`,
			`{"email":"a@example.com","provider":"nobody"}`:                             `"field":"provider"`,
			`{"email":"a@example.com","first_name":"` + strings.Repeat("x", 256) + `"}`: `"field":"first_name"`,
			`{"email":"a@example.com","role":"22222222-2222-4222-8222-222222222222"}`:   `INVALID_FOREIGN_KEY`,
			`[{"email":"a@example.com"},{"email":"ADMIN@example.com"}]`:                 `"code":"RECORD_NOT_UNIQUE","field":"email"`,
			`{`: `INVALID_PAYLOAD`,
			`5`: `INVALID_PAYLOAD`,
		} {
			if a := s.as(t, "POST", "/users", body); a.status != 400 || !strings.Contains(a.body, code) {
				t.Errorf("%s: %d %s", body, a.status, a.body)
			}
		}
		if _, ok, err := s.UserByEmail(t.Context(), "a@example.com"); ok || err != nil {
			t.Errorf("half of a list was stored: %v, %v", ok, err)
		}
		s.as(t, "POST", "/users", `{"email":"`+strings.Repeat("x", 70_000)+`"}`).want(t, 413, "")
	})
}

func TestTheLastAdministratorStays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		for _, body := range []string{`{"role":null}`, `{"status":"suspended"}`, `{"role":"` + editorRole + `"}`} {
			s.as(t, "PATCH", "/users/me", body).want(t, 422, "UNPROCESSABLE_CONTENT")
		}
		s.as(t, "DELETE", "/users/"+adminID, "").want(t, 422, "UNPROCESSABLE_CONTENT")
		s.as(t, "PATCH", "/users/"+editorID, `{"role":"`+account.Administrator+`"}`).want(t, 200, "")
		s.as(t, "DELETE", "/users/"+adminID, "").want(t, 204, "")
	})
}

func TestAnEditorReadsAndChangesOnlyItself(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		token := s.login(t, "json").capture(t, "data.access_token")
		as := func(method, path, body string) answer {
			return s.do(t, call{method: method, path: path, body: body, bearer: token})
		}
		as("GET", "/users/"+adminID, "").want(t, 403, "FORBIDDEN")
		as("GET", "/users/"+editorID+"?fields=token", "").want(t, 403, "FORBIDDEN")
		if got := as("GET", "/users/me?fields=token", "").want(t, 200, "").json(t); !cmp.Equal(got, map[string]any{"data": map[string]any{"id": editorID}}) {
			t.Errorf("got %v", got)
		}
		if got := as("GET", "/users?fields=id", "").want(t, 200, "").json(t); !cmp.Equal(got, map[string]any{"data": []any{map[string]any{"id": editorID}}}) {
			t.Errorf("got %v", got)
		}
		for _, c := range []call{
			{method: "PATCH", path: "/users/" + editorID, body: `{"role":"` + account.Administrator + `"}`},
			{method: "DELETE", path: "/users/" + editorID},
			{method: "POST", path: "/users", body: `{}`},
			{method: "POST", path: "/users/invite", body: `{}`},
		} {
			as(c.method, c.path, c.body).want(t, 403, "FORBIDDEN")
		}
	})
}

func TestAUserWithoutARoleSeesItsIDAlone(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		s.as(t, "POST", "/users", `{"email":"a@example.com","token":"a-static-token-of-32-characters-x"}`).want(t, 200, "")
		got := s.do(t, call{method: "GET", path: "/users/me", bearer: "a-static-token-of-32-characters-x"}).want(t, 200, "").json(t)
		if data := got.(map[string]any)["data"].(map[string]any); len(data) != 1 {
			t.Errorf("got %v", data)
		}
	})
}

func TestIdentifyReturnsThePermissionsOfARole(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		s.as(t, "POST", "/users", `{"email":"a@example.com","token":"a-static-token-of-32-characters-x","role":"`+account.Editor+`"}`).want(t, 200, "")
		identify := func(token string) account.Identity {
			r, err := http.NewRequestWithContext(t.Context(), "GET", "/", nil)
			if err != nil {
				t.Fatal(err)
			}
			if token != "" {
				r.Header.Set("Authorization", "bearer "+token)
			}
			id, err := s.Identify(r)
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		if id := identify(""); id.User != "" || id.Admin || id.Permissions != nil {
			t.Errorf("the public is %+v", id)
		}
		if id := identify(adminToken); id.User != adminID || !id.Admin || id.Role != account.Administrator {
			t.Errorf("the administrator is %+v", id)
		}
		const all = `[{"collection":"products","action":"create","fields":["*"]},{"collection":"products","action":"read","fields":["*"]},` +
			`{"collection":"products","action":"update","fields":["*"]},{"collection":"products","action":"delete","fields":["*"]}]`
		if id := identify("a-static-token-of-32-characters-x"); id.Admin || string(id.Permissions) != all {
			t.Errorf("the editor is %+v, %s", id, id.Permissions)
		}
		recorded := identify(s.login(t, "json").capture(t, "data.access_token"))
		if got := string(recorded.Permissions); got != `[{"collection":"form_messages","action":"read","fields":["*"],"permissions":{},"validation":{}}]` {
			t.Errorf("permissions about users are not the content's business: %s", got)
		}
	})
}

func TestUnsupportedPermissionsAreRejected(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		for _, permissions := range []string{
			`{`, `[5]`, `[{"collection":"directus_users","action":"update"}]`,
			`[{"collection":"directus_users","action":"read","permissions":{"role":{"_eq":"x"}}}]`,
			`[{"collection":"directus_users","action":"read","permissions":{"_or":[]}}]`,
		} {
			if err := s.AddRole(t.Context(), account.Role{ID: "r", Name: "r", Permissions: []byte(permissions)}); err == nil {
				t.Errorf("%s was stored", permissions)
			}
		}
	})
}
