package desk

import (
	"context"
	"slices"
	"time"

	"ferrule/internal/account"
)

// Right is the permission to do something at the desk.
type Right string

// The rights of roles.
const (
	ReadRequests   Right = "requests.read"
	SeePersons     Right = "requests.persons" // who sent a request, what they wrote, their files
	ChangeRequests Right = "requests.change"
	ForgetRequests Right = "requests.forget"
	ReadReport     Right = "report.read"
	ChangePeople   Right = "people.change"
	ChangeSettings Right = "settings.change"
)

// What routes need beyond the rights of roles.
const (
	public   Right = ""  // nothing
	signedIn Right = "-" // a session
)

// rightsOf returns the rights of a role of the desk, as it is shown.
func rightsOf(role string) []Right {
	switch role {
	case "owner":
		return []Right{ReadRequests, SeePersons, ChangeRequests, ForgetRequests, ReadReport, ChangePeople, ChangeSettings}
	case "sales":
		return []Right{ReadRequests, SeePersons, ChangeRequests, ReadReport}
	case "viewer":
		return []Right{ReadRequests, ReadReport}
	default: // editors and translators work on content
		return []Right{}
	}
}

// caller is who sends a request.
type caller struct {
	user    account.User
	role    string // of the desk
	rights  []Right
	session string    // id of the session
	since   time.Time // the sign-in
	token   string
}

func (c caller) may(r Right) bool { return slices.Contains(c.rights, r) }

// roleOf returns the role of the desk of a user; "" for none.
func (h *Handler) roleOf(ctx context.Context, u account.User) (string, error) {
	if u.Role == nil {
		return "", nil
	}
	switch *u.Role {
	case account.Administrator:
		return "owner", nil
	case account.Editor:
		return "editor", nil
	case account.Sales:
		return "sales", nil
	case account.Translator:
		return "translator", nil
	case account.Viewer:
		return "viewer", nil
	}
	// A role of the site's own, as of a former Directus, has no place at the desk unless it
	// may do everything.
	role, ok, err := h.options.Accounts.Role(ctx, *u.Role)
	if err != nil || !ok || !role.Admin {
		return "", err
	}
	return "owner", nil
}

// nameOf returns the name of a user, or the address of one without a name.
func nameOf(u account.User) string { return u.Name() }
