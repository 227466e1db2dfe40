package server

import (
	"io"
	"net/http"
)

// serverInfo adds the routes by which clients of a Directus check that it runs.
func (s *Server) serverInfo(mux *http.ServeMux) {
	mux.Handle("GET /api/content/server/ping", s.json(servePing))
	mux.Handle("GET /api/content/server/health", s.json(s.serveContentHealth))
	mux.Handle("GET /api/content/server/info", s.json(serveInfo))
}

func servePing(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, "pong") // fails when the client has disconnected
	return nil
}

// serveContentHealth replies 503 until the first pull of a mirror. Reasons are at
// /readyz only.
func (s *Server) serveContentHealth(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	if s.options.Mirror != nil && !s.hasContent(r.Context()) {
		writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "error"})
		return nil
	}
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	return nil
}

func serveInfo(w http.ResponseWriter, _ *http.Request) error {
	writeJSON(w, http.StatusOK, map[string]any{"data": map[string]any{"project": map[string]string{"project_name": "Ferrule"}}})
	return nil
}
