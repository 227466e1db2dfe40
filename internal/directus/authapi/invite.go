package authapi

import (
	"encoding/json"
	"net/http"
	"strings"

	"ferrule/internal/account"
)

// addresses decodes one e-mail address or a list of them.
type addresses []string

func (a *addresses) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*a = addresses{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(a))
}

func (h *handler) invite(w http.ResponseWriter, r *http.Request) error {
	if err := h.administrator(r); err != nil {
		return err
	}
	var in struct {
		Email addresses `json:"email"`
		Role  string    `json:"role"`
		Page  string    `json:"invite_url"`
	}
	if err := read(w, r, &in); err != nil {
		return err
	}
	if err := require("email", strings.Join(in.Email, ""), "role", in.Role); err != nil {
		return err
	}
	for _, email := range in.Email {
		if err := h.accounts.Invite(r.Context(), email, in.Role, in.Page); err != nil {
			return err
		}
	}
	return noContent(w, nil)
}

func (h *handler) accept(w http.ResponseWriter, r *http.Request) error {
	in, err := readMailToken(w, r)
	if err != nil {
		return err
	}
	return noContent(w, h.accounts.Accept(r.Context(), in.Token, in.Password))
}

func (h *handler) register(w http.ResponseWriter, r *http.Request) error {
	var c account.Change
	if err := read(w, r, &c); err != nil {
		return err
	}
	page := ""
	if raw := c["verification_url"]; raw != nil && json.Unmarshal(raw, &page) != nil {
		return account.Payload(`"verification_url" must be a string`)
	}
	return noContent(w, h.accounts.Register(r.Context(), c, page, h.options.Proxies.Key(r)))
}

// verify answers the link in the mail after a registration, opened in a browser.
func (h *handler) verify(w http.ResponseWriter, r *http.Request) error {
	token := r.URL.Query().Get("token")
	if err := require("token", token); err != nil {
		return err
	}
	if err := h.accounts.Verify(r.Context(), token); err != nil {
		return err
	}
	goTo(w, "/")
	return nil
}
