package bomapi

import (
	"context"
	"errors"
	"io"
	"net/http"

	"ferrule/internal/bom"
	"ferrule/internal/bom/bomfile"
	"ferrule/internal/fault"
)

// maxLanguage is the maximum length of the field with the language.
const maxLanguage = 35

// readForm reads a form with a file and a language; language is that of errors until
// the form names one.
func readForm(w http.ResponseWriter, r *http.Request, language string) (*request, error) {
	bill := &request{Language: language, file: []byte{}}
	err := bill.readParts(w, r)
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, fileProblem(bomfile.ErrTooLarge, bill.Language)
	}
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "The file did not arrive whole. Send it again as multipart/form-data.")
	}
	bill.size = len(bill.file)
	return bill, nil
}

// readParts reads the fields of a form.
func (b *request) readParts(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	form, err := r.MultipartReader()
	if err != nil {
		return err
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch part.FormName() {
		case "language":
			value, err := io.ReadAll(io.LimitReader(part, maxLanguage))
			if err != nil {
				return err
			}
			b.Language = string(value)
		case "file":
			if b.file, err = io.ReadAll(part); err != nil {
				return err
			}
		}
	}
}

// textOf returns the text of a file.
func (h *Handler) textOf(ctx context.Context, bill *request) (string, error) {
	select {
	case h.files <- struct{}{}:
		defer func() { <-h.files }()
	case <-ctx.Done():
		return "", fileProblem(ctx.Err(), bill.Language)
	}
	text, err := bomfile.Text(ctx, bill.file)
	if err != nil {
		return "", fileProblem(err, bill.Language)
	}
	return text, nil
}

// fileProblem returns the error of a file in the visitor's language.
func fileProblem(err error, language string) error {
	t := fileTextsIn(language)
	switch {
	case errors.Is(err, bomfile.ErrTooLarge):
		return fault.Wrap(fault.TooLarge, err, "%s", t.large)
	case errors.Is(err, bomfile.ErrRows):
		return fault.Wrap(fault.TooLarge, err, "%s", bom.TooMany(language))
	case errors.Is(err, bomfile.ErrKind), errors.Is(err, bomfile.ErrOldKind):
		return fault.Wrap(fault.Unprocessable, err, "%s", t.kind)
	case errors.Is(err, bomfile.ErrPDF):
		return fault.Wrap(fault.Unprocessable, err, "%s", t.pdf)
	case errors.Is(err, bomfile.ErrPassword):
		return fault.Wrap(fault.Unprocessable, err, "%s", t.password)
	case errors.Is(err, bomfile.ErrDamaged):
		return fault.Wrap(fault.Unprocessable, err, "%s", t.damaged)
	case errors.Is(err, bomfile.ErrNoContent):
		return fault.Wrap(fault.Unprocessable, err, "%s", t.empty)
	}
	return fault.Wrap(fault.Unavailable, err, "%s", bom.Busy(language))
}
