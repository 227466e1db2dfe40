package desk_test

import (
	"bytes"
	"context"
	randText "crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/desk"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/answer"
	"ferrule/internal/rfq/rfqcontent"
)

const password = "correct horse battery"

// build is a build of the application in Vite's shape.
var build = fstest.MapFS{
	"manifest.json": {Data: []byte(`{"src/main.tsx":{"file":"assets/main-abcdefgh.js","css":["assets/main-12345678.css"],"imports":["_parts.js"],"isEntry":true},
		"_parts.js":{"file":"assets/parts-abcdefgh.js","css":["assets/parts-12345678.css"],"imports":["src/main.tsx"]}}`)},
}

// roles are the roles of the desk with their ids.
var roles = map[string]string{
	"owner": account.Administrator, "editor": account.Editor, "sales": account.Sales, "translator": account.Translator, "viewer": account.Viewer,
}

// site is a server of the desk on real stores.
type site struct {
	*httptest.Server

	desk     *desk.Handler
	accounts *account.Service
	requests *rfq.Store
	db       *database.DB
}

// onBoth runs a test with a site on each database.
func onBoth(t *testing.T, test func(t *testing.T, s *site)) {
	t.Helper()
	databasetest.OnBoth(t, func(t *testing.T, address string) { test(t, newSite(t, address, t.TempDir())) })
}

func newSite(t *testing.T, address, data string, change ...func(*desk.Options)) *site {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	db, err := account.OpenDatabase(ctx, address, data)
	must(t, err)
	accounts, err := account.Open(ctx, db, account.Options{})
	must(t, err)
	requests, err := rfq.OpenAt(ctx, address, data)
	must(t, err)
	contents, err := store.OpenAt(ctx, address, data, content.Default())
	must(t, err)
	o := desk.Options{
		Accounts: accounts, Requests: requests, Content: rfqcontent.Reader{Source: contents}, Prefix: func(context.Context, string) string { return "/de" }, Build: build,
		Offers: answer.Defaults{Currencies: []string{"CHF", "EUR"}}, BaseURL: "https://www.example.com", Live: desk.Live{Poll: 5 * time.Millisecond, Session: 5 * time.Millisecond, Heartbeat: 10 * time.Millisecond},
		Settings: noSettings{}, Setup: &memorySetup{},
	}
	for _, f := range change {
		f(&o)
	}
	h, err := desk.New(o)
	must(t, err)
	s := &site{httptest.NewServer(h), h, accounts, requests, db}
	t.Cleanup(func() {
		h.EndStreams()
		s.Close()
		must(t, h.Close())
		must(t, accounts.Close())
		must(t, db.Close())
		must(t, requests.Close())
		must(t, contents.Close())
	})
	return s
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// addUser creates a user of a role of the desk, without a password; "" for none.
func (s *site) addUser(t *testing.T, name, role string) account.User {
	t.Helper()
	change := account.Change{"email": text(name + "@example.com"), "first_name": text(strings.ToUpper(name[:1]) + name[1:])}
	if role != "" {
		change["role"] = text(roles[role])
	}
	u, err := s.accounts.AddUser(t.Context(), change)
	must(t, err)
	return u
}

func text(s string) json.RawMessage {
	b, _ := json.Marshal(s)
	return b
}

// client is a browser with the session of a user; "" for nobody.
type client struct {
	site   *site
	cookie string
	user   account.User
}

// signedIn creates a user of a role and signs in.
func (s *site) signedIn(t *testing.T, name, role string) *client {
	t.Helper()
	u := s.addUser(t, name, role)
	token, err := s.accounts.BeginDesk(t.Context(), u, "test", "192.0.2.1")
	must(t, err)
	return &client{s, token, u}
}

// reply is an answer of the API.
type reply struct {
	status int
	header http.Header
	body   string
}

// data decodes the data of a reply.
func (r reply) data(t *testing.T, into any) {
	t.Helper()
	envelope := struct{ Data any }{into}
	if r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	must(t, json.Unmarshal([]byte(r.body), &envelope))
}

// code returns the code of a reply's error.
func (r reply) code() string {
	var e struct {
		Errors []struct {
			Message    string
			Extensions struct{ Code string }
		}
	}
	if json.Unmarshal([]byte(r.body), &e) != nil || len(e.Errors) == 0 || e.Errors[0].Message == "" {
		return ""
	}
	return e.Errors[0].Extensions.Code
}

func (c *client) do(t *testing.T, method, path, body string, header ...string) reply {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, c.site.URL+path, strings.NewReader(body))
	must(t, err)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.cookie != "" {
		r.AddCookie(&http.Cookie{Name: desk.Cookie, Value: c.cookie})
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	must(t, err)
	defer res.Body.Close()
	var b bytes.Buffer
	_, err = io.Copy(&b, res.Body)
	must(t, err)
	return reply{res.StatusCode, res.Header, b.String()}
}

func (c *client) get(t *testing.T, path string) reply { t.Helper(); return c.do(t, "GET", path, "") }

// add stores a request of a visitor with everything that a role may not see.
func (s *site) add(t *testing.T, name string) rfq.Added {
	t.Helper()
	f, err := s.requests.AddFile(t.Context(), "drawing.txt", strings.NewReader("bytes of "+name))
	must(t, err)
	known := rfq.Line{Slug: "flange", SKU: "FR-1", Quantity: 4, Price: json.RawMessage(`"12.50"`), Currency: "CHF", Image: "/assets/x", Translations: json.RawMessage(`{"de-DE":{"name":"Flansch"}}`), Meta: map[string]json.RawMessage{
		"known": json.RawMessage(`true`), "note": text("note of " + name),
	}}
	added, err := s.requests.Add(t.Context(), rfq.Message{
		FormKey: "cart", FormTitle: "Warenkorb", Name: name, Phone: "+41 1 " + name, Email: name + "@customer.example", Subject: "subject of " + name, Message: "text of " + name + "\n" + rand(), Language: "de-DE",
		Meta: json.RawMessage(fmt.Sprintf(`{"company":%q}`, name+" AG")), Page: "/de/cart?q=" + name, Files: []string{f.ID},
		Lines: []rfq.Line{known, {SKU: "typed by " + name, Quantity: 1, Meta: map[string]json.RawMessage{"free": json.RawMessage(`true`), "known": json.RawMessage(`false`)}}},
	})
	must(t, err)
	return added
}

// until waits for a condition, at most as long as the test runs.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); {
		if time.Now().After(end) {
			t.Fatalf("not reached: %s", what)
		}
		time.Sleep(time.Millisecond)
	}
}

// rand returns a name that no other user has.
func rand() string { return randText.Text()[:10] }

func rfqPerson(name string) rfq.Person { return rfq.Person{Name: name} }
