package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"ferrule/demo"
	"ferrule/internal/app"
	"ferrule/internal/content/store"
	"ferrule/internal/content/store/transfer"
	"ferrule/internal/content/typescript"
	"ferrule/internal/fault"
)

type contentCommand struct {
	Import importCommand `cmd:"" help:"Load content from a folder or file, atomically, or the demo content; or everything from a Directus."`
	Export exportCommand `cmd:"" help:"Write all content to a new folder, in the format that import reads."`
	Copy   copyCommand   `cmd:"" help:"Copy an embedded installation to PostgreSQL: content, requests, accounts. Stop the server first."`
	Check  checkCommand  `cmd:"" help:"List all problems of a folder or file, without importing it."`
	Schema schemaCommand `cmd:"" help:"Print the content model, or create it in a Directus."`
	Push   pushCommand   `cmd:"" help:"Write content into a Directus. Its other records stay."`
	Hooks  hooksCommand  `cmd:"" help:"Write the Flow that reports changes into a Directus, and try it."`
	Map    mapCommand    `cmd:"" help:"Print a --directus-map for a Directus of another model, and on standard error what does not fit."`
}

// storeFlags select the content store of a command.
type storeFlags struct {
	app.DataConfig
	app.ModelConfig
}

// use opens the store for command and closes it.
func (f storeFlags) use(ctx context.Context, command func(*store.Store) error) error {
	m, err := f.ContentModel(f.Data)
	if err != nil {
		return err
	}
	s, err := f.OpenContent(ctx, m)
	if err != nil {
		return err
	}
	return errors.Join(command(s), s.Close())
}

type checkCommand struct {
	storeFlags

	From string `arg:"" help:"Source, as for import."`
}

func (c *checkCommand) Run(ctx context.Context, out io.Writer) error {
	return c.use(ctx, func(s *store.Store) error { return load(ctx, c.From, s.CheckFile, out) })
}

// load opens the source that from names and passes it to into, which imports or
// checks it.
func load(ctx context.Context, from string, into func(context.Context, fs.FS, string) (transfer.Summary, error), out io.Writer) error {
	folder, name, err := source(from)
	if err != nil {
		return err
	}
	imported, err := into(ctx, folder, name)
	if err == nil {
		report(out, imported)
	}
	return err
}

func source(from string) (fs.FS, string, error) {
	if from == "demo" {
		folder, err := demo.Source()
		return folder, "content.json", err
	}
	info, err := os.Stat(from)
	if err != nil {
		return nil, "", fmt.Errorf("nothing to import: %w", err)
	}
	if info.IsDir() {
		return os.DirFS(from), "content.json", nil
	}
	return os.DirFS(filepath.Dir(from)), filepath.Base(from), nil
}

func report(out io.Writer, imported transfer.Summary) {
	fmt.Fprintln(out, count(imported.Files, "file", "files"))
	for _, collection := range slices.Sorted(maps.Keys(imported.Items)) {
		fmt.Fprintf(out, "%d %s\n", imported.Items[collection], collection)
	}
}

type exportCommand struct {
	storeFlags

	To string `arg:"" help:"Folder to create; it may exist if it is empty." name:"dir"`
}

func (c *exportCommand) Run(ctx context.Context, out io.Writer) error {
	return c.use(ctx, func(s *store.Store) error {
		written, err := s.Export(ctx, c.To)
		if err == nil {
			report(out, written)
		}
		return err
	})
}

// modelFlags select the content model of a command that does not open the data folder.
type modelFlags struct {
	app.ModelConfig

	Data string `help:"Data folder, for its content model." default:"./data" env:"FERRULE_DATA"`
}

type schemaCommand struct {
	modelFlags
	applyFlags

	Format string `help:"json: the declaration; typescript: the front end's types; directus: calls of its REST API." enum:"json,typescript,directus" default:"json"`
}

func (c *schemaCommand) Run(ctx context.Context, out io.Writer) error {
	m, err := c.ContentModel(c.Data)
	if err != nil {
		return err
	}
	text, err := c.ModelDeclaration(c.Data)
	if err != nil {
		return err
	}
	switch {
	case c.Format == "directus":
		return c.directus(ctx, text, out)
	case c.Apply != "":
		return fault.New(fault.Invalid, "--apply: needs --format directus")
	case c.Format == "typescript":
		text = typescript.Types(m)
	}
	_, err = out.Write(text)
	return err
}
