// Names are resolved by Go, whatever the C library is configured to do, and
// without a thread for each lookup.
//go:debug netdns=go

// Command ferrule serves a supplier's catalogue website and manages its content
// and requests for quotation; package cli has its commands.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // time zones, for container images without any

	_ "golang.org/x/crypto/x509roots/fallback" // root certificates, for container images without any

	"ferrule/internal/cli"
)

// version is set by the linker, see the Makefile.
var version = "dev"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	if err := cli.Run(ctx, version, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ferrule:", err)
		stop()
		os.Exit(1)
	}
}
