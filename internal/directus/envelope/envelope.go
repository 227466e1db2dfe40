// Package envelope writes the replies of the content system's HTTP faces in the
// shapes of a Directus: data in an envelope, and errors with their codes.
package envelope

import (
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/fault"
)

// Data writes v as {"data":v}.
func Data(w http.ResponseWriter, r *http.Request, v any) error {
	return JSON(w, r, map[string]any{"data": v})
}

// JSON writes v as it is.
func JSON(w http.ResponseWriter, r *http.Request, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	write(w, r, http.StatusOK, body)
	return nil
}

// Problem is one of the errors of a reply.
type Problem struct {
	Message    string         `json:"message"`
	Extensions map[string]any `json:"extensions"` // the code among them
}

type envelope struct {
	Errors []Problem `json:"errors"`
}

// Error writes an error with the status of its kind. What nobody classified is
// logged and not shown.
func Error(w http.ResponseWriter, r *http.Request, err error) {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind == fault.Internal {
		f = fault.New(fault.Internal, "An unexpected error occurred.").WithCode("INTERNAL_SERVER_ERROR")
	}
	status := f.Kind.Status()
	if status >= http.StatusInternalServerError && r.Context().Err() == nil {
		slog.ErrorContext(r.Context(), "content API", "path", r.URL.Path, "error", err)
	}
	Problems(w, r, status, problems(f, r.URL.Path))
}

// Problems writes errors with a status.
func Problems(w http.ResponseWriter, r *http.Request, status int, all []Problem) {
	body, err := json.Marshal(envelope{all})
	if err != nil {
		panic("reply: an error is always JSON: " + err.Error())
	}
	write(w, r, status, body)
}

func problems(f *fault.Error, path string) []Problem {
	var out []Problem
	for _, field := range slices.Sorted(maps.Keys(f.Fields)) {
		out = append(out, Problem{f.Fields[field], map[string]any{"code": f.Code, "field": field}})
	}
	if out != nil {
		return out
	}
	p := Problem{f.Message, map[string]any{"code": f.Code}}
	if reason, ok := reason(f); ok {
		p.Extensions["reason"] = reason
	}
	if f.Kind == fault.NotFound {
		p.Extensions["path"] = path
	}
	return []Problem{p}
}

// reason is the part of a message that tells more than its code. The text for
// unknown items comes without.
func reason(f *fault.Error) (string, bool) {
	for _, introduction := range []string{"Invalid query. ", "Invalid payload. "} {
		if rest, ok := strings.CutPrefix(f.Message, introduction); ok {
			return strings.TrimSuffix(rest, "."), true
		}
	}
	return f.Message, f.Kind == fault.Forbidden && strings.Contains(f.Message, "Queried in")
}

func write(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	head := w.Header()
	head.Set("Content-Type", "application/json; charset=utf-8")
	head.Set("Cache-Control", "no-store")
	head.Set("Content-Length", strconv.Itoa(len(body)))
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		head.Set("Retry-After", "10")
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the reader went away: nobody is left to be told
	}
}
