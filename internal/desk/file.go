package desk

import (
	"mime"
	"net/http"
	"slices"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// fileTimeout is enough for 10 MB at 128 kbit/s.
const fileTimeout = 10 * time.Minute

// serveFile serves GET /desk/api/requests/{reference}/files/{id}: a file as it was sent.
func (h *Handler) serveFile(w http.ResponseWriter, r *http.Request, _ caller) error {
	store := h.options.Requests
	request, err := store.ByReference(r.Context(), r.PathValue("reference"))
	if err != nil {
		return err
	}
	files, err := store.FilesOf(r.Context(), request.ID)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(files, func(f rfq.File) bool { return f.ID == r.PathValue("id") }) {
		return fault.New(fault.NotFound, "%s has no such file.", request.Reference)
	}
	f, content, err := store.OpenFile(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }() // opened for reading only
	attach(w, f.Name, f.Type)
	// A file over a slow connection takes longer than a page.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(fileTimeout))
	http.ServeContent(w, r, "", time.Time{}, content)
	return nil
}

// attach sets the headers of a download. If a browser displays it nevertheless, nothing
// in it may be executed or loaded.
func attach(w http.ResponseWriter, name, mediaType string) {
	header := w.Header()
	header.Set("Content-Type", mediaType)
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	header.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
}
