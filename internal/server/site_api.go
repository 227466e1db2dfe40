package server

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"

	"ferrule/internal/content"
)

// serveLanguages serves GET /api/languages.
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

// serveList serves the paths of the catalogue: lists of products.
func (s *Server) serveList(w http.ResponseWriter, r *http.Request) error {
	var data []byte
	err := s.listReads.do(r, func() (err error) {
		data, _, _, err = s.options.Lists.Read(r.Context(), strings.TrimPrefix(r.URL.Path, "/api"), r.URL.Query())
		return err
	})
	if err != nil {
		return err
	}
	writeTagged(w, r, slices.Concat([]byte(`{"data":`), data, []byte("}")))
	return nil
}

// writeTagged writes JSON that browsers cache and revalidate.
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
	_, _ = w.Write(body) // fails when the client has disconnected
}

// serveHealth serves GET /healthz: the process answers.
func serveHealth(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	return nil
}
