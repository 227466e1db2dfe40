package asset

import "image"

// place returns the size of the variant's canvas, and which part of the
// original fills it; contain alone leaves room around the original.
func (v *variant) place(width, height int) (canvas image.Point, source image.Rectangle) {
	whole := image.Rect(0, 0, width, height)
	w, h := v.width, v.height
	switch {
	case w == 0 && h == 0:
		return whole.Max, whole
	case w == 0:
		w = max(1, (width*h+height/2)/height)
	case h == 0:
		h = max(1, (height*w+width/2)/width)
	}
	if v.fit == contain {
		return image.Pt(w, h), whole
	}
	if v.fit == cover {
		if !v.enlarge {
			w, h = min(w, width), min(h, height)
		}
		return image.Pt(w, h), crop(width, height, w, h, v.focus)
	}
	// Whole: one of the two edges decides.
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
		return whole.Max, whole
	}
	return image.Pt(w, h), whole
}

// A crop keeps to steps along its way, so that a focal point, which everybody
// may name, makes few variants.
const (
	lastStep   = 16
	middleStep = lastStep / 2
)

// crop is the largest part of width × height with the proportions of w × h. It
// lies focus steps along the edge of which something is cut off.
func crop(width, height, w, h, focus int) image.Rectangle {
	cw, ch := width, height
	if width*h > height*w {
		cw = max(1, height*w/h)
	} else {
		ch = max(1, width*h/w)
	}
	return image.Rect(0, 0, cw, ch).Add(image.Pt((width-cw)*focus/lastStep, (height-ch)*focus/lastStep))
}

// aim moves the crop so that a point, in pixels of the upright original, is as
// near to its middle as the picture's edges and the steps allow.
func (v *variant) aim(width, height int, point image.Point) {
	_, part := v.place(width, height)
	v.focus = middleStep
	if spare := width - part.Dx(); spare > 0 {
		v.focus = step(point.X-part.Dx()/2, spare)
	} else if spare := height - part.Dy(); spare > 0 {
		v.focus = step(point.Y-part.Dy()/2, spare)
	}
}

// step is the step nearest to offset, which may lie beyond both ends of spare.
func step(offset, spare int) int {
	return (min(max(offset, 0), spare)*lastStep + spare/2) / spare
}
