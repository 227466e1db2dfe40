package bench

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
)

// reportMemory reports the resident memory: all of it, its anonymous part without
// mapped files, and the peak.
func reportMemory(b *testing.B, p *process) {
	b.Helper()
	for b.Loop() {
		m := memory(b, p)
		b.ReportMetric(float64(m["VmRSS"])/1024, "resident-MiB")
		b.ReportMetric(float64(m["RssAnon"])/1024, "own-MiB")
		b.ReportMetric(float64(m["VmHWM"])/1024, "peak-MiB")
	}
}

// memory returns the memory statistics of a process in KiB, by their names in proc(5).
func memory(b *testing.B, p *process) map[string]int {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		b.Fatal(err)
	}
	kibibytes := map[string]int{}
	for line := range strings.Lines(string(status)) {
		name, text, _ := strings.Cut(line, ":")
		if n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(text), " kB")); err == nil {
			kibibytes[name] = n
		}
	}
	return kibibytes
}

// readAll sends a request and returns the size of the reply in bytes.
func readAll(b *testing.B, client *http.Client, r *http.Request) int64 {
	b.Helper()
	reply, err := client.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = reply.Body.Close() }() // it was only read
	n, err := io.Copy(io.Discard, reply.Body)
	if err != nil || reply.StatusCode != http.StatusOK {
		b.Fatalf("%s: %d %v", r.URL, reply.StatusCode, err)
	}
	return n
}
