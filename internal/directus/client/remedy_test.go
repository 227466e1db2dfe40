package client

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// instant is a clock on which no time passes.
func instant() *RateLimiter { return NewRateLimiter(WallClock{}, 1e6, 1e12) }

func TestFailuresSayWhatToDo(t *testing.T) {
	t.Parallel()
	denied := func(status int, code string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, `{"errors":[{"message":"no","extensions":{"code":"`+code+`"}}]}`)
		}
	}
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		want    string
	}{
		"token":      {denied(401, "INVALID_CREDENTIALS"), "the token is wrong"},
		"right":      {denied(403, "FORBIDDEN"), "give a policy of the token's user this right"},
		"licence":    {denied(403, "RESOURCE_RESTRICTED"), "the licence of the Directus blocks its API"},
		"collection": {denied(403, "COLLECTION_INACTIVE"), "the licence of the Directus deactivates this collection"},
		"path":       {denied(404, "ROUTE_NOT_FOUND"), "give the address without /admin"},
		"studio": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "<!doctype html><title>Sign in</title>")
		}, "give the address of the Directus itself, without /admin"},
		"moved": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://elsewhere.example.com/", http.StatusFound)
		}, "https://elsewhere.example.com/"},
	} {
		server := httptest.NewServer(c.handler)
		_, err := once(server.URL).Call(t.Context(), "POST", "/items/products", nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		server.Close()
		if _, err := once(server.URL).Call(t.Context(), "POST", "/items/products", nil); err == nil || !strings.Contains(err.Error(), "check the address of the Directus and that it is running") {
			t.Errorf("no server: %v", err)
		}
	}
	tls := httptest.NewTLSServer(denied(403, "FORBIDDEN"))
	t.Cleanup(tls.Close)
	if _, err := once(tls.URL).Call(t.Context(), "POST", "/", nil); err == nil || !strings.Contains(err.Error(), "check the certificate of the Directus") {
		t.Errorf("unknown certificate: %v", err)
	}
}

// once returns a client that gives up soon.
func once(address string) *Client {
	c := New(address, "token", WallClock{}, instant())
	c.Timeout = 5 * time.Second
	return c
}

func TestALockedDirectusIsNotHidden(t *testing.T) {
	t.Parallel()
	if IsHidden(&Failure{Status: 403, Code: codeRestricted}) || !IsHidden(&Failure{Status: 403, Code: codeInactive}) || !IsHidden(&Failure{Status: 403, Code: codeForbidden}) {
		t.Error("only a collection is hidden")
	}
}

func TestRemediesFitTheReply(t *testing.T) {
	t.Parallel()
	if text := (&Failure{Status: 401}).Remedy(); !strings.Contains(text, "the token is wrong or was revoked; create a static token") {
		t.Errorf("token: %q", text)
	}
	for _, cause := range []string{"500: the certificate of a mail server expired", "500: getaddrinfo: no such host"} {
		if text := (&Failure{Status: 500, Cause: cause}).Remedy(); text != "" {
			t.Errorf("%s: %q", cause, text)
		}
	}
}
