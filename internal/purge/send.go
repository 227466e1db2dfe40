package purge

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// maxReply is how much of a reply is read, in bytes.
const maxReply = 4 << 10

// Send sends one request. It carries the tags twice: in the header
// Surrogate-Key, separated by spaces, and as JSON, {"tags": […]}. Varnish
// (docs/shared-cache.md), Fastly and Cloudflare read one of them.
func (c *Client) Send(ctx context.Context, tags []string) error {
	body, err := json.Marshal(map[string][]string{"tags": tags})
	if err != nil {
		return fmt.Errorf("purge shared cache: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.options.URL, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("purge shared cache: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Surrogate-Key", strings.Join(tags, " "))
	if name, value, ok := ParseHeader(c.options.Header); ok {
		r.Header.Set(name, value)
	}
	reply, err := c.client.Do(r)
	if err != nil {
		return fmt.Errorf("purge shared cache: %w", err)
	}
	defer func() { _ = reply.Body.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(reply.Body, maxReply))
	if err != nil {
		return fmt.Errorf("purge shared cache: %w", err)
	}
	if reply.StatusCode/100 != 2 {
		return fmt.Errorf("purge shared cache: status %s: %.200q", reply.Status, text)
	}
	return nil
}

// ParseHeader splits "Name: value"; ok is false for a malformed header.
func ParseHeader(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, ":")
	value = strings.TrimSpace(value)
	return name, value, ok && name != "" && value != "" && !strings.ContainsAny(name, " \t") && !strings.ContainsAny(line, "\r\n")
}
