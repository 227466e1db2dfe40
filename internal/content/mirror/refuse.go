package mirror

import (
	"context"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// ReadOnly is the content.Writer of a copy: it refuses and says where to write.
type ReadOnly struct{ URL string }

// Write implements content.Writer.
func (r ReadOnly) Write(context.Context, content.Write) (content.Written, error) {
	return content.Written{}, fault.New(fault.Forbidden, "This content is a copy of %s. Change it there.", r.URL).WithCode(content.CodeForbidden)
}
