package desk

import (
	"maps"
	"net/http"
	"slices"

	"ferrule/internal/fault"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/rfqapi"
)

// serveFile serves GET /desk/api/requests/{reference}/files/{id}: a file as it was sent.
func (h *Handler) serveFile(w http.ResponseWriter, r *http.Request, _ caller) error {
	store := h.options.Requests
	request, err := store.ByReference(r.Context(), r.PathValue("reference"))
	if err != nil {
		return err
	}
	files, err := store.AllFilesOf(r.Context(), request.ID)
	if err != nil {
		return err
	}
	all := slices.Concat(slices.Collect(maps.Values(files))...)
	if !slices.ContainsFunc(all, func(f rfq.File) bool { return f.ID == r.PathValue("id") }) {
		return fault.New(fault.NotFound, "%s has no such file.", request.Reference)
	}
	f, content, err := store.OpenFile(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }() // opened for reading only
	rfqapi.SendFile(w, r, f, content)
	return nil
}
