package account

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Tokens are the tokens of a signed-in client. In session mode Access is the value
// of the session cookie and Refresh is empty.
type Tokens struct {
	Access     string
	Refresh    string
	Life       time.Duration // lifetime of Access
	CookieLife time.Duration // lifetime of the cookie with the session or the refresh token
}

// overlap is how long a replaced session cookie stays valid for reading, because
// other requests of the page may be in flight during a refresh.
const overlap = 10 * time.Second

// Begin opens a session for a user who has authenticated.
func (s *Service) Begin(ctx context.Context, u User, m Mode) (Tokens, error) {
	refresh := NewToken()
	now := s.now()
	err := s.write(ctx, func(tx *sql.Tx) error {
		if _, err := s.exec(ctx, tx, `DELETE FROM ferrule_sessions WHERE expires_at <= ?`, moment(now)); err != nil {
			return fmt.Errorf("delete expired sessions: %w", err)
		}
		if _, err := s.exec(ctx, tx, `UPDATE ferrule_users SET last_access = ? WHERE id = ?`, moment(now), u.ID); err != nil {
			return fmt.Errorf("record last access: %w", err)
		}
		if err := s.logOf(as(ctx, u), tx, SignedIn, u, u.way); err != nil {
			return err
		}
		return s.storeSession(ctx, tx, refresh, uuid.NewString(), u.ID, m)
	})
	if err == nil {
		err = s.tidyLog(ctx)
	}
	if err != nil {
		return Tokens{}, err
	}
	return s.tokens(ctx, u, refresh, m)
}

// storeSession stores a session under the digest of its refresh token.
func (s *Service) storeSession(ctx context.Context, tx *sql.Tx, refresh, family, user string, m Mode) error {
	const insert = `INSERT INTO ferrule_sessions (token, family, user_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?)`
	if _, err := s.exec(ctx, tx, insert, digest(refresh), family, user, moment(s.now()), moment(s.now().Add(cookieLife(m)))); err != nil {
		return fmt.Errorf("store session: %w", err)
	}
	return nil
}

func cookieLife(m Mode) time.Duration {
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
	t := Tokens{Refresh: refresh, Life: accessLife, CookieLife: cookieLife(m)}
	if m == ModeSession {
		c.Session, t.Refresh, t.Life = refresh, "", sessionLife
	}
	t.Access, err = s.keys.access(c, t.Life)
	return t, err
}

// Refresh exchanges a refresh token or a session cookie for new tokens and
// invalidates the old one. A reused token was copied: Refresh then ends its
// family, which is every session of the same sign-in.
func (s *Service) Refresh(ctx context.Context, refresh string, m Mode) (Tokens, error) {
	refresh, err := s.refreshToken(refresh)
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
		return s.storeSession(ctx, tx, next, family, u.ID, m)
	})
	if err != nil {
		return Tokens{}, err
	}
	if refused {
		return Tokens{}, errCredentials()
	}
	return s.tokens(ctx, u, next, m)
}

// refreshToken returns the refresh token in a session cookie, even if the cookie has
// expired as an access token. It returns any other token unchanged.
func (s *Service) refreshToken(token string) (string, error) {
	if !signed(token) {
		return token, nil
	}
	var c claims
	if !s.keys.read(token, &c) || c.Session == "" || c.Issuer != issuer {
		return "", errCredentials()
	}
	return c.Session, nil
}

// End ends the sessions of the token's family. Unknown tokens are not an error.
// Access tokens in use stay valid until they expire, at most accessLife.
func (s *Service) End(ctx context.Context, refresh string) error {
	refresh, err := s.refreshToken(refresh)
	if err != nil {
		return nil //nolint:nilerr // an invalid token has no session to end
	}
	return s.end(ctx, s.db, refresh)
}

func (s *Service) end(ctx context.Context, on execer, refresh string) error {
	const end = `DELETE FROM ferrule_sessions WHERE family = (SELECT family FROM ferrule_sessions WHERE token = ?)`
	_, err := s.exec(ctx, on, end, digest(refresh))
	return err
}

// sessionActive reports whether a session in a cookie was neither ended nor replaced
// longer than overlap ago.
func (s *Service) sessionActive(ctx context.Context, refresh string) (bool, error) {
	const find = `SELECT count(*) FROM ferrule_sessions WHERE token = ? AND (used_at IS NULL OR used_at > ?)`
	var n int
	err := s.row(ctx, s.db, find, digest(refresh), moment(s.now().Add(-overlap))).Scan(&n)
	return n > 0, err
}
