package server

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"ferrule/internal/accesslog"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
)

// requestID returns the ID of the request that a reply belongs to. It reads it
// from the reply's header, which needs it anyway: a context for each request
// would mean a copy of the request.
func requestID(w http.ResponseWriter) string { return w.Header().Get("X-Request-Id") }

// middleware wraps every request: headers, ID, panic recovery, log and metrics.
// It runs for cached pages too, so it allocates only the ID and the recorder.
func (s *Server) middleware(next http.Handler) http.Handler {
	policy := []string{contentPolicy(s.options.Pages.BootHash(), s.options.Pages.StyleHashes(), s.options.Dev)}
	hsts := []string{s.options.HSTS}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		rec := &recorder{ResponseWriter: w, id: [1]string{r.Header.Get("X-Request-Id")}}
		if !plainID(rec.id[0]) {
			rec.id[0] = newID()
		}
		h := w.Header()
		h["Content-Security-Policy"] = policy
		h["X-Content-Type-Options"] = noSniff
		h["X-Request-Id"] = rec.id[:]
		if hsts[0] != "" {
			h["Strict-Transport-Security"] = hsts
		}
		if !strings.HasPrefix(r.URL.Path, itemsPrefix) { // API clients ignore headers for browsers
			h["Referrer-Policy"] = referrer
			h["Permissions-Policy"] = permissions
			h["Cross-Origin-Opener-Policy"] = opener
			h["Cross-Origin-Resource-Policy"] = sameOrigin
			if s.options.Dev == "" { // the development server's files are of another origin
				h["Cross-Origin-Embedder-Policy"] = embedder
			}
		}
		aborted := s.recovered(next, rec, r)
		took := time.Since(start)
		s.options.Metrics.observe(r, rec.status, took)
		if s.options.AccessLog != nil {
			s.options.AccessLog.Add(&accesslog.Entry{
				Time: start, Client: s.options.Proxies.Client(r), Method: r.Method, Host: r.Host, URI: loggedURI(r), Protocol: r.Proto,
				Status: rec.status, Bytes: rec.bytes, Duration: took, Referrer: loggedReferrer(r), Agent: r.UserAgent(), ID: rec.id[0],
			})
		}
		if s.log.Enabled(r.Context(), slog.LevelInfo) {
			s.log.InfoContext(r.Context(), "request", "request", rec.id[0], "method", r.Method, "path", logged(r.URL.Path),
				"status", rec.status, "bytes", rec.bytes, "duration", took, "client", s.options.Proxies.Client(r))
		}
		if aborted {
			panic(http.ErrAbortHandler) // net/http closes the connection, and logs nothing
		}
	})
}

// Values of headers that are the same on every reply.
//
//nolint:gochecknoglobals // constants; Go has no constant slices
var (
	noSniff     = []string{"nosniff"}
	referrer    = []string{"strict-origin-when-cross-origin"}
	permissions = []string{"camera=(), geolocation=(), microphone=(), payment=(), usb=()"}
	opener      = []string{"same-origin"}
	sameOrigin  = []string{"same-origin"}  // of the resource policy; files of the content and previews have another, see asset and ogimage
	embedder    = []string{"require-corp"} // the script of a worker needs it as well
)

// contentPolicy allows what the site serves itself, the one inline script and the
// styles inside documents, and nothing else. Firefox and Safari derive worker-src
// from different directives, so it is named.
func contentPolicy(bootHash string, styleHashes []string, dev string) string {
	script, connect, style, font := "'self'", "'self'", "'self'", "'self'"
	if bootHash != "" {
		script += " '" + bootHash + "'"
	}
	for _, hash := range styleHashes {
		style += " '" + hash + "'"
	}
	if dev != "" {
		// Vite's client is inline, talks over a socket and injects styles.
		script = "'self' 'unsafe-inline' " + dev
		style = "'self' 'unsafe-inline' " + dev
		font += " " + dev
		connect += " " + dev + " " + strings.Replace(dev, "http", "ws", 1)
	}
	return "default-src 'none'; script-src " + script + "; style-src " + style +
		"; img-src 'self' data:; media-src 'self'; font-src " + font + "; connect-src " + connect + "; worker-src 'self'" +
		"; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// newID returns an ID that distinguishes requests in the log. It is not a
// secret.
func newID() string {
	return strconv.FormatUint(rand.Uint64(), 36) //nolint:gosec // not a secret
}

// plainID reports whether the ID of a proxy may be used in the log.
func plainID(id string) bool {
	if id == "" || len(id) > 64 {
		return false
	}
	for _, c := range id {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

// logged returns a path for the log. The token of a request grants access to
// it, so the log has only its beginning.
func logged(path string) string {
	for _, at := range []string{"/request/", "/requests/"} {
		before, token, found := strings.Cut(path, at)
		if found && len(token) > loggedToken {
			return before + at + token[:loggedToken] + "…"
		}
	}
	return path
}

// loggedURI returns the path and the query of a request for the log, without tokens.
func loggedURI(r *http.Request) string {
	if path := logged(r.URL.Path); path != r.URL.Path {
		return path
	}
	return withoutTokens(r.RequestURI)
}

// loggedReferrer returns the page from which a request comes for the log, without tokens.
func loggedReferrer(r *http.Request) string { return withoutTokens(logged(r.Referer())) }

// withoutTokens removes the query of an address if it has a token, such as access_token.
func withoutTokens(address string) string {
	path, query, _ := strings.Cut(address, "?")
	if strings.Contains(query, "token=") {
		return path + "?…"
	}
	return address
}

// loggedToken is the number of logged characters of a token, enough to
// correlate requests.
const loggedToken = 4

// recovered answers a panic with an error page and logs it. It returns true for
// a reply that must not look complete: one that had begun, or whose handler
// panicked with http.ErrAbortHandler, which is not an error of the program.
func (s *Server) recovered(next http.Handler, w *recorder, r *http.Request) (aborted bool) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		if p == http.ErrAbortHandler { //nolint:errorlint // panicked with as it is
			aborted = true
			return
		}
		s.log.ErrorContext(r.Context(), "panic", "request", requestID(w), "path", logged(r.URL.Path), "error", fmt.Sprint(p), "stack", string(debug.Stack()))
		if w.status != 0 {
			aborted = true
			return
		}
		if strings.HasPrefix(r.URL.Path, "/api/") {
			envelope.SiteError(w, r, fault.New(fault.Internal, "panic"))
			return
		}
		s.options.Pages.Fail(w, r, http.StatusInternalServerError)
	}()
	next.ServeHTTP(w, r)
	return false
}

// recorder records the status and size of a reply.
type recorder struct {
	http.ResponseWriter

	status int
	bytes  int
	id     [1]string // the value of a header
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
