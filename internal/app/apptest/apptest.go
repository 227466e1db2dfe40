// Package apptest helps tests that run a whole site or its command line.
package apptest

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/cli"
	"ferrule/internal/rfq"
	"ferrule/web"
)

// Config returns the configuration of a small site with a data folder of its
// own: without background rendering and without pages on disk. flags, as serve
// takes them, override it.
func Config(t testing.TB, flags ...string) app.Config {
	t.Helper()
	var c app.Config
	parser, err := kong.New(&c)
	var parsed *kong.Context
	if err == nil {
		small := []string{"--data", t.TempDir(), "--no-warm", "--cache-mb=64", "--pages-mb=0", "--variants-mb=16", "--upload-mb=8", "--mail-from=shop@example.com"}
		parsed, err = parser.Parse(append(small, flags...))
	}
	if err != nil {
		t.Fatal(err)
	}
	c.Sources = cli.SettingSources(parsed)
	return c
}

// DemoConfig is Config with the content of the demo supplier loaded.
func DemoConfig(t testing.TB, flags ...string) app.Config {
	t.Helper()
	c := Config(t, flags...)
	if err := c.LoadDemo(t.Context(), io.Discard); err != nil {
		t.Fatal(err)
	}
	return c
}

// Open opens a site without a log; the caller closes it. It skips the test if the
// front end has not been built.
func Open(t testing.TB, c app.Config) *app.App {
	t.Helper()
	RequireBuild(t)
	a, err := app.New(t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Start is Open and closes the site at the end of the test.
func Start(t testing.TB, c app.Config) *app.App {
	t.Helper()
	a := Open(t, c)
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// RequireBuild skips the test if the front end has not been built.
func RequireBuild(t testing.TB) {
	t.Helper()
	if _, err := web.Load(); err != nil {
		t.Skip(err)
	}
}

// Request sends a request to a handler. header lists names and values alternately.
func Request(t *testing.T, h http.Handler, method, path, body string, header ...string) (status int, reply string) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// Until polls a condition of background work. what names it if the test ends
// before the condition holds.
func Until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-t.Context().Done():
			t.Fatal(what)
		}
	}
}

// Command runs a command of the program and returns its output.
func Command(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := cli.Run(t.Context(), "test", args, &out)
	return out.String(), err
}

// MustCommand is Command for a command that must succeed.
func MustCommand(t *testing.T, args ...string) string {
	t.Helper()
	out, err := Command(t, args...)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out
}

// Contains checks that a text contains every string before "not" and none after
// it.
func Contains(t *testing.T, text string, want ...string) {
	t.Helper()
	expected := true
	for _, w := range want {
		if w == "not" {
			expected = false
			continue
		}
		if strings.Contains(text, w) != expected {
			t.Errorf("%q: %t, want %t, in\n%s", w, !expected, expected, text)
		}
	}
}

// Installation returns a data folder with two products, a file, a request and a
// user.
func Installation(t *testing.T) (data string) {
	t.Helper()
	const content = `{"files":[{"id":"00000000-0000-4000-8000-000000000001","filename":"a.txt"}],"items":{
		"languages":[{"code":"de-DE","sort":1}],
		"products":[{"id":4,"slug":"a","status":"published","stock":3,"date_created":"2025-01-01T00:00:00Z","date_updated":"2025-01-01T00:00:00Z","translations":[{"languages_code":"de-DE","name":"Ü \"x\""}]},
			{"id":9,"slug":"b","status":"draft"}]}}`
	data, from := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"content.json": content, "files/a.txt": "text"} {
		path := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	MustCommand(t, "content", "import", from, "--data", data)
	WithRequests(t, app.DataConfig{Data: data}, func(s *rfq.Store) error {
		_, err := s.Add(t.Context(), rfq.Message{Name: "Zoë", IdempotencyKey: "k"})
		return err
	})
	WithAccounts(t, app.DataConfig{Data: data}, func(s *account.Service) error {
		_, err := s.AddUser(t.Context(), account.Change{"email": []byte(`"a@example.com"`), "password": []byte(`"a long password"`)})
		return err
	})
	return data
}

// WithRequests calls do, which must succeed, with the store of requests.
func WithRequests(t *testing.T, c app.DataConfig, do func(*rfq.Store) error) {
	t.Helper()
	s, err := c.OpenRequests(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := do(s); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// WithAccounts calls do, which must succeed, with the accounts.
func WithAccounts(t *testing.T, c app.DataConfig, do func(*account.Service) error) {
	t.Helper()
	s, closeAll, err := c.OpenAccounts(t.Context(), account.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := do(s); err != nil {
		t.Error(err)
	}
	if err := closeAll(); err != nil {
		t.Fatal(err)
	}
}
