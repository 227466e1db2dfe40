package main

import "fmt"

// count is a number with what is counted: "1 file", "2 files".
func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
