package authapi

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"ferrule/internal/account"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
)

// providers answers GET /auth.
func (h *handler) providers(w http.ResponseWriter, r *http.Request) error {
	type provider struct {
		Name   string `json:"name"`
		Label  string `json:"label"`
		Driver string `json:"driver"`
		Icon   string `json:"icon"`
	}
	list := []provider{}
	for _, p := range h.accounts.Providers() {
		label := p.Label
		if label == "" {
			label = p.Name
		}
		list = append(list, provider{p.Name, label, "openid", "account_circle"})
	}
	return envelope.JSON(w, r, http.StatusOK, map[string]any{"data": list, "disableDefault": false})
}

// flowCookie returns the name of the cookie with the state of a sign-in at a provider.
func flowCookie(provider string) string { return "openid." + provider }

// beginLogin redirects the browser to an identity provider. The parameter redirect is
// the URL to open after the sign-in.
func (h *handler) beginLogin(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("provider")
	if !h.accounts.HasProvider(name) {
		return noRoute(w, r)
	}
	redirect := r.URL.Query().Get("redirect")
	if !h.mayRedirect(redirect) {
		return account.Payload("URL %q can't be used to redirect after login", redirect)
	}
	to, state, err := h.accounts.BeginLogin(r.Context(), name, redirect)
	if err != nil {
		return err
	}
	h.setCookie(w, r, flowCookie(name), state, int(account.AuthFlowLife.Seconds()))
	goTo(w, to)
	return nil
}

// mayRedirect allows the site's own paths and the configured URLs, so that a link to
// the sign-in cannot redirect to a foreign page.
func (h *handler) mayRedirect(to string) bool {
	if to == "" || slices.Contains(h.options.Redirects, to) {
		return true
	}
	u, err := url.Parse(to)
	return err == nil && u.Scheme == "" && u.Host == "" && strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//") && !strings.ContainsAny(to, "\\\t\r\n")
}

// forwardCallback answers a provider that posts its callback. That cross-site request
// has no cookie, so the browser is redirected to the callback by GET, which has it.
func (h *handler) forwardCallback(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		return fault.Wrap(fault.Invalid, err, "Invalid payload. The form is not valid.").WithCode("INVALID_PAYLOAD")
	}
	q := url.Values{}
	for _, name := range []string{"code", "state", "error"} {
		if v := r.PostForm.Get(name); v != "" {
			q.Set(name, v)
		}
	}
	goTo(w, "callback?"+q.Encode())
	return nil
}

// completeLogin answers the provider's callback. With a redirect URL the browser gets
// a session and is redirected, with a reason if the sign-in is denied; without one
// the reply has the tokens.
func (h *handler) completeLogin(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("provider")
	if !h.accounts.HasProvider(name) {
		return noRoute(w, r)
	}
	q := r.URL.Query()
	flow, err := h.accounts.ReadFlow(name, cookie(r, flowCookie(name)), q.Get("state"))
	if err != nil {
		return err
	}
	h.clearCookie(w, r, flowCookie(name))
	mode := account.ModeJSON
	if flow.Redirect != "" {
		mode = account.ModeSession
	}
	tokens, err := h.openSession(r, flow, mode)
	if err != nil && flow.Redirect != "" && fault.KindOf(err) == fault.Unauthorized {
		goTo(w, withReason(flow.Redirect, "INVALID_CREDENTIALS"))
		return nil
	}
	if err != nil {
		return err
	}
	if mode == account.ModeJSON {
		return h.sendTokens(w, r, tokens, mode)
	}
	h.setCookie(w, r, account.SessionCookie, tokens.Access, int(tokens.CookieLife.Seconds()))
	goTo(w, flow.Redirect)
	return nil
}

func (h *handler) openSession(r *http.Request, flow account.AuthFlow, m account.Mode) (account.Tokens, error) {
	q := r.URL.Query()
	if reason := q.Get("error"); reason != "" || q.Get("code") == "" {
		return account.Tokens{}, fault.New(fault.Unauthorized, "The identity provider rejected the sign-in (%q).", reason).WithCode("INVALID_CREDENTIALS")
	}
	u, err := h.accounts.CompleteLogin(r.Context(), flow, q.Get("code"))
	if err != nil {
		return account.Tokens{}, err
	}
	return h.accounts.Begin(r.Context(), u, m)
}

// goTo redirects the browser. http.Redirect would resolve a relative URL against the
// path without the API's prefix, which was stripped.
func goTo(w http.ResponseWriter, to string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusSeeOther)
}

func withReason(to, reason string) string {
	u, err := url.Parse(to)
	if err != nil {
		return to
	}
	q := u.Query()
	q.Set("reason", reason)
	u.RawQuery = q.Encode()
	return u.String()
}
