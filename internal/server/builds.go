package server

import (
	"net/http"
	"strings"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/page"
)

// Build identifies the build of the front end.
type Build struct {
	ID   string
	Time time.Time
}

// buildReply describes a build; the time is in milliseconds since 1970.
type buildReply struct {
	ID        string `json:"id"`
	Timestamp int64  `json:"timestamp"`
}

// buildMeta adds the rules of a build's routes. No page is prerendered.
type buildMeta struct {
	buildReply

	Matcher     page.RouteRules `json:"matcher"`
	Prerendered []string        `json:"prerendered"`
}

func (b Build) reply() buildReply {
	return buildReply{ID: b.ID, Timestamp: b.Time.UnixMilli()}
}

// serveBuild serves GET /builds/latest.json, which browsers poll for a new build.
func (s *Server) serveBuild(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, http.StatusOK, s.options.Build.reply())
	return nil
}

// serveBuildMeta serves GET /builds/meta/{id}.json, which never changes.
func (s *Server) serveBuildMeta(w http.ResponseWriter, r *http.Request) error {
	id, isJSON := strings.CutSuffix(r.PathValue("file"), ".json")
	if !isJSON || id != s.options.Build.ID {
		return fault.New(fault.NotFound, "There is no build %s here.", id)
	}
	w.Header().Set("Cache-Control", immutable)
	writeJSON(w, http.StatusOK, buildMeta{buildReply: s.options.Build.reply(), Matcher: s.options.Pages.RouteRules(), Prerendered: []string{}})
	return nil
}
