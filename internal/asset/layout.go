package asset

import "image"

// layout returns the size of the variant's canvas, and the part of the original
// that fills it; only contain leaves margins around the original.
func (v *variant) layout(width, height int) (canvas image.Point, source image.Rectangle) {
	full := image.Rect(0, 0, width, height)
	w, h := v.width, v.height
	switch {
	case w == 0 && h == 0:
		return full.Max, full
	case w == 0:
		w = max(1, (width*h+height/2)/height)
	case h == 0:
		h = max(1, (height*w+width/2)/width)
	}
	if v.fit == contain {
		return image.Pt(w, h), full
	}
	if v.fit == cover {
		if !v.enlarge {
			w, h = min(w, width), min(h, height)
		}
		return image.Pt(w, h), crop(width, height, w, h, v.focus)
	}
	// The whole picture is shown: one of the two edges decides.
	byWidth := width*h >= height*w
	if v.fit == outside {
		byWidth = !byWidth
	}
	if byWidth {
		h = max(1, (height*w+width/2)/width)
	} else {
		w = max(1, (width*h+height/2)/height)
	}
	if !v.enlarge && (w > width || h > height) {
		return full.Max, full
	}
	return image.Pt(w, h), full
}

// The positions of a crop are quantised, so that focal points, which any client
// may set, make few variants.
const (
	lastStep   = 16
	middleStep = lastStep / 2
)

// crop returns the largest part of width × height with the proportions of w ×
// h, at focus steps along the edge that is cropped.
func crop(width, height, w, h, focus int) image.Rectangle {
	cw, ch := width, height
	if width*h > height*w {
		cw = max(1, height*w/h)
	} else {
		ch = max(1, width*h/w)
	}
	return image.Rect(0, 0, cw, ch).Add(image.Pt((width-cw)*focus/lastStep, (height-ch)*focus/lastStep))
}

// aim moves the crop so that its centre is as near to a point, in pixels of the
// upright original, as the picture's edges and the steps allow.
func (v *variant) aim(width, height int, point image.Point) {
	_, part := v.layout(width, height)
	v.focus = middleStep
	if spare := width - part.Dx(); spare > 0 {
		v.focus = step(point.X-part.Dx()/2, spare)
	} else if spare := height - part.Dy(); spare > 0 {
		v.focus = step(point.Y-part.Dy()/2, spare)
	}
}

// step returns the step nearest to offset, which may be outside 0 to spare.
func step(offset, spare int) int {
	return (min(max(offset, 0), spare)*lastStep + spare/2) / spare
}
