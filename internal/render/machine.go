package render

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"ferrule/internal/render/quickjs"
)

// maxCalls is how many calls one machine answers before it is replaced.
// Globals survive a call, so a slow leak in the bundle must not end in a
// memory failure in the middle of a visit. A new machine costs less than
// one page.
const maxCalls = 5000

// machine is one virtual machine with the bundle loaded. It belongs to one
// goroutine at a time; only stop may be set by others.
type machine struct {
	vm    *quickjs.Machine
	stop  quickjs.Stop
	calls int
}

// compile turns the bundle's source, and what checks it, into bytecode that
// every machine shares.
func compile(source string, limits limits) (code []byte, err error) {
	vm, err := quickjs.New(limits.memory, limits.timeout)
	if err != nil {
		return nil, err
	}
	defer vm.Close()
	return vm.Compile(source + check)
}

// check throws if the bundle's three functions are not there.
const check = `
;if (!["routes","plan","page"].every(k => typeof globalThis.ferrule?.[k] === "function"))
	throw new Error("the bundle does not set globalThis.ferrule with routes, plan and page")`

// newMachine loads the bundle.
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

// limits hold for every machine of a pool.
type limits struct {
	memory  int64 // bytes
	timeout time.Duration
}

// call runs one function of the bundle. The failure is nil when it returned a
// string.
func (m *machine) call(name, input string) (text string, failure *Failure) {
	m.calls++
	text, err := m.vm.Call("ferrule", name, input, &m.stop)
	if err != nil {
		return "", failureOf(name, err)
	}
	return text, nil
}

// drain runs the promise jobs a call left behind, so that they do not pile up,
// and reports whether the machine can be used again.
func (m *machine) drain() (healthy bool) {
	err := m.vm.Jobs()
	return err == nil || failureOf("jobs", err).Reason == Exception
}

// failureOf tells an exception of the bundle from a failure of the engine,
// after which a machine is not to be trusted.
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
