package desk_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"ferrule/internal/rfq"
)

// Roles that may use a route.
var (
	everyone = []string{"owner", "editor", "sales", "translator", "viewer"}
	readers  = []string{"owner", "sales", "viewer"}
	clerks   = []string{"owner", "sales"}
	owners   = []string{"owner"}
)

// rightsOfRoutes is the table of the contract: each route with a valid request, and the
// roles that may send it.
var rightsOfRoutes = []struct {
	pattern, body string
	roles         []string
}{
	{"GET /desk/api/session", "", everyone},
	{"GET /desk/api/sessions", "", everyone},
	{"DELETE /desk/api/sessions/{id}", "", everyone},
	{"DELETE /desk/api/sessions", "", everyone},
	{"GET /desk/api/account", "", everyone},
	{"PUT /desk/api/account/password", `{"password":"another long password"}`, everyone},
	{"POST /desk/api/account/passkeys/challenge", "", everyone},
	{"POST /desk/api/account/passkeys", `{}`, everyone},
	{"DELETE /desk/api/account/passkeys/{id}", "", everyone},
	{"POST /desk/api/account/codes/secret", "", everyone},
	{"POST /desk/api/account/codes", `{}`, everyone},
	{"DELETE /desk/api/account/codes", "", everyone},
	{"POST /desk/api/account/recovery-codes", "", everyone},
	{"GET /desk/api/accounts", "", owners},
	{"POST /desk/api/accounts", `{"email":"new@example.com","role":"sales"}`, owners},
	{"POST /desk/api/accounts/{id}/invitation", `{}`, owners},
	{"PUT /desk/api/accounts/{id}/role", `{"role":"sales"}`, owners},
	{"PUT /desk/api/accounts/{id}/status", `{"status":"suspended"}`, owners},
	{"DELETE /desk/api/accounts/{id}", "", owners},
	{"DELETE /desk/api/accounts/{id}/sessions", "", owners},
	{"POST /desk/api/programs", `{"name":"ERP","role":"editor","until":"2027-03-01"}`, owners},
	{"DELETE /desk/api/programs/{id}", "", owners},
	{"GET /desk/api/log", "", owners},
	{"GET /desk/api/log.csv", "", owners},
	{"GET /desk/api/log.jsonl", "", owners},
	{"GET /desk/api/requests", "", readers},
	{"GET /desk/api/requests.csv", "", readers},
	{"GET /desk/api/requests.xlsx", "", readers},
	{"GET /desk/api/requests/{reference}", "", readers},
	{"GET /desk/api/requests/{reference}/files/{id}", "", clerks},
	{"POST /desk/api/requests/bulk", `{"references":["F-222-222"],"action":"read"}`, readers},
	{"POST /desk/api/requests/{reference}/assign", `{"user":null}`, clerks},
	{"POST /desk/api/requests/{reference}/answer", "", clerks},
	{"POST /desk/api/requests/{reference}/reopen", "", clerks},
	{"POST /desk/api/requests/{reference}/spam", "", clerks},
	{"POST /desk/api/requests/{reference}/release", "", clerks},
	{"POST /desk/api/requests/{reference}/resend", "", clerks},
	{"POST /desk/api/requests/{reference}/notes", `{"text":"n"}`, clerks},
	{"POST /desk/api/requests/{reference}/read", "", readers},
	{"POST /desk/api/requests/{reference}/unread", "", readers},
	{"POST /desk/api/requests/{reference}/forget", "", owners},
	{"GET /desk/api/requests/{reference}/reply", "", clerks},
	{"PUT /desk/api/requests/{reference}/draft", `{"kind":"question"}`, clerks},
	{"DELETE /desk/api/requests/{reference}/draft", "", clerks},
	{"POST /desk/api/requests/{reference}/offer/check", `{}`, clerks},
	{"POST /desk/api/requests/{reference}/offer/preview.pdf", `{}`, clerks},
	{"POST /desk/api/requests/{reference}/send", `{"kind":"question"}`, clerks},
	{"POST /desk/api/requests/{reference}/outcome", `{"outcome":"won"}`, clerks},
	{"GET /desk/api/requests/{reference}/offers/{file}", "", clerks},
	{"GET /desk/api/articles", "", clerks},
	{"GET /desk/api/people", "", readers},
	{"GET /desk/api/overview", "", readers},
	{"GET /desk/api/events", "", readers},
	{"GET /desk/api/settings", "", owners},
	{"PUT /desk/api/settings", `{}`, owners},
	{"POST /desk/api/settings/mail-test", `{}`, owners},
	{"GET /desk/api/setup", "", owners},
	{"PUT /desk/api/setup", `{}`, owners},
	{"GET /desk/api/setup/content", "", owners},
	{"POST /desk/api/setup/content", `{}`, owners},
}

