// Package media detects the types of files and reads the dimensions of pictures,
// drawings and videos. It does not depend on the content model.
package media

import (
	"bytes"
	"encoding/xml"
	"io"
	"net/http"
	"path/filepath"
	"strings"
)

// sniffSize is the number of bytes of a file that are read to detect its type.
const sniffSize = 4 << 10

// Types that only the name distinguishes, because their contents begin alike.
// Browsers execute none of them.
//
//nolint:gochecknoglobals // constant tables
var (
	texts = map[string]string{
		".csv": "text/csv", ".json": "application/json", ".md": "text/markdown", ".dxf": "image/vnd.dxf", ".igs": "model/iges", ".iges": "model/iges",
	}
	archives = map[string]string{
		".3mf":  "model/3mf",
		".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
		".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	}
	usualExtensions = map[string]string{
		"image/jpeg": ".jpg", "text/plain": ".txt", "text/markdown": ".md", "model/step": ".step", "model/iges": ".igs",
		"image/avif": ".avif", "image/heic": ".heic", "video/quicktime": ".mov", "audio/mp4": ".m4a", "audio/mpeg": ".mp3",
		"image/vnd.dwg": ".dwg",
	}
)

// extensions holds the types of files that are served, by extension. An import uses
// the name and not the content, so that no file gets a type that browsers execute.
//
//nolint:gochecknoglobals // a compiled table
var extensions = map[string]string{
	".webp": "image/webp", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg",
	".gif": "image/gif", ".avif": "image/avif", ".svg": "image/svg+xml",
	".mp4": "video/mp4", ".webm": "video/webm", ".pdf": "application/pdf",
	".txt": "text/plain", ".csv": "text/csv", ".json": "application/json", ".zip": "application/zip",
	".step": "model/step", ".stp": "model/step", ".dxf": "image/vnd.dxf",
}

// TypeByName returns the media type that belongs to the extension of a name, and
// application/octet-stream for an unknown extension.
func TypeByName(name string) string {
	if t := extensions[filepath.Ext(name)]; t != "" {
		return t
	}
	return "application/octet-stream"
}

// DetectType returns the media type of a file by its content. The name decides
// only between types whose content begins alike.
func DetectType(f io.ReaderAt, name string) (string, error) {
	head := make([]byte, sniffSize)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return "", err
	}
	head = head[:n]
	extension := strings.ToLower(filepath.Ext(name))
	found, _, _ := strings.Cut(http.DetectContentType(head), ";")
	switch {
	case len(head) > 12 && string(head[4:8]) == "ftyp":
		return brand(string(head[8:12])), nil
	case isSVG(head):
		return "image/svg+xml", nil
	case bytes.HasPrefix(head, []byte("ISO-10303-21")):
		return "model/step", nil
	case bytes.HasPrefix(head, []byte("AC10")):
		return "image/vnd.dwg", nil
	case found == "text/plain" && texts[extension] != "":
		return texts[extension], nil
	case found == "application/zip" && archives[extension] != "":
		return archives[extension], nil
	case found == "text/xml":
		return "application/xml", nil
	default:
		return found, nil
	}
}

// brand returns the type of a file in the ISO base media format (ISO/IEC
// 14496-12) by its major brand.
func brand(major string) string {
	switch major {
	case "avif", "avis":
		return "image/avif"
	case "heic", "heix", "mif1":
		return "image/heic"
	case "qt  ":
		return "video/quicktime"
	case "M4A ", "M4B ":
		return "audio/mp4"
	default:
		return "video/mp4"
	}
}

// isSVG reports whether the first element of an XML document is svg.
func isSVG(head []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	if !bytes.HasPrefix(text, []byte("<")) {
		return false
	}
	dec := xml.NewDecoder(bytes.NewReader(text))
	dec.Strict = false
	for {
		token, err := dec.Token()
		if err != nil {
			return false
		}
		if root, ok := token.(xml.StartElement); ok {
			return root.Name.Local == "svg"
		}
	}
}

// Extension returns the usual extension of a media type, with its dot; "" if it
// is unknown.
func Extension(mediaType string) string {
	if extension := usualExtensions[mediaType]; extension != "" {
		return extension
	}
	for _, table := range []map[string]string{extensions, texts, archives} {
		for extension, t := range table {
			if t == mediaType {
				return extension
			}
		}
	}
	return ""
}
