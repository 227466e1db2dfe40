//go:build !linux

package render

// lowerPriority does nothing: niceness belongs to the process elsewhere.
func lowerPriority() {}
