package content

import (
	"fmt"
	"slices"
	"strings"

	"ferrule/internal/fault"
)

// Codes of errors that readers cause, as in Directus.
const (
	CodeInvalidQuery = "INVALID_QUERY"
	CodeForbidden    = "FORBIDDEN"
)

// InvalidQuery returns the error of a query that cannot be read, *fault.Error of
// kind Invalid; format continues the sentence "Invalid query." without a full stop.
func InvalidQuery(format string, args ...any) error {
	return fault.New(fault.Invalid, "Invalid query. "+format+".", args...).WithCode(CodeInvalidQuery)
}

// ErrItem returns the error of a key that is unknown, malformed or forbidden; it
// does not disclose which.
func ErrItem() error {
	return fault.New(fault.Forbidden, "You don't have permission to access this.").WithCode(CodeForbidden)
}

// ForbiddenCollection returns the error of a collection that does not exist or
// is forbidden, named at a path of a query.
func ForbiddenCollection(name string, at Path) error {
	return fault.New(fault.Forbidden, "You don't have permission to access collection %q or it does not exist. Queried in %s.", name, at).WithCode(CodeForbidden)
}

// ForbiddenField returns the error of a field that does not exist or is
// forbidden, named at a path of a query.
func ForbiddenField(name string, c *Collection, at Path) error {
	return fault.New(fault.Forbidden, "You don't have permission to access field %q in collection %q or it does not exist. Queried in %s.", name, c.Name, at).WithCode(CodeForbidden)
}

// Path is a position in a query: the names of relations from the root.
type Path []string

func (p Path) String() string {
	if len(p) == 0 {
		return "root"
	}
	return fmt.Sprintf("%q", strings.Join(p, "."))
}

// Step returns the path of a relation below p.
func (p Path) Step(name string) Path { return append(slices.Clip(p), name) }
