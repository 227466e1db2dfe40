package store

import (
	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// refused converts a violated constraint to an error for the client and returns
// other errors unchanged. Items are checked before they are written; rows of
// another system are not.
func (w *writer) refused(c *content.Collection, values row, err error) error {
	db := w.s.writer
	if column, ok := db.IsUnique(err); ok {
		for f, v := range values {
			if column == c.Name+"."+f.Name {
				return content.NotUnique(f, v)
			}
		}
		return fault.Wrap(fault.Invalid, err, "%s has to be unique.", column).WithCode(content.CodeNotUnique)
	}
	if column, ok := db.IsNotNull(err); ok {
		return fault.Wrap(fault.Invalid, err, "%s is required.", column).WithCode(content.CodeInvalidPayload)
	}
	if _, ok := db.IsForeignKey(err); ok {
		return fault.Wrap(fault.Invalid, err, "A row of %s refers to one that is not there, or is referred to.", c.Name).WithCode(content.CodeInvalidForeignKey)
	}
	return err
}
