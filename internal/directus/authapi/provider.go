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

// journeyCookie keeps what the browser must bring back from the provider.
func journeyCookie(provider string) string { return "openid." + provider }

// depart sends the browser to an identity provider. The parameter redirect is
// where it goes when it has signed in.
func (h *handler) depart(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("provider")
	if !h.accounts.HasProvider(name) {
		return noRoute(w, r)
	}
	redirect := r.URL.Query().Get("redirect")
	if !h.mayRedirect(redirect) {
		return account.Payload("URL %q can't be used to redirect after login", redirect)
	}
	to, kept, err := h.accounts.Depart(r.Context(), name, redirect)
	if err != nil {
		return err
	}
	h.setCookie(w, r, journeyCookie(name), kept, int(account.JourneyLife.Seconds()))
	goTo(w, to)
	return nil
}

// mayRedirect allows the site's own paths and the addresses that are
// configured: a link to our sign-in must not lead to somebody else's page.
func (h *handler) mayRedirect(to string) bool {
	if to == "" || slices.Contains(h.options.Redirects, to) {
		return true
	}
	u, err := url.Parse(to)
	return err == nil && u.Scheme == "" && u.Host == "" && strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//") && !strings.ContainsAny(to, "\\\t\r\n")
}

// handOver takes the answer of a provider that posts it: the request comes
// from its page, without our cookie, which the next one has.
func (h *handler) handOver(w http.ResponseWriter, r *http.Request) error {
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

// arrive answers a browser that comes back from the provider. One that was
// told where to go gets a session and goes there, with the reason if it may
// not come in; any other gets the tokens.
func (h *handler) arrive(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("provider")
	if !h.accounts.HasProvider(name) {
		return noRoute(w, r)
	}
	q := r.URL.Query()
	j, err := h.accounts.Resume(name, cookie(r, journeyCookie(name)), q.Get("state"))
	if err != nil {
		return err
	}
	h.forget(w, r, journeyCookie(name))
	mode := account.ModeJSON
	if j.Redirect != "" {
		mode = account.ModeSession
	}
	tokens, err := h.enter(r, j, mode)
	if err != nil && j.Redirect != "" && fault.KindOf(err) == fault.Unauthorized {
		goTo(w, withReason(j.Redirect, "INVALID_CREDENTIALS"))
		return nil
	}
	if err != nil {
		return err
	}
	if mode == account.ModeJSON {
		return h.hand(w, r, tokens, mode)
	}
	h.setCookie(w, r, account.SessionCookie, tokens.Access, int(tokens.Kept.Seconds()))
	goTo(w, j.Redirect)
	return nil
}

func (h *handler) enter(r *http.Request, j account.Journey, m account.Mode) (account.Tokens, error) {
	q := r.URL.Query()
	if reason := q.Get("error"); reason != "" || q.Get("code") == "" {
		return account.Tokens{}, fault.New(fault.Unauthorized, "The identity provider let nobody in (%q).", reason).WithCode("INVALID_CREDENTIALS")
	}
	u, err := h.accounts.Arrive(r.Context(), j, q.Get("code"))
	if err != nil {
		return account.Tokens{}, err
	}
	return h.accounts.Begin(r.Context(), u, m)
}

// goTo sends the browser on. http.Redirect would take an address relative to
// this one for a path without the API's prefix, which nobody here knows.
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
