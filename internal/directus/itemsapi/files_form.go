package itemsapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode"

	"ferrule/internal/content"
	"ferrule/internal/fault"
	"ferrule/internal/upload"
)

// Bounds of one form. The maximum size of a file is configured.
const (
	maxFiles     = 50
	maxFormField = 64 << 10 // bytes of one field
	maxFormSize  = 100      // fields of one file
	maxNameRunes = 200      // length of a file name
)

func isMultipart(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "multipart/form-data"
}

// form reads the files of a multipart body as a stream. The fields of a file
// precede it.
type form struct {
	parts      *upload.Parts
	collection *content.Collection
}

// formFile is a file whose body is being received.
type formFile struct {
	fields map[string]any // its record, as JSON would give it
	name   string         // client's file name, without folders
	body   io.Reader      // valid until the next file is read
}

// newForm returns the form of a body of at most limit bytes; a larger body is
// not rejected here, but its deadline is not extended further.
func newForm(w http.ResponseWriter, r *http.Request, c *content.Collection, limit int64) (*form, error) {
	parts, err := upload.NewParts(w, r, limit)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "Invalid payload. The form has no boundary.").WithCode(content.CodeInvalidPayload)
	}
	return &form{parts, c}, nil
}

// next returns the next file of the form, and io.EOF after the last.
func (f *form) next() (formFile, error) {
	file := formFile{fields: map[string]any{}}
	for {
		part, err := f.parts.NextPart()
		if errors.Is(err, io.EOF) {
			if len(file.fields) > 0 {
				return file, content.InvalidPayload("There are fields behind the last file; the fields of a file come before it")
			}
			return file, io.EOF
		}
		if err != nil {
			return file, broken(err)
		}
		if disposition, params, err := mime.ParseMediaType(part.Header.Get("Content-Disposition")); err != nil || disposition != "form-data" {
			return file, content.InvalidPayload("A part of the form is no form-data")
		} else if _, isFile := params["filename"]; isFile {
			file.name, file.body = plainName(params["filename"]), part
			if file.name == "" {
				return file, content.InvalidPayload("A file is missing its name")
			}
			return file, nil
		}
		if len(file.fields) == maxFormSize {
			return file, content.InvalidPayload("A file has more than %d fields", maxFormSize)
		}
		text, err := io.ReadAll(io.LimitReader(part, maxFormField+1))
		if err != nil {
			return file, broken(err)
		}
		if len(text) > maxFormField {
			return file, content.InvalidPayload("The field %q is longer than %d bytes", part.FormName(), maxFormField)
		}
		file.fields[part.FormName()] = f.value(part.FormName(), string(text))
	}
}

func broken(err error) error {
	if errors.Is(err, upload.ErrTooSlow) {
		return fault.Wrap(fault.TooSlow, err, "The body arrived too slowly: at least 1 KB per second is needed.").WithCode("REQUEST_TIMEOUT")
	}
	return fault.Wrap(fault.Invalid, err, "Invalid payload. The form is broken.").WithCode(content.CodeInvalidPayload)
}

// value returns the value of a field as JSON would give it. A form has only
// texts: "null" is null, and values that are not texts are encoded as JSON.
func (f *form) value(name, text string) any {
	if strings.TrimSpace(text) == "null" {
		return nil
	}
	field := f.collection.Field(name)
	if field == nil || field.Type != content.Alias && field.Type != content.JSON && field.Type != content.CSV && field.Kind == content.None {
		return text
	}
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil || dec.More() {
		return text
	}
	return v
}

// plainName returns a file name without folders, which some clients send, and
// without control characters, cut to maxNameRunes.
func plainName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	name = strings.TrimSpace(name)
	if runes := []rune(name); len(runes) > maxNameRunes {
		name = string(runes[len(runes)-maxNameRunes:]) // keeps the extension
	}
	if strings.Trim(name, ".") == "" {
		return ""
	}
	return name
}
