package authapi_test

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/directus/authapi"
	"ferrule/internal/mail"
	"ferrule/internal/mail/mailtest"
)

// The accounts of the recording.
const (
	adminID     = "e4ad5423-b042-4775-93d0-40e55eb7f1a3"
	adminToken  = "static-administrator-token-0123456789"
	editorID    = "33333333-3333-4333-8333-333333333333"
	editorRole  = "11111111-1111-4111-8111-111111111111"
	editorEmail = "editor@example.com"
	password    = "editor-pass-1"
)

// site is an account service behind an HTTP server.
type site struct {
	*account.Service

	server *httptest.Server
	mails  *mailtest.Server
	clock  *clock
	client *http.Client
}

// clock is a fake clock that a test advances.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// onBoth runs a test on both databases, each with the accounts of the recording.
func onBoth(t *testing.T, test func(t *testing.T, s *site), options ...func(*account.Options)) {
	t.Helper()
	databasetest.OnBoth(t, func(t *testing.T, address string) { test(t, newSite(t, open(t, address), options...)) })
}

func open(t *testing.T, address string) *database.DB {
	t.Helper()
	db, err := account.OpenDatabase(t.Context(), address, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func newSite(t *testing.T, db *database.DB, options ...func(*account.Options)) *site {
	t.Helper()
	s := &site{mails: mailtest.Start(t), clock: &clock{at: time.Now()}}
	sender, err := mail.NewSMTP("smtp://ferrule:secret@"+s.mails.Address, "Ferrule <site@example.com>")
	if err != nil {
		t.Fatal(err)
	}
	o := account.Options{
		Collections: []string{"products"}, Mailer: sender, Now: s.clock.now,
		ResetURLs: []string{"https://www.example.com/new-password?lang=de"}, InviteURLs: []string{"https://www.example.com/welcome"},
	}
	for _, option := range options {
		option(&o)
	}
	if s.Service, err = account.Open(t.Context(), db, o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	s.fill(t)
	s.server = httptest.NewServer(authapi.New(s.Service, authapi.Options{Redirects: []string{"https://admin.example.com/"}}))
	t.Cleanup(s.server.Close)
	s.client = s.server.Client()
	s.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return s
}

func (s *site) fill(t *testing.T) {
	t.Helper()
	err := s.AddRole(t.Context(), account.Role{ID: editorRole, Name: "Editors of the recording", Permissions: json.RawMessage(`[
		{"collection":"form_messages","action":"read","fields":["*"],"permissions":{},"validation":{}},
		{"collection":"directus_users","action":"read","fields":["id","email","first_name"],"permissions":{"id":{"_eq":"$CURRENT_USER"}}}]`)})
	if err != nil {
		t.Fatal(err)
	}
	for _, fields := range []string{
		`{"id":"` + adminID + `","email":"admin@example.com","first_name":"Admin","role":"` + account.Administrator + `","token":"` + adminToken + `"}`,
		`{"id":"` + editorID + `","email":"Editor@Example.com","first_name":"Edi","password":"` + password + `","role":"` + editorRole + `"}`,
		`{"id":"44444444-4444-4444-8444-444444444444","email":"suspended@example.com","password":"` + password + `","role":"` + editorRole + `","status":"suspended"}`,
	} {
		if _, err := s.AddUser(t.Context(), change(t, fields)); err != nil {
			t.Fatal(err)
		}
	}
}

func change(t *testing.T, fields string) (c account.Change) {
	t.Helper()
	if err := json.Unmarshal([]byte(fields), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// call is a request; answer is its response.
type call struct {
	method, path, body, bearer string
	header                     http.Header
}

type answer struct {
	status int
	header http.Header
	body   string
	jar    []*http.Cookie
}

func (s *site) do(t *testing.T, c call) answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), c.method, s.server.URL+c.path, strings.NewReader(c.body))
	if err != nil {
		t.Fatal(err)
	}
	if c.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.bearer != "" {
		r.Header.Set("Authorization", "Bearer "+c.bearer)
	}
	for name, values := range c.header {
		r.Header[http.CanonicalHeaderKey(name)] = values
	}
	response, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(body), response.Cookies()}
}

func (s *site) post(t *testing.T, path, body string) answer {
	t.Helper()
	return s.do(t, call{method: "POST", path: path, body: body})
}

// json decodes the body, nil for none.
func (a answer) json(t *testing.T) any {
	t.Helper()
	if a.body == "" {
		return nil
	}
	var v any
	if err := json.Unmarshal([]byte(a.body), &v); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
	return v
}

// capture reads "data.access_token" or "cookie:name".
func (a answer) capture(t *testing.T, from string) string {
	t.Helper()
	if name, ok := strings.CutPrefix(from, "cookie:"); ok {
		for _, c := range a.jar {
			if c.Name == name {
				return c.Value
			}
		}
		t.Fatalf("no cookie %s", name)
	}
	v := a.json(t)
	for key := range strings.SplitSeq(from, ".") {
		v = v.(map[string]any)[key]
	}
	text, ok := v.(string)
	if !ok {
		t.Fatalf("no %s in %s", from, a.body)
	}
	return text
}

// want fails unless the answer has the status and, if one is given, the code.
func (a answer) want(t *testing.T, status int, code string) answer {
	t.Helper()
	if a.status != status || (code != "" && !strings.Contains(a.body, `"code":"`+code+`"`)) {
		t.Fatalf("status %d, want %d %s: %s", a.status, status, code, cmp.Or(a.body, "no body"))
	}
	return a
}

// browser returns a new client that keeps cookies and follows redirects.
func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}
