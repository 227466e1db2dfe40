package rfqapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/url"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/locale"
	"ferrule/internal/ratelimit"
	"ferrule/internal/rfq"
)

// htmlForm is a form as a browser without scripts sends it.
type htmlForm struct {
	values     url.Values
	files      []rfq.File        // uploaded with it and stored
	fileErrors map[string]string // by field, the error of its files
	storeErr   error             // why a valid file could not be stored
	digest     hash.Hash         // of the whole form
	multipart  bool              // it may contain files
}

// serveHTMLForm accepts a form without scripts: it redirects the browser to the
// page of its request, or replies with the form, the typed values and the errors.
func (h *Handler) serveHTMLForm(w http.ResponseWriter, r *http.Request) error {
	f := &htmlForm{values: url.Values{}, digest: sha256.New(), multipart: mediaType(r) == typeMultipart}
	err := h.readHTMLForm(w, r, f)
	var to string
	if err == nil {
		to, err = h.storeHTMLForm(r, f)
	}
	if err != nil {
		err = h.limits.countRefusal(r.Context(), h.options.Proxies.Key(r), err, rfq.TextsIn(f.language(r)))
		if fault.KindOf(err).Status() >= http.StatusInternalServerError {
			h.log.ErrorContext(r.Context(), "request failed", "path", r.URL.Path, "request", w.Header().Get("X-Request-Id"), "error", err)
		}
		return h.writeFormPage(w, r, f, err)
	}
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusSeeOther)
	return nil
}

// language returns that of the form, as far as it could be read.
func (f *htmlForm) language(r *http.Request) string {
	if language := f.values.Get("language"); language != "" {
		return language
	}
	return locale.Saved(r)
}

// readHTMLForm reads the fields and stores the files. A browser without scripts
// cannot compute a proof of work: where one is required, its form is rejected.
func (h *Handler) readHTMLForm(w http.ResponseWriter, r *http.Request, f *htmlForm) error {
	client := h.options.Proxies.Key(r)
	if err := h.checkOrigin(r, rfq.TextsIn(locale.Saved(r))); err != nil {
		return err
	}
	if h.limits.overThreshold(r.Context(), client) || !h.limits.belowLimit(r.Context(), client) {
		return h.rejectHTMLForm(w, r, f)
	}
	return h.readHTMLBody(w, r, f, h.storeFile)
}

// rejectHTMLForm reads the fields, so that the page can show them, and no
// files.
func (h *Handler) rejectHTMLForm(w http.ResponseWriter, r *http.Request, f *htmlForm) error {
	skip := func(*http.Request, *htmlForm, *multipart.Part) error { return nil }
	if err := h.readHTMLBody(w, r, f, skip); err != nil {
		return err
	}
	return fault.New(fault.TooMany, "%s", rfq.TextsIn(f.language(r)).TooMany)
}

// readHTMLBody reads the fields of a form and calls storeFile for each file.
func (h *Handler) readHTMLBody(w http.ResponseWriter, r *http.Request, f *htmlForm, storeFile func(*http.Request, *htmlForm, *multipart.Part) error) error {
	if !f.multipart {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 3*maxForm)) // URL encoding makes up to three bytes of one
		if err == nil {
			f.values, err = url.ParseQuery(string(body))
		}
		return f.readError(r, err)
	}
	parts, err := newParts(w, r)
	if err != nil {
		return f.readError(r, err)
	}
	left := int64(maxForm)
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return f.storeErr
		}
		if err == nil {
			if part.FileName() != "" {
				err = storeFile(r, f, part)
			} else {
				err = f.readField(part, &left)
			}
		}
		if err != nil {
			return f.readError(r, err)
		}
	}
}

// readField reads one field and subtracts its size from left, the bytes that the
// remaining fields may have.
func (f *htmlForm) readField(part *multipart.Part, left *int64) error {
	b, err := io.ReadAll(io.LimitReader(part, *left+1))
	if *left -= int64(len(b)); *left < 0 {
		return &http.MaxBytesError{Limit: maxForm}
	}
	// A file that was not chosen is a part without name and content.
	if err == nil && part.Header.Get("Content-Type") == "" {
		f.values.Add(part.FormName(), string(b))
	}
	return err
}

// readError returns why a form could not be read, in the visitor's language; nil
// for a nil err.
func (f *htmlForm) readError(r *http.Request, err error) error {
	texts := rfq.TextsIn(f.language(r))
	_, classified := errors.AsType[*fault.Error](err)
	_, large := errors.AsType[*http.MaxBytesError](err)
	switch {
	case err == nil || classified:
		return err
	case large:
		return fault.Wrap(fault.TooLarge, err, "%s", texts.TooLarge)
	default:
		return readError(err, texts)
	}
}

