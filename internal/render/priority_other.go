//go:build !linux

package render

// lowerPriority does nothing: on other systems niceness is an attribute of the
// process.
func lowerPriority() {}
