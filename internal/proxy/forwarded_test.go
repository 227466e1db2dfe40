package proxy_test

import (
	"net/http"
	"testing"

	"ferrule/internal/proxy"
)

func TestTheClientIsTheLastUntrustedElementOfForwarded(t *testing.T) {
	t.Parallel()
	trusted, err := proxy.ParseTrusted([]string{"10.0.0.0/8", "2001:db8:1::/48"}, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name      string
		forwarded []string
		want      string
		secure    bool
	}{
		{"no header", nil, "10.1.2.3", false},
		{"one proxy", []string{"for=203.0.113.1"}, "203.0.113.1", false},
		{"all parameters", []string{`by=10.1.2.3;FOR="203.0.113.1:4711";host="a, b;c";Proto=HTTPS`}, "203.0.113.1", true},
		{"IPv6", []string{`for="[2001:db8:2::7]"`}, "2001:db8:2::7", false},
		{"IPv6 with port", []string{`for="[2001:db8:2::7]:4711"`}, "2001:db8:2::7", false},
		{"two proxies", []string{"for=1.1.1.1;proto=http, for=203.0.113.1;proto=https, for=10.0.0.2;proto=http"}, "203.0.113.1", true},
		{"lines of their own", []string{"for=1.1.1.1", "for=203.0.113.1 ,\tfor=\"[2001:db8:1::2]\""}, "203.0.113.1", false},
		{"all trusted", []string{"for=10.0.0.1;proto=https, for=10.0.0.2"}, "10.0.0.1", true},
		{"a name", []string{"for=203.0.113.1, for=_hidden"}, "10.1.2.3", false},
		{"unknown", []string{"for=203.0.113.1, for=unknown, for=10.0.0.2"}, "10.0.0.2", false},
		{"without for", []string{"for=203.0.113.1, by=10.0.0.2;proto=https"}, "10.1.2.3", false},
		{"for twice", []string{"for=1.1.1.1;for=203.0.113.1"}, "10.1.2.3", false},
		{"no parameter", []string{"203.0.113.1"}, "10.1.2.3", false},
		{"an open quote of the client", []string{`for="1.1.1.1, for=203.0.113.1`}, "203.0.113.1", false},
		{"an open quote before a quoted address", []string{`x=", for="[2001:db8:2::7]"`}, "2001:db8:2::7", false},
		{"a quote in a quoted host", []string{`for=203.0.113.1;host="a\", for=1.1.1.1;b=\"c"`}, "203.0.113.1", false},
		{"a quoted backslash before the end", []string{`for=1.1.1.1, for=203.0.113.1;host="a\\"`}, "203.0.113.1", false},
		{"more after a quoted address", []string{`for=1.1.1.1, for="203.0.113.1"5`}, "10.1.2.3", false},
		{"an empty line", []string{"for=203.0.113.1", ""}, "10.1.2.3", false},
	} {
		r := &http.Request{RemoteAddr: "10.1.2.3:80", Header: http.Header{"Forwarded": tt.forwarded, "X-Forwarded-For": {"1.1.1.1"}, "X-Forwarded-Proto": {"https"}}}
		if got := trusted.Client(r); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
		if got := trusted.Secure(r); got != tt.secure {
			t.Errorf("%s: secure %v", tt.name, got)
		}
		r.RemoteAddr = "198.51.100.7:80"
		if got := trusted.Client(r); got != "198.51.100.7" {
			t.Errorf("%s: from a peer that is not trusted got %s", tt.name, got)
		}
	}
}

func TestOnlyTheConfiguredHeaderIsRead(t *testing.T) {
	t.Parallel()
	trusted, err := proxy.ParseTrusted([]string{"10.0.0.0/8"}, false)
	if err != nil {
		t.Fatal(err)
	}
	r := &http.Request{RemoteAddr: "10.1.2.3:80", Header: http.Header{"Forwarded": {"for=1.1.1.1;proto=https"}}}
	if got := trusted.Client(r); got != "10.1.2.3" || trusted.Secure(r) {
		t.Errorf("a header that the proxy does not write: got %s, secure %v", got, trusted.Secure(r))
	}
}

// No header that a client writes before the proxy's own element changes the result.
func FuzzForwarded(f *testing.F) {
	for _, sent := range []string{"", "for=1.1.1.1", `for="1.1.1.1`, `a="\`, `host="a\", for=1.1.1.1;b=\"c"`, ",;=", `"`} {
		f.Add(sent)
	}
	trusted, err := proxy.ParseTrusted([]string{"10.0.0.0/8"}, true)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, sent string) {
		for _, appended := range []string{"for=203.0.113.1;proto=https", `for="203.0.113.1:80";proto="https"`} {
			for _, lines := range [][]string{{sent + ", " + appended}, {sent, appended}} {
				r := &http.Request{RemoteAddr: "10.1.2.3:80", Header: http.Header{"Forwarded": lines}}
				if got := trusted.Client(r); got != "203.0.113.1" || !trusted.Secure(r) {
					t.Errorf("%q: got %s, secure %v", lines, got, trusted.Secure(r))
				}
			}
		}
	})
}
