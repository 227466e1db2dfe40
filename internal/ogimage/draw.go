package ogimage

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"

	"golang.org/x/image/draw"
	"golang.org/x/image/vector"
)

// Colours of the light theme.
//
//nolint:gochecknoglobals // constants; Go has no constant structs
var (
	ground = color.RGBA{0xff, 0xff, 0xff, 0xff}
	sunk   = color.RGBA{0xf3, 0xf5, 0xf6, 0xff}
	rule   = color.RGBA{0xd8, 0xde, 0xe0, 0xff}
	ink    = color.RGBA{0x0c, 0x0f, 0x10, 0xff}
	muted  = color.RGBA{0x4e, 0x57, 0x5c, 0xff}
	accent = color.RGBA{0x00, 0x85, 0x4a, 0xff}
)

// Layout of a picture: text on the left, the part on the right, the title block
// along the bottom, separated by lines of two pixels.
const (
	margin  = 56
	stageX  = Width - Height + 54 // the right area is a little narrower than high
	blockY  = Height - 118
	line    = 2
	columnW = stageX - 2*margin
)

// draw returns the PNG.
func (s *Server) draw(c *card, part image.Image) ([]byte, error) {
	sheet := image.NewRGBA(image.Rect(0, 0, Width, Height))
	fill(sheet, sheet.Rect, ground)
	stage := image.Rect(stageX, 0, Width, Height)
	fill(sheet, stage, sunk)
	fill(sheet, image.Rect(stageX-line, 0, stageX, Height), rule)
	if part != nil {
		drawPart(sheet, stage, part, c.scale)
	} else {
		crosses(sheet, stage)
		drawMark(sheet, stage.Min.Add(image.Pt((stage.Dx()-240)/2, (Height-240)/2)), 240, accent)
	}
	if err := s.write(sheet, c); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
	err := encoder.Encode(&b, sheet)
	return b.Bytes(), err
}

// write draws all texts.
func (s *Server) write(sheet *image.RGBA, c *card) error {
	drawMark(sheet, image.Pt(margin, 52), 44, accent)
	name, err := newPen(s.fonts.strong, 34, -1.3)
	if err != nil {
		return err
	}
	name.write(sheet, ink, margin+60, 86, c.site)
	family, err := newPen(s.fonts.plain, 24, 0)
	if err != nil {
		return err
	}
	top := 176
	if c.family != "" && family.hasGlyphs(c.family) {
		family.write(sheet, muted, margin, top, clip(family, strings.ReplaceAll(c.family, string(softHyphen), ""), columnW))
	}
	if err := s.writeTitle(sheet, c.title, top+24, blockY-32); err != nil {
		return err
	}
	return s.writeBlock(sheet, c.cells)
}

// writeTitle draws the title in the largest size that fits between two heights.
func (s *Server) writeTitle(sheet *image.RGBA, title string, top, bottom int) error {
	for _, size := range []float64{84, 72, 62, 54, 46, 38} {
		p, err := newPen(s.fonts.strong, size, -.035*size)
		if err != nil {
			return err
		}
		if !p.hasGlyphs(title) {
			return nil // in a script that the fonts do not cover; the part number identifies the product
		}
		leading := int(size * 1.06)
		lines, intact := p.lines(title, columnW)
		maxLines := (bottom - top) / leading
		if last := size == 38; (len(lines) > maxLines || !intact) && !last {
			continue
		}
		if len(lines) > maxLines {
			lines = lines[:maxLines]
			lines[maxLines-1] = clip(p, lines[maxLines-1]+"…", columnW)
		}
		for i, text := range lines {
			p.write(sheet, ink, margin-int(size*.05), top+int(size*.82)+i*leading, text)
		}
		return nil
	}
	return nil
}

