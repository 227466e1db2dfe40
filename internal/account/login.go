package account

import (
	"context"

	"ferrule/internal/fault"
)

// Login checks a password sent from an address (see proxy.Trusted.Key). Every
// failure has the same error, takes the same time and is logged. Failures are limited
// as allow says.
func (s *Service) Login(ctx context.Context, email, password, address string) (User, error) {
	email = normalEmail(email)
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
	s.succeeded(ctx, attempt)
	u.way = "password"
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
