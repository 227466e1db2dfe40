package server

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"

	"ferrule/internal/content"
)

// serveLanguages answers GET /api/languages with the list of languages.
func (s *Server) serveLanguages(w http.ResponseWriter, r *http.Request) error {
	result, err := s.options.Source.Read(r.Context(), content.Query{
		Collection: "languages", Fields: []string{"code", "name", "title", "direction", "flag"},
	})
	if err != nil {
		return err
	}
	writeTagged(w, r, result.Body)
	return nil
}

// serveList answers GET of the paths of the catalogue's index: lists of products.
func (s *Server) serveList(w http.ResponseWriter, r *http.Request) error {
	data, _, _, err := s.options.Lists.Read(r.Context(), strings.TrimPrefix(r.URL.Path, "/api"), r.URL.Query())
	if err != nil {
		return err
	}
	writeTagged(w, r, slices.Concat([]byte(`{"data":`), data, []byte("}")))
	return nil
}

// writeTagged sends JSON that browsers keep and ask about.
func writeTagged(w http.ResponseWriter, r *http.Request, body []byte) {
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	h := w.Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", "no-cache")
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(body) // the reader went away: nobody is left to be told
}

// serveHealth says that the process answers.
func serveHealth(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	return nil
}
