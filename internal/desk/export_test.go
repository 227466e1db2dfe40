package desk

// Patterns returns the patterns of all routes of the API.
func (h *Handler) Patterns() (patterns []string) {
	for _, r := range h.routes() {
		patterns = append(patterns, r.pattern)
	}
	return patterns
}

// Polling reports whether the database is queried for changes.
func (h *Handler) Polling() bool {
	h.changes.mu.Lock()
	defer h.changes.mu.Unlock()
	return h.changes.stop != nil
}
