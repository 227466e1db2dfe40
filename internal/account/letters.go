package account

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"

	"ferrule/internal/fault"
)

// RequestReset mails a link for a new password, if there is such a user; the
// reply does not tell. page is one of Options.ResetURLs, or empty.
func (s *Service) RequestReset(ctx context.Context, email, page, address string) error {
	page, err := allowed(s.options.ResetURLs, page, "reset passwords")
	if err != nil {
		return err
	}
	email = normalEmail(email)
	if !s.letters.Allow(ctx, address) || !s.letters.Allow(ctx, email) {
		return errTooMany()
	}
	u, ok, err := s.findUser(ctx, s.db, "email", email)
	if err != nil || !ok || u.Status != Active || u.Provider != LocalProvider {
		return err
	}
	token, err := s.keys.errand(errand{Scope: scopeReset, Email: u.Email, Bound: u.bound()}, letterLife)
	if err != nil {
		return err
	}
	s.post(ctx, u, resetLetter, page, token)
	return nil
}

// Reset sets the password of the user whom a reset token was mailed to. It
// works once, and ends all sessions.
func (s *Service) Reset(ctx context.Context, token, password string) error {
	return s.redeem(ctx, token, scopeReset, Active, func(u *User) error { return s.setPassword(ctx, u, &password) })
}

// Invite mails an invitation. The user is there from now on, and active when
// the invitation is accepted; one who is invited already gets another mail,
// any other user none. page is one of Options.InviteURLs, or empty.
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
	token, err := s.keys.errand(errand{Scope: scopeInvite, Email: u.Email, Bound: u.bound()}, inviteLife)
	if err != nil {
		return err
	}
	// Whoever invites is told when the mail does not go out.
	return s.send(ctx, u, inviteLetter, page, token)
}

// Accept makes an invited user active, with a password. It works once.
func (s *Service) Accept(ctx context.Context, token, password string) error {
	return s.redeem(ctx, token, scopeInvite, Invited, func(u *User) error {
		u.Status = Active
		return s.setPassword(ctx, u, &password)
	})
}

// Register makes an account for whoever asks, where that is switched on; it is
// active when the link in the mail was opened. The reply does not tell whether
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
	if !s.letters.Allow(ctx, address) || !s.letters.Allow(ctx, normalEmail(email)) {
		return errTooMany()
	}
	given := Change{"status": quoted(string(Unverified))}
	for _, name := range []string{"email", "password", "first_name", "last_name"} {
		if c[name] != nil {
			given[name] = c[name]
		}
	}
	if s.options.RegisterRole != "" {
		given["role"] = quoted(s.options.RegisterRole)
	}
	u, err := s.AddUser(ctx, given)
	if f, ok := err.(*fault.Error); ok && f.Code == "RECORD_NOT_UNIQUE" { //nolint:errorlint // made a line above
		return nil
	}
	if err != nil {
		return err
	}
	if page == "" && s.options.PublicURL != "" {
		page = s.options.PublicURL + "/users/register/verify-email"
	}
	token, err := s.keys.errand(errand{Scope: scopeRegister, Email: u.Email, Bound: u.bound()}, letterLife)
	if err != nil {
		return err
	}
	s.post(ctx, u, registerLetter, page, token)
	return nil
}

// Verify makes a registered user active.
func (s *Service) Verify(ctx context.Context, token string) error {
	return s.redeem(ctx, token, scopeRegister, Unverified, func(u *User) error {
		u.Status = Active
		return nil
	})
}

// redeem does what a mailed token is for, if nobody did it before: the token
// is bound to password and status, of which one changes then.
func (s *Service) redeem(ctx context.Context, token string, want scope, from Status, do func(u *User) error) error {
	e, err := s.keys.readErrand(token, want)
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

// bound is a digest of what a mailed token must find unchanged.
func (u User) bound() string {
	password := ""
	if u.password != nil {
		password = *u.password
	}
	return digest(u.ID + " " + string(u.Status) + " " + password)
}

// allowed checks the page that a mail shall lead to: a link in our mail must
// not lead to somebody else's page.
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

// link is the page with the token.
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
