package account

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"ferrule/internal/database"
	"ferrule/internal/fault"
)

func (s *Service) insert(ctx context.Context, tx *sql.Tx, u User) error {
	profile, err := json.Marshal(u.Profile)
	if err != nil {
		return fmt.Errorf("encode profile: %w", err)
	}
	const insert = `INSERT INTO ferrule_users (` + userColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	_, err = s.exec(ctx, tx, insert, u.ID, u.Email, u.FirstName, u.LastName, u.password, u.Status, u.Role, u.token,
		u.LastAccess, u.Provider, u.External, string(profile))
	if err != nil {
		return s.taken(err)
	}
	role, err := s.roleName(ctx, tx, u.Role)
	if err != nil {
		return err
	}
	return s.logOf(ctx, tx, AccountAdded, u, role+", "+string(u.Status))
}

// change loads a user, applies do and stores the result, serialized with all other
// changes of users. A new password, or a status other than active, ends all
// sessions of the user; another role, those at the desk.
func (s *Service) change(ctx context.Context, id string, do func(u *User) error) (u User, err error) {
	err = s.changeUsers(ctx, func(tx *sql.Tx) error {
		found, ok, err := s.findUser(ctx, tx, "id", strings.ToLower(id))
		if err != nil {
			return err
		}
		if !ok {
			return errForbidden()
		}
		u = found
		u.Profile = maps.Clone(found.Profile) // do changes it
		if err := do(&u); err != nil {
			return err
		}
		return s.update(ctx, tx, u, found)
	})
	return u, err
}

// update stores every field of u except LastAccess, and ends the sessions that the
// change from before ends.
func (s *Service) update(ctx context.Context, tx *sql.Tx, u, before User) error {
	profile, err := json.Marshal(u.Profile)
	if err != nil {
		return fmt.Errorf("encode profile: %w", err)
	}
	const update = `UPDATE ferrule_users SET email = ?, first_name = ?, last_name = ?, password = ?, status = ?, role = ?, token = ?,
		provider = ?, external_identifier = ?, profile = ? WHERE id = ?`
	if _, err := s.exec(ctx, tx, update, u.Email, u.FirstName, u.LastName, u.password, u.Status, u.Role, u.token,
		u.Provider, u.External, string(profile), u.ID); err != nil {
		return s.taken(err)
	}
	if err := s.logChange(ctx, tx, u, before); err != nil {
		return err
	}
	ended := u.password != before.password || u.Status != Active
	if ended {
		if _, err := s.exec(ctx, tx, `DELETE FROM ferrule_sessions WHERE user_id = ?`, u.ID); err != nil {
			return err
		}
	}
	if ended || !sameText(u.Role, before.Role) {
		return s.endDesk(ctx, tx, u.ID)
	}
	return nil
}

// taken turns a violated uniqueness constraint into the error of its field.
func (s *Service) taken(err error) error {
	columns, ok := s.db.IsUnique(err)
	if !ok {
		return err
	}
	for _, field := range []string{"email", "token", "external_identifier"} {
		if strings.Contains(columns, field) {
			return errNotUnique(field)
		}
	}
	return errNotUnique("id")
}

// changeUsers runs do in a transaction, serialized with all other changes of users.
// It rolls back a change that leaves no active administrator, or none who can sign in.
func (s *Service) changeUsers(ctx context.Context, do func(tx *sql.Tx) error) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		if s.db.Kind == database.Postgres {
			if err := database.Lock(ctx, tx, database.LockUsers); err != nil {
				return fmt.Errorf("wait for other changes of users: %w", err)
			}
		}
		activeBefore, ableBefore, err := s.administrators(ctx, tx)
		if err != nil {
			return err
		}
		if err := do(tx); err != nil {
			return err
		}
		active, able, err := s.administrators(ctx, tx)
		switch {
		case err != nil:
			return err
		case activeBefore > 0 && active == 0:
			return errLast("The last active administrator (owner) has to stay. Make another account an owner first.")
		case ableBefore > 0 && able == 0:
			return errLast("The last administrator (owner) who can sign in would be locked out. Let another owner sign in first.")
		}
		return nil
	})
}

func errLast(message string) error {
	return fault.New(fault.Unprocessable, "%s", message).WithCode("UNPROCESSABLE_CONTENT")
}

// administrators counts the active administrators, and those of them who can sign in:
// with a password, a passkey or at an identity provider.
func (s *Service) administrators(ctx context.Context, on execer) (active, able int, err error) {
	const count = `SELECT count(*), count(CASE WHEN u.password IS NOT NULL OR u.provider <> ?
			OR EXISTS (SELECT 1 FROM ferrule_passkeys p WHERE p.user_id = u.id) THEN 1 END)
		FROM ferrule_users u JOIN ferrule_roles r ON r.id = u.role WHERE r.admin_access = 1 AND u.status = 'active'`
	err = s.row(ctx, on, count, LocalProvider).Scan(&active, &able)
	return active, able, err
}
