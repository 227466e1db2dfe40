package account

import (
	"context"

	"ferrule/internal/fault"
)

// Credentials are what a user types to sign in.
type Credentials struct {
	Email    string
	Password string
	Code     string // of an authenticator app, or a recovery code; empty for none
}

// Login checks a password, and the second factor of a user who has one, sent from an
// address (see proxy.Trusted.Key). Every failure has the same error, takes the same time
// and is logged; only who knows the password learns that a code is needed. Failures are
// limited as allow says.
func (s *Service) Login(ctx context.Context, c Credentials, address string) (User, error) {
	email, password := normalEmail(c.Email), c.Password
	attempt, err := s.allow(ctx, email, address)
	if err != nil {
		return User{}, err
	}
	u, found, err := s.findUser(ctx, s.db, "email", email)
	if err != nil {
		return User{}, err
	}
	hash := ""
	if found && u.password != nil {
		hash = *u.password
	}
	ok, outdated, err := s.passwords.verify(ctx, hash, password)
	if err != nil { // no password was checked
		s.unchecked(ctx, attempt)
		return User{}, err
	}
	if !ok || u.Status != Active || u.Provider != LocalProvider {
		s.logFailure(ctx, u, "password")
		return User{}, errCredentials()
	}
	if u.way, err = s.secondFactor(ctx, u, c.Code, attempt); err != nil {
		return User{}, err
	}
	s.succeeded(ctx, attempt)
	if outdated {
		// Do not overwrite a password that was changed since.
		const renew = `UPDATE ferrule_users SET password = ? WHERE id = ? AND password = ?`
		renewed, err := s.passwords.hash(ctx, password)
		if err == nil {
			_, err = s.exec(ctx, s.db, renew, renewed, u.ID, hash)
		}
		if err != nil {
			s.logger.ErrorContext(ctx, "renew password hash failed", "user", u.ID, "error", err)
		}
	}
	return u, nil
}

// secondFactor checks the code of a user who has set up an app, and returns the way of
// the sign-in for the log.
func (s *Service) secondFactor(ctx context.Context, u User, code string, a attempt) (way string, err error) {
	on, err := s.hasCodes(ctx, u.ID)
	if err != nil || !on {
		return "password", err
	}
	if code == "" { // nothing was guessed
		s.unchecked(ctx, a)
		return "", errCode()
	}
	ok, err := s.checkCode(ctx, u, code)
	if err == nil && !ok {
		s.logFailure(ctx, u, "code")
		err = errCode()
	}
	return "password and code", err
}

// Mode is how tokens are sent to a client.
type Mode string

// The modes of Directus.
const (
	ModeJSON    Mode = "json"    // both tokens in the reply
	ModeCookie  Mode = "cookie"  // the refresh token in a cookie
	ModeSession Mode = "session" // one token in a cookie, for session and access
)

// ParseMode parses a mode; "" is the given default.
func ParseMode(mode string, otherwise Mode) (Mode, error) {
	switch m := Mode(mode); m {
	case ModeJSON, ModeCookie, ModeSession:
		return m, nil
	case "":
		return otherwise, nil
	default:
		return "", fault.New(fault.Invalid, `Invalid payload. "mode" must be one of [cookie, json, session].`).WithCode("INVALID_PAYLOAD")
	}
}
