package account

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Tokens are what a signed-in client holds. In session mode Access is the
// session's cookie and Refresh is empty.
type Tokens struct {
	Access  string
	Refresh string
	Life    time.Duration // of Access
	Kept    time.Duration // of the cookie that holds the session or the refresh token
}

// overlap is how long a session's former cookie still reads: other requests of
// the page are under way when it is refreshed.
const overlap = 10 * time.Second

// Begin opens a session for a user who has signed in.
func (s *Service) Begin(ctx context.Context, u User, m Mode) (Tokens, error) {
	refresh := NewToken()
	now := s.now()
	err := s.write(ctx, func(tx *sql.Tx) error {
		if _, err := s.exec(ctx, tx, `DELETE FROM ferrule_sessions WHERE expires_at <= ?`, moment(now)); err != nil {
			return fmt.Errorf("forget expired sessions: %w", err)
		}
		if _, err := s.exec(ctx, tx, `UPDATE ferrule_users SET last_access = ? WHERE id = ?`, moment(now), u.ID); err != nil {
			return fmt.Errorf("note the sign-in: %w", err)
		}
		return s.keep(ctx, tx, refresh, uuid.NewString(), u.ID, m)
	})
	if err != nil {
		return Tokens{}, err
	}
	return s.tokens(ctx, u, refresh, m)
}

// keep stores a refresh token as a digest.
func (s *Service) keep(ctx context.Context, tx *sql.Tx, refresh, family, user string, m Mode) error {
	const insert = `INSERT INTO ferrule_sessions (token, family, user_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?)`
	if _, err := s.exec(ctx, tx, insert, digest(refresh), family, user, moment(s.now()), moment(s.now().Add(kept(m)))); err != nil {
		return fmt.Errorf("store the session: %w", err)
	}
	return nil
}

func kept(m Mode) time.Duration {
	if m == ModeSession {
		return sessionLife
	}
	return refreshLife
}

func (s *Service) tokens(ctx context.Context, u User, refresh string, m Mode) (Tokens, error) {
	role, err := s.roleOf(ctx, u)
	if err != nil {
		return Tokens{}, err
	}
	c := claims{ID: u.ID, Role: u.Role, App: role.App, Admin: role.Admin}
	t := Tokens{Refresh: refresh, Life: accessLife, Kept: kept(m)}
	if m == ModeSession {
		c.Session, t.Refresh, t.Life = refresh, "", sessionLife
	}
	t.Access, err = s.keys.access(c, t.Life)
	return t, err
}

// Refresh exchanges a refresh token, or a session's cookie, for new tokens;
// the old one is used up. One that comes again was copied: its whole family,
// all that came of the same sign-in, is then signed out.
func (s *Service) Refresh(ctx context.Context, refresh string, m Mode) (Tokens, error) {
	refresh, err := s.plain(refresh)
	if err != nil {
		return Tokens{}, err
	}
	next := NewToken()
	var u User
	refused := false
	err = s.write(ctx, func(tx *sql.Tx) error {
		const use = `UPDATE ferrule_sessions SET used_at = ? WHERE token = ? AND used_at IS NULL AND expires_at > ? RETURNING family, user_id`
		var family, user string
		err := s.row(ctx, tx, use, moment(s.now()), digest(refresh), moment(s.now())).Scan(&family, &user)
		if err != nil && !isNone(err) {
			return err
		}
		ok := err == nil
		if ok {
			if u, ok, err = s.findUser(ctx, tx, "id", user); err != nil {
				return err
			}
		}
		if refused = !ok || u.Status != Active; refused {
			return s.end(ctx, tx, refresh)
		}
		return s.keep(ctx, tx, next, family, u.ID, m)
	})
	if err != nil {
		return Tokens{}, err
	}
	if refused {
		return Tokens{}, errCredentials()
	}
	return s.tokens(ctx, u, next, m)
}

// plain takes the refresh token out of a session's cookie, which may have
// expired as an access token.
func (s *Service) plain(token string) (string, error) {
	if !signed(token) {
		return token, nil
	}
	var c claims
	if !s.keys.read(token, &c) || c.Session == "" || c.Issuer != issuer {
		return "", errCredentials()
	}
	return c.Session, nil
}

// End signs out: the token's whole family. Unknown tokens are no error. Access
// tokens that are out stay valid for their quarter of an hour.
func (s *Service) End(ctx context.Context, refresh string) error {
	refresh, err := s.plain(refresh)
	if err != nil {
		return nil //nolint:nilerr // nobody was signed in with it
	}
	return s.end(ctx, s.db, refresh)
}

func (s *Service) end(ctx context.Context, on execer, refresh string) error {
	const end = `DELETE FROM ferrule_sessions WHERE family = (SELECT family FROM ferrule_sessions WHERE token = ?)`
	_, err := s.exec(ctx, on, end, digest(refresh))
	return err
}

// running reports whether a session in a cookie was neither ended nor replaced.
func (s *Service) running(ctx context.Context, refresh string) (bool, error) {
	const find = `SELECT count(*) FROM ferrule_sessions WHERE token = ? AND (used_at IS NULL OR used_at > ?)`
	var n int
	err := s.row(ctx, s.db, find, digest(refresh), moment(s.now().Add(-overlap))).Scan(&n)
	return n > 0, err
}
