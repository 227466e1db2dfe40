package server

import (
	"net/http"
	"strings"

	"ferrule/internal/fault"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
)

// documentFormat is a file format of a request: its media type and its writer.
type documentFormat struct {
	kind  string
	write func(rfq.Request, []rfq.File, ...document.Option) ([]byte, error)
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

// serveRequestDocument answers GET /api/requests/{token}/{reference}.pdf, .csv
// and .xlsx, to be saved.
func (s *Server) serveRequestDocument(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	reference, extension, _ := strings.Cut(name, ".")
	found, err := s.options.Requests.ByToken(r.Context(), r.PathValue("token"))
	if err != nil {
		return err
	}
	format, ok := documentFormatOf(extension)
	if !ok || reference != found.Reference {
		return fault.New(fault.NotFound, "There is no such document; ask for %s.pdf, .csv or .xlsx.", found.Reference)
	}
	files, err := s.options.Requests.FilesOf(r.Context(), found.ID)
	if err != nil {
		return err
	}
	body, err := format.write(found, files)
	if err != nil {
		return err
	}
	attach(w, name, format.kind)
	_, err = w.Write(body)
	return err
}
