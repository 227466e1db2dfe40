package app_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq"
)

// The documented configurations of HAProxy and Varnish, in front of a site.
func TestClientsBehindAProxyHaveSeparateLimits(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	haproxy := func(changes ...string) func(t *testing.T, backend string) string {
		return func(t *testing.T, backend string) string { return startHAProxyOn(t, backend, backend, changes...) }
	}
	for name, tt := range map[string]struct {
		start func(t *testing.T, backend string) (address string)
		flags []string
	}{
		"HAProxy":           {haproxy(), nil},
		"Varnish":           {func(t *testing.T, backend string) string { return startVarnish(t, backend).address }, nil},
		"HAProxy, RFC 7239": {haproxy("set-header X-Forwarded-For %[src]", "add-header Forwarded for=%[src]"), []string{"--forwarded-header", "forwarded"}},
		"HAProxy, PROXY v1": {haproxy("rise 1\n", "rise 1 send-proxy\n"), []string{"--proxy-protocol"}},
		"HAProxy, PROXY v2": {haproxy("rise 1\n", "rise 1 send-proxy-v2\n"), []string{"--proxy-protocol"}},
		"HAProxy before Varnish": {func(t *testing.T, backend string) string {
			v := startVarnish(t, backend)
			return startHAProxy(t, v.address, v.address)
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			addEditor(t, app.DataConfig{Data: data})
			server := startLimited(t, app.DataConfig{Data: data}, tt.flags...)
			address := tt.start(t, server.Address)
			exhaustOneClient(newClient(t, "127.0.0.66", address), newClient(t, "127.0.0.77", address))
			checkStoredAddresses(t, app.DataConfig{Data: data})
			clients := loggedClients(t, server.log.Name())
			for !t.Failed() && (!clients["127.0.0.66"] || !clients["127.0.0.77"]) {
				runtime.Gosched() // requests are logged after their replies
				clients = loggedClients(t, server.log.Name())
			}
			if clients["203.0.113.9"] {
				t.Errorf("the log has the clients %v", clients)
			}
		})
	}
}

func TestServersBehindABalancerShareTheirLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("starts HAProxy and two servers")
	}
	t.Parallel()
	apptest.RequireBuild(t)
	data := app.DataConfig{Data: t.TempDir(), Database: databasetest.Postgres(t)}
	addEditor(t, data)
	first := startLimited(t, data)
	second := startLimited(t, data)
	address := startHAProxy(t, first.Address, second.Address)
	exhaustOneClient(newClient(t, "127.0.0.66", address), newClient(t, "127.0.0.77", address))
	checkStoredAddresses(t, data)
}

func TestCookiesAreSecureBehindAProxyThatEndsTLS(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	data := app.DataConfig{Data: t.TempDir()}
	addEditor(t, data)
	server := startLimited(t, data)
	if !newClient(t, "127.0.0.66", startHAProxyTLS(t, server.Address)).secure(nil) {
		t.Error("HAProxy: the cookie is not for TLS alone")
	}
	if !newClient(t, "127.0.0.66", startVarnish(t, server.Address).tls).secure(nil) {
		t.Error("Varnish: the cookie is not for TLS alone")
	}
	data = app.DataConfig{Data: t.TempDir()}
	addEditor(t, data)
	server = startLimited(t, data, "--proxy-protocol")
	if !newClient(t, "127.0.0.66", startHAProxyTLS(t, server.Address, "rise 1\n", "rise 1 send-proxy-v2-ssl\n")).secure(nil) {
		t.Error("HAProxy, PROXY v2: the cookie is not for TLS alone")
	}
	if newClient(t, "127.0.0.66", startHAProxyTLS(t, server.Address, "rise 1\n", "rise 1 send-proxy-v2\n")).secure(nil) {
		t.Error("HAProxy, PROXY v2 without TLS's value: the cookie is for TLS alone")
	}
}

