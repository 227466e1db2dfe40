package sqlgen

import (
	"bytes"
	"strings"

	"ferrule/internal/content"
)

// Untrace removes the marks of a traced statement from its reply and returns the
// distinct tags that they name, in order of appearance.
func Untrace(body []byte) ([]byte, []content.Tag) {
	clean := make([]byte, 0, len(body))
	seen := make(map[string]bool)
	var tags []content.Tag
	for {
		start := bytes.IndexByte(body, mark[0])
		if start < 0 {
			break
		}
		clean = append(clean, body[:start]...)
		body = body[start+1:]
		end := bytes.IndexByte(body, mark[0])
		if end < 0 {
			break
		}
		if name := string(body[:end]); !seen[name] {
			seen[name] = true
			collection, id, _ := strings.Cut(name, ":")
			tags = append(tags, content.Tag{Collection: collection, ID: id})
		}
		body = body[end+1:]
	}
	return append(clean, body...), tags
}
