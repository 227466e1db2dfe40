package proxy_test

import (
	"crypto/tls"
	"net/http"
	"strings"
	"testing"

	"ferrule/internal/proxy"
)

func request(peer string, forwarded ...string) *http.Request {
	return &http.Request{RemoteAddr: peer, Header: http.Header{"X-Forwarded-For": forwarded}}
}

func TestTheClientIsTheLastAddressThatIsNotTrusted(t *testing.T) {
	t.Parallel()
	trusted, err := proxy.ParseTrusted([]string{"10.0.0.0/8", " 127.0.0.1", "2001:db8:1::/48", "::ffff:192.0.2.0/120", "fe80::1%eth0"}, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, peer string
		forwarded  []string
		want       string
	}{
		{"no header", "10.1.2.3:80", nil, "10.1.2.3"},
		{"a peer that is not trusted", "198.51.100.7:80", []string{"203.0.113.1"}, "198.51.100.7"},
		{"one proxy", "10.1.2.3:80", []string{"203.0.113.1"}, "203.0.113.1"},
		{"a forged beginning", "10.1.2.3:80", []string{"1.1.1.1, 10.9.9.9,203.0.113.1"}, "203.0.113.1"},
		{"two proxies", "10.1.2.3:80", []string{"1.1.1.1, 203.0.113.1, 10.0.0.2"}, "203.0.113.1"},
		{"lines of their own", "10.1.2.3:80", []string{"1.1.1.1", "203.0.113.1", "127.0.0.1 ,\t192.0.2.9"}, "203.0.113.1"},
		{"all trusted", "10.1.2.3:80", []string{"10.0.0.1, 10.0.0.2"}, "10.0.0.1"},
		{"malformed at the end", "10.1.2.3:80", []string{"203.0.113.1, unknown"}, "10.1.2.3"},
		{"malformed behind a proxy", "10.1.2.3:80", []string{"203.0.113.1, x, 10.0.0.2"}, "10.0.0.2"},
		{"malformed before the client", "10.1.2.3:80", []string{"<script>, 203.0.113.1"}, "203.0.113.1"},
		{"an empty entry", "10.1.2.3:80", []string{"203.0.113.1,, 10.0.0.2"}, "10.0.0.2"},
		{"an empty line", "10.1.2.3:80", []string{"203.0.113.1", ""}, "10.1.2.3"},
		{"ports", "10.1.2.3:80", []string{"203.0.113.1:5000, 10.0.0.2:80"}, "203.0.113.1"},
		{"IPv6", "[2001:db8:1::5]:80", []string{"2001:db8:2::7"}, "2001:db8:2::7"},
		{"IPv6 with port", "[2001:db8:1::5]:80", []string{"[2001:db8:2::7]:99"}, "2001:db8:2::7"},
		{"IPv6 in brackets", "[2001:db8:1::5]:80", []string{"[2001:db8:2::7]"}, "2001:db8:2::7"},
		{"mapped IPv4", "[::ffff:10.1.2.3]:80", []string{"::ffff:203.0.113.1"}, "203.0.113.1"},
		{"a zone", "[fe80::1%eth0]:80", []string{"fe80::2%eth1"}, "fe80::2"},
		{"no address", "@", []string{"203.0.113.1"}, "@"},
	} {
		if got := trusted.Client(request(tt.peer, tt.forwarded...)); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
		if got := (proxy.Trusted{}).Client(request("10.1.2.3:80", tt.forwarded...)); got != "10.1.2.3" {
			t.Errorf("%s: without trusted proxies got %s", tt.name, got)
		}
	}
}

func TestLimitsCountAnIPv6ClientByItsNetwork(t *testing.T) {
	t.Parallel()
	trusted, err := proxy.ParseTrusted([]string{"127.0.0.1"}, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ peer, forwarded, want string }{
		{"192.0.2.7:1234", "", "192.0.2.7"},
		{"[2001:db8:1:2:3:4:5:6]:1", "", "2001:db8:1:2::"},
		{"[::ffff:192.0.2.7]:1", "", "192.0.2.7"},
		{"127.0.0.1:1", "2001:db8:1:2:ffff::%eth0", "2001:db8:1:2::"},
		{"@", "", "@"},
	} {
		if got := trusted.Key(request(tt.peer, tt.forwarded)); got != tt.want {
			t.Errorf("%s, %s: got %q, want %q", tt.peer, tt.forwarded, got, tt.want)
		}
	}
}

func TestAClientIsSecureOverTLSOrIfATrustedProxySaysSo(t *testing.T) {
	t.Parallel()
	trusted, err := proxy.ParseTrusted([]string{"127.0.0.1"}, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		peer, scheme string
		tls, want    bool
	}{
		{peer: "127.0.0.1:1"},
		{peer: "127.0.0.1:1", scheme: "http"},
		{peer: "127.0.0.1:1", scheme: "https", want: true},
		{peer: "127.0.0.1:1", scheme: "HTTPS , http", want: true},
		{peer: "127.0.0.1:1", scheme: "http, https"},
		{peer: "192.0.2.7:1", scheme: "https"},
		{peer: "@", scheme: "https"},
		{peer: "192.0.2.7:1", tls: true, want: true},
	} {
		r := &http.Request{RemoteAddr: tt.peer, Header: http.Header{"X-Forwarded-Proto": {tt.scheme}}}
		if tt.tls {
			r.TLS = &tls.ConnectionState{}
		}
		if got := trusted.Secure(r); got != tt.want {
			t.Errorf("%+v: got %v", tt, got)
		}
	}
}

func TestPrefixesThatCoverVisitorsAreRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"0.0.0.0/0", "::/0", "10.0.0.1/0", "0.0.0.0/1", "2000::/3", "::ffff:0.0.0.0/96", "::ffff:0:0/97", "example.com", "10.0.0.0/33", "", "10.0.0", "10.0.0.5:80", "fe80::1%eth0/64",
	} {
		got, err := proxy.ParseTrusted([]string{"127.0.0.1", text}, false)
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
}
