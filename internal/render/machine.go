package render

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"ferrule/internal/render/quickjs"
)

// maxCalls is how many calls one machine runs before it is replaced. Globals
// survive a call, so a slow leak in the bundle would otherwise end in a memory
// failure while a page is rendered. A new machine costs less than one page.
const maxCalls = 5000

// machine is one virtual machine with the bundle loaded. It belongs to one
// goroutine at a time; other goroutines may only set stop.
type machine struct {
	vm    *quickjs.Machine
	stop  quickjs.Stop
	calls int
}

// compile compiles the bundle's source and check to bytecode that all machines
// share.
func compile(source string, limits limits) (code []byte, err error) {
	vm, err := quickjs.New(limits.memory, limits.timeout)
	if err != nil {
		return nil, err
	}
	defer vm.Close()
	return vm.Compile(source + check)
}

// check throws unless the bundle defines its three functions.
const check = `
;if (!["routes","plan","page"].every(k => typeof globalThis.ferrule?.[k] === "function"))
	throw new Error("the bundle does not set globalThis.ferrule with routes, plan and page")`

// newMachine creates a machine and loads the bundle.
func newMachine(code []byte, limits limits) (*machine, error) {
	vm, err := quickjs.New(limits.memory, limits.timeout)
	if err != nil {
		return nil, err
	}
	if err := vm.Load(code); err != nil {
		vm.Close()
		return nil, fmt.Errorf("run the bundle: %w", err)
	}
	return &machine{vm: vm}, nil
}

// limits apply to every machine of a pool.
type limits struct {
	memory  int64 // bytes
	timeout time.Duration
}

// call runs one function of the bundle. The failure is nil if it returned a
// string.
func (m *machine) call(name, input string) (text string, failure *Failure) {
	m.calls++
	text, err := m.vm.Call("ferrule", name, input, &m.stop)
	if err != nil {
		return "", failureOf(name, err)
	}
	return text, nil
}

// drain runs the pending promise jobs of a call, so that they do not
// accumulate, and reports whether the machine can be reused.
func (m *machine) drain() (healthy bool) {
	err := m.vm.Jobs()
	return err == nil || failureOf("jobs", err).Reason == Exception
}

// failureOf distinguishes an exception of the bundle from a failure of the
// engine, after which a machine must not be reused.
func failureOf(name string, err error) *Failure {
	f := &Failure{Call: name, Reason: Exception, Message: err.Error()}
	e, thrown := errors.AsType[*quickjs.Error](err)
	switch {
	case !thrown:
		return f
	case e.Interrupted:
		f.Reason = Timeout
	case strings.Contains(e.Message, "call stack size exceeded"), strings.Contains(e.Message, "stack overflow"):
		f.Reason = Stack
	case e.Name != "InternalError":
	case e.Message == "out of memory":
		f.Reason = Memory
	default:
		f.Reason = Crash
	}
	f.Stack = e.Stack
	return f
}

func (m *machine) close() { m.vm.Close() }
