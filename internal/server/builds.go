package server

import (
	"net/http"
	"strings"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/page"
)

// Build says which build of the front end is running.
type Build struct {
	ID   string
	Time time.Time
}

// buildReply tells of a build; the time is in milliseconds since 1970.
type buildReply struct {
	ID        string `json:"id"`
	Timestamp int64  `json:"timestamp"`
}

// buildMeta adds the rules of a build's routes. No page is rendered beforehand.
type buildMeta struct {
	buildReply

	Matcher     page.RouteRules `json:"matcher"`
	Prerendered []string        `json:"prerendered"`
}

func (b Build) reply() buildReply {
	return buildReply{ID: b.ID, Timestamp: b.Time.UnixMilli()}
}

// serveBuild answers GET /builds/latest.json, which browsers poll to learn of a new build.
func (s *Server) serveBuild(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, http.StatusOK, s.options.Build.reply())
	return nil
}

// serveBuildMeta answers GET /builds/meta/{id}.json, which never changes.
func (s *Server) serveBuildMeta(w http.ResponseWriter, r *http.Request) error {
	id, isJSON := strings.CutSuffix(r.PathValue("file"), ".json")
	if !isJSON || id != s.options.Build.ID {
		return fault.New(fault.NotFound, "There is no build %s here.", id)
	}
	w.Header().Set("Cache-Control", immutable)
	writeJSON(w, http.StatusOK, buildMeta{buildReply: s.options.Build.reply(), Matcher: s.options.Pages.RouteRules(), Prerendered: []string{}})
	return nil
}
