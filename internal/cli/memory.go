package cli

import (
	"os"
	"runtime/debug"
)

// gcPercent is how much the heap may grow, in percent of what is in use, before
// the garbage collector runs again. Go's default of 100 collects a server with
// little in use, some 8 MB, 25 times a second under load; twice as much halves
// that. More would hold too much of a large heap: with a full cache of pages
// (96 MB) the heap grows to 330 MB, at 400 to 550 MB. While the index of the
// catalogue is made a lower value applies (catalogue.thrift).
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
