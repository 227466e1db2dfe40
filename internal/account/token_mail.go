package account

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"

	"ferrule/internal/fault"
)

// RequestReset mails a link to set a new password if an active local user has the
// address. The result does not reveal whether one has. page is one of
// Options.ResetURLs, or empty.
func (s *Service) RequestReset(ctx context.Context, email, page, address string) error {
	page, err := allowed(s.options.ResetURLs, page, "reset passwords")
	if err != nil {
		return err
	}
	email = normalEmail(email)
	if err := s.allowMail(ctx, address, email); err != nil {
		return err
	}
	u, ok, err := s.findUser(ctx, s.db, "email", email)
	if err != nil || !ok || u.Status != Active || u.Provider != LocalProvider {
		return err
	}
	token, err := s.keys.action(actionToken{Scope: scopeReset, Email: u.Email, Bound: u.bound()}, mailLife)
	if err != nil {
		return err
	}
	s.sendLater(ctx, u, resetMail, page, token)
	return nil
}

// Reset sets the password of the user whom a reset token was mailed to and ends
// all of the user's sessions. A token works once.
func (s *Service) Reset(ctx context.Context, token, password string) error {
	return s.redeem(ctx, token, scopeReset, Active, func(u *User) error { return s.setPassword(ctx, u, &password) })
}

// Invite mails an invitation. It creates the user, who becomes active by accepting
// the invitation. A user invited before gets another mail; any other existing
// user gets none. page is one of Options.InviteURLs, or empty.
func (s *Service) Invite(ctx context.Context, email, role, page string) error {
	page, err := allowed(s.options.InviteURLs, page, "invite users")
	if err != nil {
		return err
	}
	u, ok, err := s.UserByEmail(ctx, email)
	if err != nil || (ok && u.Status != Invited) {
		return err
	}
	if !ok {
		c := Change{"email": quoted(email), "status": quoted(string(Invited))}
		if role != "" {
			c["role"] = quoted(role)
		}
		if u, err = s.AddUser(ctx, c); err != nil {
			return err
		}
	}
	token, err := s.keys.action(actionToken{Scope: scopeInvite, Email: u.Email, Bound: u.bound()}, inviteLife)
	if err != nil {
		return err
	}
	// Send synchronously: the inviter must see an error.
	return s.send(ctx, u, inviteMail, page, token)
}

// Accept sets the password of an invited user and makes the user active. A token
// works once.
func (s *Service) Accept(ctx context.Context, token, password string) error {
	return s.redeem(ctx, token, scopeInvite, Invited, func(u *User) error {
		u.Status = Active
		return s.setPassword(ctx, u, &password)
	})
}

// Register creates an account if Options.Register allows it. The account becomes
// active when the link in the mail is opened. The result does not reveal whether
// the address was known. page is one of Options.InviteURLs, or empty.
func (s *Service) Register(ctx context.Context, c Change, page, address string) error {
	if !s.options.Register {
		return errForbidden()
	}
	page, err := allowed(s.options.InviteURLs, page, "verify addresses")
	if err != nil {
		return err
	}
	var email string
	if json.Unmarshal(c["email"], &email) != nil || c["password"] == nil {
		return Payload(`"email" and "password" are required`)
	}
	if err := s.allowMail(ctx, address, normalEmail(email)); err != nil {
		return err
	}
	fields := Change{"status": quoted(string(Unverified))}
	for _, name := range []string{"email", "password", "first_name", "last_name"} {
		if c[name] != nil {
			fields[name] = c[name]
		}
	}
	if s.options.RegisterRole != "" {
		fields["role"] = quoted(s.options.RegisterRole)
	}
	u, err := s.AddUser(ctx, fields)
	if f, ok := err.(*fault.Error); ok && f.Code == "RECORD_NOT_UNIQUE" { //nolint:errorlint // AddUser returns it unwrapped
		return nil
	}
	if err != nil {
		return err
	}
	if page == "" && s.options.PublicURL != "" {
		page = s.options.PublicURL + "/users/register/verify-email"
	}
	token, err := s.keys.action(actionToken{Scope: scopeRegister, Email: u.Email, Bound: u.bound()}, mailLife)
	if err != nil {
		return err
	}
	s.sendLater(ctx, u, registerMail, page, token)
	return nil
}

// Verify makes a registered user active.
func (s *Service) Verify(ctx context.Context, token string) error {
	return s.redeem(ctx, token, scopeRegister, Unverified, func(u *User) error {
		u.Status = Active
		return nil
	})
}

// redeem runs the action of a mailed token, at most once: the token is bound to
// the password and the status, one of which the action changes.
func (s *Service) redeem(ctx context.Context, token string, want scope, from Status, do func(u *User) error) error {
	e, err := s.keys.readAction(token, want)
	if err != nil {
		return err
	}
	u, ok, err := s.UserByEmail(ctx, e.Email)
	if err != nil {
		return err
	}
	if !ok {
		return errToken()
	}
	_, err = s.change(ctx, u.ID, func(u *User) error {
		if u.Status != from || u.bound() != e.Bound {
			return errToken()
		}
		return do(u)
	})
	return err
}

// bound returns a digest of the fields that must be unchanged when a mailed token
// is redeemed.
func (u User) bound() string {
	password := ""
	if u.password != nil {
		password = *u.password
	}
	return digest(u.ID + " " + string(u.Status) + " " + password)
}

// allowed returns the page that a mail links to. Only configured pages are allowed,
// so that a mail of the site cannot link to a foreign page.
func allowed(pages []string, page, purpose string) (string, error) {
	if page == "" {
		if len(pages) == 0 {
			return "", nil
		}
		return pages[0], nil
	}
	if !slices.Contains(pages, page) {
		return "", Payload("URL %q can't be used to %s", page, purpose)
	}
	return page, nil
}

// link returns the page's URL with the token, or "" without a page.
func link(page, token string) string {
	u, err := url.Parse(page)
	if err != nil || page == "" {
		return ""
	}
	q := u.Query()
	q.Set("token", token)
	u.RawQuery = q.Encode()
	return u.String()
}

func quoted(s string) json.RawMessage {
	body, err := json.Marshal(s)
	if err != nil {
		panic("account: a text is always JSON: " + err.Error())
	}
	return body
}
