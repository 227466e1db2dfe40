package media

import (
	"encoding/xml"
	"image"
	_ "image/gif"  // dimensions of GIF files
	_ "image/jpeg" // dimensions of JPEG files
	_ "image/png"  // dimensions of PNG files
	"io"
	"strconv"
	"strings"

	_ "golang.org/x/image/webp" // dimensions of WebP files

	"ferrule/internal/exif"
)

// maxHeader is the number of bytes of a video or drawing that are searched for
// its dimensions.
const maxHeader = 4 << 20

// Dimensions returns the width and height in pixels, after EXIF rotation, of a
// picture or video of that media type; 0 where the file does not declare them.
func Dimensions(mediaType string, f io.ReaderAt, size int64) (width, height int, err error) {
	r := io.NewSectionReader(f, 0, size)
	switch mediaType {
	case "image/webp", "image/png", "image/jpeg", "image/gif":
		config, _, err := image.DecodeConfig(r)
		if err != nil {
			return 0, 0, err
		}
		if mediaType == "image/jpeg" && exif.Orientation(io.NewSectionReader(f, 0, size)) >= 5 {
			return config.Height, config.Width, nil
		}
		return config.Width, config.Height, nil
	case "image/svg+xml":
		width, height = svgSize(io.LimitReader(r, maxHeader))
	case "video/mp4":
		width, height = mp4Size(r, size)
	case "video/webm":
		head := make([]byte, min(size, maxHeader))
		n, err := f.ReadAt(head, 0)
		if err != nil && err != io.EOF {
			return 0, 0, err
		}
		width, height = webmSize(head[:n])
	}
	return width, height, nil
}

// svgSize reads width and height of the root element, else its viewBox.
func svgSize(r io.Reader) (width, height int) {
	dec := xml.NewDecoder(r)
	for {
		t, err := dec.Token()
		if err != nil {
			return 0, 0
		}
		root, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		var box []string
		for _, a := range root.Attr {
			switch a.Name.Local {
			case "width":
				width = pixels(a.Value)
			case "height":
				height = pixels(a.Value)
			case "viewBox":
				box = strings.FieldsFunc(a.Value, func(r rune) bool { return r == ' ' || r == ',' })
			}
		}
		if (width == 0 || height == 0) && len(box) == 4 {
			width, height = pixels(box[2]), pixels(box[3])
		}
		return width, height
	}
}

func pixels(s string) int {
	n, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(s), "px"), 64)
	if err != nil || n < 0 || n > 1e6 {
		return 0
	}
	return int(n + 0.5)
}
