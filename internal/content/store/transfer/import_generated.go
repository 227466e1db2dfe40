package transfer

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
)

// isFileExtra reports whether a member of a file's record is not a field but
// describes its bytes: the name of the file in files/, or the parameters from
// which it is generated.
func isFileExtra(name string) bool {
	switch name {
	case "filename", "svg", "text", "w", "h", "hue":
		return true
	default:
		return false
	}
}

// maxPixels limits the size of a generated picture.
const maxPixels = 25_000_000

// generateFile returns a file that its record describes: a text, a drawing, or a
// picture of one colour, w × h pixels (hue in degrees); nil if the record
// describes none.
func generateFile(extra map[string]any) ([]byte, error) {
	for _, name := range []string{"svg", "text"} {
		if v, given := extra[name]; given {
			text, ok := v.(string)
			if !ok {
				return nil, errors.New(name + " has to be a text")
			}
			return []byte(text), nil
		}
	}
	if extra["w"] == nil && extra["h"] == nil {
		return nil, nil
	}
	w, h := countOfPixels(extra["w"]), countOfPixels(extra["h"])
	if w < 1 || h < 1 || w > maxPixels/h {
		return nil, errors.New("w and h have to be numbers of pixels, of a picture of 25 million at most")
	}
	var b bytes.Buffer
	err := png.Encode(&b, uniformImage{image.NewUniform(colour(extra["hue"])), image.Rect(0, 0, w, h)})
	return b.Bytes(), err
}

func countOfPixels(v any) int {
	number, _ := v.(json.Number)
	n, err := number.Int64()
	if err != nil || n < 0 || n > maxPixels {
		return 0
	}
	return int(n)
}

// colour returns a colour of medium brightness.
func colour(hue any) color.Color {
	number, _ := hue.(json.Number)
	degrees, _ := number.Float64() // 0 if there is none
	sin, cos := math.Sincos(degrees / 180 * math.Pi)
	return color.YCbCr{Y: 128, Cb: uint8(128 + 80*sin), Cr: uint8(128 + 80*cos)}
}

// uniformImage is an image of one colour.
type uniformImage struct {
	*image.Uniform

	size image.Rectangle
}

func (u uniformImage) Bounds() image.Rectangle { return u.size }
