package server

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"ferrule/internal/fault"
	"ferrule/internal/limit"
	"ferrule/internal/request"
)

// How large a form may be, in bytes: its fields alone, and with the lines of a cart.
const (
	maxForm     = 64 << 10
	maxCartForm = 1 << 20
)

// serveFormMessage answers POST /api/form-messages. The reply is sent when the
// request is on disk.
func (s *Server) serveFormMessage(w http.ResponseWriter, r *http.Request) error {
	language := languageOf(r)
	if !sameSite(r) {
		return fault.New(fault.Forbidden, "Send the form from the site itself.")
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return fault.New(fault.Unsupported, "Send the form as application/json.")
	}
	if !s.limiter.Allow(limit.Address(r)) {
		return fault.New(fault.TooMany, "%s", request.TooMany(language))
	}
	body, err := readForm(w, r)
	if err != nil {
		return err
	}
	message, err := request.Parse(body, language)
	if err != nil {
		return err
	}
	if len(body) > maxForm && len(message.Lines) == 0 {
		return tooLarge()
	}
	added, err := s.options.Requests.Add(r.Context(), message)
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, "%s", request.TryAgain(message.Language))
	}
	status := http.StatusCreated
	if added.Repeat {
		status = http.StatusOK
	} else {
		s.options.Metrics.requestStored()
	}
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, status, map[string]any{"data": map[string]any{"reference": added.Reference, "id": added.ID}})
	return nil
}

// readForm reads the body as far as a form with a cart may go. A larger one
// without a cart is refused before it is parsed.
func readForm(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxCartForm))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, tooLarge()
	}
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "The form did not arrive whole. Send it again.")
	}
	if len(body) > maxForm && !bytes.Contains(body, []byte(`"lines"`)) {
		return nil, tooLarge()
	}
	return body, nil
}

func tooLarge() error {
	return fault.New(fault.TooLarge, "A form may have 64 KB, and 1 MB with the lines of a cart.")
}

// sameSite refuses forms that another site's page sends. Browsers name the
// origin of every POST; programs that do not are let through.
func sameSite(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return true
	case "cross-site", "same-site":
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && strings.EqualFold(u.Host, r.Host)
}

// languageOf is the language for messages about a form that names none: the
// saved choice, else German, the site's default.
func languageOf(r *http.Request) string {
	if c, err := r.Cookie("selected-language"); err == nil {
		return c.Value
	}
	return "de-DE"
}
