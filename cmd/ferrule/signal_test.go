package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// servedFolder is the variable with the data folder that a child process serves.
const servedFolder = "FERRULE_TEST_SERVED"

// A request in progress delays the end of the program, but not after a second signal.
func TestASecondSignalEndsTheProgramAtOnce(t *testing.T) {
	if folder := os.Getenv(servedFolder); folder != "" {
		os.Args = []string{"ferrule", "serve", "--data", folder, "--listen", "127.0.0.1:0", "--metrics-listen", "", "--no-warm"}
		main()
		return
	}
	t.Parallel()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$") //nolint:gosec // this very program
	child.Env = append(os.Environ(), servedFolder+"="+t.TempDir())
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	address := ""
	for lines := bufio.NewScanner(out); address == "" && lines.Scan(); {
		_, address, _ = strings.Cut(lines.Text(), "http://")
	}
	address = strings.TrimSuffix(address, "/")
	if address == "" {
		_ = child.Wait()
		t.Skip("the program does not start without the build of the front end")
	}
	request, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = request.Close() }()
	if _, err := fmt.Fprint(request, "POST /api/form-messages HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(request).ReadString('\n'); !strings.Contains(line, "100 Continue") { // its handler reads the body
		t.Fatalf("%q, %v", line, err)
	}
	signal := func() {
		if err := child.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
	}
	signal()
	for { // until the program accepts no connections
		c, err := net.DialTimeout("tcp", address, time.Second)
		if err != nil {
			break
		}
		_ = c.Close()
	}
	signal()
	err = child.Wait()
	if status, ok := child.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("the program ended with %v, want the signal interrupt", err)
	}
}
