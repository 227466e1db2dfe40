package app

import "strings"

// SignInAddress returns the address that signs in at the desk with the token of
// account.SignInLink. The token is in the fragment, which no browser sends and no
// server logs.
func SignInAddress(base, token string) string {
	return strings.TrimSuffix(base, "/") + "/desk/sign-in#token=" + token
}
