package account

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// LogLife is how long the log is kept. maxFailures bounds the failed sign-ins in it,
// which anybody can cause.
const (
	LogLife     = 400 * 24 * time.Hour
	maxFailures = 10_000
	tidyEvery   = time.Hour
)

// Actor is who does something, and from where.
type Actor struct {
	ID      string `json:"id"` // of an account; empty for nobody who is signed in
	Name    string `json:"name"`
	Via     string `json:"via"`     // "desk", "api", "command line"; empty for the program itself
	Address string `json:"address"` // IP address of the client
}

type actorKey struct{}

// as returns a context whose actor is a user who has just authenticated, unless there
// is one.
func as(ctx context.Context, u User) context.Context {
	by := ActorOf(ctx)
	if by.ID == "" {
		by.ID, by.Name = u.ID, u.Name()
	}
	return By(ctx, by)
}

// By returns a context whose changes are logged as those of an actor.
func By(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// ActorOf returns the actor of a context.
func ActorOf(ctx context.Context) Actor {
	a, _ := ctx.Value(actorKey{}).(Actor)
	return a
}

// What the log says was done. Names are stored and exported: they do not change.
const (
	SignedIn         = "sign-in"
	SignInFailed     = "sign-in.failed"
	SignedOut        = "sign-out"
	SessionsEnded    = "sessions.ended"
	LinkMade         = "sign-in-link.made"
	AccountAdded     = "account.added"
	AccountChanged   = "account.changed" // detail: the fields
	AccountRemoved   = "account.removed"
	RoleChanged      = "role.changed" // detail: from and to
	StatusChanged    = "status.changed"
	PasswordChanged  = "password.changed"
	InvitationMade   = "invitation.made"
	InvitationTaken  = "invitation.accepted"
	InvitationLeft   = "invitation.declined"
	TokenAdded       = "token.added"   // detail: its end
	PasskeyAdded     = "passkey.added" // detail: its name
	PasskeyRemoved   = "passkey.removed"
	CodesAdded       = "codes.added" // from an app
	CodesRemoved     = "codes.removed"
	RecoveryRenewed  = "recovery-codes.renewed"
	RecoveryUsed     = "recovery-code.used"
	RequestForgotten = "request.forgotten"
	RequestsExported = "requests.exported"
	LogExported      = "log.exported"
)

// Entry is an entry of the log. Names are those of the time.
type Entry struct {
	ID          string    `json:"id"` // later entries have greater ids
	At          time.Time `json:"at"`
	By          Actor     `json:"by"`
	Action      string    `json:"action"`
	Subject     string    `json:"subject"`      // id of the account that it was done to; empty for none
	SubjectName string    `json:"subject_name"` // its address, or the number of a request
	Detail      string    `json:"detail"`
}

// LogColumns are the titles of Cells.
func LogColumns() []string {
	return []string{"at", "by", "via", "address", "action", "subject", "detail"}
}

// Cells returns the entry as a row of a table.
func (e Entry) Cells() []string {
	return []string{moment(e.At), e.By.Name, e.By.Via, e.By.Address, e.Action, e.SubjectName, e.Detail}
}

// log writes an entry in the transaction of its change.
func (s *Service) log(ctx context.Context, on execer, action, subject, subjectName, detail string) error {
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("write log: %w", err)
	}
	by := ActorOf(ctx)
	const insert = `INSERT INTO ferrule_log (` + logColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	if _, err := s.exec(ctx, on, insert, id.String(), moment(s.now()), by.ID, by.Name, by.Via, by.Address, action, subject, subjectName, detail); err != nil {
		return fmt.Errorf("write log: %w", err)
	}
	return nil
}

// logOf writes an entry about an account.
func (s *Service) logOf(ctx context.Context, on execer, action string, u User, detail string) error {
	return s.log(ctx, on, action, u.ID, u.Email, detail)
}

// Record writes an entry about something outside of the accounts, such as an export,
// before it is done: nothing is done without an entry.
func (s *Service) Record(ctx context.Context, action, subject, detail string) error {
	return s.log(ctx, s.db, action, "", subject, detail)
}

