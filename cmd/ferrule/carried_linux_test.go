package main

import (
	"crypto/x509"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// bareMachine is the variable with the empty folder that a child process takes for
// the whole machine.
const bareMachine = "FERRULE_TEST_BARE_MACHINE"

// The child process sees no file of the machine when it asks for a time zone, and
// its runtime has found no root when it started.
func TestTimeZonesAndRootsOfCertificatesAreCarried(t *testing.T) {
	if empty := os.Getenv(bareMachine); empty != "" {
		checkCarried(t, empty)
		return
	}
	t.Parallel()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v") //nolint:gosec // this very program
	child.Env = append(os.Environ(), bareMachine+"="+t.TempDir(), "SSL_CERT_FILE=/nowhere", "SSL_CERT_DIR=/nowhere")
	child.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}, GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := child.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) {
		t.Skipf("this machine gives no namespaces to tests: %v", err)
	}
	if err != nil || !strings.Contains(string(out), "--- PASS") {
		t.Fatalf("%v\n%s", err, out)
	}
}

func checkCarried(t *testing.T, empty string) {
	t.Helper()
	if err := errors.Join(os.Chdir(empty), syscall.Chroot(".")); err != nil {
		t.Fatal(err)
	}
	if _, err := time.LoadLocation("Europe/Berlin"); err != nil {
		t.Error(err)
	}
	if roots, err := x509.SystemCertPool(); err != nil || roots.Equal(x509.NewCertPool()) {
		t.Errorf("no roots of certificates: %v", err)
	}
}
