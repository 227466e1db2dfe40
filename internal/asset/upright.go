package asset

import (
	"image"

	"golang.org/x/image/draw"
)

// upright rotates and mirrors a decoded picture according to its orientation,
// see exif.Orientation.
func upright(picture image.Image, orientation int) image.Image {
	if orientation == 1 {
		return picture
	}
	size := picture.Bounds().Size()
	from := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(from, from.Rect, picture, picture.Bounds().Min, draw.Src)
	if orientation >= 5 {
		size.X, size.Y = size.Y, size.X
	}
	to := image.NewRGBA(image.Rectangle{Max: size})
	right, bottom := from.Rect.Max.X-1, from.Rect.Max.Y-1
	for y := range size.Y {
		for x := range size.X {
			source := [...]image.Point{
				{x, y},
				{right - x, y},
				{right - x, bottom - y},
				{x, bottom - y},
				{y, x},
				{y, bottom - x},
				{right - y, bottom - x},
				{right - y, x},
			}[orientation-1]
			copy(to.Pix[to.PixOffset(x, y):][:4], from.Pix[from.PixOffset(source.X, source.Y):][:4])
		}
	}
	return to
}