// storeFile stores a file of the form. It reports an invalid file beside the other
// fields, and a failure to store after all fields are read, since fields may follow
// the file.
func (h *Handler) storeFile(r *http.Request, f *htmlForm, part *multipart.Part) error {
	if f.storeErr != nil {
		return nil // the store would fail for the next file as well
	}
	texts := rfq.TextsIn(f.language(r))
	reject := func(text string) {
		f.fileErrors = map[string]string{"files": part.FileName() + ": " + text}
	}
	if len(f.files)+len(f.values["files"]) >= rfq.MaxFiles {
		f.fileErrors = map[string]string{"files": texts.TooManyFiles}
		return nil
	}
	if !h.limits.reserveUpload(h.options.Proxies.Key(r), -1) {
		reject(texts.FilesTooFast)
		return nil
	}
	fmt.Fprintf(f.digest, "%q ", part.FileName())
	file, err := h.addFile(r.Context(), io.TeeReader(part, f.digest), part.FileName(), texts)
	e, _ := errors.AsType[*fault.Error](err)
	switch {
	case err == nil:
		f.files = append(f.files, file)
	case e.Kind == fault.Unavailable:
		f.storeErr = err
	default:
		reject(e.Message)
	}
	return nil
}

// storeHTMLForm checks and stores the form, and returns the address of its
// request's page.
func (h *Handler) storeHTMLForm(r *http.Request, f *htmlForm) (string, error) {
	if err := h.mergeFiles(r.Context(), f); err != nil {
		return "", fault.Wrap(fault.Unavailable, err, "%s", rfq.TextsIn(f.language(r)).Later)
	}
	message, err := rfq.ParseForm(f.values, locale.Saved(r))
	if err != nil || len(f.fileErrors) > 0 {
		return "", f.validationError(message.Language, err)
	}
	client := h.options.Proxies.Key(r)
	if !h.limits.reserve(r.Context(), client) {
		return "", fault.New(fault.TooMany, "%s", rfq.TextsIn(message.Language).TooMany)
	}
	message.IdempotencyKey = f.key(client, time.Now())
	message.ClientAddress = h.options.Proxies.Client(r)
	added, err := h.store(r.Context(), &message)
	if fault.KindOf(err) == fault.Conflict {
		// The visitor did not choose the key and cannot change it. With another key
		// the same content within ten minutes is still one request.
		message.IdempotencyKey = ""
		added, err = h.store(r.Context(), &message)
	}
	if err != nil {
		h.limits.release(r.Context(), client)
		return "", err
	}
	return h.pageOf(r.Context(), message.Language, added.Token), nil
}

// mergeFiles adds the files of an earlier attempt, which the form names by their
// ids, before the uploaded ones, and sets the field "files" to the ids of all.
func (h *Handler) mergeFiles(ctx context.Context, f *htmlForm) error {
	fmt.Fprint(f.digest, f.values.Encode())
	var earlier []rfq.File
	for _, id := range f.values["files"][:min(len(f.values["files"]), rfq.MaxFiles)] {
		file, err := h.options.Requests.File(ctx, id)
		if err == nil {
			earlier = append(earlier, file)
		} else if fault.KindOf(err) != fault.NotFound {
			return err
		}
	}
	f.files = append(earlier, f.files...)
	f.values.Del("files")
	for _, file := range f.files {
		f.values.Add("files", file.ID)
	}
	return nil
}

// validationError adds the errors of the files to err, those of the other fields.
func (f *htmlForm) validationError(language string, err error) error {
	e, ok := errors.AsType[*fault.Error](err)
	if !ok {
		e = &fault.Error{Kind: fault.Unprocessable, Code: "FAILED_VALIDATION", Message: rfq.TextsIn(language).Incomplete, Fields: map[string]string{}}
	}
	maps.Copy(e.Fields, f.fileErrors)
	return e
}

// key returns the idempotency key of the form. A page without scripts is the same
// for all visitors and has none: the same form of the same client within ten
// minutes is one request. Across the end of such a window the store merges
// requests with the same content.
func (f *htmlForm) key(client string, now time.Time) string {
	fmt.Fprintf(f.digest, " %s %d", client, now.Unix()/int64(ratelimit.Window/time.Second))
	return "plain-" + hex.EncodeToString(f.digest.Sum(nil))
}
