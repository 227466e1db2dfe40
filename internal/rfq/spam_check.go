package rfq

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// Reasons for classifying a message as spam. Its sender receives the same reply as
// any other.
const (
	SpamHoneypot = "honeypot" // the invisible field was filled in
	SpamTooFast  = "too fast" // sent sooner after opening than a person can type
)

// minFillTime is the minimum time that a person needs between opening a form and
// sending it.
const minFillTime = 2 * time.Second

// spamReason returns why the form is classified as spam; "" for none. Unreadable
// values are ignored. A form without a time is not spam: it was sent without
// scripts, from a page that is cached and the same for all visitors and so cannot
// contain a time.
func (p *parser) spamReason() string {
	if raw := bytes.TrimSpace(p.fields["website"]); len(raw) > 0 && string(raw) != "null" && string(raw) != `""` {
		return SpamHoneypot
	}
	elapsed, err := strconv.ParseFloat(strings.Trim(string(p.fields["elapsed"]), `"`), 64)
	if err == nil && elapsed >= 0 && elapsed < float64(minFillTime.Milliseconds()) {
		return SpamTooFast
	}
	return ""
}

// Placeholder phrases of a call-to-action form that was not edited in the content
// system. They count as empty (specification, section 5), in the browser as well
// (web/src/request/form-content.ts).
const (
	placeholderTitle       = "Get a quote within 24 hours"
	placeholderDescription = "Fill out the form and we will contact you"
	placeholderButton      = "Submit a request"
)

// WithoutPlaceholder returns text, or "" if it is a placeholder phrase.
func WithoutPlaceholder(text string) string {
	switch text {
	case placeholderTitle, placeholderDescription, placeholderButton:
		return ""
	default:
		return text
	}
}

// metaWithoutPlaceholder applies WithoutPlaceholder to the form's second line.
func metaWithoutPlaceholder(meta json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(meta, &fields) != nil {
		return meta
	}
	var line string
	if json.Unmarshal(fields["secondLine"], &line) != nil || WithoutPlaceholder(strings.TrimSpace(line)) == strings.TrimSpace(line) {
		return meta
	}
	fields["secondLine"] = json.RawMessage(`""`)
	changed, err := json.Marshal(fields)
	if err != nil {
		return meta
	}
	return changed
}

// files reads the ids of files that were uploaded earlier. Add verifies that they
// exist.
func (p *parser) files() []string {
	raw := p.fields["files"]
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	var ids []string
	if json.Unmarshal(raw, &ids) != nil {
		p.fail("files", p.texts.Wrong)
		return nil
	}
	if len(ids) > MaxFiles {
		p.fail("files", p.texts.TooManyFiles)
		return nil
	}
	for _, id := range ids {
		if !isID(id) {
			p.fail("files", p.texts.FileGone)
			return nil
		}
	}
	return ids
}

// isID reports whether a text has the syntax of a file id.
func isID(id string) bool {
	const maxLength = 64
	for _, r := range id {
		if (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '-' {
			return false
		}
	}
	return id != "" && len(id) <= maxLength
}
