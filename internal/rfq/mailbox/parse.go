package mailbox

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-message/textproto"
	"golang.org/x/text/encoding/charmap"

	"ferrule/internal/rfq"
)

// Limits of what is read of a mail.
const (
	maxHeader = 256 << 10 // bytes
	maxText   = 1 << 20   // bytes of one part that is text
	maxParts  = 200
	maxDepth  = 20     // of parts in parts
	maxLetter = 50_000 // characters of what is stored, of the text and of what it quotes
	maxLine   = 300    // characters of a subject, an address or a name
)

// content is a parsed mail.
type content struct {
	header

	Text     string
	Quoted   string       // what the mail repeats of former ones
	Files    []attachment // at most rfq.MaxFiles
	Absent   []string     // names of other attachments
	Cut      bool         // a part is missing or damaged
	Returned returned     // of a report
}

// attachment is an attached file.
type attachment struct {
	Name string
	Data []byte
}

// parseHeader reads the header of a mail.
func parseHeader(raw []byte) (header, error) {
	h, err := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(raw)))
	if err != nil && !errors.Is(err, io.EOF) {
		return header{}, fmt.Errorf("read header of mail: %w", err)
	}
	return headerOf(message.Header{Header: h}), nil
}

// parse reads a mail; cut says that raw is only its beginning. A panic of the libraries is
// an error: mails are hostile input.
func parse(raw []byte, cut bool) (c content, err error) {
	defer func() {
		if r := recover(); r != nil {
			c, err = content{}, fmt.Errorf("read mail: panic: %v", r)
		}
	}()
	entity, err := message.ReadWithOptions(bytes.NewReader(raw), &message.ReadOptions{MaxHeaderBytes: maxHeader})
	if entity == nil {
		return content{}, fmt.Errorf("read mail: %w", err)
	}
	w := walker{content: content{header: headerOf(entity.Header), Cut: cut}}
	w.read(entity, 0)
	w.finish()
	if w.Copy == "" {
		w.Copy = copyOf(raw)
	}
	return w.content, nil
}

// walker collects the content of a mail from its parts.
type walker struct {
	content

	parts         int
	plain, markup []string
	inline        []attachment // shown within the text, such as a logo
}

// read adds an entity of the mail, with its parts.
func (w *walker) read(e *message.Entity, depth int) {
	if w.parts++; w.parts > maxParts || depth > maxDepth {
		w.Cut = true
		return
	}
	kind, _, err := e.Header.ContentType()
	if err != nil || kind == "" {
		kind = "text/plain"
	}
	parts := e.MultipartReader()
	if parts == nil {
		w.leaf(e, kind)
		return
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return
		}
		if part == nil { // else err is about the charset or encoding of the part
			w.Cut = true
			return
		}
		w.read(part, depth+1)
		if w.parts > maxParts {
			return
		}
	}
}

// leaf adds a part that has none itself.
func (w *walker) leaf(e *message.Entity, kind string) {
	disposition, _, _ := e.Header.ContentDisposition()
	name, err := (&mail.AttachmentHeader{Header: e.Header}).Filename()
	if err != nil {
		name = ""
	}
	switch {
	case w.Report && (kind == "message/delivery-status" || kind == "message/global-delivery-status"):
		w.Returned.readStatus(w.text(e.Body))
	case w.Report && (kind == "message/rfc822" || kind == "text/rfc822-headers" || kind == "message/global" || kind == "message/global-headers"):
		w.Returned.readOriginal(w.text(e.Body))
	case kind == "application/pgp-signature" || kind == "application/pkcs7-signature" || kind == "application/x-pkcs7-signature":
	case kind == "text/plain" && name == "" && disposition != "attachment":
		w.plain = append(w.plain, w.text(e.Body))
	case kind == "text/html" && name == "" && disposition != "attachment":
		w.markup = append(w.markup, w.text(e.Body))
	default:
		w.attach(e, kind, name, disposition == "inline" || e.Header.Get("Content-Id") != "" && disposition != "attachment")
	}
}

// attach adds an attached file.
func (w *walker) attach(e *message.Entity, kind, name string, inline bool) {
	if name = cleanLine(name, maxLine); name == "" {
		name = "attachment"
		if extensions, err := mime.ExtensionsByType(kind); err == nil && len(extensions) > 0 {
			name += extensions[0]
		}
	}
	data, err := io.ReadAll(io.LimitReader(e.Body, rfq.MaxFileBytes+1))
	switch {
	case err != nil: // cut off, or not in its encoding
		w.Cut = true
		w.absent(name)
	case len(data) > rfq.MaxFileBytes:
		w.absent(name)
	case inline:
		w.inline = append(w.inline, attachment{name, data})
	default:
		w.Files = append(w.Files, attachment{name, data})
	}
}

func (w *walker) absent(name string) { w.Absent = append(w.Absent, name) }

// text returns a body as UTF-8. Bytes that are not are read as Windows-1252, which is what
// programs send that name no charset.
func (w *walker) text(body io.Reader) string {
	data, err := io.ReadAll(io.LimitReader(body, maxText+1))
	if err != nil || len(data) > maxText {
		w.Cut = true
		data = data[:min(len(data), maxText)]
	}
	if !utf8.Valid(data) && !w.Cut {
		if decoded, err := charmap.Windows1252.NewDecoder().Bytes(data); err == nil {
			data = decoded
		}
	}
	return string(data)
}

// finish derives the text and the files from the parts.
func (w *walker) finish() {
	text := strings.Join(w.plain, "\n")
	if strings.TrimSpace(text) == "" {
		var all []string
		for _, markup := range w.markup {
			all = append(all, textOfHTML(markup))
		}
		text = strings.Join(all, "\n")
	}
	own, quoted := splitQuoted(cleanText(text))
	w.Text, w.Quoted = w.shortened(own), w.shortened(quoted)
	w.Files = append(w.Files, w.inline...)
	for len(w.Files) > rfq.MaxFiles {
		last := len(w.Files) - 1
		w.absent(w.Files[last].Name)
		w.Files = w.Files[:last]
	}
}

// shortened returns the beginning of a text that is too long.
func (w *walker) shortened(text string) string {
	if utf8.RuneCountInString(text) <= maxLetter {
		return text
	}
	w.Cut = true
	return string([]rune(text)[:maxLetter])
}

// cleanText returns a text as it may be stored and shown: in UTF-8, with line feeds, and
// without other control characters and those that change the direction of a text.
func cleanText(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u00a0", " ").Replace(strings.ToValidUTF8(text, "\uFFFD"))
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0xFEFF:
			return -1
		}
		return r
	}, text)
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if n := len(lines); line == "" && (n == 0 || lines[n-1] == "") {
			continue // one empty line separates paragraphs
		}
		lines = append(lines, line)
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// cleanLine returns a text as one line of at most n characters.
func cleanLine(text string, n int) string {
	line := []rune(strings.Join(strings.Fields(cleanText(text)), " "))
	return string(line[:min(len(line), n)])
}
