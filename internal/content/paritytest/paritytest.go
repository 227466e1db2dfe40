// Package paritytest replays recorded requests to a content API and compares
// the replies with those of Directus 11.17 on PostgreSQL. The recording, with
// its model and content, is in recording/.
package paritytest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
)

// Case is a recorded request with its reply.
type Case struct {
	Name    string            `json:"name"`
	Method  string            `json:"method"`
	Path    string            `json:"path"`
	Auth    string            `json:"auth"` // "admin", or "capture:x" for a token of an earlier case
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"`
	RawBody *string           `json:"rawBody"`
	Capture map[string]string `json:"capture"`
	Status  int               `json:"status"`
	Reply   json.RawMessage   `json:"reply"`
}

// Path returns the path of a file of the recording: schema.json, content.json
// or cases.jsonl.
func Path(name string) string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "recording", name)
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(Path(name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Model returns the content model of the recording.
func Model(t testing.TB) *content.Model {
	t.Helper()
	m, err := content.ParseModel(read(t, "schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Folder returns the recording as a folder to import.
func Folder() fs.FS { return os.DirFS(filepath.Dir(Path("content.json"))) }

// Cases returns all recorded requests in order.
func Cases(t testing.TB) []Case {
	t.Helper()
	var all []Case
	lines := bufio.NewScanner(bytes.NewReader(read(t, "cases.jsonl")))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c Case
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// OfAccounts reports whether a case requires accounts.
func (c *Case) OfAccounts() bool {
	return c.Auth != "" || strings.HasPrefix(c.Path, "/auth") || strings.HasPrefix(c.Path, "/users")
}

// Replay sends cases in order and compares the replies. They are equal if the
// status, the data and meta regardless of the order of keys, and the codes of
// errors are equal. Where the recording has a server error, a client error is
// required instead. The handler is mounted at prefix; adminToken replaces
// "admin".
func Replay(t *testing.T, h http.Handler, prefix, adminToken string, cases []Case) {
	t.Helper()
	r := replayer{handler: h, prefix: prefix, captured: map[string]string{"unique": "fresh", "admin": adminToken}}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) { r.replay(t, &c) })
	}
}

// Send sends one case.
func Send(t *testing.T, h http.Handler, c *Case) *httptest.ResponseRecorder {
	t.Helper()
	r := replayer{handler: h}
	return r.send(t, c)
}

// Diff sends one case and returns how the reply differs; "" if it does not. The codes
// of errors are not compared: of several errors, another may be reported.
func Diff(t *testing.T, h http.Handler, c *Case) string {
	t.Helper()
	w := Send(t, h, c)
	if c.Status >= http.StatusBadRequest && w.Code >= http.StatusBadRequest && w.Code < http.StatusInternalServerError {
		return ""
	}
	return cmp.Diff(essence(c.Reply), essence(w.Body.Bytes()))
}

type replayer struct {
	handler  http.Handler
	prefix   string
	captured map[string]string // texts of earlier replies, by name
}

func (r *replayer) replay(t *testing.T, c *Case) {
	w := r.send(t, c)
	for name, from := range c.Capture {
		r.captured[name] = capture(t, w, from)
	}
	if c.Status >= http.StatusInternalServerError {
		if w.Code != http.StatusBadRequest && w.Code != http.StatusForbidden {
			t.Errorf("status %d, want a clear error", w.Code)
		}
		return
	}
	if w.Code != c.Status {
		t.Fatalf("status %d, want %d: %s", w.Code, c.Status, w.Body)
	}
	want, got := essence(c.Reply), essence(w.Body.Bytes())
	if diff := cmp.Diff(want, got); diff != "" && !r.equalButForTies(t, c, want, got) {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func (r *replayer) fill(s string) string {
	for name, value := range r.captured {
		s = strings.ReplaceAll(s, "{{"+name+"}}", value)
	}
	return s
}

func (r *replayer) send(t *testing.T, c *Case) *httptest.ResponseRecorder {
	t.Helper()
	body, kind := r.fill(string(c.Body)), ""
	if c.RawBody != nil {
		body = *c.RawBody
	} else if body != "" {
		kind = "application/json"
	}
	path, query, _ := strings.Cut(r.fill(c.Path), "?")
	path, err := url.PathUnescape(path)
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequestWithContext(t.Context(), c.Method, "/", strings.NewReader(body))
	request.URL.Path, request.URL.RawQuery = r.prefix+path, query
	request.RequestURI = request.URL.RequestURI()
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	if who, ok := strings.CutPrefix(c.Auth, "capture:"); ok {
		request.Header.Set("Authorization", "Bearer "+r.captured[who])
	} else if c.Auth != "" {
		request.Header.Set("Authorization", "Bearer "+r.captured[c.Auth])
	}
	for name, value := range c.Headers {
		if strings.EqualFold(name, "Accept-Encoding") {
			continue // Ferrule compresses replies and the recorded Directus did not
		}
		request.Header.Set(name, r.fill(value))
	}
	w := httptest.NewRecorder()
	r.handler.ServeHTTP(w, request)
	return w
}

// capture returns a text of a reply: "header:etag", "cookie:name", or a path in
// its JSON such as "data.access_token".
func capture(t *testing.T, w *httptest.ResponseRecorder, from string) string {
	t.Helper()
	if name, ok := strings.CutPrefix(from, "header:"); ok {
		return w.Header().Get(name)
	}
	if name, ok := strings.CutPrefix(from, "cookie:"); ok {
		for _, c := range w.Result().Cookies() { //nolint:bodyclose // of a recorder
			if c.Name == name {
				return c.Value
			}
		}
		t.Fatalf("no cookie %q", name)
	}
	var v any
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	for step := range strings.SplitSeq(from, ".") {
		object, _ := v.(map[string]any)
		v = object[step]
	}
	text, ok := v.(string)
	if !ok {
		t.Fatalf("no text at %q in %s", from, w.Body)
	}
	return text
}
