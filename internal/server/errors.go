package server

import (
	"encoding/json"
	"errors"
	"net/http"

	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
	"ferrule/internal/page"
)

// handler serves a request, or returns an error and has written nothing.
type handler func(w http.ResponseWriter, r *http.Request) error

// json adapts a handler whose errors are JSON.
func (s *Server) json(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			s.report(w, r, err)
			envelope.SiteError(w, r, err)
		}
	})
}

// html adapts a handler whose errors are pages, and JSON for clients that ask for it.
func (s *Server) html(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			s.report(w, r, err)
			if page.WantsJSON(r) {
				envelope.SiteError(w, r, err)
				return
			}
			s.options.Pages.Fail(w, r, fault.KindOf(err).Status())
		}
	})
}

// report logs an error that is the program's fault. Without a client, reads fail
// because they are cancelled.
func (s *Server) report(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		s.log.DebugContext(r.Context(), "client disconnected", "path", logged(r.URL.Path), "request", requestID(w), "error", err)
		return
	}
	if fault.KindOf(err).Status() >= http.StatusInternalServerError && !errors.Is(err, errNoContent) {
		s.log.ErrorContext(r.Context(), "request failed", "path", logged(r.URL.Path), "request", requestID(w), "error", err)
	}
}

// writeJSON writes v with a status; the caller sets Cache-Control.
func writeJSON(w http.ResponseWriter, status int, v any) {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // fails when the client has disconnected
}

func serveNoRoute(_ http.ResponseWriter, r *http.Request) error {
	return fault.New(fault.NotFound, "Route %s doesn't exist.", r.URL.Path)
}

func servePostOnly(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Allow", http.MethodPost)
	w.WriteHeader(http.StatusMethodNotAllowed)
	return nil
}
