package asset

import (
	"context"
	"image"

	"ferrule/internal/fault"
)

// Picture decodes a stored picture, for drawings that show it. A file that is
// none, or too large, is a *fault.Error of kind Invalid.
func (s *Server) Picture(ctx context.Context, id string) (image.Image, error) {
	file, err := s.lookup(ctx, id)
	if err != nil {
		return nil, err
	}
	c, known := codecs[file.Type]
	if !known {
		return nil, fault.New(fault.Invalid, "The file is no picture that can be drawn.")
	}
	f, err := s.root.Open(file.Disk)
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "The file could not be read.")
	}
	defer func() { _ = f.Close() }() // it was only read
	m, err := measure(f, file.Type)
	if err != nil || !m.decodable() {
		return nil, fault.Wrap(fault.Invalid, err, "The picture is too large, or none.")
	}
	picture, err := c.decode(f)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "The picture cannot be decoded.")
	}
	picture = upright(picture, m.turned)
	if file.Type == "image/webp" {
		picture = studio(picture)
	}
	return picture, nil
}
