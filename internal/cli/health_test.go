package cli_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
)

func TestHealthIsWhetherAServerAnswers(t *testing.T) {
	t.Parallel()
	status := map[string]int{"/healthz": http.StatusOK}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(status[r.URL.Path]) }))
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "http://"), ":")
	for _, flags := range [][]string{
		{"--listen", "127.0.0.1:" + port},
		{"--listen", ":" + port},
		{"--listen", "0.0.0.0:" + port},
		{"--domain", "www.example.com", "--http-listen", ":" + port},
	} {
		if _, err := apptest.Command(t, append([]string{"health"}, flags...)...); err != nil {
			t.Errorf("%v: %v", flags, err)
		}
	}
	status["/healthz"] = http.StatusPermanentRedirect
	apptest.MustCommand(t, "health", "--domain", "www.example.com", "--http-listen", ":"+port)
	status["/healthz"] = http.StatusServiceUnavailable
	if _, err := apptest.Command(t, "health", "--listen", ":"+port); err == nil || !strings.Contains(err.Error(), "503") {
		t.Errorf("an error of the server: %v", err)
	}
	server.Close()
	if _, err := apptest.Command(t, "health", "--listen", ":"+port); err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("no server: %v", err)
	}
	if _, err := apptest.Command(t, "health", "--listen", "8080"); err == nil || !strings.Contains(err.Error(), `"8080" is not an address`) {
		t.Errorf("no address: %v", err)
	}
}
