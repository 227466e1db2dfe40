// Package fault defines the error type of the program: a message that is safe
// to show, the cause for the log, and the mapping of kinds to HTTP statuses.
package fault

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Kind classifies an error by what the caller can do about it.
type Kind int

// The kinds of errors. Internal is the zero value: an unclassified error is a
// defect of the program.
const (
	Internal      Kind = iota
	Invalid            // the input is malformed; change it
	Forbidden          // not readable, or does not exist for this user
	NotFound           // no such route, page or request
	Conflict           // exists already
	TooLarge           // the body is over its limit
	TooSlow            // the body arrives below the least rate; the connection is closed
	Unsupported        // unsupported media type
	TooMany            // rate limit or full queue; try again later
	Unavailable        // something needed is down; try again later
	Unauthorized       // authentication is missing or invalid; sign in
	Unprocessable      // well-formed, but it violates a constraint
)

// Status returns the HTTP status of a kind.
func (k Kind) Status() int {
	switch k {
	case Invalid:
		return http.StatusBadRequest
	case Forbidden:
		return http.StatusForbidden
	case NotFound:
		return http.StatusNotFound
	case Conflict:
		return http.StatusConflict
	case TooLarge:
		return http.StatusRequestEntityTooLarge
	case TooSlow:
		return http.StatusRequestTimeout
	case Unsupported:
		return http.StatusUnsupportedMediaType
	case TooMany:
		return http.StatusTooManyRequests
	case Unavailable:
		return http.StatusServiceUnavailable
	case Unauthorized:
		return http.StatusUnauthorized
	case Unprocessable:
		return http.StatusUnprocessableEntity
	default:
		return http.StatusInternalServerError
	}
}

// Error is an error with a message that may be shown to the client.
type Error struct {
	Kind    Kind
	Code    string            // machine-readable, as in the content API (INVALID_QUERY); may be empty
	Message string            // safe to show, in English, says what to do
	Fields  map[string]string // messages by input field; may be nil
	Wait    time.Duration     // time after which to try again; 0 for unknown
	Err     error             // the cause, for the log only; may be nil
}

// New returns an error of the given kind.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Wrap returns an error of the given kind that carries a cause for the log.
func Wrap(kind Kind, err error, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...), Err: err}
}

// WithCode returns a copy that carries a machine-readable code.
func (e *Error) WithCode(code string) *Error {
	c := *e
	c.Code = code
	return &c
}

// WithWait returns a copy that says when to try again.
func (e *Error) WithWait(wait time.Duration) *Error {
	c := *e
	c.Wait = wait
	return &c
}

func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of the first *Error in err's chain, Internal if none.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}
