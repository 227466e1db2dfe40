// Command ferrule serves a supplier's catalogue website and manages its
// content and requests. This package only reads flags and wires the parts.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"syscall"

	"github.com/alecthomas/kong"
)

// version is set by the build.
var version = "dev"

// commands is everything the program can do; also the one declaration of all
// flags, environment variables and keys of the configuration file.
type commands struct {
	Config configFlag `help:"Configuration file in TOML; default ferrule.toml, if there is one." placeholder:"FILE"`

	Serve    serveCommand    `cmd:"" help:"Serve the site."`
	Content  contentCommand  `cmd:"" help:"Load content, or print the content model."`
	Mirror   mirrorCommand   `cmd:"" help:"Decide about the copy of a Directus."`
	Requests requestsCommand `cmd:"" help:"Read, mark, export and erase the requests for quotation."`
	Users    usersCommand    `cmd:"" help:"Make, list and remove the accounts of editors and administrators."`
	Searches searchesCommand `cmd:"" help:"List what visitors searched for and did not find."`
	Bench    benchCommand    `cmd:"" help:"Prepare measurements."`
	Doctor   doctorCommand   `cmd:"" help:"Check configuration, databases, files, disk and web build."`
	Version  versionCommand  `cmd:"" help:"Print the version."`
}

type versionCommand struct{}

func (versionCommand) Run(out io.Writer) error {
	_, err := fmt.Fprintln(out, version)
	return err
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ferrule:", err)
		stop()
		os.Exit(1)
	}
}

// run parses args and runs the command they name.
func run(ctx context.Context, args []string, out io.Writer) error {
	var cli commands
	parser, err := kong.New(&cli,
		kong.Name("ferrule"),
		kong.Description("A multilingual catalogue website with requests for quotation, in one program."),
		kong.DefaultEnvars("FERRULE"),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.BindTo(out, (*io.Writer)(nil)),
		kong.Configuration(tomlResolver, defaultConfig),
		kong.UsageOnError(),
	)
	if err != nil {
		return err
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		return err
	}
	if command, ok := reflect.TypeAssert[interface{ protect() error }](parsed.Selected().Target.Addr()); ok {
		if err := command.protect(); err != nil {
			return err
		}
	}
	return parsed.Run()
}
