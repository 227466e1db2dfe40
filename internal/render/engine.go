// Package render owns the JavaScript engine: it turns the server bundle into
// bytecode once and runs its three functions on a bounded pool of virtual
// machines. It knows neither pages nor content: what goes in and comes out are
// JSON texts, and the JavaScript does no input or output of its own.
package render

import (
	"context"
	"fmt"
)

// Engine runs the three functions of the server bundle. All of them are pure,
// take JSON, and are safe for concurrent use.
//
// Errors are *fault.Error: TooMany when the queue of waiting calls is full,
// Unavailable when the context ended while waiting or the engine is closed, and
// Internal around a *Failure when the JavaScript did not return.
type Engine interface {
	// Routes returns the route table:
	// {"routes":[{"name","pattern","record","params"}],"languages":[{"code","prefix"}]}.
	Routes(ctx context.Context) (string, error)
	// Plan returns {"queries":[…]}, the content a page needs, for
	// {"route","path","params","search","language"}.
	Plan(ctx context.Context, input string) (string, error)
	// Page returns {"title","description","robots","theme"} for the input of Plan
	// with "prefix" and "data", then, each after a line break, the markup of the
	// head and that of the page.
	Page(ctx context.Context, input string) (string, error)
}

// Reason says why a call did not return a value.
type Reason string

// The reasons. Only after Exception does the virtual machine stay in use.
const (
	Exception Reason = "exception" // the bundle threw
	Timeout   Reason = "timeout"   // the time limit of one call was reached
	Canceled  Reason = "canceled"  // the caller's context ended while the call ran
	Memory    Reason = "memory"    // the memory limit was reached
	Stack     Reason = "stack"     // recursion without end
	Crash     Reason = "crash"     // the engine itself failed or panicked
)

// Failure is a call of the bundle that did not return a value. It is meant for
// the log: Message and Stack come from the bundle and never belong in a reply.
type Failure struct {
	Call    string // "routes", "plan" or "page"
	Reason  Reason
	Message string // "TypeError: x is not a function"
	Stack   string // at most 2 KiB
}

// Error names the call, the reason and the message, not the stack.
func (f *Failure) Error() string {
	return fmt.Sprintf("%s: %s: %s", f.Call, f.Reason, f.Message)
}
