package authapi

import (
	"bytes"
	"encoding/json"
	"net/http"

	"ferrule/internal/account"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
)

func errCollection() error {
	return fault.New(fault.Forbidden, "You don't have permission to access collection %q or it does not exist. Queried in root.", "directus_users").WithCode("FORBIDDEN")
}

// administrator returns an error unless the caller is an administrator.
func (h *handler) administrator(r *http.Request) error {
	id, err := h.accounts.Identify(r)
	if err == nil && !id.Admin {
		err = errCollection()
	}
	return err
}

// signedIn returns the caller's identity, or an error for the public.
func (h *handler) signedIn(r *http.Request) (account.Identity, error) {
	id, err := h.accounts.Identify(r)
	if err == nil && id.User == "" {
		err = fault.New(fault.Unauthorized, "Sign in first.").WithCode("INVALID_CREDENTIALS")
	}
	return id, err
}

// me answers GET /users/me. A caller without permission to read users gets the id.
func (h *handler) me(w http.ResponseWriter, r *http.Request) error {
	id, err := h.signedIn(r)
	if err != nil {
		return err
	}
	u, err := h.accounts.User(r.Context(), id.User)
	if err != nil {
		return err
	}
	record, err := h.show(r, id, u)
	if fault.KindOf(err) == fault.Forbidden {
		record, err = map[string]any{"id": id.User}, nil
	}
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, record)
}

func (h *handler) one(w http.ResponseWriter, r *http.Request) error {
	id, err := h.accounts.Identify(r)
	if err != nil {
		return err
	}
	if id.Users == nil && !id.Admin {
		return errCollection()
	}
	u, err := h.accounts.User(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	record, err := h.show(r, id, u)
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, record)
}

// list answers GET /users, sorted by e-mail address.
func (h *handler) list(w http.ResponseWriter, r *http.Request) error {
	id, err := h.accounts.Identify(r)
	if err != nil {
		return err
	}
	if id.Users == nil && !id.Admin {
		return errCollection()
	}
	part, err := readRange(r)
	if err != nil {
		return err
	}
	users, err := h.accounts.Users(r.Context())
	if err != nil {
		return err
	}
	seen := users[:0]
	for _, u := range users {
		if id.Sees(u.ID) {
			seen = append(seen, u)
		}
	}
	records := []map[string]any{}
	for _, u := range part.of(seen) {
		record, err := h.show(r, id, u)
		if err != nil {
			return err
		}
		records = append(records, record)
	}
	return envelope.Data(w, r, http.StatusOK, records)
}

// add answers POST /users: one user, or a list of them.
func (h *handler) add(w http.ResponseWriter, r *http.Request) error {
	if err := h.administrator(r); err != nil {
		return err
	}
	var raw json.RawMessage
	if err := read(w, r, &raw); err != nil {
		return err
	}
	many := bytes.HasPrefix(bytes.TrimSpace(raw), []byte("["))
	list := []account.Change{{}}
	var err error
	if many {
		err = json.Unmarshal(raw, &list)
	} else if len(raw) > 0 {
		err = json.Unmarshal(raw, &list[0])
	}
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "Invalid payload. A user is an object of fields.").WithCode("INVALID_PAYLOAD")
	}
	users, err := h.accounts.AddUsers(r.Context(), list)
	if err != nil {
		return err
	}
	records := make([]map[string]any, 0, len(users))
	for _, u := range users {
		record, err := h.show(r, account.Identity{Admin: true}, u)
		if err != nil {
			return err
		}
		records = append(records, record)
	}
	if many {
		return envelope.Data(w, r, http.StatusOK, records)
	}
	return envelope.Data(w, r, http.StatusOK, records[0])
}

func (h *handler) change(w http.ResponseWriter, r *http.Request) error {
	if err := h.administrator(r); err != nil {
		return err
	}
	return h.changeUser(w, r, r.PathValue("id"))
}

func (h *handler) changeMe(w http.ResponseWriter, r *http.Request) error {
	id, err := h.signedIn(r)
	if err == nil && !id.Admin {
		err = errCollection()
	}
	if err != nil {
		return err
	}
	return h.changeUser(w, r, id.User)
}

func (h *handler) changeUser(w http.ResponseWriter, r *http.Request, id string) error {
	var c account.Change
	if err := read(w, r, &c); err != nil {
		return err
	}
	u, err := h.accounts.ChangeUser(r.Context(), id, c)
	if err != nil {
		return err
	}
	record, err := h.show(r, account.Identity{Admin: true}, u)
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, record)
}

func (h *handler) remove(w http.ResponseWriter, r *http.Request) error {
	if err := h.administrator(r); err != nil {
		return err
	}
	return noContent(w, h.accounts.RemoveUser(r.Context(), r.PathValue("id")))
}
