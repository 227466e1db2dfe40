package account

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// SessionCookie holds the token of a client in session mode.
const SessionCookie = "directus_session_token"

// Identity is who asks; the zero value is the public.
type Identity struct {
	User        string          // id; empty for the public
	Role        string          // id; empty for none
	Admin       bool            // may do everything
	Permissions json.RawMessage // in the shape of the model's public_permissions; never nil for a user
	Users       *UserRight      // what may be seen of users; nil for nothing
}

// Sees reports whether the identity may see anything of a user.
func (i Identity) Sees(user string) bool {
	return i.Admin || (i.Users != nil && (!i.Users.own || i.User == user))
}

// Identify tells who sends a request: by a bearer token, the parameter
// access_token or the cookie of a session, which may be an access token or a
// user's static one. Errors: INVALID_PAYLOAD for two tokens at once,
// INVALID_CREDENTIALS and TOKEN_EXPIRED, and those of CheckOrigin for a cookie. A
// user who was suspended is out at once.
func (s *Service) Identify(r *http.Request) (Identity, error) {
	token, kept, err := tokenOf(r)
	if err != nil || token == "" {
		return Identity{}, err
	}
	if kept {
		if err := s.CheckOrigin(r); err != nil {
			return Identity{}, err
		}
	}
	u, err := s.userOf(r.Context(), token)
	if err != nil {
		return Identity{}, err
	}
	if u.Status != Active {
		return Identity{}, errCredentials()
	}
	role, err := s.roleOf(r.Context(), u)
	if err != nil {
		return Identity{}, err
	}
	return s.identity(u, role)
}

// identity puts together what a role allows.
func (s *Service) identity(u User, role Role) (Identity, error) {
	id := Identity{User: u.ID, Role: role.ID, Admin: role.Admin}
	right, content, err := split(role.Permissions)
	if err != nil {
		return Identity{}, err
	}
	if id.Users = right; role.AllContent {
		id.Permissions = s.content
		return id, nil
	}
	if content == nil {
		content = []json.RawMessage{}
	}
	id.Permissions, err = json.Marshal(content)
	return id, err
}

func (s *Service) userOf(ctx context.Context, token string) (User, error) {
	column, value := "token", digest(token)
	if signed(token) {
		c, err := s.keys.readAccess(token)
		if err != nil {
			return User{}, err
		}
		if c.Session != "" {
			if on, err := s.running(ctx, c.Session); err != nil || !on {
				if err == nil {
					err = errCredentials()
				}
				return User{}, err
			}
		}
		column, value = "id", c.ID
	}
	u, ok, err := s.findUser(ctx, s.db, column, value)
	if err == nil && !ok {
		err = errCredentials()
	}
	return u, err
}

// signed tells signed tokens from random ones, which hold no dots.
func signed(token string) bool { return strings.Contains(token, ".") }

// tokenIn is the parameter access_token of a query. To parse all of it is a
// twentieth of what a reply that is ready costs.
func tokenIn(query string) string {
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if name == "" || name[0] != 'a' && name[0] != '%' {
			continue
		}
		if name, err := url.QueryUnescape(name); err != nil || name != "access_token" {
			continue
		}
		if token, err := url.QueryUnescape(value); err == nil {
			return token
		}
	}
	return ""
}

// tokenOf finds the token of a request, and reports whether it is a cookie's. A
// header of another scheme is nobody's token, as for a Directus.
func tokenOf(r *http.Request) (token string, kept bool, err error) {
	header := ""
	if scheme, rest, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "bearer") {
		header = strings.TrimSpace(rest)
	}
	query := tokenIn(r.URL.RawQuery)
	if header != "" && query != "" {
		return "", false, Payload("The request uses more than one method for including an access token")
	}
	if token := header + query; token != "" {
		return token, false, nil
	}
	if c, err := r.Cookie(SessionCookie); err == nil {
		return c.Value, true, nil
	}
	return "", false, nil
}
