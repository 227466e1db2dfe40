package account

import (
	"context"
	"database/sql"
	"fmt"
	"net/netip"
	"strings"
	"time"
)

// LinkLife is how long a link signs in.
const LinkLife = 15 * time.Minute

// SignInLink returns a token that signs a user in once within LinkLife, on any server
// of the site; with loopback, only from the machine of the server.
func (s *Service) SignInLink(ctx context.Context, user string, loopback bool) (token string, err error) {
	token = NewToken()
	now := s.now()
	err = s.write(ctx, func(tx *sql.Tx) error {
		if _, err := s.exec(ctx, tx, `DELETE FROM ferrule_sign_in_links WHERE expires_at <= ?`, moment(now)); err != nil {
			return err
		}
		const insert = `INSERT INTO ferrule_sign_in_links (token, user_id, expires_at, loopback) VALUES (?, ?, ?, ?)`
		if _, err := s.exec(ctx, tx, insert, digest(token), user, moment(now.Add(LinkLife)), flag(loopback)); err != nil {
			return err
		}
		u, _, err := s.findUser(ctx, tx, "id", user)
		if err != nil {
			return err
		}
		return s.logOf(ctx, tx, LinkMade, u, "")
	})
	if err != nil {
		return "", fmt.Errorf("store sign-in link: %w", err)
	}
	return token, nil
}

// LoginWithLink returns the user of a SignInLink and invalidates the link. The client
// at address (an IP address) may try as often as with passwords.
func (s *Service) LoginWithLink(ctx context.Context, token, address, limitKey string) (User, error) {
	if err := s.allowAddress(ctx, limitKey); err != nil {
		return User{}, err
	}
	// One statement: of two servers, one finds the link.
	const use = `DELETE FROM ferrule_sign_in_links WHERE token = ? AND expires_at > ? AND (loopback = 0 OR ? = 1) RETURNING user_id`
	var id string
	err := s.row(ctx, s.db, use, digest(token), moment(s.now()), flag(isLoopback(address))).Scan(&id)
	if isNone(err) {
		return User{}, errCredentials()
	}
	if err != nil {
		return User{}, fmt.Errorf("use sign-in link: %w", err)
	}
	u, ok, err := s.findUser(ctx, s.db, "id", id)
	if err == nil && (!ok || u.Status != Active) {
		err = errCredentials()
	}
	if err == nil {
		s.addresses.Undo(ctx, limitKey)
		u.way = "link"
	}
	return u, err
}

func isLoopback(address string) bool {
	ip, err := netip.ParseAddr(address)
	return err == nil && ip.Unmap().IsLoopback()
}

// storable returns a text of a client that both databases accept, of at most limit bytes.
func storable(text string, limit int) string {
	text = strings.ReplaceAll(text[:min(len(text), limit)], "\x00", "")
	return strings.ToValidUTF8(text, "")
}
