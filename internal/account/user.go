package account

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// User is one account.
type User struct {
	ID         string
	Email      string // in lower case
	FirstName  *string
	LastName   *string
	Status     Status
	Role       *string                    // a role's id
	LastAccess *string                    // of the last sign-in, as 2006-01-02T15:04:05.000Z
	Provider   string                     // LocalProvider or the name of the identity provider
	External   *string                    // the provider's subject identifier
	Profile    map[string]json.RawMessage // fields without rules

	password *string // hash; nil if the user cannot sign in with a password
	token    *string // digest of the static token
	way      string  // of the sign-in that returned the user, for the log
}

// Name returns the name of a user, or the address of one without a name.
func (u User) Name() string {
	var parts []string
	for _, part := range []*string{u.FirstName, u.LastName} {
		if part != nil && *part != "" {
			parts = append(parts, *part)
		}
	}
	return cmp.Or(strings.Join(parts, " "), u.Email)
}

// Status is whether a user may sign in.
type Status string

// The states of an account, named as Directus names them.
const (
	Draft      Status = "draft"
	Invited    Status = "invited"
	Unverified Status = "unverified"
	Active     Status = "active"
	Suspended  Status = "suspended"
	Archived   Status = "archived"
)

// LocalProvider is the provider of users who sign in with a password.
const LocalProvider = "default"

const userColumns = `id, email, first_name, last_name, password, status, role, token, last_access, provider, external_identifier, profile`

func scanUser(row interface{ Scan(into ...any) error }) (User, error) {
	var u User
	var profile string
	err := row.Scan(&u.ID, &u.Email, &u.FirstName, &u.LastName, &u.password, &u.Status, &u.Role, &u.token, &u.LastAccess, &u.Provider, &u.External, &profile)
	if err != nil {
		return User{}, err
	}
	if err := json.Unmarshal([]byte(profile), &u.Profile); err != nil {
		return User{}, fmt.Errorf("decode profile of user %s: %w", u.ID, err)
	}
	return u, nil
}

// findUser finds a user by a unique column; ok is false when there is none.
func (s *Service) findUser(ctx context.Context, on execer, column, value string) (u User, ok bool, err error) {
	u, err = scanUser(s.row(ctx, on, `SELECT `+userColumns+` FROM ferrule_users WHERE `+column+` = ?`, value)) //nolint:gosec // column is a constant of the caller
	if isNone(err) {
		return User{}, false, nil
	}
	return u, err == nil, err
}

func isNone(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// User finds a user by id. Its error is FORBIDDEN when there is none, as for a user
// who may not be seen.
func (s *Service) User(ctx context.Context, id string) (User, error) {
	u, ok, err := s.findUser(ctx, s.db, "id", strings.ToLower(id))
	if err == nil && !ok {
		err = errForbidden()
	}
	return u, err
}

// UserByEmail finds a user by address, ignoring case.
func (s *Service) UserByEmail(ctx context.Context, email string) (u User, ok bool, err error) {
	return s.findUser(ctx, s.db, "email", normalEmail(email))
}

// Users lists all users, sorted by e-mail address.
func (s *Service) Users(ctx context.Context) (out []User, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT `+userColumns+` FROM ferrule_users ORDER BY email`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		u, err := scanUser(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return out, rows.Err()
}

// masked replaces secrets in records.
const masked = "**********"

// Record returns the user with all fields of a Directus user.
func (u User) Record() map[string]any {
	r := map[string]any{
		"id": u.ID, "email": u.Email, "first_name": u.FirstName, "last_name": u.LastName, "status": u.Status, "role": u.Role,
		"last_access": u.LastAccess, "provider": u.Provider, "external_identifier": u.External,
		"password": mask(u.password), "token": mask(u.token), "tfa_secret": nil, "auth_data": nil, "policies": []string{},
	}
	for name, f := range profileFields() {
		if r[name] = f.initial; u.Profile[name] != nil {
			r[name] = u.Profile[name]
		}
	}
	return r
}

func mask(secret *string) any {
	if secret == nil {
		return nil
	}
	return masked
}

func normalEmail(email string) string {
	return strings.ToLower(strings.TrimSpace(strings.ReplaceAll(email, "\x00", ""))) // PostgreSQL rejects NUL
}
