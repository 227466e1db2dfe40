package store

import (
	"bytes"
	"encoding/xml"
	"io"
	"net/http"
	"path/filepath"
	"strings"
)

// sniffed is how much of a file is looked at to find its type.
const sniffed = 4 << 10

// Types that look alike at their start: a name tells them apart, and nothing
// else. None of them is one that a browser would run.
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
	endings = map[string]string{
		"image/jpeg": ".jpg", "text/plain": ".txt", "text/markdown": ".md", "model/step": ".step", "model/iges": ".igs",
		"image/avif": ".avif", "image/heic": ".heic", "video/quicktime": ".mov", "audio/mp4": ".m4a", "audio/mpeg": ".mp3",
		"image/vnd.dwg": ".dwg",
	}
)

// mediaType finds the type of a file in its content. The name of the file has a
// say only where many types have the same beginning.
func mediaType(f io.ReaderAt, name string) (string, error) {
	head := make([]byte, sniffed)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return "", err
	}
	head = head[:n]
	ending := strings.ToLower(filepath.Ext(name))
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
	case found == "text/plain" && texts[ending] != "":
		return texts[ending], nil
	case found == "application/zip" && archives[ending] != "":
		return archives[ending], nil
	case found == "text/xml":
		return "application/xml", nil
	default:
		return found, nil
	}
}

// brand is the type of a file in boxes (ISO/IEC 14496-12) by its major brand.
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

// isSVG reports whether a text begins, after declarations and comments, with
// the root of a drawing.
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

// endingOf is how the names of files of a type end in the folder of files; ""
// if nothing is usual.
func endingOf(mediaType string) string {
	if ending := endings[mediaType]; ending != "" {
		return ending
	}
	for _, table := range []map[string]string{mimeTypes, texts, archives} {
		for ending, t := range table {
			if t == mediaType {
				return ending
			}
		}
	}
	return ""
}
