//go:build !linux

package priority

// Lower does nothing: elsewhere a thread has no priority of its own, or another
// way to set it.
func Lower() (done func()) { return func() {} }

// MakeRoom does nothing.
func MakeRoom() {}
