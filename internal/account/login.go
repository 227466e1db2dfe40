package account

import (
	"context"

	"ferrule/internal/fault"
)

// Login checks a password, typed at an address (see proxy.Trusted.Key). Whatever
// is wrong, the error is the same and takes as long; too many failures from
// one address, for one account or for all, are refused for a while.
func (s *Service) Login(ctx context.Context, email, password, address string) (User, error) {
	email = normalEmail(email)
	pair := address + " " + email
	if !s.addresses.Allow(ctx, address) || !s.attempts.Allow(ctx, pair) {
		return User{}, errTooMany()
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
	if err != nil { // it was no guess
		s.addresses.Undo(ctx, address)
		s.attempts.Undo(ctx, pair)
		return User{}, err
	}
	if !ok || u.Status != Active || u.Provider != LocalProvider {
		return User{}, errCredentials()
	}
	s.addresses.Undo(ctx, address) // not forgotten: one good password must not buy a hundred guesses at others
	s.attempts.Reset(ctx, pair)
	if outdated {
		// A password that was changed meanwhile stays.
		const renew = `UPDATE ferrule_users SET password = ? WHERE id = ? AND password = ?`
		renewed, err := s.passwords.hash(ctx, password)
		if err == nil {
			_, err = s.exec(ctx, s.db, renew, renewed, u.ID, hash)
		}
		if err != nil {
			s.log.ErrorContext(ctx, "account: password hash not renewed", "user", u.ID, "err", err)
		}
	}
	return u, nil
}

// Mode is how tokens reach a client.
type Mode string

// The modes of a Directus.
const (
	ModeJSON    Mode = "json"    // both tokens in the reply
	ModeCookie  Mode = "cookie"  // the refresh token in a cookie
	ModeSession Mode = "session" // one token, in a cookie, that is session and access at once
)

// ParseMode reads a mode; "" is the given default.
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
