package rfqapi

import (
	"context"
	"net/http"
	"strings"

	"ferrule/internal/fault"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
)

// documentFormat is a file format of a request.
type documentFormat struct {
	mediaType string
	write     func(rfq.Request, []rfq.File, ...document.Option) ([]byte, error)
}

func documentFormatOf(extension string) (documentFormat, bool) {
	switch extension {
	case "pdf":
		return documentFormat{"application/pdf", document.PDF}, true
	case "csv":
		return documentFormat{"text/csv; charset=utf-8", document.CSV}, true
	case "xlsx":
		return documentFormat{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", document.XLSX}, true
	default:
		return documentFormat{}, false
	}
}

// ServeDocument serves GET /api/requests/{token}/{reference}.pdf, .csv
// and .xlsx.
func (h *Handler) ServeDocument(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	reference, extension, _ := strings.Cut(name, ".")
	request, err := h.options.Requests.ByToken(r.Context(), r.PathValue("token"))
	if err != nil {
		return err
	}
	format, ok := documentFormatOf(extension)
	if !ok || reference != request.Reference {
		return fault.New(fault.NotFound, "There is no such document; ask for %s.pdf, .csv or .xlsx.", request.Reference)
	}
	files, err := h.options.Requests.FilesOf(r.Context(), request.ID)
	if err != nil {
		return err
	}
	supplier, err := h.supplier(r.Context(), request.Language)
	if err != nil {
		h.log.WarnContext(r.Context(), "read supplier failed, document has its name only", "error", err)
	}
	body, err := format.write(request, files, document.Supplier(supplier), document.Calendar(h.options.Requests.Calendar()), document.Link(request.Link(h.options.BaseURL)))
	if err != nil {
		return err
	}
	Attach(w, name, format.mediaType)
	_, _ = w.Write(body) // fails when the client has disconnected
	return nil
}

func (h *Handler) supplier(ctx context.Context, language string) (rfq.Supplier, error) {
	ctx, cancel := context.WithTimeout(ctx, contentTimeout)
	defer cancel()
	return h.options.Content.Supplier(ctx, language)
}