// logFailure writes an entry about a failed sign-in. Without an account it names
// nobody: what was typed as an address may be a password.
func (s *Service) logFailure(ctx context.Context, u User, way string) {
	ctx = context.WithoutCancel(ctx)
	err := s.logOf(ctx, s.db, SignInFailed, u, way)
	if err = errors.Join(err, s.tidyLog(ctx)); err != nil {
		s.logger.ErrorContext(ctx, "log failed sign-in failed", "error", err)
	}
}

// logChange writes what a change of a user's record was.
func (s *Service) logChange(ctx context.Context, tx *sql.Tx, u, before User) error {
	if !sameText(u.Role, before.Role) {
		from, err := s.roleName(ctx, tx, before.Role)
		if err != nil {
			return err
		}
		to, err := s.roleName(ctx, tx, u.Role)
		if err != nil {
			return err
		}
		if err := s.logOf(ctx, tx, RoleChanged, u, from+" → "+to); err != nil {
			return err
		}
	}
	if u.Status != before.Status {
		if err := s.logOf(ctx, tx, StatusChanged, u, string(before.Status)+" → "+string(u.Status)); err != nil {
			return err
		}
	}
	if !sameText(u.password, before.password) {
		if err := s.logOf(ctx, tx, PasswordChanged, u, ""); err != nil {
			return err
		}
	}
	if fields := changedFields(u, before); len(fields) > 0 {
		return s.logOf(ctx, tx, AccountChanged, u, strings.Join(fields, ", "))
	}
	return nil
}

// changedFields returns the names of the changed fields that have no action of their own.
func changedFields(u, before User) (names []string) {
	for name, changed := range map[string]bool{
		"email": u.Email != before.Email, "first_name": !sameText(u.FirstName, before.FirstName), "last_name": !sameText(u.LastName, before.LastName),
		"token": !sameText(u.token, before.token), "provider": u.Provider != before.Provider, "external_identifier": !sameText(u.External, before.External),
	} {
		if changed {
			names = append(names, name)
		}
	}
	for name, value := range u.Profile {
		if string(value) != string(before.Profile[name]) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func sameText(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// roleName returns the name of a role for the log.
func (s *Service) roleName(ctx context.Context, on execer, id *string) (name string, err error) {
	if id == nil {
		return "none", nil
	}
	err = s.row(ctx, on, `SELECT name FROM ferrule_roles WHERE id = ?`, *id).Scan(&name)
	return name, err
}

const logColumns = `id, at, actor, actor_name, via, address, action, subject, subject_name, detail`

// Log calls do with the entries before an id, "" for all, the latest first.
func (s *Service) Log(ctx context.Context, before string, limit int, do func(Entry) error) error {
	const find = `SELECT ` + logColumns + ` FROM ferrule_log WHERE (id < ? OR ? = '') ORDER BY id DESC LIMIT ?`
	rows, err := s.db.QueryContext(ctx, s.db.Rebind(find), before, before, limit)
	if err != nil {
		return fmt.Errorf("read log: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var e Entry
		var at string
		if err := rows.Scan(&e.ID, &at, &e.By.ID, &e.By.Name, &e.By.Via, &e.By.Address, &e.Action, &e.Subject, &e.SubjectName, &e.Detail); err != nil {
			return fmt.Errorf("read log: %w", err)
		}
		if e.At, err = time.Parse(momentLayout, at); err != nil {
			return fmt.Errorf("read log: %w", err)
		}
		if err := do(e); err != nil {
			return err
		}
	}
	return rows.Err()
}

// tidyLog deletes old entries and the oldest failures above their bound, at most once
// in tidyEvery.
func (s *Service) tidyLog(ctx context.Context) error {
	last, now := s.logTidied.Load(), s.now()
	if now.Sub(time.Unix(last, 0)) < tidyEvery || !s.logTidied.CompareAndSwap(last, now.Unix()) {
		return nil
	}
	if _, err := s.exec(ctx, s.db, `DELETE FROM ferrule_log WHERE at <= ?`, moment(now.Add(-LogLife))); err != nil {
		return fmt.Errorf("delete old entries of the log: %w", err)
	}
	const oldest = `DELETE FROM ferrule_log WHERE action = ? AND id <= (SELECT id FROM ferrule_log WHERE action = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`
	if _, err := s.exec(ctx, s.db, oldest, SignInFailed, SignInFailed, maxFailures); err != nil {
		return fmt.Errorf("delete old entries of the log: %w", err)
	}
	return nil
}
