package mirror

import (
	"context"
	"io"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// ReadOnly refuses to write to a copy, and names the address where to write.
// Collections that are Local are written by Writer.
type ReadOnly struct {
	URL    string
	Local  func(*content.Collection) bool
	Writer content.Writer
}

func (r ReadOnly) refuse() error {
	return fault.New(fault.Forbidden, "This content is a copy of %s. Change it there.", r.URL).WithCode(content.CodeForbidden)
}

// Write implements content.Writer.
func (r ReadOnly) Write(ctx context.Context, w content.Write) (content.Written, error) {
	if r.Local(w.Collection) {
		return r.Writer.Write(ctx, w)
	}
	return content.Written{}, r.refuse()
}

// Receive implements api.Files.
func (r ReadOnly) Receive(io.Reader, string, int64) (content.Upload, error) {
	return content.Upload{}, r.refuse()
}

// Discard implements api.Files.
func (ReadOnly) Discard(content.Upload) {}

// WriteFiles implements api.Files.
func (r ReadOnly) WriteFiles(context.Context, content.Write, []content.Upload) (content.Written, error) {
	return content.Written{}, r.refuse()
}