// writeBlock draws the title block: a line, and below it the cells.
func (s *Server) writeBlock(sheet *image.RGBA, cells []cell) error {
	if len(cells) == 0 {
		return nil
	}
	label, err := newPen(s.fonts.plain, 20, 0)
	if err != nil {
		return err
	}
	value, err := newPen(s.fonts.mono, 28, -.4)
	if err != nil {
		return err
	}
	fill(sheet, image.Rect(0, blockY, stageX-line, blockY+line), ink)
	x, right := margin, stageX-margin
	for i, c := range cells {
		if i > 0 && x > margin {
			fill(sheet, image.Rect(x, blockY+line, x+line, Height), rule)
			x += 28
		}
		if c.value == "" || !value.hasGlyphs(c.value) || x >= right-60 {
			continue
		}
		label.write(sheet, muted, x, blockY+44, c.label)
		text := clip(value, c.value, right-x)
		value.write(sheet, ink, x, blockY+86, text)
		x += max(value.width(text), label.width(c.label)) + 36
	}
	return nil
}

// clip truncates a text to a width, with an ellipsis.
func clip(p *pen, text string, width int) string {
	letters := []rune(text)
	for p.width(string(letters)) > width && len(letters) > 1 {
		letters = append(letters[:len(letters)-2], '…')
	}
	return string(letters)
}

// drawPart draws a part at its optical size into the centre of the right area.
func drawPart(sheet *image.RGBA, stage image.Rectangle, part image.Image, optical float64) {
	b := part.Bounds()
	if b.Empty() {
		return
	}
	// A picture with opaque edges is a scene: it fills the area.
	scale := math.Min(float64(stage.Dx())/float64(b.Dx()), float64(stage.Dy())/float64(b.Dy())) * optical * .98
	over := draw.Over
	if opaque, ok := part.(interface{ Opaque() bool }); ok && opaque.Opaque() && b.Dx() != b.Dy() {
		scale = math.Max(float64(stage.Dx())/float64(b.Dx()), float64(stage.Dy())/float64(b.Dy()))
	}
	w, h := int(float64(b.Dx())*scale), int(float64(b.Dy())*scale)
	middle := stage.Min.Add(stage.Size().Div(2))
	target := image.Rect(middle.X-w/2, middle.Y-h/2, middle.X-w/2+w, middle.Y-h/2+h)
	canvas, _ := sheet.SubImage(stage).(*image.RGBA)
	draw.CatmullRom.Scale(canvas, target, part, b, over, nil)
}

// crosses draws the pattern of crosses on the right area.
func crosses(sheet *image.RGBA, stage image.Rectangle) {
	const size, pitch = 22, 32
	rest := stage.Size().Mod(image.Rect(0, 0, pitch, pitch)).Add(image.Pt(pitch-size, pitch-size)).Div(2)
	// The area in and around the bore of the mark stays empty.
	clear := image.Rect(-180, -180, 180, 180).Add(stage.Min.Add(stage.Size().Div(2)))
	for y := stage.Min.Y + rest.Y; y+size <= stage.Max.Y; y += pitch {
		for x := stage.Min.X + rest.X; x+size <= stage.Max.X; x += pitch {
			if image.Rect(x, y, x+size, y+size).Overlaps(clear) {
				continue
			}
			fill(sheet, image.Rect(x, y+size/2-1, x+size, y+size/2+1), rule)
			fill(sheet, image.Rect(x+size/2-1, y, x+size/2+1, y+size), rule)
		}
	}
}

// drawMark draws the section of the cutting ring: two wedges around a bore.
func drawMark(sheet *image.RGBA, at image.Point, size int, colour color.Color) {
	wedge := [][2]float32{{0, 12.4}, {0, 10.6}, {21.5, 1.5}, {26, 1.5}, {32, 8}, {32, 12.4}}
	k := float32(size) / 32
	z := vector.NewRasterizer(size, size)
	for _, mirrored := range []bool{false, true} {
		for i, p := range wedge {
			x, y := p[0]*k, p[1]*k
			if mirrored {
				y = float32(size) - y
			}
			if i == 0 {
				z.MoveTo(x, y)
			} else {
				z.LineTo(x, y)
			}
		}
		z.ClosePath()
	}
	z.Draw(sheet, image.Rectangle{Min: at, Max: at.Add(image.Pt(size, size))}, image.NewUniform(colour), image.Point{})
}

func fill(sheet *image.RGBA, r image.Rectangle, c color.Color) {
	draw.Draw(sheet, r, image.NewUniform(c), image.Point{}, draw.Src)
}
