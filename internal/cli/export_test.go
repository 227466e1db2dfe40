package cli

import (
	"context"
	"io"

	"ferrule/internal/app"
)

// CopyFiles is copyFiles, which the command runs only with a PostgreSQL.
var CopyFiles = copyFiles

// AddEditor runs users add --password-stdin.
func AddEditor(ctx context.Context, c app.DataConfig, email string, stdin io.Reader, out io.Writer) error {
	add := addUserCommand{DataConfig: c, Email: email, Role: "editor", PasswordStdin: true}
	return add.run(ctx, stdin, out)
}

// SourcesOf returns what sets the settings of serve with these arguments.
func SourcesOf(ctx context.Context, args ...string) (map[string]string, error) {
	all := commands{}
	parser, err := newParser(ctx, "test", &all, io.Discard)
	if err == nil {
		_, err = parser.Parse(args)
	}
	return all.Serve.Sources, err
}
