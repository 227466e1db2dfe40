// Package api serves content over HTTP in the shapes of a Directus: GET and
// HEAD of /items/{collection} and /items/{collection}/{id}. It depends on
// content.Source only and reads with public permissions.
package api

import (
	"crypto/sha1" //nolint:gosec // an entity tag, as a Directus makes it
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

type handler struct {
	model  *content.Model
	source content.Source
}

// New returns the handler of the content API, to be mounted with its prefix
// stripped: http.StripPrefix("/api/content", api.New(model, source)).
func New(m *content.Model, src content.Source) http.Handler {
	return &handler{model: m, source: src}
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := h.read(r)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	head := w.Header()
	head.Set("Content-Type", "application/json; charset=utf-8")
	head.Set("Cache-Control", "no-cache")
	tag := etag(body)
	head.Set("ETag", tag)
	if matches(r.Header, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	head.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the reader went away: nobody is left to be told
	}
}

// read finds the route and answers its query.
func (h *handler) read(r *http.Request) ([]byte, error) {
	collection, id, ok := route(r)
	if !ok {
		return nil, fault.New(fault.NotFound, "Route %s doesn't exist.", r.URL.Path).WithCode("ROUTE_NOT_FOUND")
	}
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "Invalid query. It is not properly encoded.").WithCode(content.CodeInvalidQuery)
	}
	q, err := content.ParseQuery(h.model, collection, values)
	if err != nil {
		return nil, err
	}
	q.ID, q.Access, q.Trace = id, nil, false
	result, err := h.source.Read(r.Context(), q)
	return result.Body, err
}

// route takes a path apart. The prefix may be written in any case and a slash
// may follow, as in a Directus.
func route(r *http.Request) (collection, id string, ok bool) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return "", "", false
	}
	parts := strings.Split(strings.TrimSuffix(r.URL.Path, "/"), "/")
	if len(parts) < 3 || len(parts) > 4 || parts[0] != "" || !strings.EqualFold(parts[1], "items") || parts[2] == "" {
		return "", "", false
	}
	if len(parts) == 4 {
		if parts[3] == "" {
			return "", "", false
		}
		id = parts[3]
	}
	return parts[2], id, true
}

// etag is weak, because a proxy may compress the same reply in different ways.
func etag(body []byte) string {
	sum := sha1.Sum(body) //nolint:gosec // not for secrets
	return fmt.Sprintf(`W/"%x-%s"`, len(body), base64.RawStdEncoding.EncodeToString(sum[:]))
}

// matches reports whether the reader has this reply already (RFC 9110, 13.1.2).
func matches(head http.Header, tag string) bool {
	if strings.Contains(head.Get("Cache-Control"), "no-cache") {
		return false
	}
	for given := range strings.SplitSeq(head.Get("If-None-Match"), ",") {
		given = strings.TrimSpace(given)
		if given == "*" || strings.TrimPrefix(given, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

type envelope struct {
	Errors []problem `json:"errors"`
}

type problem struct {
	Message    string            `json:"message"`
	Extensions map[string]string `json:"extensions"`
}

// fail writes an error in the shape of a Directus. What nobody classified is
// logged and not shown.
func (h *handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	status, p := http.StatusInternalServerError, problem{
		Message:    "An unexpected error occurred.",
		Extensions: map[string]string{"code": "INTERNAL_SERVER_ERROR"},
	}
	var f *fault.Error
	if errors.As(err, &f) && f.Kind != fault.Internal {
		status = f.Kind.Status()
		p.Message, p.Extensions = f.Message, map[string]string{"code": f.Code}
		if reason, ok := strings.CutPrefix(f.Message, "Invalid query. "); ok {
			p.Extensions["reason"] = strings.TrimSuffix(reason, ".")
		}
		if f.Kind == fault.Forbidden && strings.Contains(f.Message, "Queried in") {
			p.Extensions["reason"] = f.Message // the text for unknown items comes without
		}
		if f.Kind == fault.NotFound {
			p.Extensions["path"] = r.URL.Path
		}
	}
	if status == http.StatusInternalServerError && r.Context().Err() == nil {
		slog.ErrorContext(r.Context(), "content API", "path", r.URL.Path, "error", err)
	}
	body, err := json.Marshal(envelope{Errors: []problem{p}})
	if err != nil {
		panic("api: an error is always JSON: " + err.Error())
	}
	head := w.Header()
	head.Set("Content-Type", "application/json; charset=utf-8")
	head.Set("Cache-Control", "no-store")
	head.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the reader went away: nobody is left to be told
	}
}
