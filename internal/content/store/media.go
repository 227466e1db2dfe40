package store

import (
	"bytes"
	"encoding/xml"
	"image"
	_ "image/gif"  // dimensions of GIF files
	_ "image/jpeg" // dimensions of JPEG files
	_ "image/png"  // dimensions of PNG files
	"io"
	"path/filepath"
	"strconv"
	"strings"

	_ "golang.org/x/image/webp" // dimensions of WebP files

	"ferrule/internal/exif"
)

// media is what a file says about itself. Width and height are in pixels, 0
// where it does not say.
type media struct {
	mime          string
	width, height int
}

// mimeTypes are the types of files that are served. By name and not by content,
// so that a file can never turn out to be of a type that browsers run.
//
//nolint:gochecknoglobals // a compiled table
var mimeTypes = map[string]string{
	".webp": "image/webp", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg",
	".gif": "image/gif", ".avif": "image/avif", ".svg": "image/svg+xml",
	".mp4": "video/mp4", ".webm": "video/webm", ".pdf": "application/pdf",
	".txt": "text/plain", ".csv": "text/csv", ".json": "application/json", ".zip": "application/zip",
	".step": "model/step", ".stp": "model/step", ".dxf": "image/vnd.dxf",
}

// maxHeader is how much of a video or drawing is searched for its dimensions.
const maxHeader = 4 << 20

// examine reads type and dimensions of a file named name.
func examine(f io.ReaderAt, size int64, name string) (media, error) {
	m := media{mime: mimeTypes[filepath.Ext(name)]}
	if m.mime == "" {
		m.mime = "application/octet-stream"
	}
	err := m.measure(f, size)
	return m, err
}

// measure reads the dimensions of a file of that type, upright.
func (m *media) measure(f io.ReaderAt, size int64) error {
	r := io.NewSectionReader(f, 0, size)
	switch m.mime {
	case "image/webp", "image/png", "image/jpeg", "image/gif":
		config, _, err := image.DecodeConfig(r)
		if err != nil {
			return err
		}
		m.width, m.height = config.Width, config.Height
		if m.mime == "image/jpeg" && exif.Orientation(io.NewSectionReader(f, 0, size)) >= 5 {
			m.width, m.height = m.height, m.width
		}
	case "image/svg+xml":
		m.width, m.height = svgSize(io.LimitReader(r, maxHeader))
	case "video/mp4":
		m.width, m.height = mp4Size(io.NewSectionReader(f, 0, size), size)
	case "video/webm":
		head := make([]byte, min(size, maxHeader))
		n, err := f.ReadAt(head, 0)
		if err != nil && err != io.EOF {
			return err
		}
		m.width, m.height = webmSize(head[:n])
	}
	return nil
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

// maxBoxes is how many boxes of a film are looked at; the tracks come among the
// first hundred.
const maxBoxes = 10_000

// mp4Size goes through the boxes of an MP4 file (ISO/IEC 14496-12) to the header
// of the first track that has a size.
func mp4Size(r io.ReaderAt, size int64) (width, height int) {
	from := int64(0)
	for range maxBoxes {
		name, start, end := box(r, from, size)
		from = end
		switch name {
		case "":
			return 0, 0
		case "moov", "trak":
			from = start // into it: its end is the next box's beginning anyway
		case "tkhd":
			const dimensions = 8 // two 16.16 numbers at the end of the box
			b := make([]byte, dimensions)
			if _, err := r.ReadAt(b, max(start, end-dimensions)); err != nil {
				return 0, 0
			}
			if width, height = int(be(b[:2])), int(be(b[4:6])); width != 0 && height != 0 {
				return width, height
			}
		}
	}
	return 0, 0
}

// box reads the head of the box at from: its name, "" if there is none, and
// where its content starts and ends.
func box(r io.ReaderAt, from, size int64) (name string, start, end int64) {
	var head [16]byte
	if _, err := r.ReadAt(head[:8], from); err != nil {
		return "", 0, 0
	}
	length, start := int64(be(head[:4])), from+8
	switch length {
	case 0:
		length = size - from // up to the end
	case 1:
		if _, err := r.ReadAt(head[8:], from+8); err != nil {
			return "", 0, 0
		}
		length, start = int64(be(head[8:])), from+16 //nolint:gosec // checked below
	}
	if end = from + length; end < start || end > size {
		return "", 0, 0
	}
	return string(head[4:8]), start, end
}

func be(b []byte) uint64 {
	var n uint64
	for _, c := range b {
		n = n<<8 | uint64(c)
	}
	return n
}

// webmSize finds PixelWidth and PixelHeight (Matroska elements B0 and BA) in
// the first Video element (E0) of the file's head.
func webmSize(head []byte) (width, height int) {
	tracks := bytes.Index(head, []byte{0x16, 0x54, 0xae, 0x6b})
	if tracks < 0 {
		return 0, 0
	}
	for head = head[tracks:]; len(head) > 3; head = head[1:] {
		if head[0] != 0xe0 {
			continue
		}
		if w, h := videoSize(head[2:]); w > 0 && h > 0 {
			return w, h
		}
	}
	return 0, 0
}

func videoSize(b []byte) (width, height int) {
	for len(b) > 2 && (width == 0 || height == 0) {
		id, length := b[0], int(b[1]&0x7f)
		if b[1]&0x80 == 0 || len(b) < 2+length {
			return width, height // sizes of more than a byte do not come before these
		}
		if value := b[2 : 2+length]; length <= 2 {
			switch id {
			case 0xb0:
				width = int(be(value))
			case 0xba:
				height = int(be(value))
			}
		}
		skip := 2 + length
		if id == 0x54 || id == 0x53 || id == 0x55 { // identifiers of two bytes
			return width, height
		}
		b = b[skip:]
	}
	return width, height
}
