package cli

import (
	"os"
	"runtime/debug"
)

// gcPercent is the growth of the heap, in percent of the live heap, at which the
// garbage collector runs (GOGC). With Go's default of 100 and a small live heap of
// 8 MB it runs 25 times per second under load; 200 halves that. A higher value costs
// too much memory with a large heap: with a full page cache (96 MB) the heap grows to
// 330 MB at 200 and to 550 MB at 400. A build of the catalogue's index uses a lower
// value (catalogue.buildGCPercent).
const gcPercent = 200

// setGCPercent sets gcPercent unless the environment has settings of its own for
// the garbage collector, which the Go runtime has read then.
func setGCPercent() {
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		if os.Getenv(name) != "" {
			return
		}
	}
	debug.SetGCPercent(gcPercent)
}
