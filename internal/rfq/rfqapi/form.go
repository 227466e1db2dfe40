package rfqapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
	"ferrule/internal/locale"
	"ferrule/internal/rfq"
)

// Maximum sizes of a form, in bytes: its fields alone, and with the lines of a cart.
// The lines of a catalogue take 1 KB each, and rfq.MaxLines of them fit with notes.
const (
	maxForm     = 64 << 10
	maxCartForm = 16 << 20
)

// Time limits of storing a request, for which a visitor waits, and of reading the content
// for it, without which a request is stored unverified.
const (
	storeTimeout   = 15 * time.Second
	contentTimeout = 2 * time.Second
)

// ServeForm serves POST /api/form-messages. It replies when the request is on disk.
func (h *Handler) ServeForm(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	switch mediaType(r) {
	case typeJSON:
		return h.serveJSONForm(w, r)
	case typeURLEncoded, typeMultipart:
		return h.serveHTMLForm(w, r)
	default:
		return fault.New(fault.Unsupported, "%s", rfq.TextsIn(locale.Saved(r)).Unreadable)
	}
}

// Media types of a form.
const (
	typeJSON       = "application/json"
	typeURLEncoded = "application/x-www-form-urlencoded"
	typeMultipart  = "multipart/form-data"
)

// mediaType returns the media type of a request's body without parameters; ""
// for none.
func mediaType(r *http.Request) string {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return kind
}

// serveJSONForm accepts a form sent by the site's scripts.
func (h *Handler) serveJSONForm(w http.ResponseWriter, r *http.Request) error {
	texts := rfq.TextsIn(locale.Saved(r))
	if err := h.checkOrigin(r, texts); err != nil {
		return err
	}
	client := h.options.Proxies.Key(r)
	if !h.limits.belowLimit(r.Context(), client) {
		return fault.New(fault.TooMany, "%s", texts.TooMany)
	}
	body, release, err := h.readForm(w, r, client, texts)
	defer release()
	if err != nil {
		return h.limits.countRefusal(r.Context(), client, err, texts)
	}
	manyRefused := h.limits.overRefusals(r.Context(), client)
	proven := manyRefused && len(body) > freeFormSize
	if proven && h.limits.checkProof(body) != nil {
		h.writeChallenge(w, r, locale.Saved(r))
		return nil
	}
	message, err := parseMessage(body, locale.Saved(r))
	texts = rfq.TextsIn(cmp.Or(message.Language, locale.Saved(r)))
	if err != nil {
		return h.limits.countRefusal(r.Context(), client, err, texts)
	}
	if !h.limits.reserve(r.Context(), client) {
		return fault.New(fault.TooMany, "%s", texts.TooMany)
	}
	// Looking up files takes a transaction.
	proofRequired := h.limits.overThreshold(r.Context(), client) || (manyRefused && len(message.Files) > 0)
	if proofRequired && !proven && h.limits.checkProof(body) != nil {
		h.limits.release(r.Context(), client)
		h.writeChallenge(w, r, message.Language)
		return nil
	}
	message.ClientAddress = h.options.Proxies.Client(r)
	added, err := h.storeReserved(r.Context(), client, &message)
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if added.Duplicate {
		status = http.StatusOK
	}
	return envelope.Data(w, r, status, map[string]any{
		"reference": added.Reference, "id": added.ID, "token": added.Token, "link": h.pageOf(r.Context(), message.Language, added.Token),
	})
}

// storeReserved stores a message that is counted against the limit. A message that
// fails counts as rejected instead, unless its key is in use: then the client is at
// fault, and the attempt had the cost of a stored one.
func (h *Handler) storeReserved(ctx context.Context, client string, m *rfq.Message) (rfq.Added, error) {
	added, err := h.store(ctx, m)
	if err == nil || fault.KindOf(err) == fault.Conflict {
		return added, err
	}
	h.limits.release(ctx, client)
	return added, h.limits.countRefusal(ctx, client, err, rfq.TextsIn(m.Language))
}

