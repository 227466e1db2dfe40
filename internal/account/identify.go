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

// Identity is the caller of a request; the zero value is the public.
type Identity struct {
	User        string          // id; empty for the public
	Role        string          // id; empty for none
	Admin       bool            // may do everything
	Permissions json.RawMessage // in the shape of the model's public_permissions; never nil for a user
	Users       *UserRight      // permission to read users; nil for none
}

// Sees reports whether the identity may see anything of a user.
func (i Identity) Sees(user string) bool {
	return i.Admin || (i.Users != nil && (!i.Users.own || i.User == user))
}

// Identify returns the caller of a request, by its bearer token, parameter
// access_token or session cookie. The token is an access token or a user's static
// token. Errors: INVALID_PAYLOAD for two tokens at once, INVALID_CREDENTIALS and
// TOKEN_EXPIRED, and those of CheckOrigin for a cookie. The user's status is read
// on every call, so that a suspension takes effect immediately.
func (s *Service) Identify(r *http.Request) (Identity, error) {
	token, fromCookie, err := tokenOf(r)
	if err != nil || token == "" {
		return Identity{}, err
	}
	if fromCookie {
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

// identity returns the identity of a user with a role.
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
			if on, err := s.sessionActive(ctx, c.Session); err != nil || !on {
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
		if column == "token" {
			return s.userOfToken(ctx, token)
		}
		err = errCredentials()
	}
	return u, err
}

// signed reports whether a token is a signed one; random tokens have no dots.
func signed(token string) bool { return strings.Contains(token, ".") }

// tokenIn returns the parameter access_token of a query. Parsing the whole query
// would take a twentieth of the time of a cached reply.
func tokenIn(query string) string {
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if name == "" || name[0] != 'a' && name[0] != '%' || strings.Contains(pair, ";") { // net/url rejects semicolons
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

// tokenOf returns the token of a request and reports whether it is from a cookie.
// It ignores an Authorization header of another scheme, as Directus does.
func tokenOf(r *http.Request) (token string, fromCookie bool, err error) {
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
