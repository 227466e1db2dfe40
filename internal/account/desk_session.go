package account

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Lifetimes of a session of the desk: DeskIdle after its last request and DeskLife
// after its sign-in. seenEvery is how exactly the last request is recorded.
const (
	DeskIdle  = 12 * time.Hour
	DeskLife  = 30 * 24 * time.Hour
	seenEvery = time.Minute
)

// maxAgent is the number of stored bytes of a browser's User-Agent.
const maxAgent = 300

// DeskSession is a session of the desk. Unlike the sessions of the content API, it
// is stored under one token that does not change, and ends with the next request
// after it was ended on any server.
type DeskSession struct {
	ID      string // public: it does not grant access
	User    User
	Created time.Time
	Seen    time.Time // of the last request, within a minute
	Agent   string    // User-Agent of the sign-in
	Address string    // client address of the sign-in
}

// BeginDesk opens a session of the desk for a user who has authenticated, and returns
// its token, which is stored as a digest.
func (s *Service) BeginDesk(ctx context.Context, u User, agent, address string) (token string, err error) {
	token = NewToken()
	now := s.now()
	err = s.write(ctx, func(tx *sql.Tx) error {
		const expired = `DELETE FROM ferrule_desk_sessions WHERE seen_at <= ? OR created_at <= ?`
		if _, err := s.exec(ctx, tx, expired, moment(now.Add(-DeskIdle)), moment(now.Add(-DeskLife))); err != nil {
			return fmt.Errorf("delete expired desk sessions: %w", err)
		}
		if _, err := s.exec(ctx, tx, `UPDATE ferrule_users SET last_access = ? WHERE id = ?`, moment(now), u.ID); err != nil {
			return fmt.Errorf("record last access: %w", err)
		}
		const insert = `INSERT INTO ferrule_desk_sessions (token, id, user_id, created_at, seen_at, agent, address) VALUES (?, ?, ?, ?, ?, ?, ?)`
		if _, err := s.exec(ctx, tx, insert, digest(token), uuid.NewString(), u.ID, moment(now), moment(now), storable(agent, maxAgent), address); err != nil {
			return fmt.Errorf("store desk session: %w", err)
		}
		return s.logOf(as(ctx, u), tx, SignedIn, u, u.way)
	})
	if err == nil {
		err = s.tidyLog(ctx)
	}
	return token, err
}

// Desk returns the session of a token and extends it. Without a valid session of an
// active user the error is that of invalid credentials.
func (s *Service) Desk(ctx context.Context, token string) (DeskSession, error) {
	d, err := s.PeekDesk(ctx, token)
	if err != nil || s.now().Sub(d.Seen) < seenEvery {
		return d, err
	}
	// A request that is cancelled is still one.
	const extend = `UPDATE ferrule_desk_sessions SET seen_at = ? WHERE token = ?`
	if _, err := s.exec(context.WithoutCancel(ctx), s.db, extend, moment(s.now()), digest(token)); err != nil {
		return DeskSession{}, fmt.Errorf("extend desk session: %w", err)
	}
	return d, nil
}

// PeekDesk is Desk without extending the session, for a request that the program sends
// by itself.
func (s *Service) PeekDesk(ctx context.Context, token string) (DeskSession, error) {
	const find = `SELECT id, user_id, created_at, seen_at, agent, address FROM ferrule_desk_sessions WHERE token = ? AND seen_at > ? AND created_at > ?`
	now := s.now()
	var user string
	d, err := scanDeskSession(s.row(ctx, s.db, find, digest(token), moment(now.Add(-DeskIdle)), moment(now.Add(-DeskLife))), &user)
	if isNone(err) {
		return DeskSession{}, errCredentials()
	}
	if err != nil {
		return DeskSession{}, fmt.Errorf("read desk session: %w", err)
	}
	u, ok, err := s.findUser(ctx, s.db, "id", user)
	if err == nil && (!ok || u.Status != Active) {
		err = errCredentials()
	}
	d.User = u
	return d, err
}

func scanDeskSession(row interface{ Scan(into ...any) error }, user *string) (d DeskSession, err error) {
	var created, seen string
	if err = row.Scan(&d.ID, user, &created, &seen, &d.Agent, &d.Address); err != nil {
		return d, err
	}
	if d.Created, err = time.Parse(momentLayout, created); err == nil {
		d.Seen, err = time.Parse(momentLayout, seen)
	}
	return d, err
}

// DeskSessions returns the sessions of a user that have not expired, the latest first;
// User is empty in them.
func (s *Service) DeskSessions(ctx context.Context, user string) ([]DeskSession, error) {
	now := s.now()
	rows, err := s.db.QueryContext(ctx, s.db.Rebind(`SELECT id, user_id, created_at, seen_at, agent, address FROM ferrule_desk_sessions
		WHERE user_id = ? AND seen_at > ? AND created_at > ? ORDER BY seen_at DESC, id`), user, moment(now.Add(-DeskIdle)), moment(now.Add(-DeskLife)))
	if err != nil {
		return nil, fmt.Errorf("list desk sessions: %w", err)
	}
	defer func() { _ = rows.Close() }()
	list := []DeskSession{}
	for rows.Next() {
		d, err := scanDeskSession(rows, new(string))
		if err != nil {
			return nil, fmt.Errorf("list desk sessions: %w", err)
		}
		list = append(list, d)
	}
	return list, rows.Err()
}

// EndDesk ends the session of a token. An unknown token is not an error.
func (s *Service) EndDesk(ctx context.Context, token string) error {
	_, err := s.endOne(ctx, SignedOut, `token = ?`, digest(token))
	return err
}

// EndDeskSession ends one session of a user and reports whether it existed.
func (s *Service) EndDeskSession(ctx context.Context, user, id string) (bool, error) {
	return s.endOne(ctx, SessionsEnded, `user_id = ? AND id = ?`, user, id)
}

// endOne ends the session that a condition finds, with its entry in the log.
func (s *Service) endOne(ctx context.Context, action, condition string, args ...any) (found bool, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		var user string
		err := s.row(ctx, tx, `DELETE FROM ferrule_desk_sessions WHERE `+condition+` RETURNING user_id`, args...).Scan(&user)
		if isNone(err) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("end desk session: %w", err)
		}
		found = true
		u, _, err := s.findUser(ctx, tx, "id", user)
		if err != nil {
			return err
		}
		return s.logOf(ctx, tx, action, u, "")
	})
	return found, err
}

// EndDeskSessions ends all sessions of a user, at the desk and of the content API, and
// the links that sign the user in.
func (s *Service) EndDeskSessions(ctx context.Context, user string) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		u, ok, err := s.findUser(ctx, tx, "id", user)
		if err == nil && !ok {
			err = errForbidden()
		}
		if err == nil {
			err = s.endDesk(ctx, tx, user)
		}
		if err == nil {
			_, err = s.exec(ctx, tx, `DELETE FROM ferrule_sessions WHERE user_id = ?`, user)
		}
		if err == nil {
			err = s.logOf(ctx, tx, SessionsEnded, u, "all")
		}
		return err
	})
}

func (s *Service) endDesk(ctx context.Context, tx *sql.Tx, user string) error {
	for _, table := range []string{"ferrule_desk_sessions", "ferrule_sign_in_links"} {
		if _, err := s.exec(ctx, tx, `DELETE FROM `+table+` WHERE user_id = ?`, user); err != nil {
			return fmt.Errorf("end desk sessions: %w", err)
		}
	}
	return nil
}
