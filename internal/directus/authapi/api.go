// Package authapi serves accounts over HTTP with the routes and bodies of Directus:
// /auth/… and /users/…. Package account implements their meaning.
package authapi

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"ferrule/internal/account"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
	"ferrule/internal/proxy"
)

// Options configure the handler. The zero value is for a site on one origin,
// without TLS.
type Options struct {
	CookiePath string        // path of the cookies, where the API is mounted; empty for /
	Secure     bool          // always set Secure on cookies, not only for requests over HTTPS
	Redirects  []string      // URLs that a provider's sign-in may redirect to, besides the site's own
	Proxies    proxy.Trusted // proxies trusted for the client's address and scheme
}

type handler struct {
	accounts *account.Service
	options  Options
}

// New returns the handler, to be mounted with the API's prefix stripped: it
// answers paths that begin with /auth and /users.
func New(accounts *account.Service, o Options) http.Handler {
	if o.CookiePath == "" {
		o.CookiePath = "/"
	}
	h := &handler{accounts, o}
	mux := http.NewServeMux()
	for pattern, serve := range map[string]serve{
		"GET /auth":                            h.providers,
		"POST /auth/login":                     h.login,
		"POST /auth/refresh":                   h.refresh,
		"POST /auth/logout":                    h.logout,
		"POST /auth/password/request":          h.requestReset,
		"POST /auth/password/reset":            h.reset,
		"GET /auth/login/{provider}":           h.beginLogin,
		"POST /auth/login/{provider}":          h.beginLogin,
		"GET /auth/login/{provider}/callback":  h.completeLogin,
		"POST /auth/login/{provider}/callback": h.forwardCallback,
		"GET /users":                           h.list,
		"POST /users":                          h.add,
		"GET /users/me":                        h.me,
		"PATCH /users/me":                      h.changeMe,
		"GET /users/{id}":                      h.one,
		"PATCH /users/{id}":                    h.change,
		"DELETE /users/{id}":                   h.remove,
		"POST /users/invite":                   h.invite,
		"POST /users/invite/accept":            h.accept,
		"POST /users/register":                 h.register,
		"GET /users/register/verify-email":     h.verify,
	} {
		mux.Handle(pattern, h.logged(serve))
	}
	mux.Handle("/", serve(noRoute))
	return trimmed(mux)
}

// serve answers a request, or returns an error and writes nothing.
type serve func(w http.ResponseWriter, r *http.Request) error

func (s serve) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := s(w, r); err != nil {
		envelope.Error(w, r, err)
	}
}

// logged serves a request with its caller as the actor of the log. Whether the caller may
// do what it asks for is checked later, with the errors of that.
func (h *handler) logged(next serve) serve {
	return func(w http.ResponseWriter, r *http.Request) error {
		by := account.Actor{Via: "api", Address: h.options.Proxies.Client(r)}
		if r.Method != http.MethodGet {
			if id, err := h.accounts.Identify(r); err == nil && id.User != "" {
				u, err := h.accounts.User(r.Context(), id.User)
				if err != nil {
					return err
				}
				by.ID, by.Name = u.ID, u.Email
			}
		}
		return next(w, r.WithContext(account.By(r.Context(), by)))
	}
}

// trimmed removes the trailing slash of a path and lowers the case of its first
// segment, as Directus does.
func trimmed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		first, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		path := strings.TrimSuffix("/"+strings.ToLower(first)+"/"+rest, "/")
		if path != r.URL.Path {
			u := *r.URL
			u.Path, u.RawPath = path, ""
			r = r.WithContext(r.Context())
			r.URL = &u
		}
		next.ServeHTTP(w, r)
	})
}

func noRoute(_ http.ResponseWriter, r *http.Request) error {
	return fault.New(fault.NotFound, "Route %s doesn't exist.", r.URL.Path).WithCode("ROUTE_NOT_FOUND")
}

// maxBody bounds a request's body, in bytes.
const maxBody = 64 << 10

// read decodes a JSON body. It treats a body of another media type as empty, as
// Directus does, so that a form of another site has no effect.
func read(w http.ResponseWriter, r *http.Request, into any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fault.New(fault.TooLarge, "A body may have 64 KB.").WithCode("CONTENT_TOO_LARGE")
	}
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "Invalid payload. The body did not arrive whole.").WithCode("INVALID_PAYLOAD")
	}
	if len(body) == 0 {
		return nil
	}
	if err := json.Unmarshal(body, into); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
			return account.Payload("%q must be a %s", wrong.Field, wrong.Type.Kind())
		}
		return fault.Wrap(fault.Invalid, err, "Invalid payload. The body is no JSON of the expected shape.").WithCode("INVALID_PAYLOAD")
	}
	return nil
}

// require returns an error for the first missing value of name and value pairs.
func require(pairs ...string) error {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			return account.Payload("%q is required", pairs[i])
		}
	}
	return nil
}

func noContent(w http.ResponseWriter, err error) error {
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
	return nil
}
