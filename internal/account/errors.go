package account

import (
	"fmt"
	"time"

	"ferrule/internal/fault"
)

// The errors have the codes of Directus. None reveals which part of a sign-in was
// wrong.

func errCredentials() error {
	return fault.New(fault.Unauthorized, "The sign-in is not valid: check the e-mail address and the password, or sign in again.").WithCode("INVALID_CREDENTIALS")
}

// CodeRequired is the code of the error of a sign-in whose password is right and whose
// second factor is missing or wrong.
const CodeRequired = "INVALID_OTP"

func errCode() error {
	return fault.New(fault.Unauthorized, "The code of the authenticator app is missing, wrong or was used. Send the present one, or a recovery code.").WithCode(CodeRequired)
}

func errExpired() error {
	return fault.New(fault.Unauthorized, "The token has expired. Refresh it, or sign in again.").WithCode("TOKEN_EXPIRED")
}

func errToken() error {
	return fault.New(fault.Forbidden, "The token is not valid, has expired or was used before. Ask for a new one.").WithCode("INVALID_TOKEN")
}

// errTooMany returns the error for a limit that accepts the next attempt after wait.
func errTooMany(wait time.Duration) error {
	// The millisecond by which a limit is past has gone by when the next attempt arrives.
	seconds := max(int((wait+time.Second-2*time.Millisecond)/time.Second), 1)
	in := fmt.Sprintf("%d seconds", seconds)
	if seconds > 120 {
		in = fmt.Sprintf("%d minutes", (seconds+59)/60)
	}
	return fault.New(fault.TooMany, "Too many attempts. Try again in %s.", in).WithCode("REQUESTS_EXCEEDED").WithWait(time.Duration(seconds) * time.Second)
}

func errForbidden() error {
	return fault.New(fault.Forbidden, "You don't have permission to access this.").WithCode("FORBIDDEN")
}

// Payload returns the error for an invalid request body.
func Payload(format string, args ...any) error {
	return fault.New(fault.Invalid, "Invalid payload. "+format+".", args...).WithCode("INVALID_PAYLOAD")
}

// invalidField returns the error for an invalid value of a field.
func invalidField(field, format string, args ...any) error {
	f := fault.New(fault.Invalid, "Validation failed for field %q.", field).WithCode("FAILED_VALIDATION")
	f.Fields = map[string]string{field: fault.New(fault.Invalid, "Validation failed for field \""+field+"\". "+format+".", args...).Message}
	return f
}

func errNotUnique(field string) error {
	f := fault.New(fault.Invalid, "The value has to be unique.").WithCode("RECORD_NOT_UNIQUE")
	f.Fields = map[string]string{field: "Another user has this " + field + " already."}
	return f
}
