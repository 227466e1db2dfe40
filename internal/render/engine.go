// Package render owns the JavaScript engine: it compiles the server bundle to
// bytecode once and runs its three functions on a bounded pool of virtual
// machines. It knows neither pages nor content: input and output are JSON
// texts, and the JavaScript performs no I/O.
package render

import (
	"context"
	"fmt"
)

// Engine runs the three functions of the server bundle. All of them are pure,
// take JSON, and are safe for concurrent use.
//
// Errors are *fault.Error: TooMany if the queue of waiting calls is full,
// Unavailable if the context ended while waiting or the engine is closed, and
// Internal around a *Failure if the JavaScript did not return.
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

// Reason classifies why a call did not return a value.
type Reason string

// The virtual machine is only reused after Exception.
const (
	Exception Reason = "exception" // the bundle threw
	Timeout   Reason = "timeout"   // the time limit of one call was reached
	Canceled  Reason = "canceled"  // the caller's context ended while the call ran
	Memory    Reason = "memory"    // the memory limit was reached
	Stack     Reason = "stack"     // recursion without end
	Crash     Reason = "crash"     // the engine itself failed or panicked
)

// Failure is a call of the bundle that did not return a value. It is for the
// log only: Message and Stack come from the bundle and never belong in a reply.
type Failure struct {
	Call    string // "routes", "plan" or "page"
	Reason  Reason
	Message string // "TypeError: x is not a function"
	Stack   string // at most 2 KiB
}

// Error returns the call, the reason and the message, without the stack.
func (f *Failure) Error() string {
	return fmt.Sprintf("%s: %s: %s", f.Call, f.Reason, f.Message)
}
