// Package bench measures pages, the content API, lists, searches and requests against
// a lower bound, and records the figures.
package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Record replaces a section of results.md in the given folder, with the time, machine
// and commit of the measurement. It does not change other sections and appends a new
// one at the end. The text is Markdown without a heading.
func Record(folder, section, text string) error {
	file := filepath.Join(folder, "results.md")
	old, err := os.ReadFile(file) //nolint:gosec // named by the benchmark
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	if len(old) == 0 {
		old = []byte("# Results\n\nWritten by `make bench-…`: each command replaces its own section. What the figures mean is in [README.md](README.md).\n")
	}
	heading := "\n## " + section + "\n"
	before, rest, known := strings.Cut(string(old), heading)
	after := ""
	if at := strings.Index(rest, "\n## "); known && at >= 0 {
		after = rest[at:]
	}
	document := strings.TrimRight(before, "\n") + "\n" + heading + "\n" + provenance() + "\n\n" + strings.TrimSpace(text) + "\n" + after
	return os.WriteFile(file, []byte(document), 0o644) //nolint:gosec // for everybody to read
}

// provenance returns the commit, time and machine of a measurement.
func provenance() string {
	commit, err := exec.CommandContext(context.Background(), "git", "describe", "--always", "--dirty", "--exclude", "*").Output()
	if err != nil {
		commit = []byte("unknown commit")
	}
	return fmt.Sprintf("%s, %s, %d processors (%s), %s, load before and during: %s.",
		bytes.TrimSpace(commit), time.Now().UTC().Format("2006-01-02 15:04 UTC"),
		runtime.NumCPU(), processor(), runtime.Version(), busy())
}

// processor returns the processor's model name, if the system reports it.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// busy returns the load averages of the last 1, 5 and 15 minutes.
func busy() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(text))[:3], ", ")
}
