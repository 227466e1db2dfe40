// Command record writes results that are not from Go benchmarks to bench/results.md:
//
//	npm run --silent lighthouse | go run ./bench/record Lighthouse
package main

import (
	"fmt"
	"io"
	"os"

	"ferrule/bench"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: record SECTION < text")
		os.Exit(2)
	}
	text, err := io.ReadAll(os.Stdin)
	if err == nil {
		err = bench.Record("bench", os.Args[1], string(text))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
