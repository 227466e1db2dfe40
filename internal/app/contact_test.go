package app_test

import (
	"net/http"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
)

func TestTheSecurityContactIsServed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		flags  []string
		status int
		begin  string
	}{
		{nil, http.StatusNotFound, ""},
		{[]string{"--security-contact", "security@example.com"}, http.StatusOK, "Contact: mailto:security@example.com\n"},
		{[]string{"--security-contact", "https://example.com/report"}, http.StatusOK, "Contact: https://example.com/report\n"},
	} {
		site := apptest.Start(t, apptest.Config(t, tt.flags...)).Handler()
		status, body := apptest.Request(t, site, http.MethodGet, "/.well-known/security.txt", "")
		if status != tt.status || !strings.HasPrefix(body, tt.begin) {
			t.Errorf("%q: %d %q", tt.flags, status, body)
		}
	}
}
