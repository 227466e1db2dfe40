package rfqapi

import (
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"time"

	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
	"ferrule/internal/locale"
	"ferrule/internal/rfq"
)

// ServeRequest serves GET /api/requests/{token}: the customer's view of a
// request.
func (h *Handler) ServeRequest(w http.ResponseWriter, r *http.Request) error {
	view, err := h.options.Requests.View(r.Context(), r.PathValue("token"), rfq.MaxLines)
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, json.RawMessage(view))
}

// ServeFile serves GET /api/requests/{token}/files/{id}: a file as it was sent
// with the request.
func (h *Handler) ServeFile(w http.ResponseWriter, r *http.Request) error {
	_, files, err := h.requestOf(r)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.ID != r.PathValue("id") {
			continue
		}
		_, content, err := h.options.Requests.OpenFile(r.Context(), f.ID)
		if fault.KindOf(err) == fault.Unavailable {
			return fault.Wrap(fault.Unavailable, err, "%s", rfq.TextsIn(locale.Saved(r)).FileUnavailable)
		}
		if err != nil {
			return err
		}
		defer func() { _ = content.Close() }() // opened for reading only
		SendFile(w, r, f, content)
		return nil
	}
	return fault.New(fault.NotFound, "%s", rfq.TextsIn(locale.Saved(r)).Unknown)
}

// fileTimeout is enough for 10 MB at 128 kbit/s.
const fileTimeout = 10 * time.Minute

// SendFile sends the bytes of a file of a request as a download.
func SendFile(w http.ResponseWriter, r *http.Request, f rfq.File, content io.ReadSeeker) {
	Attach(w, f.Name, f.Type)
	// A file over a slow connection takes longer than a page.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(fileTimeout))
	http.ServeContent(w, r, "", time.Time{}, content)
}

// requestOf returns the request of the token in the path, with its files.
func (h *Handler) requestOf(r *http.Request) (rfq.Request, []rfq.File, error) {
	request, err := h.options.Requests.ByToken(r.Context(), r.PathValue("token"))
	if err != nil {
		if fault.KindOf(err) == fault.NotFound {
			err = fault.Wrap(fault.NotFound, err, "%s", rfq.TextsIn(locale.Saved(r)).Unknown)
		}
		return request, nil, err
	}
	files, err := h.options.Requests.FilesOf(r.Context(), request.ID)
	return request, files, err
}

// Attach sets the headers of a download. Browsers neither display it nor guess
// its type; if one displays it, nothing in it may be executed or loaded.
func Attach(w http.ResponseWriter, name, mediaType string) {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "no-store")
}
