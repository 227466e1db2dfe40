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
	} {
		if _, err := apptest.Command(t, append([]string{"health"}, flags...)...); err != nil {
			t.Errorf("%v: %v", flags, err)
		}
	}
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

func TestHealthWithADomainIsThatOfHTTPS(t *testing.T) {
	t.Parallel()
	status := http.StatusOK
	asked := ""
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.TLS.ServerName + " " + r.Host + r.URL.Path
		w.WriteHeader(status)
	}))
	defer server.Close()
	redirecting := httptest.NewServer(http.RedirectHandler("https://www.example.com/", http.StatusPermanentRedirect))
	defer redirecting.Close()
	secure, plain := server.Listener.Addr().String(), redirecting.Listener.Addr().String()
	check := func(domain, secure, plain string) error {
		_, err := apptest.Command(t, "health", "--domain", domain, "--domain", "other.test", "--https-listen", secure, "--http-listen", plain)
		return err
	}
	// The certificate of httptest is for example.com and subdomains of it.
	if err := check("WWW.example.com", secure, plain); err != nil {
		t.Error(err)
	}
	if asked != "www.example.com www.example.com/healthz" {
		t.Errorf("asked: %s", asked)
	}
	for _, listen := range [][2]string{{"127.0.0.1:9", plain}, {plain, plain}, {secure, "127.0.0.1:9"}} {
		if err := check("www.example.com", listen[0], listen[1]); err == nil {
			t.Errorf("HTTPS at %s and HTTP at %s are healthy", listen[0], listen[1])
		}
	}
	if err := check("example.org", secure, plain); err == nil || !strings.Contains(err.Error(), "not example.org") {
		t.Errorf("the certificate of another domain: %v", err)
	}
	status = http.StatusServiceUnavailable
	if err := check("www.example.com", secure, plain); err == nil || !strings.Contains(err.Error(), "503") {
		t.Errorf("an error of the server: %v", err)
	}
}
