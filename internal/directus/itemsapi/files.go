package itemsapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/upload"
)

// Files stores the bytes of files.
type Files interface {
	// Receive stores the bytes of r, at most limit. Errors that the client
	// caused are *fault.Error of kind Invalid or TooLarge.
	Receive(r io.Reader, name string, limit int64) (content.Upload, error)
	// Discard removes an upload that is not used.
	Discard(u content.Upload)
	// WriteFiles writes records, each with the upload at the same index, and
	// takes ownership of the uploads. Its errors are those of content.Writer.
	WriteFiles(ctx context.Context, w content.Write, uploads []content.Upload) (content.Written, error)
}

// Uploading enables uploads of files of at most limit bytes; the Identify of
// Writing supplies the permissions.
func Uploading(files Files, limit int64) Option {
	return func(h *handler) { h.files, h.limit = files, limit }
}

// filesPath returns the id of an address of files: /files or /files/{id}, which
// is another name for the items of directus_files.
func filesPath(path string) (id string, ok bool) {
	parts := strings.Split(strings.TrimSuffix(path, "/"), "/")
	if len(parts) < 2 || len(parts) > 3 || parts[0] != "" || !strings.EqualFold(parts[1], "files") {
		return "", false
	}
	if len(parts) == 3 {
		id = parts[2]
	}
	return id, len(parts) == 2 || id != ""
}

// isUpload reports whether a write must contain a file. Other writes to files
// are handled as writes of items.
func (h *handler) isUpload(r *http.Request) bool {
	_, ok := filesPath(r.URL.Path)
	return ok && h.files != nil && (r.Method == http.MethodPost || r.Method == http.MethodPatch && isMultipart(r))
}

func (h *handler) serveUpload(w http.ResponseWriter, r *http.Request) {
	body, err := h.upload(w, r)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	sendWritten(w, body)
}

// upload creates files, or replaces the bytes of one.
func (h *handler) upload(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	c, err := h.uploadOf(r)
	if err != nil {
		return nil, err
	}
	// No bytes are received from a client without permission to write them.
	if _, err := query.Restriction(h.model, &c.Write, c.Collection, c.Action, time.Now()); err != nil {
		return nil, err
	}
	id, _ := filesPath(r.URL.Path)
	switch {
	case c.Action == content.ActionCreate && id == "import":
		return nil, content.InvalidPayload("Files are not fetched from other servers here; upload the file itself")
	case c.Action == content.ActionCreate && id != "" || c.Action == content.ActionUpdate && id == "":
		return nil, noRoute(r)
	case !isMultipart(r):
		return nil, content.InvalidPayload("A file is uploaded as multipart/form-data")
	}
	if err := h.checkReply(c); err != nil {
		return nil, err
	}
	uploads, err := h.receive(w, r, &c)
	if err != nil {
		return nil, err
	}
	if id != "" {
		c.Records[0].Key, err = keyOf(c.Collection, id)
	}
	if c.one = len(uploads) == 1; !c.one && id != "" {
		err = content.InvalidPayload("One file is given other bytes, not several")
	}
	if err != nil {
		h.discard(uploads)
		return nil, err
	}
	done, err := h.files.WriteFiles(r.Context(), c.Write, uploads)
	if err != nil {
		return nil, err
	}
	return h.written(r, c, done)
}

// uploadOf returns the change that an upload requests, without its records.
func (h *handler) uploadOf(r *http.Request) (change, error) {
	c := change{Write: content.Write{Collection: h.model.Collection(content.FilesCollection), Action: content.ActionCreate}}
	if r.Method == http.MethodPatch {
		c.Action = content.ActionUpdate
	}
	if c.Collection == nil {
		return c, noRoute(r)
	}
	var err error
	if c.Access, c.User, err = h.identify(r); err != nil {
		return c, err
	}
	c.reply, err = h.replyQuery(r, content.FilesCollection, c.Access)
	return c, err
}

// receive stores the files of a form and parses the record of each.
func (h *handler) receive(w http.ResponseWriter, r *http.Request, c *change) (_ []content.Upload, err error) {
	form, err := newForm(w, r, c.Collection, maxFiles*h.limit)
	if err != nil {
		return nil, err
	}
	var uploads []content.Upload
	defer func() {
		if err != nil {
			h.discard(uploads)
		}
	}()
	var parser content.RecordParser
	for {
		file, err := form.next()
		if err == io.EOF { //nolint:errorlint // next returns it unwrapped
			break
		}
		if err != nil {
			return uploads, err
		}
		if len(uploads) == maxFiles {
			return uploads, content.InvalidPayload("It has more than %d files", maxFiles)
		}
		record, err := parser.Record(c.Collection, file.fields)
		if err != nil {
			return uploads, err
		}
		u, err := h.files.Receive(file.body, file.name, h.limit)
		if errors.Is(err, upload.ErrTooSlow) {
			return uploads, broken(err)
		}
		if err != nil {
			return uploads, err
		}
		c.Records, uploads = append(c.Records, record), append(uploads, u)
	}
	if len(uploads) == 0 {
		return nil, content.InvalidPayload("There is no file in the body")
	}
	return slices.Clip(uploads), nil
}

func (h *handler) discard(uploads []content.Upload) {
	for _, u := range uploads {
		h.files.Discard(u)
	}
}
