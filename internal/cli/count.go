package cli

import "fmt"

// count returns a number with its noun: "1 file", "2 files".
func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
