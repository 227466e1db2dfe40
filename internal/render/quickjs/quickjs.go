// Package quickjs runs JavaScript on virtual machines of QuickJS, the C of
// quickjs-ng, with limits of time, memory and recursion. It takes and gives
// texts alone; a machine has no input or output of its own.
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

	_ "github.com/buke/quickjs-go" // compiles QuickJS; its own interface has no stack that moves from thread to thread
)

// stack is how much of a thread's stack, in bytes, JavaScript may use: an eighth
// of what threads commonly have.
const stack = 1 << 20

// Machine is one virtual machine. It belongs to one goroutine at a time.
type Machine struct{ c *C.struct_machine }

// Error is what JavaScript threw: an error, of which texts that are longer are
// cut off at 64 bytes, 1 KiB and 2 KiB, or a value that was made a Message.
type Error struct {
	Name, Message, Stack string

	// Interrupted says that it was not JavaScript that threw: its time was up,
	// or Stop was set. The machine may be in the middle of something.
	Interrupted bool
}

func (e *Error) Error() string {
	if e.Name == "" {
		return e.Message
	}
	return e.Name + ": " + e.Message
}

// Stop ends a call when it is set, from any goroutine.
type Stop struct{ set atomic.Int32 }

// Set ends the calls that were given the Stop, soon.
func (s *Stop) Set() { s.set.Store(1) }

// New makes a machine that may take some bytes of memory, and whose calls may
// take some time each.
func New(memory int64, timeout time.Duration) (*Machine, error) {
	if err := checkVersion(C.GoString(C.JS_GetVersion())); err != nil {
		return nil, err
	}
	m := C.machine_new(C.size_t(memory), stack, C.int64_t(timeout))
	if m == nil {
		return nil, errors.New("quickjs: no memory for a machine")
	}
	return &Machine{m}, nil
}

// checkVersion returns an error unless the version of QuickJS that was compiled
// is the one that quickjs.h describes: of another one, structs and numbers may
// differ.
func checkVersion(compiled string) error {
	if compiled != C.QUICKJS_VERSION {
		return fmt.Errorf("quickjs: quickjs.h describes QuickJS %s, but %s was compiled: compare it with the module's header", C.QUICKJS_VERSION, compiled)
	}
	return nil
}

// Close gives the machine's memory back, whatever state it is in.
func (m *Machine) Close() { C.machine_free(m.c) }

// Compile turns a script into bytecode, which any machine of this build loads.
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

// Call calls a method of a global object with one text. What was thrown is an
// *Error; anything else that was not a text is another error.
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

// Jobs runs what promises left to be done.
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
