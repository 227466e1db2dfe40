// Package quickjs runs JavaScript on virtual machines of QuickJS, the C code of
// quickjs-ng, with limits on time, memory and recursion. Arguments and results
// are strings; a machine performs no I/O.
package quickjs

/*
#include <stdlib.h>

#include "machine.h"
#include "quickjs.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"
	"unsafe"

	_ "github.com/buke/quickjs-go" // compiles QuickJS; its Go API cannot move a machine between threads
)

// stack is the size of a thread's stack that JavaScript may use, in bytes: an
// eighth of the common size.
const stack = 1 << 20

// Machine is one virtual machine. It belongs to one goroutine at a time.
type Machine struct{ c *C.struct_machine }

// Error is a thrown JavaScript value. Name, Message and Stack of an error
// object are truncated to 64 bytes, 1 KiB and 2 KiB; any other value is
// converted to a Message.
type Error struct {
	Name, Message, Stack string

	// Interrupted reports that the time limit was reached or Stop was set. The
	// machine may be in an inconsistent state.
	Interrupted bool
}

func (e *Error) Error() string {
	if e.Name == "" {
		return e.Message
	}
	return e.Name + ": " + e.Message
}

// Stop interrupts calls; any goroutine may set it.
type Stop struct{ set atomic.Int32 }

// Set interrupts the calls that were given the Stop, with a short delay.
func (s *Stop) Set() { s.set.Store(1) }

// New creates a machine with limits on its memory, in bytes, and on the time of
// each call.
func New(memory int64, timeout time.Duration) (*Machine, error) {
	if err := checkVersion(C.GoString(C.JS_GetVersion())); err != nil {
		return nil, err
	}
	m := C.machine_new(C.size_t(memory), stack, C.int64_t(timeout))
	if m == nil {
		return nil, errors.New("quickjs: create machine: out of memory")
	}
	return &Machine{m}, nil
}

// checkVersion returns an error unless the compiled version of QuickJS is the
// one that quickjs.h describes: structs and constants of another version may
// differ.
func checkVersion(compiled string) error {
	if compiled != C.QUICKJS_VERSION {
		return fmt.Errorf("quickjs: quickjs.h describes QuickJS %s, but %s was compiled: compare it with the module's header", C.QUICKJS_VERSION, compiled)
	}
	return nil
}

// Close frees the machine and all memory that JavaScript allocated, whatever state
// it is in.
func (m *Machine) Close() { C.machine_free(m.c) }

// Compile compiles a script to bytecode, which any machine of this build can
// load.
func (m *Machine) Compile(source string) ([]byte, error) {
	text := C.CString(source)
	defer C.free(unsafe.Pointer(text))
	var code *C.char
	var size C.size_t
	var t C.struct_thrown
	if C.machine_compile(m.c, text, C.size_t(len(source)), &code, &size, &t) != 0 {
		return nil, errorOf(&t)
	}
	defer C.free(unsafe.Pointer(code))
	return C.GoBytes(unsafe.Pointer(code), C.int(size)), nil
}

// Load runs bytecode.
func (m *Machine) Load(code []byte) error {
	var t C.struct_thrown
	if C.machine_load(m.c, (*C.char)(unsafe.Pointer(unsafe.SliceData(code))), C.size_t(len(code)), &t) != 0 {
		return errorOf(&t)
	}
	return nil
}

// Call calls a method of a global object with one string. A thrown value is an
// *Error; a result that is not a string is another error.
func (m *Machine) Call(object, method, argument string, stop *Stop) (string, error) {
	o, f := C.CString(object), C.CString(method)
	defer C.free(unsafe.Pointer(o))
	defer C.free(unsafe.Pointer(f))
	var text *C.char
	var size C.size_t
	var t C.struct_thrown
	thrown := C.machine_call(m.c, o, f, (*C.char)(unsafe.Pointer(unsafe.StringData(argument))), C.size_t(len(argument)),
		(*C.int32_t)(unsafe.Pointer(&stop.set)), &text, &size, &t)
	if thrown != 0 {
		return "", errorOf(&t)
	}
	if text == nil {
		return "", fmt.Errorf("%s.%s returned no string", object, method)
	}
	defer C.free(unsafe.Pointer(text))
	return C.GoStringN(text, C.int(size)), nil
}

// Jobs runs the pending promise jobs.
func (m *Machine) Jobs() error {
	var t C.struct_thrown
	if C.machine_jobs(m.c, &t) != 0 {
		return errorOf(&t)
	}
	return nil
}

func errorOf(t *C.struct_thrown) *Error {
	return &Error{C.GoString(&t.name[0]), C.GoString(&t.message[0]), C.GoString(&t.stack[0]), t.interrupted != 0}
}
