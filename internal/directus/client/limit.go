package client

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
)

// AllowedLimit returns the number of records per request that the Directus allows
// (QUERY_LIMIT_MAX), if err is its refusal of a larger one; otherwise 0.
func AllowedLimit(err error) int {
	f, ok := errors.AsType[*Failure](err)
	if !ok || f.Status != http.StatusBadRequest {
		return 0
	}
	_, most, _ := strings.Cut(f.Cause, `"limit" must be less than or equal to `)
	n, _ := strconv.Atoi(strings.TrimRight(most, ".")) // 0 if the message has another form
	return n
}

// IsTooLarge reports whether err is the refusal of a body that is larger than the
// Directus (MAX_PAYLOAD_SIZE) or a proxy before it accepts.
func IsTooLarge(err error) bool {
	f, ok := errors.AsType[*Failure](err)
	return ok && (f.Status == http.StatusRequestEntityTooLarge || f.Status == http.StatusBadRequest && strings.Contains(f.Cause, "entity too large"))
}
