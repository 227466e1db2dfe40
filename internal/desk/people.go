package desk

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
)

// colleague is an account in the list of people.
type colleague struct {
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	Email      string         `json:"email"`
	Role       string         `json:"role"`     // of the desk; empty for none
	RoleName   string         `json:"roleName"` // of a role of the site's own
	Status     account.Status `json:"status"`
	Password   bool           `json:"password"`
	Passkeys   int            `json:"passkeys"`
	Codes      bool           `json:"codes"`
	Provider   string         `json:"provider"` // empty for none
	Seen       *string        `json:"seen"`     // the last sign-in
	Invitation *time.Time     `json:"invitation"`
}

// program is an account of a program.
type program struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	Role    string     `json:"role"`
	Hint    string     `json:"hint"`
	Expires time.Time  `json:"expires"`
	Used    *time.Time `json:"used"`
}

// serveAccounts serves GET /desk/api/accounts.
func (h *Handler) serveAccounts(w http.ResponseWriter, r *http.Request, _ caller) error {
	ctx, accounts := r.Context(), h.options.Accounts
	users, err := accounts.Users(ctx)
	if err != nil {
		return err
	}
	factors, err := accounts.Factors(ctx, "")
	if err != nil {
		return err
	}
	invitations, err := accounts.Invitations(ctx)
	if err != nil {
		return err
	}
	programs, err := accounts.Programs(ctx)
	if err != nil {
		return err
	}
	out := struct {
		People   []colleague `json:"people"`
		Programs []program   `json:"programs"`
	}{[]colleague{}, []program{}}
	for _, u := range users {
		role, err := h.roleOf(ctx, u)
		if err != nil {
			return err
		}
		if p, ok := programs[u.ID]; ok {
			out.Programs = append(out.Programs, program{u.ID, u.Name(), role, p.Hint, p.Expires, orNil(p.Used)})
			continue
		}
		f := factors[u.ID]
		one := colleague{
			ID: u.ID, Name: u.Name(), Email: u.Email, Role: role, Status: u.Status, Password: f.Password, Passkeys: f.Passkeys, Codes: f.Codes,
			Seen: u.LastAccess, Invitation: orNil(invitations[u.ID]),
		}
		if u.Provider != account.LocalProvider {
			one.Provider = u.Provider
		}
		if role == "" && u.Role != nil {
			own, _, err := accounts.Role(ctx, *u.Role)
			if err != nil {
				return err
			}
			one.RoleName = own.Name
		}
		out.People = append(out.People, one)
	}
	return envelope.Data(w, r, http.StatusOK, out)
}

func orNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// roleID returns the id of a role of the desk.
func roleID(role string) (string, error) {
	ids := map[string]string{
		"owner": account.Administrator, "editor": account.Editor, "sales": account.Sales, "translator": account.Translator, "viewer": account.Viewer,
	}
	id, ok := ids[role]
	if !ok {
		return "", fault.New(fault.Invalid, "There is no role %q; use owner, editor, sales, translator or viewer.", role)
	}
	return id, nil
}

// changeAccount changes one field of the account that the path names, and serves the list.
func (h *Handler) changeAccount(w http.ResponseWriter, r *http.Request, c caller, field, value string) error {
	raw, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if _, err := h.options.Accounts.ChangeUser(r.Context(), r.PathValue("id"), account.Change{field: raw}); err != nil {
		return known(err)
	}
	return h.serveAccounts(w, r, c)
}

// known returns NOT_FOUND for an account that does not exist.
func known(err error) error {
	if fault.KindOf(err) == fault.Forbidden {
		return fault.New(fault.NotFound, "There is no such account. Load the list again.")
	}
	return err
}

// changeRole serves PUT /desk/api/accounts/{id}/role.
func (h *Handler) changeRole(w http.ResponseWriter, r *http.Request, c caller) error {
	var given struct{ Role string }
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	id, err := roleID(given.Role)
	if err != nil {
		return err
	}
	return h.changeAccount(w, r, c, "role", id)
}

// changeStatus serves PUT /desk/api/accounts/{id}/status.
func (h *Handler) changeStatus(w http.ResponseWriter, r *http.Request, c caller) error {
	var given struct{ Status account.Status }
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	if given.Status != account.Active && given.Status != account.Suspended {
		return fault.New(fault.Invalid, "The status of an account is changed to active or suspended.")
	}
	u, err := h.options.Accounts.User(r.Context(), r.PathValue("id"))
	if err != nil {
		return known(err)
	}
	if u.Status != account.Active && u.Status != account.Suspended {
		return fault.New(fault.Conflict, "The account is %s: it becomes active by accepting the invitation.", u.Status)
	}
	return h.changeAccount(w, r, c, "status", string(given.Status))
}

// removeAccount serves DELETE /desk/api/accounts/{id}.
func (h *Handler) removeAccount(w http.ResponseWriter, r *http.Request, c caller) error {
	if err := h.options.Accounts.RemoveUser(r.Context(), r.PathValue("id")); err != nil {
		return known(err)
	}
	if r.PathValue("id") == c.user.ID {
		return h.signedOut(w, r)
	}
	return h.serveAccounts(w, r, c)
}

// endAccountSessions serves DELETE /desk/api/accounts/{id}/sessions.
func (h *Handler) endAccountSessions(w http.ResponseWriter, r *http.Request, c caller) error {
	if err := h.options.Accounts.EndDeskSessions(r.Context(), r.PathValue("id")); err != nil {
		return known(err)
	}
	return h.serveAccounts(w, r, c)
}

// addProgram serves POST /desk/api/programs. The token is in this reply alone.
func (h *Handler) addProgram(w http.ResponseWriter, r *http.Request, _ caller) error {
	var given struct{ Name, Role, Until string }
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	id, err := roleID(given.Role)
	if err != nil {
		return err
	}
	until, err := time.Parse(time.DateOnly, given.Until)
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "Send the last day of the token as 2027-03-01.")
	}
	_, token, err := h.options.Accounts.AddProgram(r.Context(), given.Name, id, until.AddDate(0, 0, 1))
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, struct {
		Token string `json:"token"`
	}{token})
}

// removeProgram serves DELETE /desk/api/programs/{id}.
func (h *Handler) removeProgram(w http.ResponseWriter, r *http.Request, c caller) error {
	if err := h.isProgram(r.Context(), r.PathValue("id")); err != nil {
		return err
	}
	return h.removeAccount(w, r, c)
}

func (h *Handler) isProgram(ctx context.Context, id string) error {
	programs, err := h.options.Accounts.Programs(ctx)
	if _, ok := programs[id]; err == nil && !ok {
		err = fault.New(fault.NotFound, "There is no such program. Load the list again.")
	}
	return err
}
