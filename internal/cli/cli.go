// Package cli is the command line: the subcommands, which work on stored data or
// serve it with package app, and the configuration file. It formats
// output; the data come from the packages that own them.
package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"reflect"

	"github.com/alecthomas/kong"

	"ferrule/internal/database"
)

// version is the version of the program, which Run binds for the commands.
type version string

// commands are all subcommands. With the structs that they embed they are the
// only declaration of flags, environment variables and keys of the configuration
// file.
type commands struct {
	Config configFlag `help:"Configuration file in TOML; by default ferrule.toml, if it exists." placeholder:"FILE"`

	Serve    serveCommand    `cmd:"" help:"Serve the site."`
	Content  contentCommand  `cmd:"" help:"Load content, or print the content model."`
	Backup   backupCommand   `cmd:"" help:"Copy the whole installation to a folder or bucket, while the server runs."`
	Restore  restoreCommand  `cmd:"" help:"Restore a backup, or check that it can be restored (--verify)."`
	Mirror   mirrorCommand   `cmd:"" help:"Manage the copy of a Directus."`
	Requests requestsCommand `cmd:"" help:"Read, mark, export and erase the requests for quotation."`
	Users    usersCommand    `cmd:"" help:"Create, list and remove the accounts of editors and administrators."`
	Searches searchesCommand `cmd:"" help:"List visitors' searches that had no results."`
	Bench    benchCommand    `cmd:"" help:"Prepare benchmarks."`
	Doctor   doctorCommand   `cmd:"" help:"Check configuration, databases, files, disk, certificates and web build."`
	Health   healthCommand   `cmd:"" help:"Check that a server on this machine answers, as the health check of a container."`

	Completion completionCommand `cmd:"" help:"Print the completion script of a shell."`
	Manual     manualCommand     `cmd:"" help:"Write the manual pages."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
}

type versionCommand struct{}

func (versionCommand) Run(out io.Writer, v version) error {
	_, err := fmt.Fprintln(out, v)
	return err
}

// Run parses args, without the program's name, and runs the command that they
// name. It returns when the command ends, at the latest soon after ctx does.
func Run(ctx context.Context, programVersion string, args []string, out io.Writer) error {
	parser, err := newParser(ctx, programVersion, &commands{}, out)
	if err != nil {
		return err
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		return err
	}
	if err := restrictPermissions(parsed.Selected().Target.Addr()); err != nil {
		return err
	}
	return database.Advise(parsed.Run(), "a database")
}

func newParser(ctx context.Context, programVersion string, all *commands, out io.Writer) (*kong.Kong, error) {
	return kong.New(all,
		kong.Name("ferrule"),
		kong.Description("A multilingual catalogue website with requests for quotation, in one program."),
		kong.DefaultEnvars("FERRULE"),
		kong.Bind(version(programVersion)),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.BindTo(out, (*io.Writer)(nil)),
		kong.Configuration(tomlResolver, defaultConfigFile),
		kong.UsageOnError(),
	)
}

// restrictPermissions removes the permissions of other users from the data folder
// of a command that has one, see app.DataConfig. A command with a logger of its
// own logs it there, all others to standard error.
func restrictPermissions(command reflect.Value) (err error) {
	data, ok := reflect.TypeAssert[interface{ RestrictPermissions(log *slog.Logger) }](command)
	if !ok {
		return nil
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if c, ok := reflect.TypeAssert[interface{ Logger() (*slog.Logger, error) }](command); ok {
		if log, err = c.Logger(); err != nil {
			return err
		}
	}
	data.RestrictPermissions(log)
	return nil
}
