package account

import (
	"context"
	"database/sql"
	"encoding/json"
	"maps"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// Change maps the fields to set to their JSON values. Unknown fields are ignored, as
// in Directus.
type Change map[string]json.RawMessage

// Bounds of values, in characters.
const (
	maxText     = 255
	maxLongText = 10_000
	minPassword = 8
	maxPassword = 1024
	minToken    = 32
)

// profileField is a field that is stored and returned without further meaning.
type profileField struct {
	kind    string // "text", "flag", "list", "json"
	initial any
}

func profileFields() map[string]profileField {
	text := profileField{kind: "text"}
	return map[string]profileField{
		"location": text, "title": text, "description": text, "avatar": text, "language": text, "last_page": text,
		"appearance": text, "theme_light": text, "theme_dark": text, "text_direction": {"text", "auto"}, "email_notifications": {"flag", true},
		"tags": {kind: "list"}, "theme_light_overrides": {kind: "json"}, "theme_dark_overrides": {kind: "json"},
	}
}

// apply sets the changed fields of u and returns the first invalid one as an error.
func (s *Service) apply(ctx context.Context, u *User, c Change) error {
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if err := s.set(ctx, u, name, c[name]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) set(ctx context.Context, u *User, name string, raw json.RawMessage) error {
	if f, ok := profileFields()[name]; ok {
		return setProfile(u, name, f.kind, raw)
	}
	switch name {
	case "email", "first_name", "last_name", "password", "status", "role", "token", "provider", "external_identifier":
	default:
		return nil
	}
	var value *string
	if json.Unmarshal(raw, &value) != nil {
		return invalidField(name, "Value has to be a text")
	}
	if value != nil && utf8.RuneCountInString(*value) > maxText && name != "password" {
		return invalidField(name, "Value has more than %d characters", maxText)
	}
	switch name {
	case "first_name":
		u.FirstName = value
	case "last_name":
		u.LastName = value
	case "external_identifier":
		u.External = value
	case "email":
		return setEmail(u, value)
	case "password":
		return s.setPassword(ctx, u, value)
	case "status":
		return setStatus(u, value)
	case "role":
		return s.setRole(ctx, u, value)
	case "token":
		return setToken(u, value)
	default:
		return s.setProvider(u, value)
	}
	return nil
}

func setProfile(u *User, name, kind string, raw json.RawMessage) error {
	fits := string(raw) == "null" || kind == "json"
	switch kind {
	case "text":
		fits = fits || json.Unmarshal(raw, new(string)) == nil
	case "flag":
		fits = fits || json.Unmarshal(raw, new(bool)) == nil
	case "list":
		fits = fits || json.Unmarshal(raw, new([]string)) == nil
	}
	if !fits {
		return invalidField(name, "Value has to be a %s", kind)
	}
	if len(raw) > maxLongText {
		return invalidField(name, "Value has more than %d characters", maxLongText)
	}
	if u.Profile == nil {
		u.Profile = map[string]json.RawMessage{}
	}
	u.Profile[name] = raw
	return nil
}

// ParseEmail returns an address in its stored form and reports whether it is valid.
func ParseEmail(email string) (string, bool) {
	email = normalEmail(email)
	a, err := netmail.ParseAddress(email)
	return email, err == nil && a.Address == email && len(email) <= 254
}

func setEmail(u *User, value *string) error {
	if value == nil {
		return invalidField("email", "Value is required")
	}
	email, ok := ParseEmail(*value)
	if !ok {
		return invalidField("email", "Value has to be a valid email address")
	}
	u.Email = email
	return nil
}

func (s *Service) setPassword(ctx context.Context, u *User, value *string) error {
	if value == nil {
		u.password = nil
		return nil
	}
	if *value == masked {
		return nil // a record that was read is written back
	}
	if n := utf8.RuneCountInString(*value); n < minPassword || len(*value) > maxPassword {
		return invalidField("password", "Value has to be of %d characters or more, up to %d bytes", minPassword, maxPassword)
	}
	hash, err := s.passwords.hash(ctx, *value)
	if err != nil {
		return err
	}
	u.password = &hash
	return nil
}

func setStatus(u *User, value *string) error {
	if value == nil || !slices.Contains([]Status{Draft, Invited, Unverified, Active, Suspended, Archived}, Status(*value)) {
		return invalidField("status", "Value has to be one of draft, invited, unverified, active, suspended, archived")
	}
	u.Status = Status(*value)
	return nil
}

func (s *Service) setRole(ctx context.Context, u *User, value *string) error {
	if value != nil {
		if _, ok, err := s.Role(ctx, *value); err != nil || !ok {
			if err == nil {
				err = fault.New(fault.Invalid, "There is no such role.").WithCode("INVALID_FOREIGN_KEY")
			}
			return err
		}
	}
	u.Role = value
	return nil
}

// plainToken matches tokens that fit into a header and, without dots, cannot be
// mistaken for signed ones.
var plainToken = regexp.MustCompile(`^[A-Za-z0-9_~+/=-]+$`)

func setToken(u *User, value *string) error {
	switch {
	case value == nil:
		u.token = nil
	case *value == masked: // a record that was read is written back
	case len(*value) < minToken || !plainToken.MatchString(*value):
		return invalidField("token", "Value has to be of %d characters or more: letters, digits and - _ ~ + / =", minToken)
	default:
		stored := digest(*value)
		u.token = &stored
	}
	return nil
}

func (s *Service) setProvider(u *User, value *string) error {
	if value == nil || (*value != LocalProvider && s.providers[*value] == nil) {
		return invalidField("provider", "Value has to be %q or the name of a configured provider", LocalProvider)
	}
	u.Provider = *value
	return nil
}

// AddUser creates a user. The field email is required, id is optional.
func (s *Service) AddUser(ctx context.Context, c Change) (User, error) {
	users, err := s.AddUsers(ctx, []Change{c})
	if err != nil {
		return User{}, err
	}
	return users[0], nil
}

// AddUsers creates all of the users, or none.
func (s *Service) AddUsers(ctx context.Context, list []Change) ([]User, error) {
	users := make([]User, 0, len(list))
	for _, c := range list {
		u, err := s.newUser(ctx, c)
		if err != nil {
			return nil, err
		}
		users = append(users, u)
	}
	return users, s.write(ctx, func(tx *sql.Tx) error {
		for _, u := range users {
			if err := s.insert(ctx, tx, u); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) newUser(ctx context.Context, c Change) (User, error) {
	u := User{ID: uuid.NewString(), Status: Active, Provider: LocalProvider, Profile: map[string]json.RawMessage{}}
	if raw, ok := c["id"]; ok {
		var given string
		if json.Unmarshal(raw, &given) != nil || uuid.Validate(given) != nil {
			return User{}, invalidField("id", "Value has to be a UUID")
		}
		u.ID = strings.ToLower(given)
	}
	if err := s.apply(ctx, &u, c); err != nil {
		return User{}, err
	}
	if u.Email == "" {
		return User{}, invalidField("email", "Value is required")
	}
	return u, nil
}

// ChangeUser changes a user and returns the result. A new password, or a status
// other than active, ends all sessions.
func (s *Service) ChangeUser(ctx context.Context, id string, c Change) (User, error) {
	return s.change(ctx, id, func(u *User) error { return s.apply(ctx, u, c) })
}

// RemoveUser deletes a user and the user's sessions.
func (s *Service) RemoveUser(ctx context.Context, id string) error {
	err := s.changeUsers(ctx, func(tx *sql.Tx) error {
		u, ok, err := s.findUser(ctx, tx, "id", strings.ToLower(id))
		if err == nil && !ok {
			err = errForbidden()
		}
		if err == nil {
			_, err = s.exec(ctx, tx, `DELETE FROM ferrule_users WHERE id = ?`, u.ID)
		}
		if err == nil {
			_, err = s.exec(ctx, tx, `INSERT INTO ferrule_removed_users (id) VALUES (?) ON CONFLICT (id) DO NOTHING`, u.ID)
		}
		if err == nil {
			err = s.logOf(ctx, tx, AccountRemoved, u, "")
		}
		return err
	})
	if err != nil {
		return err
	}
	return database.RemoveCopy(ctx, s.db, time.Now())
}
