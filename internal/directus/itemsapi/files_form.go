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

// Bounds on one form. That of a file's bytes is configured.
const (
	maxFiles     = 50
	maxFormField = 64 << 10 // bytes
	maxFormSize  = 100      // fields of one file
	maxNameRunes = 200      // of a file
)

func isMultipart(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "multipart/form-data"
}

// form reads the files of a multipart body one by one, while they arrive. The
// fields of a file come before it.
type form struct {
	parts      *upload.Parts
	collection *content.Collection
}

// formFile is a file that is arriving.
type formFile struct {
	fields map[string]any // its record, as JSON would give it
	name   string         // as its sender calls it, without folders
	body   io.Reader      // until the next file is asked for
}

// newForm reads the form of a body of at most so many bytes; a larger one is not
// refused here, but gets no more time.
func newForm(w http.ResponseWriter, r *http.Request, c *content.Collection, most int64) (*form, error) {
	parts, err := upload.NewParts(w, r, most)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "Invalid payload. The form has no boundary.").WithCode(content.CodeInvalidPayload)
	}
	return &form{parts, c}, nil
}

// next is the next file of the form; io.EOF behind the last.
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

// value is the value of a field as JSON would give it. A form has nothing but
// texts: "null" is null, and what takes more than a text is written as JSON.
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

// plainName is a file's name without what some systems put before it, and
// without what does not belong in a name.
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
		name = string(runes[len(runes)-maxNameRunes:]) // its ending is worth more than its beginning
	}
	if strings.Trim(name, ".") == "" {
		return ""
	}
	return name
}
