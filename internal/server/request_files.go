package server

import (
	"context"
	"errors"
	"io"
	"net/http"

	"ferrule/internal/fault"
	"ferrule/internal/rfq"
	"ferrule/internal/upload"
)

// maxParts is how large a body with files may be, in bytes: what a form without
// scripts brings at most, and room for what is refused. It is read all the same,
// since browsers show no reply to what they could not send.
const maxParts = 64 << 20

// serveUpload answers POST /api/request-files: one file, in the part "file",
// ahead of the request it belongs to. It goes from the network to the disk.
func (s *Server) serveUpload(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	words := rfq.Wording(languageOf(r))
	if !sameSite(r) {
		return fault.New(fault.Forbidden, "%s", words.OtherSite)
	}
	if r.ContentLength > maxParts {
		return fault.New(fault.TooLarge, "%s", words.FileTooLarge)
	}
	if mediaTypeOf(r) != typeParts {
		return fault.New(fault.Unsupported, "%s", words.Unreadable)
	}
	if !s.intake.admitFile(s.options.Proxies.Key(r), r.ContentLength) {
		return fault.New(fault.TooMany, "%s", words.FilesTooFast)
	}
	parts, err := partsOf(w, r)
	if err != nil {
		return unread(err, words)
	}
	for {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return fault.New(fault.Unprocessable, "%s", words.FileEmpty)
		case err != nil:
			return unread(err, words)
		case part.FormName() != "file":
			continue
		}
		file, err := s.receive(r.Context(), part, part.FileName(), words)
		if err != nil {
			_, _ = io.Copy(io.Discard, r.Body) // the reply is the error
			return err
		}
		writeJSON(w, http.StatusCreated, map[string]any{"data": file})
		return nil
	}
}

// receive keeps a file until its request comes. Errors are *fault.Error, in the
// sender's language.
func (s *Server) receive(ctx context.Context, from io.Reader, name string, words rfq.Words) (rfq.File, error) {
	file, err := s.options.Requests.Receive(ctx, name, from)
	if err == nil {
		return file, nil
	}
	kind := fault.KindOf(err)
	said, _ := errors.AsType[*fault.Error](err)
	_, large := errors.AsType[*http.MaxBytesError](err)
	switch {
	case large || kind == fault.TooLarge:
		return file, fault.Wrap(fault.TooLarge, err, "%s", words.FileTooLarge)
	case kind == fault.Unsupported:
		return file, fault.Wrap(fault.Unsupported, err, "%s", words.FileType)
	case kind == fault.Invalid && said.Err == nil: // nothing failed: there was nothing in it
		return file, fault.Wrap(fault.Unprocessable, err, "%s", words.FileEmpty)
	case kind == fault.Invalid:
		return file, unread(err, words)
	default:
		return file, fault.Wrap(fault.Unavailable, err, "%s", words.Later)
	}
}

// unread returns the error of a body that could not be read to its end.
func unread(err error, words rfq.Words) error {
	if errors.Is(err, upload.ErrTooSlow) {
		return fault.Wrap(fault.TooSlow, err, "%s", words.TooSlow)
	}
	return fault.Wrap(fault.Invalid, err, "%s", words.Interrupted)
}

// serveFileDropped answers DELETE /api/request-files/{id}, for a file that was
// not sent yet. Whoever knows its id has uploaded it.
func (s *Server) serveFileDropped(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	words := rfq.Wording(languageOf(r))
	if !sameSite(r) {
		return fault.New(fault.Forbidden, "%s", words.OtherSite)
	}
	if err := s.options.Requests.DropFile(r.Context(), r.PathValue("id")); err != nil {
		if fault.KindOf(err) == fault.NotFound {
			return fault.Wrap(fault.NotFound, err, "%s", words.FileGone)
		}
		return fault.Wrap(fault.Unavailable, err, "%s", words.Later)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// partsOf reads a multipart body, one part after the other.
func partsOf(w http.ResponseWriter, r *http.Request) (*upload.Parts, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxParts)
	return upload.NewParts(w, r, maxParts)
}
