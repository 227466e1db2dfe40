package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestCompressedRepliesHaveTheirOwnEntityTags(t *testing.T) {
	t.Parallel()
	body := `{"data":["` + strings.Repeat("flange ", 1000) + `"]}`
	h := compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { writeTagged(w, r, []byte(body)) }))
	get := func(coding, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/catalogue", http.NoBody)
		r.Header.Set("Accept-Encoding", coding)
		r.Header.Set("If-None-Match", tag)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	plain := get("identity", "")
	if plain.Body.String() != body || plain.Header().Get("Vary") != "Accept-Encoding" {
		t.Errorf("not compressed: %d bytes, Vary %q", plain.Body.Len(), plain.Header().Get("Vary"))
	}
	for _, coding := range []string{"gzip", "zstd"} {
		reply := get(coding, "")
		tag := reply.Header().Get("ETag")
		if reply.Header().Get("Content-Encoding") != coding || reply.Body.Len() >= len(body)/2 || tag == plain.Header().Get("ETag") {
			t.Errorf("%s: %d bytes, coding %q, tags %s and %s", coding, reply.Body.Len(), reply.Header().Get("Content-Encoding"), tag, plain.Header().Get("ETag"))
		}
		if again := get(coding, tag); again.Code != http.StatusNotModified {
			t.Errorf("%s: %d for a known tag", coding, again.Code)
		}
	}
}
