package content

import (
	"fmt"
	"slices"
	"strings"

	"ferrule/internal/fault"
)

// The codes of errors that readers cause, as a Directus words them.
const (
	CodeInvalidQuery = "INVALID_QUERY"
	CodeForbidden    = "FORBIDDEN"
)

func invalid(format string, args ...any) error {
	return fault.New(fault.Invalid, "Invalid query. "+format+".", args...).WithCode(CodeInvalidQuery)
}

// ErrItem is the answer to a key that is unknown, malformed or not for this
// reader; it does not tell which.
func ErrItem() error {
	return fault.New(fault.Forbidden, "You don't have permission to access this.").WithCode(CodeForbidden)
}

func forbiddenCollection(name string, at path) error {
	return fault.New(fault.Forbidden, "You don't have permission to access collection %q or it does not exist. Queried in %s.", name, at).WithCode(CodeForbidden)
}

func forbiddenField(name string, c *Collection, at path) error {
	return fault.New(fault.Forbidden, "You don't have permission to access field %q in collection %q or it does not exist. Queried in %s.", name, c.Name, at).WithCode(CodeForbidden)
}

// path is where in a query something was asked for: names of relations from
// the root.
type path []string

func (p path) String() string {
	if len(p) == 0 {
		return "root"
	}
	return fmt.Sprintf("%q", strings.Join(p, "."))
}

func (p path) step(name string) path { return append(slices.Clip(p), name) }
