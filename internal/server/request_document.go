package server

import (
	"net/http"
	"strings"

	"ferrule/internal/fault"
	"ferrule/internal/request"
	"ferrule/internal/request/sheet"
)

// document is a request as a file: its media type, and what writes it.
type document struct {
	kind  string
	write func(request.Request, []request.File, ...sheet.Option) ([]byte, error)
}

func documentOf(extension string) (document, bool) {
	switch extension {
	case "pdf":
		return document{"application/pdf", sheet.PDF}, true
	case "csv":
		return document{"text/csv; charset=utf-8", sheet.CSV}, true
	case "xlsx":
		return document{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", sheet.XLSX}, true
	default:
		return document{}, false
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
	document, ok := documentOf(extension)
	if !ok || reference != found.Reference {
		return fault.New(fault.NotFound, "There is no such document; ask for %s.pdf, .csv or .xlsx.", found.Reference)
	}
	files, err := s.options.Requests.FilesOf(r.Context(), found.ID)
	if err != nil {
		return err
	}
	body, err := document.write(found, files)
	if err != nil {
		return err
	}
	attach(w, name, document.kind)
	_, err = w.Write(body)
	return err
}
