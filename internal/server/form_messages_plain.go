package server

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
	"ferrule/internal/ratelimit"
	"ferrule/internal/rfq"
)

// plainForm is a form as a browser without scripts sends it.
type plainForm struct {
	values url.Values
	files  []rfq.File        // that came with it and were kept
	wrong  map[string]string // what is wrong with its files
	failed error             // why a file could not be kept that nothing is wrong with
	digest hash.Hash         // of all of it
	parts  bool              // it may bring files
}

// servePlainForm takes a form without scripts: a browser is led to the page of
// its request, or reads what is wrong on a page that has what was typed.
func (s *Server) servePlainForm(w http.ResponseWriter, r *http.Request) error {
	f := &plainForm{values: url.Values{}, digest: sha256.New(), parts: mediaTypeOf(r) == typeParts}
	err := s.readPlainForm(w, r, f)
	var to string
	if err == nil {
		to, err = s.storePlainForm(r, f)
	}
	if err != nil {
		err = s.intake.refuse(r.Context(), s.options.Proxies.Key(r), err, rfq.Wording(f.language(r)))
		s.report(w, r, err)
		s.writeFormPage(w, r, f, err)
		return nil
	}
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusSeeOther)
	return nil
}

// language is that of the form, as far as it could be read.
func (f *plainForm) language(r *http.Request) string {
	if language := f.values.Get("language"); language != "" {
		return language
	}
	return languageOf(r)
}

// readPlainForm reads the fields and keeps the files. A browser without scripts
// cannot work for its request: where others have to, it waits.
func (s *Server) readPlainForm(w http.ResponseWriter, r *http.Request, f *plainForm) error {
	from := s.options.Proxies.Key(r)
	if !sameSite(r) {
		return fault.New(fault.Forbidden, "%s", rfq.Wording(languageOf(r)).OtherSite)
	}
	if s.intake.crowded(r.Context(), from) || !s.intake.open(r.Context(), from) {
		return s.refusePlainForm(w, r, f)
	}
	return s.readPlainBody(w, r, f, s.keepFile)
}

// refusePlainForm reads what was typed, so that it can be shown, and no files.
func (s *Server) refusePlainForm(w http.ResponseWriter, r *http.Request, f *plainForm) error {
	drop := func(*http.Request, *plainForm, *multipart.Part) error { return nil }
	if err := s.readPlainBody(w, r, f, drop); err != nil {
		return err
	}
	return fault.New(fault.TooMany, "%s", rfq.Wording(f.language(r)).TooMany)
}

func (s *Server) readPlainBody(w http.ResponseWriter, r *http.Request, f *plainForm, keep func(*http.Request, *plainForm, *multipart.Part) error) error {
	if !f.parts {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 3*maxForm)) // the coding of this type makes up to three bytes of one
		if err == nil {
			f.values, err = url.ParseQuery(string(body))
		}
		return f.unread(r, err)
	}
	parts, err := partsOf(w, r)
	if err != nil {
		return f.unread(r, err)
	}
	left := int64(maxForm)
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return f.failed
		}
		if err == nil {
			if part.FileName() != "" {
				err = keep(r, f, part)
			} else {
				err = f.readField(part, &left)
			}
		}
		if err != nil {
			return f.unread(r, err)
		}
	}
}

// readField reads one field, of which all together have a room.
func (f *plainForm) readField(part *multipart.Part, left *int64) error {
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

// unread tells the sender why a form could not be read; nil when it was.
func (f *plainForm) unread(r *http.Request, err error) error {
	words := rfq.Wording(f.language(r))
	_, ours := errors.AsType[*fault.Error](err)
	_, large := errors.AsType[*http.MaxBytesError](err)
	switch {
	case err == nil || ours:
		return err
	case large:
		return fault.Wrap(fault.TooLarge, err, "%s", words.TooLarge)
	default:
		return unread(err, words)
	}
}

// keepFile keeps a file that came with the form. What is wrong with it is told
// beside the other fields; what is wrong with us is told when all fields are
// read, since some may come behind the file.
func (s *Server) keepFile(r *http.Request, f *plainForm, part *multipart.Part) error {
	if f.failed != nil {
		return nil // the next would be waited for in vain
	}
	words := rfq.Wording(f.language(r))
	complain := func(text string) {
		f.wrong = map[string]string{"files": part.FileName() + ": " + text}
	}
	if len(f.files)+len(f.values["files"]) >= rfq.MaxFiles {
		f.wrong = map[string]string{"files": words.TooManyFiles}
		return nil
	}
	if !s.intake.admitFile(s.options.Proxies.Key(r), -1) {
		complain(words.FilesTooFast)
		return nil
	}
	fmt.Fprintf(f.digest, "%q ", part.FileName())
	file, err := s.receive(r.Context(), io.TeeReader(part, f.digest), part.FileName(), words)
	e, _ := errors.AsType[*fault.Error](err)
	switch {
	case err == nil:
		f.files = append(f.files, file)
	case e.Kind == fault.Unavailable:
		f.failed = err
	default:
		complain(e.Message)
	}
	return nil
}

// storePlainForm checks and stores the form, and returns the address of its
// request's page.
func (s *Server) storePlainForm(r *http.Request, f *plainForm) (string, error) {
	if err := s.joinFiles(r.Context(), f); err != nil {
		return "", fault.Wrap(fault.Unavailable, err, "%s", rfq.Wording(f.language(r)).Later)
	}
	message, err := rfq.ParseForm(f.values, languageOf(r))
	if err != nil || len(f.wrong) > 0 {
		return "", f.complaints(message.Language, err)
	}
	from := s.options.Proxies.Key(r)
	if !s.intake.admit(r.Context(), from) {
		return "", fault.New(fault.TooMany, "%s", rfq.Wording(message.Language).TooMany)
	}
	message.IdempotencyKey = f.key(from, time.Now())
	message.ClientAddress = s.options.Proxies.Client(r)
	added, err := s.store(r.Context(), &message)
	if fault.KindOf(err) == fault.Conflict {
		// The sender did not choose the key and cannot change it. Under another one
		// the same content within ten minutes is still one request.
		message.IdempotencyKey = ""
		added, err = s.store(r.Context(), &message)
	}
	if err != nil {
		s.intake.undo(r.Context(), from)
		return "", err
	}
	return s.link(r.Context(), message.Language, added.Token), nil
}

// joinFiles puts the files that came with an earlier try of the form beside the
// new ones, each as an id.
func (s *Server) joinFiles(ctx context.Context, f *plainForm) error {
	fmt.Fprint(f.digest, f.values.Encode())
	var earlier []rfq.File
	for _, id := range f.values["files"][:min(len(f.values["files"]), rfq.MaxFiles)] {
		file, err := s.options.Requests.File(ctx, id)
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

// complaints joins what is wrong with the files to what is wrong with the fields.
func (f *plainForm) complaints(language string, err error) error {
	e, ok := errors.AsType[*fault.Error](err)
	if !ok {
		e = &fault.Error{Kind: fault.Unprocessable, Code: "FAILED_VALIDATION", Message: rfq.Wording(language).Incomplete, Fields: map[string]string{}}
	}
	maps.Copy(e.Fields, f.wrong)
	return e
}

// key tells one try of a form from another. A page without scripts is the same
// for all visitors and brings none of its own: the same form from the same
// address within ten minutes is one. Across the end of such a span the store
// folds what is the same.
func (f *plainForm) key(address string, now time.Time) string {
	fmt.Fprintf(f.digest, " %s %d", address, now.Unix()/int64(ratelimit.Window/time.Second))
	return "plain-" + hex.EncodeToString(f.digest.Sum(nil))
}
