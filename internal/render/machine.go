package render

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"modernc.org/quickjs"
)

const (
	// maxStack bounds the stack text of a Failure: endless recursion yields
	// thousands of equal lines.
	maxStack = 2048
	// maxCalls is how many calls one machine answers before it is replaced.
	// Globals survive a call, so a slow leak in the bundle must not end in a
	// memory failure in the middle of a visit. A new machine costs less than
	// one page.
	maxCalls = 5000
)

// machine is one virtual machine with the bundle loaded. It belongs to one
// goroutine at a time; only interrupt may be called from others.
type machine struct {
	vm    *quickjs.VM
	calls int
}

// compile turns the bundle's source into bytecode that every machine shares.
func compile(source string) (code []byte, err error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	defer closeVM(vm)
	return vm.Compile(source, quickjs.EvalGlobal)
}

// newMachine loads the bundle and checks that its three functions are there.
func newMachine(code []byte, limits limits) (m *machine, err error) {
	var vm *quickjs.VM
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
		if err != nil && vm != nil {
			closeVM(vm)
		}
	}()
	if vm, err = quickjs.NewVM(); err != nil {
		return nil, err
	}
	vm.SetMemoryLimit(uintptr(limits.memory))
	if err := vm.SetEvalTimeout(limits.timeout); err != nil {
		return nil, err
	}
	if _, err := vm.EvalBytecode(code); err != nil {
		return nil, fmt.Errorf("run the bundle: %w", err)
	}
	ok, err := vm.Eval(`["routes","plan","page"].every(k => typeof globalThis.ferrule?.[k] === "function")`, quickjs.EvalGlobal)
	if err != nil {
		return nil, err
	}
	if ok != true {
		return nil, errors.New("the bundle does not set globalThis.ferrule with routes, plan and page")
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
func (m *machine) call(name string, args ...any) (text string, failure *Failure) {
	defer func() {
		if r := recover(); r != nil {
			failure = &Failure{Call: name, Reason: Crash, Message: fmt.Sprint(r)}
		}
	}()
	m.calls++
	value, err := m.vm.Call("ferrule."+name, args...)
	if err != nil {
		return "", failureOf(name, err)
	}
	text, ok := value.(string)
	if !ok {
		return "", &Failure{Call: name, Reason: Exception, Message: fmt.Sprintf("returned %T instead of a string", value)}
	}
	return text, nil
}

// drain runs the promise jobs a call left behind, so that they do not pile up,
// and reports whether the machine can be used again.
func (m *machine) drain() (healthy bool) {
	defer func() {
		if recover() != nil {
			healthy = false
		}
	}()
	_, err := m.vm.ExecutePendingJobs()
	return err == nil || failureOf("jobs", err).Reason == Exception
}

// failureOf tells an exception of the bundle from a failure of the engine,
// after which a machine is not to be trusted.
func failureOf(name string, err error) *Failure {
	f := &Failure{Call: name, Reason: Exception, Message: err.Error()}
	var e *quickjs.Error
	if !errors.As(err, &e) {
		f.Reason = Crash
		return f
	}
	f.Stack = e.Stack[:min(len(e.Stack), maxStack)]
	switch {
	case strings.Contains(e.Message, "stack overflow"):
		f.Reason = Stack
	case e.Name != "InternalError":
	case e.Message == "interrupted":
		f.Reason = Timeout
	case e.Message == "out of memory":
		f.Reason = Memory
	default:
		f.Reason = Crash
	}
	return f
}

// interruptUntil cuts the running call off. The engine forgets an interrupt that
// comes just before the call begins, so one may not be enough.
func (m *machine) interruptUntil(ended <-chan struct{}) {
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for {
		m.vm.Interrupt()
		select {
		case <-ended:
			return
		case <-again.C:
		}
	}
}

func (m *machine) close() { closeVM(m.vm) }

// closeVM frees a machine. One that a panic went through cannot be freed and
// may panic again; its memory is then lost, which is why that is counted.
func closeVM(vm *quickjs.VM) {
	defer func() { _ = recover() }()
	_ = vm.Close()
}
