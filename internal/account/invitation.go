package account

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"ferrule/internal/fault"
)

// InvitationLife is how long an invitation to the desk can be accepted.
const InvitationLife = 48 * time.Hour

// NewPerson is what an inviter says about a person.
type NewPerson struct {
	Email    string
	Name     string // may be empty
	Role     string // id
	Language string // of the mail and of the desk: "de-DE" or "en-US"
}

// Invitation is an invitation that was not accepted yet.
type Invitation struct {
	User    User
	By      string // name of the inviter
	Expires time.Time
}

// InviteToDesk creates an account with the status invited, or invites one again that has
// it, and returns the token that accepts the invitation, once. A former invitation of the
// account is no longer valid.
func (s *Service) InviteToDesk(ctx context.Context, p NewPerson) (u User, token string, err error) {
	u, ok, err := s.UserByEmail(ctx, p.Email)
	switch {
	case err != nil:
		return u, "", err
	case ok && u.Status != Invited:
		return u, "", errNotUnique("email")
	case !ok:
		c := Change{"email": quoted(p.Email), "status": quoted(string(Invited)), "role": quoted(p.Role), "language": quoted(p.Language)}
		maps.Copy(c, nameChange(p.Name))
		if u, err = s.newUser(ctx, c); err != nil {
			return u, "", err
		}
	}
	token = NewToken()
	err = s.changeUsers(ctx, func(tx *sql.Tx) error {
		if !ok {
			if err := s.insert(ctx, tx, u); err != nil {
				return err
			}
		}
		const store = `INSERT INTO ferrule_invitations (user_id, token, invited_by, expires_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (user_id) DO UPDATE SET token = excluded.token, invited_by = excluded.invited_by, expires_at = excluded.expires_at`
		if _, err := s.exec(ctx, tx, store, u.ID, digest(token), ActorOf(ctx).Name, moment(s.now().Add(InvitationLife))); err != nil {
			return fmt.Errorf("store invitation: %w", err)
		}
		return s.logOf(ctx, tx, InvitationMade, u, "")
	})
	return u, token, err
}

// nameChange returns the change that sets a name, of which the last word is the last name.
func nameChange(name string) Change {
	words := strings.Fields(name)
	if len(words) == 0 {
		return nil
	}
	c := Change{"first_name": quoted(words[0]), "last_name": json.RawMessage("null")}
	if last := len(words) - 1; last > 0 {
		c["first_name"], c["last_name"] = quoted(strings.Join(words[:last], " ")), quoted(words[last])
	}
	return c
}

// Invitations returns the ends of all invitations by the ids of their accounts.
func (s *Service) Invitations(ctx context.Context) (map[string]time.Time, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT user_id, expires_at FROM ferrule_invitations`)
	if err != nil {
		return nil, fmt.Errorf("list invitations: %w", err)
	}
	defer func() { _ = rows.Close() }()
	all := map[string]time.Time{}
	for rows.Next() {
		var user, expires string
		if err := rows.Scan(&user, &expires); err != nil {
			return nil, fmt.Errorf("list invitations: %w", err)
		}
		if all[user], err = time.Parse(momentLayout, expires); err != nil {
			return nil, fmt.Errorf("list invitations: %w", err)
		}
	}
	return all, rows.Err()
}

// ReadInvitation returns the invitation of a token, which it leaves valid.
func (s *Service) ReadInvitation(ctx context.Context, token, limitKey string) (i Invitation, err error) {
	if err := s.allowAddress(ctx, limitKey); err != nil {
		return i, err
	}
	const find = `SELECT user_id, invited_by, expires_at FROM ferrule_invitations WHERE token = ? AND expires_at > ?`
	var user, expires string
	err = s.row(ctx, s.db, find, digest(token), moment(s.now())).Scan(&user, &i.By, &expires)
	if isNone(err) {
		return i, errToken()
	}
	if err != nil {
		return i, fmt.Errorf("read invitation: %w", err)
	}
	if i.Expires, err = time.Parse(momentLayout, expires); err != nil {
		return i, fmt.Errorf("read invitation: %w", err)
	}
	if i.User, err = s.User(ctx, user); err == nil && i.User.Status != Invited {
		err = errToken()
	}
	if err == nil {
		s.addresses.Undo(ctx, limitKey)
	}
	return i, err
}

// Acceptance is what an invited person answers: a password, or a passkey of a site.
type Acceptance struct {
	Name     string
	Language string
	Password string
	Site     Site // of the passkey
	Device   string
	State    string
	Answer   json.RawMessage
}

// AcceptInvitation makes the account of an invitation active, once.
func (s *Service) AcceptInvitation(ctx context.Context, token string, a Acceptance, limitKey string) (User, error) {
	i, err := s.ReadInvitation(ctx, token, limitKey)
	if err != nil {
		return User{}, err
	}
	u := i.User
	u.Profile = maps.Clone(u.Profile)
	c := Change{"language": quoted(a.Language), "status": quoted(string(Active))}
	maps.Copy(c, nameChange(a.Name))
	var credential *webauthn.Credential
	switch {
	case a.Password != "":
		c["password"], u.way = quoted(a.Password), "invitation, password"
	case len(a.Answer) > 0:
		u.way = "invitation, passkey"
		credential, err = s.newPasskey(ctx, u, a.Site, a.State, a.Answer)
	default:
		err = fault.New(fault.Invalid, "Send a password, or the answer of a passkey.")
	}
	if err == nil {
		err = s.apply(ctx, &u, c)
	}
	if err != nil {
		return User{}, err
	}
	ctx = as(ctx, u)
	return u, s.changeUsers(ctx, func(tx *sql.Tx) error {
		if err := s.useInvitation(ctx, tx, u.ID, token); err != nil {
			return err
		}
		if err := s.update(ctx, tx, u, i.User); err != nil {
			return err
		}
		if credential != nil {
			if err := s.storePasskey(ctx, tx, u, a.Site, a.Device, credential); err != nil {
				return err
			}
		}
		return s.logOf(ctx, tx, InvitationTaken, u, "")
	})
}

// useInvitation deletes an invitation; of two who use it, one does.
func (s *Service) useInvitation(ctx context.Context, tx *sql.Tx, user, token string) error {
	n, err := s.exec(ctx, tx, `DELETE FROM ferrule_invitations WHERE user_id = ? AND token = ?`, user, digest(token))
	if err != nil {
		return fmt.Errorf("use invitation: %w", err)
	}
	if n == 0 {
		return errToken()
	}
	return nil
}

// DeclineInvitation removes the account of an invitation.
func (s *Service) DeclineInvitation(ctx context.Context, token, limitKey string) error {
	i, err := s.ReadInvitation(ctx, token, limitKey)
	if err != nil {
		return err
	}
	return errors.Join(s.write(ctx, func(tx *sql.Tx) error { return s.logOf(ctx, tx, InvitationLeft, i.User, "") }), s.RemoveUser(ctx, i.User.ID))
}
