package store

import (
	"errors"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// refused explains why the database did not take a record that had passed all
// checks: another server's import came in between.
func (w *writer) refused(c *content.Collection, values row, err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) || e.Code()&0xff != sqlite3.SQLITE_CONSTRAINT {
		return err
	}
	for f, v := range values {
		if f.Unique && strings.Contains(e.Error(), c.Name+"."+f.Name) {
			return content.NotUnique(f, v)
		}
	}
	return fault.Wrap(fault.Conflict, err, "The record breaks a rule of %q: it was changed by others meanwhile. Try again.", c.Name).WithCode("CONFLICT")
}
