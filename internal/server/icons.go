package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"ferrule/internal/fault"
)

// serveIcons serves GET /api/icons/{prefix}.json?icons=a,b as Iconify's own
// service does. Icons change only with the program, hence a max-age of a week; a
// missing icon may be added sooner.
func (s *Server) serveIcons(w http.ResponseWriter, r *http.Request) error {
	prefix, isJSON := strings.CutSuffix(r.PathValue("file"), ".json")
	if !isJSON {
		return serveNoRoute(w, r)
	}
	names := r.URL.Query().Get("icons")
	part, err := s.options.Icons.Part(prefix, strings.Split(names, ","))
	if err != nil {
		return err
	}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false) // icons are markup
	if err := enc.Encode(part); err != nil {
		return fault.Wrap(fault.Internal, err, "the icons cannot be written")
	}
	sum := sha256.Sum256(body.Bytes())
	h := w.Header()
	h.Set("ETag", `"`+hex.EncodeToString(sum[:12])+`"`)
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=604800")
	if len(part.NotFound) > 0 {
		h.Set("Cache-Control", "no-cache")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body.Bytes()))
	return nil
}