// store stores a message; it is on disk when store returns. Errors are
// *fault.Error, in the message's language: Unprocessable where its form does not exist
// or its files are missing, Conflict where its key has other content, else
// Unavailable.
func (h *Handler) store(ctx context.Context, m *rfq.Message) (rfq.Added, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	texts := rfq.TextsIn(m.Language)
	if !h.formExists(ctx, m.FormID) {
		return rfq.Added{}, invalidField("formId", texts.UnknownForm, nil)
	}
	if err := h.review(ctx, m); err != nil {
		h.log.WarnContext(ctx, "look up articles of lines failed, storing them unverified", "error", err)
	}
	added, err := h.options.Requests.Add(ctx, *m)
	switch {
	case err == nil:
	case fault.KindOf(err) == fault.Invalid:
		return added, invalidField("files", texts.FileGone, err)
	case fault.KindOf(err) == fault.Conflict:
		return added, fault.Wrap(fault.Conflict, err, "%s", texts.KeyReused).WithCode(rfq.CodeKeyReused)
	default:
		return added, fault.Wrap(fault.Unavailable, err, "%s", texts.Later)
	}
	if !added.Duplicate {
		h.limits.countStored(ctx)
		h.options.Metrics.stored.Inc()
	}
	return added, nil
}

// invalidField returns the error of one field, which is also that of the form.
func invalidField(field, text string, cause error) error {
	return &fault.Error{Kind: fault.Unprocessable, Code: "FAILED_VALIDATION", Message: text, Fields: map[string]string{field: text}, Err: cause}
}

// formExists reports whether a message may name a form: none, the default form, or one
// of the content. When the content cannot be read, every form may be named.
func (h *Handler) formExists(ctx context.Context, id int64) bool {
	if id == 0 || id == rfq.DefaultForm {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, contentTimeout)
	defer cancel()
	exists, err := h.options.Content.HasForm(ctx, id)
	if err != nil {
		h.log.WarnContext(ctx, "look up form failed, accepting it", "form", id, "error", err)
	}
	return exists || err != nil
}

func (h *Handler) review(ctx context.Context, m *rfq.Message) error {
	ctx, cancel := context.WithTimeout(ctx, contentTimeout)
	defer cancel()
	return m.Review(ctx, h.options.Content)
}

// writeChallenge replies with a proof-of-work challenge, after which the browser sends the form again.
func (h *Handler) writeChallenge(w http.ResponseWriter, r *http.Request, language string) {
	envelope.Problems(w, r, http.StatusTooManyRequests, []envelope.Problem{{
		Message: rfq.TextsIn(language).ProofRequired,
		Extensions: map[string]any{
			"code":      "CHALLENGE_REQUIRED",
			"challenge": map[string]any{"token": h.options.Challenges.Issue(challengeBits), "bits": challengeBits},
		},
	}})
}

// parseMessage parses and validates a form. Only a form with lines may be larger than maxForm.
func parseMessage(body []byte, language string) (rfq.Message, error) {
	message, err := rfq.Parse(body, language)
	if err == nil && len(body) > maxForm && len(message.Lines) == 0 {
		err = fault.New(fault.TooLarge, "%s", rfq.TextsIn(language).TooLarge)
	}
	return message, err
}

// readForm reads a body of at most maxCartForm bytes. One above maxForm without
// lines is rejected before it is parsed. A large one takes a place that the caller
// releases when it is done; without a free place the error is Unavailable.
func (h *Handler) readForm(w http.ResponseWriter, r *http.Request, client string, texts rfq.Texts) (body []byte, release func(), err error) {
	release = func() {}
	limited := http.MaxBytesReader(w, r.Body, maxCartForm)
	body, err = io.ReadAll(io.LimitReader(limited, largeForm))
	if err == nil && len(body) == largeForm {
		free, ok := h.large.take(client)
		if !ok {
			return nil, release, fault.New(fault.Unavailable, "%s", texts.Later)
		}
		release = free
		var rest []byte
		rest, err = io.ReadAll(limited)
		body = append(body, rest...)
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, release, fault.New(fault.TooLarge, "%s", texts.TooLarge)
	}
	if err != nil {
		return nil, release, fault.Wrap(fault.Invalid, err, "%s", texts.Interrupted)
	}
	if len(body) > maxForm && !bytes.Contains(body, []byte(`"lines"`)) {
		return nil, release, fault.New(fault.TooLarge, "%s", texts.TooLarge)
	}
	return body, release, nil
}

// proofOf returns the solution of a challenge in a form.
func proofOf(body []byte) (token, nonce string) {
	var form struct {
		Challenge struct{ Token, Nonce string } `json:"challenge"`
	}
	if json.Unmarshal(body, &form) != nil {
		return "", ""
	}
	return form.Challenge.Token, form.Challenge.Nonce
}
