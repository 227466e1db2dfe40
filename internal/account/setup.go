package account

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"ferrule/internal/fault"
)

// Times of the set-up of a new site.
const (
	SetupLinkLife = time.Hour      // how long a link to the set-up can be used
	SetupLife     = 24 * time.Hour // and then how long the browser that used it can go on
)

// HasOwner reports whether an active account may do everything.
func (s *Service) HasOwner(ctx context.Context) (bool, error) {
	n, _, err := s.administrators(ctx, s.db)
	return n > 0, err
}

// errSetUp returns the error of a site that has an owner.
func errSetUp() error {
	return fault.New(fault.Conflict, "The site is set up already: it has an owner. Sign in at the desk, or print a link with: ferrule users sign-in-link ADDRESS")
}

// SetupLink returns a token that opens the set-up of a site without an owner, once within
// SetupLinkLife, on any server of the site; with loopback, only from the machine of the
// server.
func (s *Service) SetupLink(ctx context.Context, loopback bool) (token string, err error) {
	token = NewToken()
	now := s.now()
	err = s.write(ctx, func(tx *sql.Tx) error {
		if n, _, err := s.administrators(ctx, tx); err != nil || n > 0 {
			if err == nil {
				err = errSetUp()
			}
			return err
		}
		if _, err := s.exec(ctx, tx, `DELETE FROM ferrule_setup WHERE expires_at <= ?`, moment(now)); err != nil {
			return err
		}
		const insert = `INSERT INTO ferrule_setup (token, expires_at, loopback) VALUES (?, ?, ?)`
		_, err := s.exec(ctx, tx, insert, digest(token), moment(now.Add(SetupLinkLife)), flag(loopback))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("store set-up link: %w", err)
	}
	return token, nil
}

// BeginSetup returns a session of the set-up for the token of a SetupLink, and invalidates
// the link. The client at address (an IP address) may try as often as with passwords.
func (s *Service) BeginSetup(ctx context.Context, token, address, limitKey string) (session string, err error) {
	if err := s.allowAddress(ctx, limitKey); err != nil {
		return "", err
	}
	session = NewToken()
	now := s.now()
	// One statement: of two servers, one finds the link.
	const use = `UPDATE ferrule_setup SET session = ?, expires_at = ? WHERE token = ? AND session IS NULL AND expires_at > ? AND (loopback = 0 OR ? = 1)`
	n, err := s.exec(ctx, s.db, use, digest(session), moment(now.Add(SetupLife)), digest(token), moment(now), flag(isLoopback(address)))
	if err != nil {
		return "", fmt.Errorf("use set-up link: %w", err)
	}
	if n == 0 {
		return "", errCredentials()
	}
	s.addresses.Undo(ctx, limitKey)
	return session, nil
}

// InSetup reports whether a session of the set-up is valid. There is none once the site
// has an owner.
func (s *Service) InSetup(ctx context.Context, session string) (valid bool, err error) {
	const query = `SELECT EXISTS (SELECT 1 FROM ferrule_setup WHERE session = ? AND expires_at > ?)`
	if err := s.row(ctx, s.db, query, digest(session), moment(s.now())).Scan(&valid); err != nil {
		return false, fmt.Errorf("read set-up session: %w", err)
	}
	if !valid {
		return false, nil
	}
	owned, err := s.HasOwner(ctx)
	return !owned, err
}

// AddFirstOwner creates the owner of a site that has none, and ends its set-up links and
// sessions: of several attempts one succeeds.
func (s *Service) AddFirstOwner(ctx context.Context, c Change) (u User, err error) {
	role, err := json.Marshal(Administrator)
	if err != nil {
		return u, err
	}
	c["role"] = role
	if u, err = s.newUser(ctx, c); err != nil {
		return u, err
	}
	return u, s.changeUsers(ctx, func(tx *sql.Tx) error {
		if n, _, err := s.administrators(ctx, tx); err != nil || n > 0 {
			if err == nil {
				err = errSetUp()
			}
			return err
		}
		if _, err := s.exec(ctx, tx, `DELETE FROM ferrule_setup`); err != nil {
			return err
		}
		return s.insert(ctx, tx, u)
	})
}
