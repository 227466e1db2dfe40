package rfq

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// Why a message is kept apart as spam. Its sender is answered as any other is.
const (
	SpamHoneypot = "honeypot" // a field that people do not see was filled in
	SpamTooFast  = "too fast" // nobody types that fast
)

// leastFill is how long a person needs at least between opening a form and
// sending it.
const minFillTime = 2 * time.Second

// suspect says why the form does not look like a person's; "" when it does.
// What cannot be read says nothing. A form without a time is not suspicious: it
// came without scripts, and the page it stands on is the same for everybody and
// kept by browsers, so that it cannot carry a moment either.
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

// Phrases that an untouched call-to-action form carries in the content system.
// They count as empty (specification, section 5), in the browser as well
// (web/src/request/form-content.ts).
const (
	placeholderTitle       = "Get a quote within 24 hours"
	placeholderDescription = "Fill out the form and we will contact you"
	placeholderButton      = "Submit a request"
)

// WithoutPlaceholder is a text, or nothing if it is one of these phrases.
func WithoutPlaceholder(text string) string {
	switch text {
	case placeholderTitle, placeholderDescription, placeholderButton:
		return ""
	default:
		return text
	}
}

// metaWithoutPlaceholder is WithoutPlaceholder for the form's second line.
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

// files reads the ids of files that were uploaded before. Whether they are
// there, Add finds out.
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

// plainID reports whether a text may be an id of ours at all.
func isID(id string) bool {
	const most = 64
	for _, r := range id {
		if (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '-' {
			return false
		}
	}
	return id != "" && len(id) <= most
}
