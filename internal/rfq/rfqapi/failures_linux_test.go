package rfqapi_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ferrule/internal/rfq"
)

const namespaceVariable = "FERRULE_TEST_NAMESPACE"

// isolated runs a test in a process with its own mount namespace.
func isolated(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	if os.Getenv(namespaceVariable) == t.Name() {
		test(t)
		return
	}
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v") //nolint:gosec // this very program
	child.Env = append(os.Environ(), namespaceVariable+"="+t.Name())
	child.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
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

func mount(t *testing.T, kind, from, at string, flags uintptr, data string) {
	t.Helper()
	if err := syscall.Mount(from, at, kind, flags, data); err != nil {
		t.Fatalf("mount %s: %v", at, err)
	}
}

func TestNothingIsLostWhileTheDiskIsFull(t *testing.T) {
	t.Parallel()
	isolated(t, func(t *testing.T) {
		small := t.TempDir()
		mount(t, "tmpfs", "none", small, 0, "size=1m")
		t.Cleanup(func() { _ = syscall.Unmount(small, syscall.MNT_DETACH) })
		s := newSiteOn(t, 60, "", small)
		filler := filepath.Join(small, "filler")
		fill(t, filler)
		refuses(t, s)
		if reply, body := s.upload(t, "file", "a.txt", strings.Repeat("text ", 1000), "en-US"); reply.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "could not be saved") {
			t.Errorf("a file: %d %s", reply.StatusCode, body)
		}
		if left := bytesOnDisk(t, small); left != 0 {
			t.Errorf("%d bytes of a file remain", left)
		}
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
		recovers(t, s)
	})
}

func TestReadyzReportsAFullDisk(t *testing.T) {
	t.Parallel()
	isolated(t, func(t *testing.T) {
		small := t.TempDir()
		mount(t, "tmpfs", "none", small, 0, "size=4m")
		t.Cleanup(func() { _ = syscall.Unmount(small, syscall.MNT_DETACH) })
		s := newSiteOn(t, 60, "", small)
		s.watch(t)
		s.readyWith(t, "MB are left") // below the threshold before the disk is full
		filler := filepath.Join(small, "filler")
		fill(t, filler)
		s.readyWith(t, `"data folder: it cannot be written to`)
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
		s.readyWith(t, "MB are left")
	})
}

func TestReadyzReportsAReadOnlyFolder(t *testing.T) {
	t.Parallel()
	isolated(t, func(t *testing.T) {
		folder := t.TempDir()
		s := newSiteOn(t, 60, "", folder)
		s.watch(t)
		s.readyWith(t, `"status":"ok"`)
		readOnly(t, folder)
		s.readyWith(t, `"data folder: it cannot be written to`)
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil { // a check may have a file open
			t.Fatal(err)
		}
		s.readyWith(t, `"status":"ok"`)
	})
}

// fill writes a file until the disk is full.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path) //nolint:gosec // in the test's own folder
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 64 << 10; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			if !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
			size /= 2
		}
	}
}

// The kernel does not remount a file system read-only while files are open for
// writing, but failing storage has the same effect. The test reproduces both parts:
// no path is writable, since the mount is read-only, and no open file, since the
// file size limit is zero.
func TestNothingIsLostWhileTheFolderIsReadOnly(t *testing.T) {
	t.Parallel()
	isolated(t, func(t *testing.T) {
		folder := t.TempDir()
		s := newSiteOn(t, 60, "", folder)
		if reply, body := s.upload(t, "file", "before.txt", "text", "en-US"); reply.StatusCode != http.StatusCreated {
			t.Fatalf("a file: %d %s", reply.StatusCode, body)
		}
		var before syscall.Rlimit
		if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
			t.Fatal(err)
		}
		limit := func(r syscall.Rlimit) {
			t.Helper()
			if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &r); err != nil {
				t.Fatal(err)
			}
		}
		t.Cleanup(func() { limit(before) })
		readOnly(t, folder)
		limit(syscall.Rlimit{Cur: 0, Max: before.Max})
		refuses(t, s)
		if reply, body := s.upload(t, "file", "a.txt", "text", "en-US"); reply.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "could not be saved") {
			t.Errorf("a file: %d %s", reply.StatusCode, body)
		}
		if reply, body := s.do(t, http.MethodGet, "/api/languages", "", nil); reply.StatusCode != http.StatusOK {
			t.Errorf("a page during the failure: %d %s", reply.StatusCode, body)
		}
		limit(before)
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Fatal(err)
		}
		if left := bytesOnDisk(t, folder); left != int64(len("text")) {
			t.Errorf("%d bytes of files remain", left)
		}
		recovers(t, s)
	})
}

// readOnly mounts a folder read-only over itself.
func readOnly(t *testing.T, folder string) {
	t.Helper()
	mount(t, "", folder, folder, syscall.MS_BIND, "")
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	mount(t, "", "", folder, syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, "")
}

func TestServerDoesNotStartInAReadOnlyFolder(t *testing.T) {
	t.Parallel()
	isolated(t, func(t *testing.T) {
		folder := t.TempDir()
		s, err := rfq.Open(context.Background(), folder)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		readOnly(t, folder)
		s, err = rfq.Open(context.Background(), folder)
		if err == nil {
			_ = s.Close()
			t.Fatal("the store of requests opened in a folder that can only be read")
		}
		if !strings.Contains(err.Error(), folder) {
			t.Errorf("the error names no folder: %v", err)
		}
	})
}
