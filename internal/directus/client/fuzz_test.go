package client

import "testing"

// A reply is data or an error, whatever stands between this program and the Directus.
func FuzzDecodeReply(f *testing.F) {
	for _, text := range []string{`{"data":[{"id":1}],"meta":{"filter_count":1}}`, `{"data":null}`, `{"errors":[]}`, "<html>", `{"data":[`, ""} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if reply, err := decodeReply("GET /items/products", text); (err == nil) != (reply.Data != nil) {
			t.Errorf("%q: %q, %v", text, reply.Data, err)
		}
	})
}
