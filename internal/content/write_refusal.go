package content

import (
	"fmt"
	"maps"
	"strings"

	"ferrule/internal/fault"
)

// The codes of errors that writers cause, as a Directus words them.
const (
	CodeInvalidPayload    = "INVALID_PAYLOAD"
	CodeFailedValidation  = "FAILED_VALIDATION"
	CodeNotUnique         = "RECORD_NOT_UNIQUE"
	CodeInvalidForeignKey = "INVALID_FOREIGN_KEY"
	CodeValueTooLong      = "VALUE_TOO_LONG"
	CodeValueOutOfRange   = "VALUE_OUT_OF_RANGE"
)

// Refusal says why a record is not written: all its problems at once.
type Refusal struct {
	Problems []Problem // at least one
}

// Problem is one reason why a record is not written.
type Problem struct {
	Code       string
	Message    string         // safe to show
	Extensions map[string]any // what the error tells programs, beside its code
}

func (r *Refusal) Error() string {
	messages := make([]string, len(r.Problems))
	for i, p := range r.Problems {
		messages[i] = p.Message
	}
	return strings.Join(messages, " ")
}

// Unwrap makes a refusal a fault of kind Invalid with the code of its first
// problem.
func (r *Refusal) Unwrap() error {
	return fault.New(fault.Invalid, "%s", r.Problems[0].Message).WithCode(r.Problems[0].Code)
}

// NotUnique says that another record has the value of a unique field.
func NotUnique(f *Field, value any) error {
	return refuse(f, value, CodeNotUnique, "Value %q for field %q in collection %q has to be unique.")
}

// NoSuchKey says that a foreign key points to nothing.
func NoSuchKey(f *Field, value any) error {
	return refuse(f, value, CodeInvalidForeignKey, "Invalid foreign key %q for field %q in collection %q.")
}

func refuse(f *Field, value any, code, format string) error {
	return &Refusal{Problems: []Problem{columnProblem(f, value, code, format)}}
}

// columnProblem is a problem that the columns of a table pose.
func columnProblem(f *Field, value any, code, format string) Problem {
	return Problem{
		Code:       code,
		Message:    fmt.Sprintf(format, fmt.Sprint(value), f.Name, f.Collection.Name),
		Extensions: map[string]any{"collection": f.Collection.Name, "field": f.Name, "value": value},
	}
}

// validationProblem says what a value should have been. The type names the
// rule, details are what the rule compares with.
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

// InvalidPayload is the error of a body that cannot be read as what it should
// be.
func InvalidPayload(format string, args ...any) error {
	return fault.New(fault.Invalid, "Invalid payload. "+format+".", args...).WithCode(CodeInvalidPayload)
}
