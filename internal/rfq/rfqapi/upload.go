package rfqapi

import (
	"context"
	"errors"
	"io"
	"net/http"

	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
	"ferrule/internal/locale"
	"ferrule/internal/rfq"
	"ferrule/internal/upload"
)

// maxMultipart is the maximum size of a body with files, in bytes: the files of a
// form without scripts, and a margin for rejected files. These are read as well,
// since browsers show no reply to a body that they could not send.
const maxMultipart = 64 << 20

// ServeUpload serves POST /api/request-files: it stores one file, in the part
// "file", before the request to which it belongs.
func (h *Handler) ServeUpload(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	texts := rfq.TextsIn(locale.Saved(r))
	if err := h.checkOrigin(r, texts); err != nil {
		return err
	}
	if r.ContentLength > maxMultipart {
		return fault.New(fault.TooLarge, "%s", texts.FileTooLarge)
	}
	if mediaType(r) != typeMultipart {
		return fault.New(fault.Unsupported, "%s", texts.Unreadable)
	}
	if !h.limits.reserveUpload(h.options.Proxies.Key(r), r.ContentLength) {
		return fault.New(fault.TooMany, "%s", texts.FilesTooFast)
	}
	parts, err := newParts(w, r)
	if err != nil {
		return readError(err, texts)
	}
	for {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return fault.New(fault.Unprocessable, "%s", texts.FileEmpty)
		case err != nil:
			return readError(err, texts)
		case part.FormName() != "file":
			continue
		}
		file, err := h.addFile(r.Context(), part, part.FileName(), texts)
		if err != nil {
			_, _ = io.Copy(io.Discard, r.Body) // the reply is the error
			return err
		}
		return envelope.Data(w, r, http.StatusCreated, file)
	}
}

// addFile stores a file until its request is sent. Errors are *fault.Error, with
// a message of texts.
func (h *Handler) addFile(ctx context.Context, from io.Reader, name string, texts rfq.Texts) (rfq.File, error) {
	file, err := h.options.Requests.AddFile(ctx, name, from)
	if err == nil {
		return file, nil
	}
	kind := fault.KindOf(err)
	cause, _ := errors.AsType[*fault.Error](err)
	_, large := errors.AsType[*http.MaxBytesError](err)
	switch {
	case large || kind == fault.TooLarge:
		return file, fault.Wrap(fault.TooLarge, err, "%s", texts.FileTooLarge)
	case kind == fault.Unsupported:
		return file, fault.Wrap(fault.Unsupported, err, "%s", texts.FileType)
	case kind == fault.Invalid && cause.Err == nil: // nothing failed: the file is empty
		return file, fault.Wrap(fault.Unprocessable, err, "%s", texts.FileEmpty)
	case kind == fault.Invalid:
		return file, readError(err, texts)
	default:
		return file, fault.Wrap(fault.Unavailable, err, "%s", texts.Later)
	}
}

// readError returns the error of a body that could not be read to its end.
func readError(err error, texts rfq.Texts) error {
	if errors.Is(err, upload.ErrTooSlow) {
		return fault.Wrap(fault.TooSlow, err, "%s", texts.TooSlow)
	}
	return fault.Wrap(fault.Invalid, err, "%s", texts.Interrupted)
}

// ServeDeleteFile serves DELETE /api/request-files/{id}, for a file whose request
// was not sent yet. Only the client that uploaded a file knows its id.
func (h *Handler) ServeDeleteFile(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	texts := rfq.TextsIn(locale.Saved(r))
	if err := h.checkOrigin(r, texts); err != nil {
		return err
	}
	if err := h.options.Requests.DeleteFile(r.Context(), r.PathValue("id")); err != nil {
		if fault.KindOf(err) == fault.NotFound {
			return fault.Wrap(fault.NotFound, err, "%s", texts.FileGone)
		}
		return fault.Wrap(fault.Unavailable, err, "%s", texts.Later)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// newParts returns the parts of a multipart body of at most maxMultipart bytes.
func newParts(w http.ResponseWriter, r *http.Request) (*upload.Parts, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxMultipart)
	return upload.NewParts(w, r, maxMultipart)
}
