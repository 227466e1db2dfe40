//go:build !(linux && amd64)

package chaos_test

import "time"

func (c *chaosCase) serveWithClock() (*server, func(time.Duration)) {
	c.Skip("the clock of a process can be set on Linux on x86-64 only")
	return nil, nil
}
