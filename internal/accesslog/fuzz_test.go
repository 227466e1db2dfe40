package accesslog

import (
	"bytes"
	"encoding/json"
	"regexp"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// combined is a line as log readers of web servers parse it.
var combined = regexp.MustCompile(`^203\.0\.113\.7 - - \[[^\]]+\] "((?:[^"\\]|\\.)*)" 200 5 "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"$`)

// FuzzLine checks that what a client sends stays in its field of a line.
func FuzzLine(f *testing.F) {
	f.Add("GET", "/a?b=c", "site", "https://example.com/", "Mozilla/5.0")
	f.Add("GET", "/\" 200 5 \"", "\n", "\\", "\\\"\r\n\x1b[2J\x00\u2028\xff")
	f.Add("GET", "/\x7f", "\u0085", "\u009b2J", "")
	f.Fuzz(func(t *testing.T, method, uri, host, referrer, agent string) {
		e := &Entry{Time: time.Unix(0, 0), Client: "203.0.113.7", Method: method, URI: uri, Host: host, Protocol: "HTTP/1.1", Status: 200, Bytes: 5, Referrer: referrer, Agent: agent}
		line := appendCombined(nil, e)
		if !combined.Match(line) || bytes.ContainsFunc(line, unicode.IsControl) {
			t.Errorf("%q", line)
		}
		line = appendJSON(nil, e)
		var read map[string]any
		if err := json.Unmarshal(line, &read); err != nil || bytes.ContainsFunc(line, unicode.IsControl) {
			t.Fatalf("%q: %v", line, err)
		}
		for name, want := range map[string]string{"method": method, "uri": uri, "host": host, "referrer": referrer, "user_agent": agent} {
			if read[name] != want && utf8.ValidString(want) {
				t.Errorf("%s: got %q, want %q", name, read[name], want)
			}
		}
	})
}