// startLimited starts a server with low limits that trusts a proxy on this machine.
func startLimited(t *testing.T, data app.DataConfig, flags ...string) *serverProcess {
	t.Helper()
	server := newServer(t, append([]string{
		"--data", data.Data, "--database", data.Database, "--no-warm", "--trusted-proxies", "127.0.0.1",
		"--request-rate", "4", "--log-level", "info", "--log-format", "json",
	}, flags...)...)
	server.start()
	return server
}

// exhaustOneClient uses up the limits of one client and checks that forged headers
// do not evade them, and that they do not affect another client.
func exhaustOneClient(busy, other *client) {
	busy.t.Helper()
	t, forged := busy.t, []http.Header{
		{"X-Forwarded-For": {"127.0.0.77"}},
		{"X-Forwarded-For": {"203.0.113.9"}},
		{"X-Forwarded-For": {"203.0.113.9", "127.0.0.1"}},
		{"X-Forwarded-For": {"203.0.113.9, 127.0.0.1, "}},
		{"X-Forwarded-For": {"2001:db8::1,unknown"}},
		{"X-Real-Ip": {"203.0.113.9"}, "Forwarded": {"for=203.0.113.9"}},
		{"Forwarded": {`for=203.0.113.9;x="`}},
	}
	// The first half of the limit needs no proof of work.
	for i, want := range []int{http.StatusCreated, http.StatusCreated, http.StatusTooManyRequests} {
		if got := busy.send(nil); got != want {
			t.Fatalf("request %d of one client: got %d, want %d", i, got, want)
		}
	}
	const wrong, right = "a wrong password", editorPassword
	const attempts = 5 // of one client at one account
	for i := range attempts + 1 {
		want := http.StatusUnauthorized
		if i == attempts {
			want = http.StatusTooManyRequests
		}
		if got := busy.signIn(wrong, nil); got != want {
			t.Fatalf("wrong password %d: got %d, want %d", i, got, want)
		}
	}
	for _, header := range forged {
		if got := busy.send(header); got != http.StatusTooManyRequests {
			t.Errorf("%v: a request got %d", header, got)
		}
		if got := busy.signIn(right, header); got != http.StatusTooManyRequests {
			t.Errorf("%v: a sign-in got %d", header, got)
		}
	}
	if got := other.send(nil); got != http.StatusCreated {
		t.Errorf("another client's request: got %d", got)
	}
	if got := other.signIn(right, nil); got != http.StatusOK {
		t.Errorf("another client's sign-in: got %d", got)
	}
	if other.secure(http.Header{"X-Forwarded-Proto": {"https"}}) {
		t.Error("a forged header made the cookie of a client without TLS secure")
	}
}

// checkStoredAddresses compares the stored addresses of requests with their names,
// which begin with the address.
func checkStoredAddresses(t *testing.T, data app.DataConfig) {
	t.Helper()
	apptest.WithRequests(t, data, func(s *rfq.Store) error {
		list, err := s.List(t.Context(), 0)
		for _, r := range list {
			if from, _, _ := strings.Cut(r.Name, "-"); r.ClientAddress != from {
				t.Errorf("request %s is stored with the address %s", r.Name, r.ClientAddress)
			}
		}
		if len(list) != 3 {
			t.Errorf("%d requests are stored", len(list))
		}
		return err
	})
}

const editorEmail, editorPassword = "editor@example.com", "a long password"

func addEditor(t *testing.T, data app.DataConfig) {
	t.Helper()
	change := account.Change{}
	for name, value := range map[string]string{"email": editorEmail, "password": editorPassword, "role": account.Editor} {
		change[name] = []byte(strconv.Quote(value))
	}
	apptest.WithAccounts(t, data, func(accounts *account.Service) error {
		_, err := accounts.AddUser(t.Context(), change)
		return err
	})
}

// startHAProxy starts HAProxy with docs/haproxy.cfg on free ports.
func startHAProxy(t *testing.T, first, second string) (address string) {
	t.Helper()
	return startHAProxyOn(t, first, second)
}

