package desk

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"

	"ferrule/internal/account"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
)

// passkeyAnswer is a browser's answer to a challenge.
type passkeyAnswer struct {
	State  string          `json:"state"`
	Answer json.RawMessage `json:"answer"`
}

// passkeySite returns what passkeys are bound to: the address of the site, --base-url. Without
// one it is the address of the request if that is localhost. Browsers make passkeys over
// HTTPS and on localhost alone.
func (h *Handler) passkeySite(r *http.Request) (account.Site, error) {
	base := h.options.BaseURL
	if base == "" {
		base = "http://" + r.Host
	}
	u, err := url.Parse(base)
	if err != nil || u.Hostname() == "" {
		return account.Site{}, errNoPasskeys()
	}
	if u.Hostname() != "localhost" && (u.Scheme != "https" || h.options.BaseURL == "") {
		return account.Site{}, errNoPasskeys()
	}
	return account.Site{Host: u.Hostname(), Origin: u.Scheme + "://" + u.Host, Name: u.Host}, nil
}

func errNoPasskeys() error {
	return fault.New(fault.Conflict, "Passkeys need HTTPS, or localhost, and the site's address: start the server with --base-url https://….")
}

// passkeysHere says whether and where passkeys work.
type passkeysHere struct {
	Origin string `json:"origin"` // of the pages on which they work; empty for nowhere
	Former string `json:"former"` // host name of passkeys that a change of the address has made useless
}

func (h *Handler) passkeysHere(r *http.Request) (here passkeysHere, err error) {
	site, off := h.passkeySite(r)
	if off == nil {
		here.Origin = site.Origin
	}
	here.Former, err = h.options.Accounts.FormerSite(r.Context(), site)
	return here, err
}

// serveWaysIn serves GET /desk/api/sign-in.
func (h *Handler) serveWaysIn(w http.ResponseWriter, r *http.Request, _ caller) error {
	here, err := h.passkeysHere(r)
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, struct {
		Passkeys passkeysHere `json:"passkeys"`
	}{here})
}

// beginPasskeyLogin serves POST /desk/api/session/challenge.
func (h *Handler) beginPasskeyLogin(w http.ResponseWriter, r *http.Request, _ caller) error {
	site, err := h.passkeySite(r)
	if err != nil {
		return err
	}
	challenge, err := h.options.Accounts.BeginPasskeyLogin(site)
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, challenge)
}

// namedSite is passkeySite with the name of the supplier, which the browser shows and stores.
func (h *Handler) namedSite(r *http.Request, c caller) (account.Site, error) {
	site, err := h.passkeySite(r)
	if err != nil {
		return site, err
	}
	supplier, err := h.options.Content.Supplier(r.Context(), languageOf(r, c))
	site.Name = cmp.Or(supplier.Name, site.Name)
	return site, err
}
