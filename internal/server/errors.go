package server

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"

	"ferrule/internal/fault"
	"ferrule/internal/page"
)

// handler answers a request, or returns why it could not; then nothing was written.
type handler func(w http.ResponseWriter, r *http.Request) error

// envelope is how the content API and the site API report errors.
type envelope struct {
	Errors []envelopeError `json:"errors"`
}

type envelopeError struct {
	Message    string            `json:"message"`
	Extensions map[string]string `json:"extensions"`
}

// json adapts a handler whose errors are read by programs.
func (s *Server) json(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			s.report(w, r, err)
			writeError(w, err)
		}
	})
}

// html adapts a handler whose errors are read by visitors.
func (s *Server) html(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			s.report(w, r, err)
			if page.WantsJSON(r) {
				writeError(w, err)
				return
			}
			s.options.Pages.Fail(w, r, fault.KindOf(err).Status())
		}
	})
}

// report logs, once and at the edge, what is our fault and not the reader's.
func (s *Server) report(w http.ResponseWriter, r *http.Request, err error) {
	if fault.KindOf(err).Status() >= http.StatusInternalServerError && !errors.Is(err, errNoContent) {
		s.log.ErrorContext(r.Context(), "request failed", "path", logged(r.URL.Path), "request", requestID(w), "err", err)
	}
}

func writeError(w http.ResponseWriter, err error) {
	status := fault.KindOf(err).Status()
	w.Header().Set("Cache-Control", "no-store")
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "10")
	}
	writeJSON(w, status, envelopeOf(err))
}

func envelopeOf(err error) envelope {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind == fault.Internal {
		return envelope{[]envelopeError{{"An unexpected error occurred.", map[string]string{"code": "INTERNAL_SERVER_ERROR"}}}}
	}
	if len(f.Fields) == 0 {
		return envelope{[]envelopeError{{f.Message, map[string]string{"code": codeOf(f)}}}}
	}
	var e envelope
	for _, field := range slices.Sorted(maps.Keys(f.Fields)) {
		e.Errors = append(e.Errors, envelopeError{f.Fields[field], map[string]string{"code": codeOf(f), "field": field}})
	}
	return e
}

func codeOf(f *fault.Error) string {
	if f.Code != "" {
		return f.Code
	}
	switch f.Kind {
	case fault.NotFound:
		return "ROUTE_NOT_FOUND"
	case fault.Forbidden:
		return "FORBIDDEN"
	case fault.TooLarge:
		return "CONTENT_TOO_LARGE"
	case fault.TooSlow:
		return "REQUEST_TIMEOUT"
	case fault.Unsupported:
		return "UNSUPPORTED_MEDIA_TYPE"
	case fault.TooMany:
		return "REQUESTS_EXCEEDED"
	case fault.Unavailable:
		return "SERVICE_UNAVAILABLE"
	default:
		return "INVALID_PAYLOAD"
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the reader went away: nobody is left to be told
}

func serveNoRoute(_ http.ResponseWriter, r *http.Request) error {
	return fault.New(fault.NotFound, "Route %s doesn't exist.", r.URL.Path)
}

func servePostOnly(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Allow", http.MethodPost)
	w.WriteHeader(http.StatusMethodNotAllowed)
	return nil
}
