package content

import (
	"fmt"
	"maps"
	"strings"

	"ferrule/internal/fault"
)

// Codes of errors that writers cause, as in Directus.
const (
	CodeInvalidPayload    = "INVALID_PAYLOAD"
	CodeFailedValidation  = "FAILED_VALIDATION"
	CodeNotUnique         = "RECORD_NOT_UNIQUE"
	CodeInvalidForeignKey = "INVALID_FOREIGN_KEY"
	CodeValueTooLong      = "VALUE_TOO_LONG"
	CodeValueOutOfRange   = "VALUE_OUT_OF_RANGE"
)

// Refusal is the error of a rejected record; it lists all problems.
type Refusal struct {
	Problems []Problem // at least one
}

// Problem is one reason for which a record is rejected.
type Problem struct {
	Code       string
	Message    string         // safe to show
	Extensions map[string]any // machine-readable details, without the code
}

func (r *Refusal) Error() string {
	messages := make([]string, len(r.Problems))
	for i, p := range r.Problems {
		messages[i] = p.Message
	}
	return strings.Join(messages, " ")
}

// Unwrap returns a *fault.Error of kind Invalid with the code of the first
// problem.
func (r *Refusal) Unwrap() error {
	return fault.New(fault.Invalid, "%s", r.Problems[0].Message).WithCode(r.Problems[0].Code)
}

// NotUnique returns the error of a value that a unique field of another record
// has.
func NotUnique(f *Field, value any) error {
	return refuse(f, value, CodeNotUnique, "Value %q for field %q in collection %q has to be unique.")
}

// NoSuchKey returns the error of a foreign key that refers to no record.
func NoSuchKey(f *Field, value any) error {
	return refuse(f, value, CodeInvalidForeignKey, "Invalid foreign key %q for field %q in collection %q.")
}

func refuse(f *Field, value any, code, format string) error {
	return &Refusal{Problems: []Problem{columnProblem(f, value, code, format)}}
}

// columnProblem returns a problem with the value of a column.
func columnProblem(f *Field, value any, code, format string) Problem {
	return Problem{
		Code:       code,
		Message:    fmt.Sprintf(format, fmt.Sprint(value), f.Name, f.Collection.Name),
		Extensions: map[string]any{"collection": f.Collection.Name, "field": f.Name, "value": value},
	}
}

// validationProblem returns the problem of a value that violates a validation.
// The type names the rule; details are its operands.
func validationProblem(r *Record, f *Field, kind, must string, details map[string]any) Problem {
	path := r.Path
	if path == nil {
		path = []any{}
	}
	p := Problem{
		Code:       CodeFailedValidation,
		Message:    fmt.Sprintf("Validation failed for field %q. Value %s.", f.Name, must),
		Extensions: map[string]any{"field": f.Name, "path": path, "type": kind},
	}
	maps.Copy(p.Extensions, details)
	return p
}

// InvalidPayload returns the error of a malformed body; format continues the
// sentence "Invalid payload." without a full stop.
func InvalidPayload(format string, args ...any) error {
	return fault.New(fault.Invalid, "Invalid payload. "+format+".", args...).WithCode(CodeInvalidPayload)
}
