package desk

import (
	"cmp"
	"errors"
	"net/http"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
)

// InvitationAddress returns the address that accepts an invitation. The token is in the
// fragment, which no browser sends and no server logs.
func InvitationAddress(base, token string) string { return base + "/desk/invite#token=" + token }

// base returns the address of the site, --base-url, or else that of the request.
func (h *Handler) base(r *http.Request) string {
	scheme := "http"
	if h.options.Secure || h.options.Proxies.Secure(r) {
		scheme = "https"
	}
	return cmp.Or(h.options.BaseURL, scheme+"://"+r.Host)
}

// invited is the reply to an invitation.
type invited struct {
	Link   string `json:"link"`   // shown this once
	Sent   bool   `json:"sent"`   // by mail
	Reason string `json:"reason"` // why no mail was sent, in the words of the mail server
}

// invite serves POST /desk/api/accounts.
func (h *Handler) invite(w http.ResponseWriter, r *http.Request, c caller) error {
	var given struct {
		Email, Name, Role, Language string
		Send                        bool
	}
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	role, err := roleID(given.Role)
	if err != nil {
		return err
	}
	if given.Language != "de-DE" {
		given.Language = "en-US"
	}
	u, found, err := h.options.Accounts.UserByEmail(r.Context(), given.Email)
	if err == nil && found {
		err = fault.New(fault.Conflict, "%s has an account already.", u.Email)
	}
	if err != nil {
		return err
	}
	return h.sendInvitation(w, r, c, account.NewPerson{Email: given.Email, Name: given.Name, Role: role, Language: given.Language}, given.Send)
}

// inviteAgain serves POST /desk/api/accounts/{id}/invitation.
func (h *Handler) inviteAgain(w http.ResponseWriter, r *http.Request, c caller) error {
	var given struct{ Send bool }
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	u, err := h.options.Accounts.User(r.Context(), r.PathValue("id"))
	if err != nil {
		return known(err)
	}
	if u.Status != account.Invited {
		return fault.New(fault.Conflict, "%s has accepted the invitation.", u.Email)
	}
	return h.sendInvitation(w, r, c, account.NewPerson{Email: u.Email, Language: languageOf(r, caller{user: u})}, given.Send)
}

func (h *Handler) sendInvitation(w http.ResponseWriter, r *http.Request, c caller, p account.NewPerson, send bool) error {
	u, token, err := h.options.Accounts.InviteToDesk(r.Context(), p)
	if err != nil {
		return err
	}
	out := invited{Link: InvitationAddress(h.base(r), token)}
	if send {
		supplier, err := h.options.Content.Supplier(r.Context(), p.Language)
		if err != nil {
			return err
		}
		err = h.options.Accounts.SendInvitation(r.Context(), u, p.Language, cmp.Or(supplier.Name, r.Host), out.Link)
		if out.Sent = err == nil; err != nil {
			// The link can be handed over in another way.
			h.log.WarnContext(r.Context(), "send invitation failed", "user", u.ID, "error", err)
			out.Reason = reasonOf(err)
		}
	}
	return envelope.Data(w, r, http.StatusOK, out)
}

// reasonOf returns the cause of an error in the words of who refused.
func reasonOf(err error) string {
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Err == nil {
		return f.Message
	}
	return err.Error()
}

// invitation is an invitation as the invited person sees it.
type invitation struct {
	Email    string       `json:"email"`
	Name     string       `json:"name"`
	Role     string       `json:"role"`
	By       string       `json:"by"`
	Until    time.Time    `json:"until"`
	Language string       `json:"language"`
	Site     string       `json:"site"`
	Passkeys passkeysHere `json:"passkeysHere"`
}

// readInvitation returns the invitation of a token.
func (h *Handler) readInvitation(r *http.Request, token string) (account.Invitation, error) {
	i, err := h.options.Accounts.ReadInvitation(r.Context(), token, h.options.Proxies.Key(r))
	return i, invitationError(err)
}

// invitationError returns CREDENTIALS for an invitation that is no longer valid.
func invitationError(err error) error {
	if fault.KindOf(err) == fault.Forbidden {
		return fault.Wrap(fault.Unauthorized, err, "The invitation was used, has ended or was replaced by a later one. Ask for a new one.").WithCode(codeCredentials)
	}
	return err
}

// serveInvitation serves POST /desk/api/invitation: a token is not in an address.
func (h *Handler) serveInvitation(w http.ResponseWriter, r *http.Request, _ caller) error {
	var given struct{ Token string }
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	i, err := h.readInvitation(r, given.Token)
	if err != nil {
		return err
	}
	c := caller{user: i.User}
	out := invitation{Email: i.User.Email, By: i.By, Until: i.Expires, Language: languageOf(r, c)}
	if name := i.User.Name(); name != i.User.Email {
		out.Name = name
	}
	if out.Role, err = h.roleOf(r.Context(), i.User); err != nil {
		return err
	}
	supplier, err := h.options.Content.Supplier(r.Context(), out.Language)
	if err != nil {
		return err
	}
	out.Site = supplier.Name
	if out.Passkeys, err = h.passkeysHere(r); err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, out)
}

// beginInvitationPasskey serves POST /desk/api/invitation/challenge.
func (h *Handler) beginInvitationPasskey(w http.ResponseWriter, r *http.Request, _ caller) error {
	var given struct{ Token string }
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	i, err := h.readInvitation(r, given.Token)
	if err != nil {
		return err
	}
	return h.beginPasskey(w, r, caller{user: i.User})
}

// acceptInvitation serves POST /desk/api/invitation/accept, and signs the person in.
func (h *Handler) acceptInvitation(w http.ResponseWriter, r *http.Request, _ caller) error {
	var given struct {
		Token, Name, Language, Password, Device string
		Passkey                                 *passkeyAnswer
	}
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	a := account.Acceptance{Name: given.Name, Language: given.Language, Password: given.Password, Device: given.Device}
	if given.Passkey != nil {
		site, err := h.passkeySite(r)
		if err != nil {
			return err
		}
		a.Site, a.State, a.Answer = site, given.Passkey.State, given.Passkey.Answer
	}
	u, err := h.options.Accounts.AcceptInvitation(r.Context(), given.Token, a, h.options.Proxies.Key(r))
	if err != nil {
		return invitationError(err)
	}
	role, err := h.roleOf(r.Context(), u)
	if err != nil {
		return err
	}
	return h.begin(w, r, u, role)
}

// declineInvitation serves POST /desk/api/invitation/decline.
func (h *Handler) declineInvitation(w http.ResponseWriter, r *http.Request, _ caller) error {
	var given struct{ Token string }
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	if err := h.options.Accounts.DeclineInvitation(r.Context(), given.Token, h.options.Proxies.Key(r)); err != nil {
		return invitationError(err)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
