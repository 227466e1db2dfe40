// Package api serves content over HTTP in the shapes of a Directus: GET and
// HEAD of /items/{collection} and /items/{collection}/{id}. It depends on
// content.Source only and reads with public permissions.
package api

import (
	"net/http"

	"ferrule/internal/content"
)

// New returns the handler of the content API, to be mounted with its prefix
// stripped: http.StripPrefix("/api/content", api.New(model, source)).
func New(m *content.Model, src content.Source) http.Handler { return http.NotFoundHandler() }
