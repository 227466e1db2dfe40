package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"ferrule/internal/app"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/admin"
	"ferrule/internal/directus/schema"
)

// applyFlags create the model in a Directus instance.
type applyFlags struct {
	Apply       string `help:"With --format directus: create the missing parts of the model in the Directus at this address, with forms for editors, and roles for editors and for the mirror. Existing parts are not changed; differences are reported." placeholder:"URL"`
	Token       string `help:"Static token of an administrator of that Directus." placeholder:"TOKEN" env:"FERRULE_DIRECTUS_TOKEN"`
	MirrorToken string `help:"Static token that the user of the mirror gets. By default, a new one is printed, once." placeholder:"TOKEN" env:"FERRULE_MIRROR_TOKEN"`
}

// directus prints the schema of a Directus instance for a declaration of the model, or
// creates it there.
func (f applyFlags) directus(ctx context.Context, declaration []byte, out io.Writer) error {
	model, err := schema.FromDeclaration(declaration)
	if err != nil {
		return err
	}
	if f.Apply != "" {
		d, err := connect(ctx, f.Apply, f.Token, out)
		if err != nil {
			return err
		}
		if err := d.ApplyModel(ctx, model); err != nil {
			return err
		}
		return d.ApplyRoles(ctx, model, f.MirrorToken)
	}
	text, err := json.MarshalIndent(model, "", "  ")
	if err != nil {
		return err
	}
	_, err = out.Write(append(text, '\n'))
	return err
}

func connect(ctx context.Context, address, token string, out io.Writer) (*admin.Directus, error) {
	return admin.Connect(ctx, address, token, func(format string, args ...any) {
		fmt.Fprintf(out, format+"\n", args...)
	})
}

type hooksCommand struct {
	modelFlags

	Apply       string `help:"Address of the Directus that the Flow is written into." required:"" placeholder:"URL"`
	Token       string `help:"Static token of an administrator of that Directus." placeholder:"TOKEN" env:"FERRULE_DIRECTUS_TOKEN"`
	Secret      string `help:"Secret that the Flow sends: the --directus-secret of serve." placeholder:"SECRET" env:"FERRULE_DIRECTUS_SECRET"`
	To          string `help:"Address of the site, as seen from the Directus." required:"" placeholder:"URL"`
	DirectusMap string `help:"The --directus-map of serve." placeholder:"FILE" env:"FERRULE_DIRECTUS_MAP"`
}

// Run writes the Flow that reports changes of all collections of the model.
func (c *hooksCommand) Run(ctx context.Context, out io.Writer) error {
	m, err := c.ContentModel(c.Data)
	if err != nil {
		return err
	}
	names, err := app.ReadMapping(m, c.DirectusMap)
	if err != nil {
		return err
	}
	hook := admin.Hook{Site: c.To, Secret: c.Secret}
	if err := hook.Validate(); err != nil {
		return err
	}
	d, err := connect(ctx, c.Apply, c.Token, out)
	if err != nil {
		return err
	}
	var collections []string
	for _, of := range m.Collections {
		collections = append(collections, names.Collection(of))
	}
	if err := d.ApplyFlow(ctx, hook, collections); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "The Directus reports changes to %s; a request through it was accepted.\n", c.To)
	return err
}

type pushCommand struct {
	storeFlags

	From     string `arg:"" optional:"" help:"Source, as for import. By default, the content of the installation."`
	Directus string `help:"Address of the Directus that the content is written into." required:"" placeholder:"URL" env:"FERRULE_DIRECTUS"`
	Token    string `help:"Static token of an administrator of that Directus." placeholder:"TOKEN" env:"FERRULE_DIRECTUS_TOKEN"`
}

// Run writes content to a Directus. A source other than the installation is
// imported into a temporary one first, which checks it and gives its rows keys.
func (c *pushCommand) Run(ctx context.Context, out io.Writer) error {
	d, err := connect(ctx, c.Directus, c.Token, out)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "ferrule-push-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(temp) }() // the system removes it otherwise
	from := c.storeFlags
	if c.From != "" {
		from.DataConfig, from.ModelConfig = app.DataConfig{Data: temp + "/data"}, c.In(c.Data)
	}
	m, err := c.ContentModel(c.Data)
	if err != nil {
		return err
	}
	return from.use(ctx, func(s *store.Store) error {
		if c.From != "" {
			if err := load(ctx, c.From, s.ImportFile, io.Discard); err != nil {
				return err
			}
		}
		exported := temp + "/export"
		if _, err := s.Export(ctx, exported); err != nil {
			return err
		}
		return push(ctx, d, m, exported, out)
	})
}

func push(ctx context.Context, d *admin.Directus, m *content.Model, folder string, out io.Writer) error {
	done, err := d.Push(ctx, m, os.DirFS(folder))
	if err == nil {
		_, err = fmt.Fprintf(out, "%s created, %d changed, %d equal\n", count(done.Created, "record", "records"), done.Changed, done.Same)
	}
	return err
}