// public are the routes without a session.
var public = []string{
	"POST /desk/api/session", "DELETE /desk/api/session", "GET /desk/api/sign-in", "POST /desk/api/session/challenge",
	"POST /desk/api/invitation", "POST /desk/api/invitation/challenge", "POST /desk/api/invitation/accept", "POST /desk/api/invitation/decline",
	"POST /desk/api/setup/session", "POST /desk/api/setup/account",
}

// Every route of the program, with every role and without a session, answers as the
// contract says. A route that is in neither table fails.
func TestEveryRouteIsForItsRolesAlone(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		tested := slices.Clone(public)
		for _, row := range rightsOfRoutes {
			tested = append(tested, row.pattern)
		}
		slices.Sort(tested)
		routes := s.desk.Patterns()
		slices.Sort(routes)
		if !slices.Equal(tested, routes) {
			t.Fatalf("the tables have\n%s\nthe program has\n%s", strings.Join(tested, "\n"), strings.Join(routes, "\n"))
		}
		s.desk.EndStreams() // a stream that may be opened ends at once, with 503
		request := s.add(t, "visitor")
		files, err := s.requests.FilesOf(t.Context(), request.ID)
		must(t, err)
		for _, role := range append(everyone, "nobody", "none") {
			for _, row := range rightsOfRoutes {
				c := &client{site: s}
				switch role {
				case "nobody":
				case "none": // an account without a role
					c.user = s.addUser(t, "none"+strings.ToLower(rand()), "")
					token, err := s.accounts.BeginDesk(t.Context(), c.user, "", "")
					must(t, err)
					c.cookie = token
				default: // an own session for each: some routes end it
					c = s.signedIn(t, role+strings.ToLower(rand()), role)
				}
				method, path, _ := strings.Cut(row.pattern, " ")
				path = strings.NewReplacer("{reference}", request.Reference, "/files/{id}", "/files/"+files[0].ID, "{id}", "x", "{file}", "x.pdf").Replace(path)
				if path == "/desk/api/requests/"+request.Reference+"/forget" && slices.Contains(row.roles, role) {
					path = strings.Replace(path, request.Reference, "F-333-333", 1)
				}
				got := c.do(t, method, path, row.body)
				switch {
				case role == "nobody" || role == "none":
					if got.status != http.StatusUnauthorized || got.code() != "SIGN_IN" {
						t.Errorf("%s, %s: %d %s", row.pattern, role, got.status, got.body)
					}
				case !slices.Contains(row.roles, role):
					if got.status != http.StatusForbidden || got.code() != "FORBIDDEN" {
						t.Errorf("%s, %s: %d %s", row.pattern, role, got.status, got.body)
					}
				case got.status == http.StatusUnauthorized || got.status == http.StatusForbidden || got.status == http.StatusInternalServerError:
					t.Errorf("%s, %s: %d %s", row.pattern, role, got.status, got.body)
				}
			}
		}
	})
}

