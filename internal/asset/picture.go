package asset

import (
	"context"
	"image"

	"ferrule/internal/fault"
)

// Picture decodes a stored picture, for drawing. A file that is not a picture,
// or too large, is a *fault.Error of kind Invalid.
func (s *Server) Picture(ctx context.Context, id string) (image.Image, error) {
	file, f, err := s.open(ctx, id)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	c, known := codecs[file.Type]
	if !known {
		return nil, fault.New(fault.Invalid, "The file is no picture that can be drawn.")
	}
	m, err := measure(f, file.Type)
	if err != nil || !m.decodable() {
		return nil, fault.Wrap(fault.Invalid, err, "The picture is too large, or none.")
	}
	picture, err := c.decode(f)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "The picture cannot be decoded.")
	}
	picture = upright(picture, m.orientation)
	if file.Type == "image/webp" {
		picture = expandLimitedRange(picture)
	}
	return picture, nil
}
