package account

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"
	"time"

	"ferrule/internal/fault"
)

// MaxTokenLife is the longest life of a program's token.
const MaxTokenLife = 2 * 366 * 24 * time.Hour

// Program is the account of a program, which has a token with an end.
type Program struct {
	User    User
	Hint    string // the end of the token
	Created time.Time
	Expires time.Time
	Used    time.Time // within a minute; zero for never
}

var notPlain = regexp.MustCompile(`[^a-z0-9]+`)

// AddProgram creates an account for a program, which nobody can sign in to, and returns
// its token, which is stored as a digest. Its address is of a domain that cannot exist.
func (s *Service) AddProgram(ctx context.Context, name, role string, until time.Time) (u User, token string, err error) {
	now := s.now()
	switch name = strings.TrimSpace(name); {
	case name == "":
		return u, "", invalidField("name", "Value is required")
	case !until.After(now) || until.After(now.Add(MaxTokenLife)):
		return u, "", invalidField("until", "Value has to be a day from tomorrow to two years ahead")
	}
	token = NewToken()
	local := cmp.Or(strings.Trim(notPlain.ReplaceAllString(strings.ToLower(name), "-"), "-"), "program")
	u, err = s.newUser(ctx, Change{
		"email": quoted(local[:min(len(local), 40)] + "-" + strings.ToLower(digest(token)[:8]) + "@program.invalid"), "first_name": quoted(name), "role": quoted(role),
	})
	if err != nil {
		return u, "", err
	}
	return u, token, s.changeUsers(ctx, func(tx *sql.Tx) error {
		if err := s.insert(ctx, tx, u); err != nil {
			return err
		}
		const insert = `INSERT INTO ferrule_tokens (user_id, token, hint, created_at, expires_at) VALUES (?, ?, ?, ?, ?)`
		if _, err := s.exec(ctx, tx, insert, u.ID, digest(token), token[len(token)-4:], moment(now), moment(until)); err != nil {
			return fmt.Errorf("store token: %w", err)
		}
		return s.logOf(ctx, tx, TokenAdded, u, "until "+until.UTC().Format(time.DateOnly))
	})
}

// Programs returns the programs by the ids of their accounts.
func (s *Service) Programs(ctx context.Context) (map[string]Program, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT user_id, hint, created_at, expires_at, coalesce(used_at, '') FROM ferrule_tokens`)
	if err != nil {
		return nil, fmt.Errorf("list tokens: %w", err)
	}
	defer func() { _ = rows.Close() }()
	all := map[string]Program{}
	for rows.Next() {
		var p Program
		var user, created, expires, used string
		if err := rows.Scan(&user, &p.Hint, &created, &expires, &used); err != nil {
			return nil, fmt.Errorf("list tokens: %w", err)
		}
		if p.Created, err = time.Parse(momentLayout, created); err == nil {
			p.Expires, err = time.Parse(momentLayout, expires)
		}
		if err != nil {
			return nil, fmt.Errorf("list tokens: %w", err)
		}
		p.Used, _ = time.Parse(momentLayout, used) // zero for never
		all[user] = p
	}
	return all, rows.Err()
}

// userOfToken returns the account of a program's token that has not ended, and records
// its use.
func (s *Service) userOfToken(ctx context.Context, token string) (User, error) {
	now := s.now()
	var user, used string
	const find = `SELECT user_id, coalesce(used_at, '') FROM ferrule_tokens WHERE token = ? AND expires_at > ?`
	err := s.row(ctx, s.db, find, digest(token), moment(now)).Scan(&user, &used)
	if isNone(err) {
		return User{}, errCredentials()
	}
	if err != nil {
		return User{}, fmt.Errorf("find token: %w", err)
	}
	if used <= moment(now.Add(-seenEvery)) {
		if _, err := s.exec(context.WithoutCancel(ctx), s.db, `UPDATE ferrule_tokens SET used_at = ? WHERE user_id = ?`, moment(now), user); err != nil {
			return User{}, fmt.Errorf("record use of token: %w", err)
		}
	}
	u, err := s.User(ctx, user)
	if fault.KindOf(err) == fault.Forbidden {
		err = errCredentials()
	}
	return u, err
}
