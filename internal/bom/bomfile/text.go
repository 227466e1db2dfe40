package bomfile

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// plain decodes a text file: UTF-16 and UTF-8 with a byte order mark, UTF-8, else
// Windows-1252.
func plain(file []byte) (string, error) {
	var text string
	switch {
	case bytes.HasPrefix(file, []byte{0xff, 0xfe}), bytes.HasPrefix(file, []byte{0xfe, 0xff}):
		decoded, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(file)
		if err != nil {
			return "", ErrDamaged
		}
		text = string(decoded)
	case utf8.Valid(file):
		text = strings.TrimPrefix(string(file), "\ufeff")
	default:
		decoded, err := charmap.Windows1252.NewDecoder().Bytes(file)
		if err != nil {
			return "", ErrDamaged
		}
		text = string(decoded)
	}
	start := strings.TrimSpace(text)
	switch {
	case start == "":
		return "", ErrNoContent
	case strings.ContainsFunc(text, isBinary) || strings.HasPrefix(start, `{\rtf`) || strings.HasPrefix(start, "<"):
		return "", ErrKind
	}
	return text, nil
}

// isBinary reports whether a character is none of a text.
func isBinary(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1a", r) }
