package main

import (
	"math"
	"runtime/debug"
)

// calm is memory that the garbage collector counts as in use. Nothing is ever
// written there, so that it takes none from the machine. The program itself uses
// some 8 MB, which the collector would look through whenever as much has been
// added: 25 times a second while the content API makes 7,000 replies. So it waits
// for 24 MB more, and a reply with a product takes 0.93 of the processor time, a
// page that is ready 0.90. Who sets GOMEMLIMIT wants it the other way round.
func calm() []byte {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return nil
	}
	return make([]byte, 24<<20)
}
