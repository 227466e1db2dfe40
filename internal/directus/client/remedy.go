package client

import (
	"net/http"
	"strings"
)

// Error returns the request, the cause and what to do about it in one line.
func (f *Failure) Error() string {
	text := f.Request + ": " + f.Cause
	if remedy := f.Remedy(); remedy != "" {
		text += "; " + remedy
	}
	return text
}

// Remedy returns what to do about a failure, without addresses; empty if the cause says it.
func (f *Failure) Remedy() string {
	switch {
	case f.Code == codeRestricted:
		return "the licence of the Directus blocks its API; an administrator has to sign in there and enter a licence key, or reduce collections and users to the limits of the licence"
	case f.Code == codeInactive:
		return "the licence of the Directus deactivates this collection; enter a licence key there, or activate this collection instead of another"
	case f.Code == codeForbidden:
		return "it does not exist in the Directus, or the token may not use it; give a policy of the token's user this right"
	case f.Status == http.StatusUnauthorized:
		return "the token is wrong or was revoked; create a static token in the settings of its user in the Directus"
	case f.Status == http.StatusNotFound:
		return "no Directus replies at this address; give the address without /admin and without a path of the API"
	case f.Status == http.StatusTooManyRequests:
		return "the Directus limits requests; use a lower --directus-rate or raise RATE_LIMITER_POINTS there"
	case f.isHTML:
		return "give the address of the Directus itself, without /admin, and check the proxy before it"
	case f.Status != 0 || !strings.HasPrefix(f.Cause, noReply):
		return ""
	case strings.Contains(f.Cause, "certificate") || strings.Contains(f.Cause, "tls: "):
		return "check the certificate of the Directus, and whether its address begins with http or https"
	case strings.Contains(f.Cause, "no such host"):
		return "check the name in the address of the Directus"
	default:
		return "check the address of the Directus and that it is running and reachable from here"
	}
}
