package desk

import (
	"encoding/json"
	"net/http"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
)

// freshFor is how long after the sign-in a person may change how they sign in: a stolen
// session shall not become a lasting way in.
const freshFor = 15 * time.Minute

// fresh refuses a request whose sign-in was too long ago.
func fresh(serve func(http.ResponseWriter, *http.Request, caller) error) func(http.ResponseWriter, *http.Request, caller) error {
	return func(w http.ResponseWriter, r *http.Request, c caller) error {
		if time.Since(c.since) > freshFor {
			return fault.New(fault.Forbidden, "Sign in again: how an account signs in is changed within 15 minutes of signing in.").WithCode(codeFresh)
		}
		return serve(w, r, c)
	}
}

// ownAccount is how the caller signs in.
type ownAccount struct {
	Password bool         `json:"password"`
	Passkeys []passkey    `json:"passkeys"`
	Here     passkeysHere `json:"passkeysHere"`
	Codes    bool         `json:"codes"`
	Recovery int          `json:"recovery"` // codes that are left
}

type passkey struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	Site    string     `json:"site"`  // host name
	Works   bool       `json:"works"` // it is of this site
	Created time.Time  `json:"created"`
	Used    *time.Time `json:"used"`
}

// serveAccount serves GET /desk/api/account.
func (h *Handler) serveAccount(w http.ResponseWriter, r *http.Request, c caller) error {
	keys, err := h.options.Accounts.Passkeys(r.Context(), c.user.ID)
	if err != nil {
		return err
	}
	factors, err := h.options.Accounts.Factors(r.Context(), c.user.ID)
	if err != nil {
		return err
	}
	own := factors[c.user.ID]
	out := ownAccount{Password: own.Password, Passkeys: make([]passkey, len(keys)), Codes: own.Codes, Recovery: own.Recovery}
	if out.Here, err = h.passkeysHere(r); err != nil {
		return err
	}
	site, _ := h.passkeySite(r) // without one, no passkey works
	for i, k := range keys {
		out.Passkeys[i] = passkey{ID: k.ID, Name: k.Name, Site: k.Site, Works: k.Site == site.Host, Created: k.Created}
		if !k.Used.IsZero() {
			out.Passkeys[i].Used = &k.Used
		}
	}
	return envelope.Data(w, r, http.StatusOK, out)
}

// changePassword serves PUT /desk/api/account/password. It ends all other sessions.
func (h *Handler) changePassword(w http.ResponseWriter, r *http.Request, c caller) error {
	if c.user.Provider != account.LocalProvider {
		return fault.New(fault.Conflict, "Your account signs in at an identity provider. Change the password there.")
	}
	var given struct{ Password string }
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	password, err := json.Marshal(given.Password)
	if err != nil {
		return err
	}
	u, err := h.options.Accounts.ChangeUser(r.Context(), c.user.ID, account.Change{"password": password})
	if err != nil {
		return err
	}
	return h.begin(w, r, u, c.role)
}

// beginPasskey serves POST /desk/api/account/passkeys/challenge.
func (h *Handler) beginPasskey(w http.ResponseWriter, r *http.Request, c caller) error {
	site, err := h.namedSite(r, c)
	if err != nil {
		return err
	}
	challenge, err := h.options.Accounts.BeginPasskey(r.Context(), c.user, site)
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, challenge)
}

// addPasskey serves POST /desk/api/account/passkeys.
func (h *Handler) addPasskey(w http.ResponseWriter, r *http.Request, c caller) error {
	var given struct {
		passkeyAnswer

		Name string `json:"name"`
	}
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	site, err := h.passkeySite(r)
	if err != nil {
		return err
	}
	if err := h.options.Accounts.AddPasskey(r.Context(), c.user, site, given.Name, given.State, given.Answer); err != nil {
		return err
	}
	return h.serveAccount(w, r, c)
}

// removePasskey serves DELETE /desk/api/account/passkeys/{id}.
func (h *Handler) removePasskey(w http.ResponseWriter, r *http.Request, c caller) error {
	if err := h.options.Accounts.RemovePasskey(r.Context(), c.user.ID, r.PathValue("id")); err != nil {
		return err
	}
	return h.serveAccount(w, r, c)
}

// beginCodes serves POST /desk/api/account/codes/secret.
func (h *Handler) beginCodes(w http.ResponseWriter, r *http.Request, c caller) error {
	supplier, err := h.options.Content.Supplier(r.Context(), languageOf(r, c))
	if err != nil {
		return err
	}
	setup, err := h.options.Accounts.BeginCodes(c.user, supplier.Name)
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, setup)
}

// recovery are new recovery codes, shown this once.
type recovery struct {
	Recovery []string `json:"recovery"`
}

// addCodes serves POST /desk/api/account/codes.
func (h *Handler) addCodes(w http.ResponseWriter, r *http.Request, c caller) error {
	var given struct{ State, Code string }
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	list, err := h.options.Accounts.AddCodes(r.Context(), c.user, given.State, given.Code)
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, recovery{list})
}

// removeCodes serves DELETE /desk/api/account/codes.
func (h *Handler) removeCodes(w http.ResponseWriter, r *http.Request, c caller) error {
	if err := h.options.Accounts.RemoveCodes(r.Context(), c.user); err != nil {
		return err
	}
	return h.serveAccount(w, r, c)
}

// renewRecovery serves POST /desk/api/account/recovery-codes.
func (h *Handler) renewRecovery(w http.ResponseWriter, r *http.Request, c caller) error {
	list, err := h.options.Accounts.RenewRecovery(r.Context(), c.user)
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, recovery{list})
}
