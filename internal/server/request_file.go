package server

import (
	"mime"
	"net/http"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// serveFile answers GET /api/requests/{token}/files/{id}: a file as it was sent
// with the request.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) error {
	_, files, err := s.requestOf(r)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.ID != r.PathValue("id") {
			continue
		}
		_, content, err := s.options.Requests.OpenFile(r.Context(), f.ID)
		if fault.KindOf(err) == fault.Unavailable {
			return fault.Wrap(fault.Unavailable, err, "%s", rfq.Wording(languageOf(r)).FileAway)
		}
		if err != nil {
			return err
		}
		defer func() { _ = content.Close() }() // it was only read
		attach(w, f.Name, f.Type)
		// A drawing on a slow line takes longer than a page.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(fileTimeout))
		http.ServeContent(w, r, "", time.Time{}, content)
		return nil
	}
	return fault.New(fault.NotFound, "%s", rfq.Wording(languageOf(r)).Unknown)
}

// fileTimeout lets 10 MB arrive at 128 kbit/s.
const fileTimeout = 10 * time.Minute

// requestOf is the request of the token in the path, with its files.
func (s *Server) requestOf(r *http.Request) (rfq.Request, []rfq.File, error) {
	found, err := s.options.Requests.ByToken(r.Context(), r.PathValue("token"))
	if err != nil {
		if fault.KindOf(err) == fault.NotFound {
			err = fault.Wrap(fault.NotFound, err, "%s", rfq.Wording(languageOf(r)).Unknown)
		}
		return found, nil, err
	}
	files, err := s.options.Requests.FilesOf(r.Context(), found.ID)
	return found, files, err
}

// attach makes of a reply a file to save. Browsers neither show it nor guess
// what it is, and where one does show it, nothing in it may run or load.
func attach(w http.ResponseWriter, name, mediaType string) {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "no-store")
}
