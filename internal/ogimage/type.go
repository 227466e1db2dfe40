package ogimage

import (
	"embed"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// files contains the site's own fonts as TrueType: Golos Text with weights 560 and 400, and
// Martian Mono with width 80 %, under the SIL Open Font License (see the
// folder).
//
//go:embed fonts/*.ttf
var files embed.FS

// fonts holds the fallback chains: the first font of a chain that has a glyph draws it.
type fonts struct{ strong, plain, mono []*sfnt.Font }

func newFonts() (*fonts, error) {
	load := func(names ...string) (chain []*sfnt.Font, err error) {
		for _, name := range names {
			data, err := files.ReadFile("fonts/" + name + ".ttf")
			if err != nil {
				return nil, err
			}
			f, err := opentype.Parse(data)
			if err != nil {
				return nil, fmt.Errorf("parse font %s: %w", name, err)
			}
			chain = append(chain, f)
		}
		return chain, nil
	}
	f := &fonts{}
	var err error
	if f.strong, err = load("golos-560-latin", "golos-560-latin-ext", "golos-560-cyrillic"); err != nil {
		return nil, err
	}
	if f.plain, err = load("golos-400-latin", "golos-560-latin-ext", "golos-560-cyrillic"); err != nil {
		return nil, err
	}
	f.mono, err = load("martian-mono-400", "golos-400-latin")
	return f, err
}

// pen draws text in one font and size.
type pen struct {
	chain    []*sfnt.Font
	faces    []font.Face
	tracking fixed.Int26_6
	buffer   sfnt.Buffer
}

// newPen returns a pen; size and tracking are in pixels.
func newPen(chain []*sfnt.Font, size, tracking float64) (*pen, error) {
	p := &pen{chain: chain, tracking: fixed.Int26_6(tracking * 64)}
	for _, f := range chain {
		face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return nil, err
		}
		p.faces = append(p.faces, face)
	}
	return p, nil
}

// face returns the index of the font that has a glyph, -1 for none.
func (p *pen) face(r rune) int {
	for i, f := range p.chain {
		if g, err := f.GlyphIndex(&p.buffer, r); err == nil && g != 0 {
			return i
		}
	}
	return -1
}

// hasGlyphs reports whether the fonts have glyphs for all characters of a text.
func (p *pen) hasGlyphs(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r != softHyphen && p.face(r) < 0 }) < 0
}

// width returns the width of a text in pixels.
func (p *pen) width(text string) int { return p.walk(text, nil).Ceil() }

// write draws a text with its baseline at (x, y).
func (p *pen) write(dst draw.Image, ink color.Color, x, y int, text string) {
	at := fixed.P(x, y)
	p.walk(text, func(i int, r rune, offset fixed.Int26_6) {
		bounds, mask, from, _, ok := p.faces[i].Glyph(fixed.Point26_6{X: at.X + offset, Y: at.Y}, r)
		if ok {
			draw.DrawMask(dst, bounds, image.NewUniform(ink), image.Point{}, mask, from, draw.Over)
		}
	})
}

func (p *pen) walk(text string, each func(face int, r rune, offset fixed.Int26_6)) fixed.Int26_6 {
	var offset fixed.Int26_6
	last, before := -1, rune(0)
	for _, r := range text {
		i := p.face(r)
		if r == softHyphen || i < 0 {
			continue
		}
		if i == last {
			offset += p.faces[i].Kern(before, r)
		}
		if each != nil {
			each(i, r, offset)
		}
		if advance, ok := p.faces[i].GlyphAdvance(r); ok {
			offset += advance + p.tracking
		}
		last, before = i, r
	}
	return offset
}

const softHyphen = '\u00ad'

// lines breaks a text at a width: between words, else at soft hyphens, else, if
// a part is wider than the line, between characters. intact reports that no part was broken between characters.
func (p *pen) lines(text string, width int) (lines []string, intact bool) {
	line := ""
	intact = true
	for word := range strings.SplitSeq(text, " ") { // a no-break space belongs to the word
		if joined := strings.TrimSpace(line + " " + word); p.width(joined) <= width {
			line = joined
			continue
		}
		if line != "" && p.width(word) <= width {
			lines, line = append(lines, line), word
			continue
		}
		lead := line
		if lead != "" {
			lead += " "
		}
		done, rest, unbroken := p.hyphenate(lead, word, width)
		lines, line, intact = append(lines, done...), rest, intact && unbroken
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines, intact
}

// hyphenate breaks a word that does not fit behind lead. It returns the full
// lines and the rest, and whether no part was broken between characters.
func (p *pen) hyphenate(lead, word string, width int) (full []string, rest string, intact bool) {
	line := lead
	intact = true
	for i, part := range strings.SplitAfter(word, string(softHyphen)) {
		part = strings.TrimSuffix(part, string(softHyphen))
		if p.width(line+part+"-") <= width || (i == 0 && line == "" && p.width(part) <= width) {
			line += part
			continue
		}
		switch {
		case i == 0 && strings.TrimSpace(line) != "":
			full = append(full, strings.TrimSpace(line))
		case i > 0:
			full = append(full, line+"-")
		}
		line = ""
		for _, r := range part {
			if line != "" && p.width(line+string(r)) > width {
				full, line, intact = append(full, line), "", false
			}
			line += string(r)
		}
	}
	return full, line, intact
}