// Actions in bulk need the right of the action alone.
func TestABulkActionNeedsItsRight(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		request := s.add(t, "visitor")
		viewer := s.signedIn(t, "viewer", "viewer")
		for _, action := range []string{"assign", "answer", "reopen", "spam", "release"} {
			if got := viewer.do(t, "POST", "/desk/api/requests/bulk", `{"references":["`+request.Reference+`"],"action":"`+action+`"}`); got.code() != "FORBIDDEN" {
				t.Errorf("%s: %d %s", action, got.status, got.body)
			}
		}
		for _, action := range []string{"forget", "resend", "notes", ""} {
			if got := s.signedIn(t, "owner"+strings.ToLower(rand()), "owner").do(t, "POST", "/desk/api/requests/bulk", `{"references":["x"],"action":"`+action+`"}`); got.code() != "INVALID" {
				t.Errorf("%s: %d %s", action, got.status, got.body)
			}
		}
	})
}

// Neither a page of another site nor one of a sibling domain makes a change.
func TestAChangeFromAnotherOriginIsRefused(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		request := s.add(t, "visitor")
		owner := s.signedIn(t, "owner", "owner")
		for _, pattern := range s.desk.Patterns() {
			method, path, _ := strings.Cut(pattern, " ")
			if method == http.MethodGet {
				continue
			}
			path = strings.NewReplacer("{reference}", request.Reference, "{id}", "x", "{file}", "x.pdf").Replace(path)
			for _, header := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}} {
				if got := owner.do(t, method, path, "", header...); got.status != http.StatusForbidden {
					t.Errorf("%s with %v: %d %s", pattern, header, got.status, got.body)
				}
			}
		}
		if got := owner.do(t, "POST", "/desk/api/requests/"+request.Reference+"/read", "", "Sec-Fetch-Site", "same-origin"); got.status != http.StatusOK {
			t.Errorf("from the desk: %d %s", got.status, got.body)
		}
	})
}

// What a viewer receives has no word of the visitor, in any reply.
func TestAViewerReceivesNothingOfThePerson(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		request := s.add(t, "secretive")
		s.add(t, "secretive2")
		ada := s.requests.By(rfqPerson("Ada"))
		must(t, ada.Note(t.Context(), request.Reference, "called secretive"), ada.Ask(t.Context(), request.Reference, rfq.Letter{Subject: "to secretive", Text: "dear secretive"}),
			ada.Conclude(t.Context(), request.Reference, rfq.OutcomeLost, "secretive has no need"))
		viewer, clerk := s.signedIn(t, "viewer", "viewer"), s.signedIn(t, "clerk", "sales")
		for _, path := range []string{"", "?q=" + request.Reference, ".csv", "/" + request.Reference} {
			got := viewer.get(t, "/desk/api/requests"+path)
			if got.status != http.StatusOK || strings.Contains(got.body, "secretive") || !strings.Contains(got.body, request.Reference) {
				t.Errorf("%q: %d %s", path, got.status, got.body)
			}
			if got := clerk.get(t, "/desk/api/requests"+path); !strings.Contains(got.body, "secretive") {
				t.Errorf("a clerk, %q: %d %s", path, got.status, got.body)
			}
		}
		if got := viewer.get(t, "/desk/api/requests/"+request.Reference); strings.Contains(got.body, request.Token) {
			t.Error("a viewer has the link of the visitor")
		}
		if got := viewer.get(t, "/desk/api/overview"); strings.Contains(got.body, "secretive") {
			t.Error(got.body)
		}
		// A search would tell by its count.
		if got := viewer.get(t, "/desk/api/requests?q=secretive"); !strings.Contains(got.body, `"total":0`) {
			t.Error(got.body)
		}
	})
}

func TestRoutesThatDoNotExistSaySo(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		owner := s.signedIn(t, "owner", "owner")
		for _, path := range []string{"/desk/api/", "/desk/api/x", "/desk/api/requests/F-222-222", "/desk/api/requests/F-222-222/x"} {
			if got := owner.get(t, path); got.status != http.StatusNotFound || got.code() != "NOT_FOUND" || got.header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %d %s", path, got.status, got.body)
			}
		}
	})
}
