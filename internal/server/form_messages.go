package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// How large a form may be, in bytes: its fields alone, and with the lines of a cart.
const (
	maxForm     = 64 << 10
	maxCartForm = 1 << 20
)

// How long storing may take: what a visitor waits for without trying again, and
// of that the looking up of lines, without which a request can be stored as well.
const (
	storeTimeout  = 15 * time.Second
	reviewTimeout = 2 * time.Second
)

// serveFormMessage answers POST /api/form-messages. The reply is sent when the
// request is on disk.
func (s *Server) serveFormMessage(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	switch mediaTypeOf(r) {
	case typeJSON:
		return s.serveScriptedForm(w, r)
	case typeForm, typeParts:
		return s.servePlainForm(w, r)
	default:
		return fault.New(fault.Unsupported, "%s", rfq.Wording(languageOf(r)).Unreadable)
	}
}

// Media types of a form.
const (
	typeJSON  = "application/json"
	typeForm  = "application/x-www-form-urlencoded"
	typeParts = "multipart/form-data"
)

func mediaTypeOf(r *http.Request) string {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return kind
}

// serveScriptedForm takes a form that the site's scripts send, as JSON.
func (s *Server) serveScriptedForm(w http.ResponseWriter, r *http.Request) error {
	words := rfq.Wording(languageOf(r))
	if !sameSite(r) {
		return fault.New(fault.Forbidden, "%s", words.OtherSite)
	}
	from := s.options.Proxies.Key(r)
	if !s.intake.open(r.Context(), from) {
		return fault.New(fault.TooMany, "%s", words.TooMany)
	}
	body, err := readForm(w, r, words)
	if err != nil {
		return s.intake.refuse(r.Context(), from, err, words)
	}
	suspect := s.intake.suspects(r.Context(), from)
	worked := suspect && len(body) > cheapForm
	if worked && s.intake.check(body) != nil {
		s.challenge(w, languageOf(r))
		return nil
	}
	message, err := parseMessage(body, languageOf(r))
	words = rfq.Wording(cmp.Or(message.Language, languageOf(r)))
	if err != nil {
		return s.intake.refuse(r.Context(), from, err, words)
	}
	if !s.intake.admit(r.Context(), from) {
		return fault.New(fault.TooMany, "%s", words.TooMany)
	}
	// To look up files takes a transaction.
	work := s.intake.crowded(r.Context(), from) || (suspect && len(message.Files) > 0)
	if work && !worked && s.intake.check(body) != nil {
		s.intake.undo(r.Context(), from)
		s.challenge(w, message.Language)
		return nil
	}
	message.ClientAddress = s.options.Proxies.Client(r)
	added, err := s.storeCounted(r.Context(), from, &message)
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if added.Repeat {
		status = http.StatusOK
	}
	writeJSON(w, status, map[string]any{"data": map[string]any{
		"reference": added.Reference, "id": added.ID, "token": added.Token, "link": s.link(r.Context(), message.Language, added.Token),
	}})
	return nil
}

// storeCounted stores a message that was admitted. One that fails counts as
// refused instead, unless its key was used: then the sender is at fault, and the
// database has done all the work.
func (s *Server) storeCounted(ctx context.Context, from string, m *rfq.Message) (rfq.Added, error) {
	added, err := s.store(ctx, m)
	if err == nil || fault.KindOf(err) == fault.Conflict {
		return added, err
	}
	s.intake.undo(ctx, from)
	return added, s.intake.refuse(ctx, from, err, rfq.Wording(m.Language))
}

// store keeps a message, on disk when it returns. Errors are *fault.Error, in
// the message's language: Unprocessable where its files are gone, Conflict where
// its key has other content, else Unavailable.
func (s *Server) store(ctx context.Context, m *rfq.Message) (rfq.Added, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	if err := s.review(ctx, m); err != nil {
		s.log.WarnContext(ctx, "the lines of a request are stored as they came", "err", err)
	}
	words := rfq.Wording(m.Language)
	added, err := s.options.Requests.Add(ctx, *m)
	switch {
	case err == nil:
	case fault.KindOf(err) == fault.Invalid:
		gone := fault.Wrap(fault.Unprocessable, err, "%s", words.FileGone).WithCode("FAILED_VALIDATION")
		gone.Fields = map[string]string{"files": words.FileGone}
		return added, gone
	case fault.KindOf(err) == fault.Conflict:
		return added, fault.Wrap(fault.Conflict, err, "%s", words.KeyReused).WithCode(rfq.CodeKeyReused)
	default:
		return added, fault.Wrap(fault.Unavailable, err, "%s", words.Later)
	}
	if !added.Repeat {
		s.intake.count(ctx)
		s.options.Metrics.requestStored()
	}
	return added, nil
}

func (s *Server) review(ctx context.Context, m *rfq.Message) error {
	ctx, cancel := context.WithTimeout(ctx, reviewTimeout)
	defer cancel()
	return m.Review(ctx, s.options.Articles)
}

// link is the address of a request's page.
func (s *Server) link(ctx context.Context, language, token string) string {
	return s.prefix(ctx, language) + "/request/" + token
}

// prefix is that of a language, or else of the first that visitors may choose.
func (s *Server) prefix(ctx context.Context, language string) string {
	prefix := ""
	for i, l := range s.options.Pages.Languages(ctx) {
		if i == 0 || l.Code == language {
			prefix = l.Prefix
		}
	}
	return prefix
}

// challenge asks a browser for work before it sends again.
func (s *Server) challenge(w http.ResponseWriter, language string) {
	writeJSON(w, http.StatusTooManyRequests, map[string]any{"errors": []any{map[string]any{
		"message": rfq.Wording(language).Work,
		"extensions": map[string]any{
			"code":      "CHALLENGE_REQUIRED",
			"challenge": map[string]any{"token": s.options.Challenges.Issue(challengeBits), "bits": challengeBits},
		},
	}}})
}

// parseMessage checks a form, which without lines must not be as large as with.
func parseMessage(body []byte, language string) (rfq.Message, error) {
	message, err := rfq.Parse(body, language)
	if err == nil && len(body) > maxForm && len(message.Lines) == 0 {
		err = fault.New(fault.TooLarge, "%s", rfq.Wording(language).TooLarge)
	}
	return message, err
}

// readForm reads the body as far as a form with a cart may go. A larger one
// without a cart is refused before it is parsed.
func readForm(w http.ResponseWriter, r *http.Request, words rfq.Words) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxCartForm))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, fault.New(fault.TooLarge, "%s", words.TooLarge)
	}
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "%s", words.Interrupted)
	}
	if len(body) > maxForm && !bytes.Contains(body, []byte(`"lines"`)) {
		return nil, fault.New(fault.TooLarge, "%s", words.TooLarge)
	}
	return body, nil
}

// proofOf is the answer to a challenge that a form carries.
func proofOf(body []byte) (token, nonce string) {
	var carried struct {
		Challenge struct{ Token, Nonce string } `json:"challenge"`
	}
	if json.Unmarshal(body, &carried) != nil {
		return "", ""
	}
	return carried.Challenge.Token, carried.Challenge.Nonce
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
	const longest = 20 // of a language's code
	if c, err := r.Cookie("selected-language"); err == nil && c.Value != "" && len(c.Value) <= longest {
		return c.Value
	}
	return "de-DE"
}
