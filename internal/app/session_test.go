package app_test

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ferrule/internal/account"
	"ferrule/internal/app/apptest"
)

// signedIn starts a site and returns it with an editor's session cookie.
func signedIn(t *testing.T, flags ...string) (h http.Handler, session *http.Cookie) {
	t.Helper()
	apptest.RequireBuild(t)
	c := apptest.Config(t, append([]string{"--data", t.TempDir(), "--no-warm"}, flags...)...)
	addEditor(t, c.DataConfig)
	s := apptest.Start(t, c)
	return s.Handler(), signIn(t, s.Handler(), nil)
}

// signIn returns the cookie that an editor's sign-in sets.
func signIn(t *testing.T, h http.Handler, header http.Header) *http.Cookie {
	t.Helper()
	body := `{"mode":"session","email":"` + editorEmail + `","password":"` + editorPassword + `"}`
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/content/auth/login", strings.NewReader(body))
	if header != nil {
		r.Header = header.Clone()
	}
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		if c.Name == account.SessionCookie {
			return c
		}
	}
	t.Fatalf("no session: %d %s", w.Code, w.Body)
	return nil
}

func TestAPageOfAnotherOriginChangesNoContentWithASession(t *testing.T) {
	t.Parallel()
	h, session := signedIn(t, "--base-url", "https://www.example.com/")
	const upload = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\ntext\r\n--x--\r\n"
	for _, tt := range []struct {
		method, path, kind, body string
		allowed                  int
	}{
		{"POST", "/api/content/items/tags", "text/plain", "", http.StatusOK},
		{"POST", "/api/content/files", "multipart/form-data; boundary=x", upload, http.StatusOK},
		{"PATCH", "/api/content/items/tags", "application/json", `[]`, http.StatusOK},
		{"DELETE", "/api/content/items/tags", "application/json", `[999]`, 0}, // any error but that of the origin
		{"SEARCH", "/api/content/items/tags", "application/json", `{}`, http.StatusOK},
		{"GET", "/api/content/items/tags", "", "", http.StatusOK},
	} {
		send := func(name, value string) (status int, body string) {
			r := httptest.NewRequestWithContext(t.Context(), tt.method, tt.path, strings.NewReader(tt.body))
			r.Header.Set("Content-Type", tt.kind)
			r.Header.Set(name, value)
			r.AddCookie(session)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w.Code, w.Body.String()
		}
		reads := tt.method == "SEARCH" || tt.method == http.MethodGet
		for name, value := range map[string]string{"Sec-Fetch-Site": "same-site", "Origin": "https://evil.example"} {
			status, body := send(name, value)
			if refused := status == http.StatusForbidden && strings.Contains(body, "another origin"); refused == reads {
				t.Errorf("%s %s with %s: %s: %d %s", tt.method, tt.path, name, value, status, body)
			}
		}
		for name, value := range map[string]string{"Sec-Fetch-Site": "same-origin", "Origin": "https://www.example.com", "X-None": ""} {
			status, body := send(name, value)
			if strings.Contains(body, "another origin") || (tt.allowed != 0 && status != tt.allowed) {
				t.Errorf("%s %s with %s: %s: %d %s", tt.method, tt.path, name, value, status, body)
			}
		}
	}
}

func TestCookiesAreSecureBehindTLS(t *testing.T) {
	t.Parallel()
	// The peer of httptest is 192.0.2.1.
	behind, _ := signedIn(t, "--trusted-proxies", "192.0.2.1")
	direct, _ := signedIn(t)
	public, _ := signedIn(t, "--base-url", "https://www.example.com")
	encrypted := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.TLS = &tls.ConnectionState{}
		direct.ServeHTTP(w, r)
	})
	for _, tt := range []struct {
		name   string
		h      http.Handler
		scheme string
		want   bool
	}{
		{"a trusted proxy, https", behind, "https", true},
		{"a trusted proxy, http", behind, "http", false},
		{"a trusted proxy that does not say", behind, "", false},
		{"a peer that is not trusted", direct, "https", false},
		{"TLS of the program's own", encrypted, "", true},
		{"a public address with https", public, "", true},
	} {
		header := http.Header{}
		if tt.scheme != "" {
			header.Set("X-Forwarded-Proto", tt.scheme)
		}
		if c := signIn(t, tt.h, header); c.Secure != tt.want || !c.HttpOnly {
			t.Errorf("%s: %s", tt.name, c)
		}
	}
}
