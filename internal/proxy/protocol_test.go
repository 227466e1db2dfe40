package proxy_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/pires/go-proxyproto"
	"github.com/pires/go-proxyproto/tlvparse"

	"ferrule/internal/proxy"
)

// logBuffer is a log that several goroutines write.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// startSite serves the client of each request, behind a listener that trusts one
// proxy.
func startSite(t *testing.T, trustedProxy string) (address string, log *logBuffer) {
	t.Helper()
	trusted, err := proxy.ParseTrusted([]string{trustedProxy}, false)
	if err != nil {
		t.Fatal(err)
	}
	log = &logBuffer{}
	ignored := proxy.NewIgnored(trusted, slog.New(slog.NewTextHandler(log, nil)))
	s := httptest.NewUnstartedServer(ignored.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, trusted.Client(r))
		if trusted.Secure(r) {
			fmt.Fprint(w, " secure")
		}
	})))
	s.Config.ConnContext = proxy.ConnContext
	s.Listener = trusted.Listen(s.Listener, ignored)
	s.Start()
	t.Cleanup(s.Close)
	return s.Listener.Addr().String(), log
}

// exchange connects from an address and returns the reply to a request with a
// prefix: its body, or "" if the connection is closed without one.
func exchange(t *testing.T, from, to string, prefix []byte) string {
	t.Helper()
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	c, err := dialer.DialContext(t.Context(), "tcp", to)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_, _ = fmt.Fprintf(c, "%sGET / HTTP/1.1\r\nHost: site\r\nX-Forwarded-For: 203.0.113.99\r\nConnection: close\r\n\r\n", prefix) // the reply shows a failure
	reply, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return ""
	}
	defer func() { _ = reply.Body.Close() }()
	body, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != http.StatusOK {
		return reply.Status
	}
	return string(body)
}

// headers returns headers of both versions that name a client.
func headers(t *testing.T, client string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, version := range []byte{1, 2} {
		h := proxyproto.HeaderProxyFromAddrs(version, &net.TCPAddr{IP: net.ParseIP(client), Port: 4711}, &net.TCPAddr{IP: net.ParseIP("192.0.2.1"), Port: 80})
		text, err := h.Format()
		if err != nil {
			t.Fatal(err)
		}
		all[fmt.Sprintf("version %d", version)] = text
	}
	return all
}

func TestATrustedProxyReportsTheClientByThePROXYProtocol(t *testing.T) {
	t.Parallel()
	site, log := startSite(t, "127.0.0.2")
	for name, header := range headers(t, "203.0.113.7") {
		if got := exchange(t, "127.0.0.2", site, header); got != "203.0.113.7" {
			t.Errorf("%s: the client is %q", name, got)
		}
		if got := exchange(t, "127.0.0.3", site, header); got == "203.0.113.7" || got == "127.0.0.3" {
			t.Errorf("%s from an address that is not trusted: the client is %q", name, got)
		}
	}
	local, err := (&proxyproto.Header{Version: 2, Command: proxyproto.LOCAL}).Format()
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		from, want string
		header     []byte
	}{
		"a check by the proxy itself":  {"127.0.0.2", "203.0.113.99", local},
		"a proxy without a header":     {"127.0.0.2", "", nil},
		"a malformed header":           {"127.0.0.2", "", []byte("PROXY TCP4 a b c d\r\n")},
		"a visitor without a header":   {"127.0.0.3", "127.0.0.3", nil},
		"a proxy whose client is none": {"127.0.0.2", "203.0.113.99", []byte("PROXY UNKNOWN\r\n")},
	} {
		got := exchange(t, tt.from, site, tt.header)
		if got != tt.want && (tt.want != "" || !strings.HasPrefix(got, "400")) {
			t.Errorf("%s: the client is %q, want %q", name, got, tt.want)
		}
	}
	for _, want := range []string{`source=127.0.0.2 header=PROXY reason="the connection of a trusted proxy begins without`, `source=127.0.0.3 header=PROXY reason="the source is not a trusted proxy`} {
		if strings.Count(log.String(), want) != 1 {
			t.Errorf("%q is not logged once:\n%s", want, log)
		}
	}
}

func TestAProxyReportsAnEncryptedConnectionByThePROXYProtocol(t *testing.T) {
	t.Parallel()
	site, _ := startSite(t, "127.0.0.2")
	encrypted, err := tlvparse.PP2SSL{
		Client: tlvparse.PP2_BITFIELD_CLIENT_SSL, Verify: 1, TLV: []proxyproto.TLV{{Type: proxyproto.PP2_SUBTYPE_SSL_VERSION, Value: []byte("TLSv1.3")}},
	}.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		values []proxyproto.TLV
		want   string
	}{
		"TLS":            {[]proxyproto.TLV{{Type: proxyproto.PP2_TYPE_ALPN, Value: []byte("h2")}, encrypted}, "203.0.113.7 secure"},
		"no TLS":         {[]proxyproto.TLV{{Type: proxyproto.PP2_TYPE_SSL, Value: make([]byte, 5)}}, "203.0.113.7"},
		"another value":  {[]proxyproto.TLV{{Type: proxyproto.PP2_TYPE_ALPN, Value: []byte("h2")}}, "203.0.113.7"},
		"a short value":  {[]proxyproto.TLV{{Type: proxyproto.PP2_TYPE_SSL, Value: []byte{1}}}, "203.0.113.7"},
		"no value":       {nil, "203.0.113.7"},
		"of a visitor's": {[]proxyproto.TLV{encrypted}, ""},
	} {
		h := proxyproto.HeaderProxyFromAddrs(2, &net.TCPAddr{IP: net.ParseIP("203.0.113.7"), Port: 4711}, &net.TCPAddr{IP: net.ParseIP("192.0.2.1"), Port: 80})
		if err := h.SetTLVs(tt.values); err != nil {
			t.Fatal(err)
		}
		text, err := h.Format()
		if err != nil {
			t.Fatal(err)
		}
		from := "127.0.0.2"
		if tt.want == "" {
			from = "127.0.0.3"
		}
		if got := exchange(t, from, site, text); got != tt.want && (tt.want != "" || !strings.HasPrefix(got, "400")) {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}