// startHAProxyTLS is the same with a certificate; it returns the site's URL.
func startHAProxyTLS(t *testing.T, backend string, changes ...string) (url string) {
	t.Helper()
	s := httptest.NewTLSServer(nil)
	defer s.Close()
	key, err := x509.MarshalPKCS8PrivateKey(s.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	pair := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	pair = append(pair, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})...)
	file := filepath.Join(t.TempDir(), "site.pem")
	if err := os.WriteFile(file, pair, 0o600); err != nil {
		t.Fatal(err)
	}
	return "https://" + startHAProxyOn(t, backend, backend, append(changes, "127.0.0.1:80\n", "127.0.0.1:80 ssl crt "+file+"\n")...)
}

// startHAProxyOn replaces texts of the configuration as well, which are listed in pairs.
func startHAProxyOn(t *testing.T, first, second string, changes ...string) (address string) {
	t.Helper()
	config, err := os.ReadFile("../../docs/haproxy.cfg")
	if err != nil {
		t.Fatal(err)
	}
	address = freeAddress(t)
	text := strings.NewReplacer(changes...).Replace(string(config))
	text = regexp.MustCompile(`127\.0\.0\.1:80\b`).ReplaceAllString(text, address)
	text = strings.NewReplacer("127.0.0.1:8081", first, "127.0.0.1:8082", second, "127.0.0.1:8404", freeAddress(t)).Replace(text)
	file := filepath.Join(t.TempDir(), "haproxy.cfg")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	startDaemon(t, address, "haproxy", "-db", "-f", file)
	return address
}

// client sends requests from an address of its own.
type client struct {
	t    *testing.T
	http http.Client
	site string // its URL
	from string
	sent int
}

// newClient is a client of the site at an address, or at a URL.
func newClient(t *testing.T, from, site string) *client {
	t.Helper()
	if !strings.Contains(site, "://") {
		site = "http://" + site
	}
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	transport := &http.Transport{DialContext: dialer.DialContext, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}} // the certificate is self-signed
	t.Cleanup(transport.CloseIdleConnections)
	return &client{t: t, http: http.Client{Transport: transport}, site: site, from: from}
}

// send sends a request for quotation with an idempotency key of its own.
func (c *client) send(header http.Header) (status int) {
	c.t.Helper()
	c.sent++
	key := fmt.Sprintf("%s-%d", c.from, c.sent)
	return c.post("/api/form-messages", map[string]any{
		"name": key, "phone": "+41 44 123 45 67", "agree": true, "meta": map[string]string{"formType": "menu"},
		"language": "de-DE", "idempotencyKey": key, "message": key,
	}, header).StatusCode
}

func (c *client) signIn(password string, header http.Header) (status int) {
	c.t.Helper()
	return c.post("/api/content/auth/login", map[string]any{"email": editorEmail, "password": password}, header).StatusCode
}

// secure reports whether the cookie of a session is for TLS alone.
func (c *client) secure(header http.Header) bool {
	c.t.Helper()
	reply := c.post("/api/content/auth/login", map[string]any{"email": editorEmail, "password": editorPassword, "mode": "session"}, header)
	if len(reply.Cookies()) != 1 {
		c.t.Fatalf("a sign-in: %s, cookies %v", reply.Status, reply.Cookies())
	}
	return reply.Cookies()[0].Secure
}

// post returns a reply whose body is read and closed.
func (c *client) post(path string, fields map[string]any, header http.Header) *http.Response {
	c.t.Helper()
	body, err := json.Marshal(fields)
	if err != nil {
		c.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.site+path, strings.NewReader(string(body)))
	if err != nil {
		c.t.Fatal(err)
	}
	if header != nil {
		r.Header = header.Clone()
	}
	r.Header.Set("Content-Type", "application/json")
	reply, err := c.http.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, reply.Body)
	_ = reply.Body.Close()
	return reply
}

// loggedClients returns the clients of the requests in a log.
func loggedClients(t *testing.T, file string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	clients := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		var entry struct{ Msg, Client string }
		if json.Unmarshal([]byte(line), &entry) == nil && entry.Msg == "request" {
			clients[entry.Client] = true
		}
	}
	return clients
}
