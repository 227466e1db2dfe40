package server

import "net/http"

// serveRequest answers with what its sender may see of a request.
func (s *Server) serveRequest(w http.ResponseWriter, r *http.Request) error {
	view, err := s.options.Requests.View(r.Context(), r.PathValue("token"))
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, err = w.Write([]byte(`{"data":` + string(view) + `}`))
	return err
}
