package chaos_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// serveWithClock starts a server and returns a function that sets its clock, as an offset
// to that of the machine. The kernel maps the function that reads the clock into each
// process (the vDSO, man 7 vdso); it is replaced by one that adds the offset, before the
// program runs. The program itself is as it is built.
func (c *chaosCase) serveWithClock() (s *server, set func(offset time.Duration)) {
	c.Helper()
	command := c.serveCommand()
	command.SysProcAttr = &syscall.SysProcAttr{Ptrace: true} // stops it at its first instruction
	var offset int64                                         // address of the offset in its memory
	command.WaitDelay = patience
	runtime.LockOSThread() // the tracer is a thread
	defer runtime.UnlockOSThread()
	s = c.tryServeAfter(command, func() error {
		pid := command.Process.Pid
		var status syscall.WaitStatus
		if _, err := syscall.Wait4(pid, &status, 0, nil); err != nil {
			return err
		}
		var err error
		if offset, err = replaceClock(pid); err != nil {
			return err
		}
		return syscall.PtraceDetach(pid)
	})
	if s.address == "" {
		c.Fatal(s.log())
	}
	return s, func(by time.Duration) {
		c.Helper()
		memory, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", command.Process.Pid), os.O_WRONLY, 0)
		c.must(err)
		_, err = memory.WriteAt(binary.LittleEndian.AppendUint64(nil, uint64(by/time.Second)), offset) //nolint:gosec // in two's complement
		c.must(err)
		c.must(memory.Close())
	}
}

// clockCode is clock_gettime: the system call, and for CLOCK_REALTIME the addition of the
// seconds that follow it.
var clockCode = []byte{
	0xb8, 0xe4, 0x00, 0x00, 0x00, // mov eax, 228 (clock_gettime)
	0x0f, 0x05, // syscall
	0x85, 0xff, // test edi, edi
	0x75, 0x0a, // jnz to ret
	0x48, 0x8b, 0x15, 0x06, 0x00, 0x00, 0x00, // mov rdx, [rip+6]
	0x48, 0x01, 0x16, // add [rsi], rdx
	0xc3,       // ret
	0x90, 0x90, // the offset follows at 24
	0, 0, 0, 0, 0, 0, 0, 0,
}

// replaceClock replaces the function in the memory of a stopped process, and returns the
// address of the offset.
func replaceClock(pid int) (int64, error) {
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		return 0, err
	}
	var start, end int64
	for line := range strings.Lines(string(maps)) {
		if strings.Contains(line, "[vdso]") {
			if _, err := fmt.Sscanf(line, "%x-%x", &start, &end); err != nil {
				return 0, err
			}
		}
	}
	memory, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", pid), os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	defer func() { _ = memory.Close() }() // written without a buffer
	image := make([]byte, end-start)
	if _, err := memory.ReadAt(image, start); err != nil {
		return 0, err
	}
	file, err := elf.NewFile(bytes.NewReader(image))
	if err != nil {
		return 0, err
	}
	symbols, err := file.DynamicSymbols()
	if err != nil {
		return 0, err
	}
	for _, symbol := range symbols {
		if symbol.Name == "__vdso_clock_gettime" {
			at := start + int64(symbol.Value) //nolint:gosec // below the size of the image
			_, err := memory.WriteAt(clockCode, at)
			return at + int64(len(clockCode)) - 8, err
		}
	}
	return 0, fmt.Errorf("the process has no clock_gettime in its vDSO of %d bytes", len(image))
}
