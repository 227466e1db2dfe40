//go:build !linux

package priority

// Lower does nothing: on other systems niceness is an attribute of the
// process.
func Lower() {}
