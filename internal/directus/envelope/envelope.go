// Package envelope writes the replies of the HTTP APIs in the shapes of a
// Directus: {"data":…}, and {"errors":[…]} with a message and a code for each.
// It depends on the errors of package fault and on no package that serves content.
package envelope

import (
	"cmp"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"ferrule/internal/fault"
)

// Data writes {"data":v} with a status.
func Data(w http.ResponseWriter, r *http.Request, status int, v any) error {
	return JSON(w, r, status, map[string]any{"data": v})
}

// JSON writes v as it is with a status.
func JSON(w http.ResponseWriter, r *http.Request, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	write(w, r, status, body)
	return nil
}

// Problem is one error of a reply.
type Problem struct {
	Message    string         `json:"message"`
	Extensions map[string]any `json:"extensions"` // with the code
}

// Problems writes errors with a status.
func Problems(w http.ResponseWriter, r *http.Request, status int, all []Problem) {
	body, err := json.Marshal(struct {
		Errors []Problem `json:"errors"`
	}{all})
	if err != nil {
		panic("envelope: an error is always JSON: " + err.Error())
	}
	write(w, r, status, body)
}

// Error writes an error of the content API with the status of its kind, and the
// reason and path that Directus adds. It logs errors that are not the client's, with
// the ID that the server has set in the reply's header.
func Error(w http.ResponseWriter, r *http.Request, err error) {
	f := public(err)
	if f.Kind.Status() >= http.StatusInternalServerError && r.Context().Err() == nil {
		slog.ErrorContext(r.Context(), "content API request failed", "path", r.URL.Path, "request", w.Header().Get("X-Request-Id"), "error", err)
	}
	all := problems(f)
	if len(f.Fields) == 0 {
		if reason, ok := reason(f); ok {
			all[0].Extensions["reason"] = reason
		}
		if f.Kind == fault.NotFound {
			all[0].Extensions["path"] = r.URL.Path
		}
	}
	fail(w, r, f, all)
}

// SiteError writes an error of the site's own API with the status of its kind.
// The caller logs it.
func SiteError(w http.ResponseWriter, r *http.Request, err error) {
	f := public(err)
	fail(w, r, f, problems(f))
}

// public returns the error to be shown for err: a generic text for an internal error.
func public(err error) *fault.Error {
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind != fault.Internal {
		return f
	}
	return fault.New(fault.Internal, "An unexpected error occurred.")
}

// problems returns one problem for each field of f, sorted by name, or one for
// the whole request.
func problems(f *fault.Error) []Problem {
	if len(f.Fields) == 0 {
		return []Problem{{f.Message, map[string]any{"code": code(f)}}}
	}
	var all []Problem
	for _, field := range slices.Sorted(maps.Keys(f.Fields)) {
		all = append(all, Problem{f.Fields[field], map[string]any{"code": code(f), "field": field}})
	}
	return all
}

// code returns the code of f, or that of its kind.
func code(f *fault.Error) string {
	if f.Code != "" {
		return f.Code
	}
	switch f.Kind {
	case fault.Internal:
		return "INTERNAL_SERVER_ERROR"
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

// reason returns the part of a message that adds to its code. The text
// for unknown items has none.
func reason(f *fault.Error) (string, bool) {
	for _, introduction := range []string{"Invalid query. ", "Invalid payload. "} {
		if rest, ok := strings.CutPrefix(f.Message, introduction); ok {
			return strings.TrimSuffix(rest, "."), true
		}
	}
	return f.Message, f.Kind == fault.Forbidden && strings.Contains(f.Message, "Queried in")
}

func fail(w http.ResponseWriter, r *http.Request, f *fault.Error, all []Problem) {
	if f.Kind == fault.TooMany || f.Kind == fault.Unavailable {
		wait := cmp.Or(f.Wait, 10*time.Second)
		w.Header().Set("Retry-After", strconv.Itoa(int((wait+time.Second-1)/time.Second)))
	}
	Problems(w, r, f.Kind.Status(), all)
}

func write(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	head := w.Header()
	head.Set("Content-Type", "application/json; charset=utf-8")
	head.Set("Cache-Control", "no-store")
	head.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // fails when the client has disconnected
	}
}
