package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/importer"
	"ferrule/internal/directus/mirror"
	"ferrule/internal/fault"
)

type importCommand struct {
	storeFlags
	app.InvitationConfig

	From         string `arg:"" optional:"" help:"A folder with content.json and files/, a file in the format of content.json, or the word demo for the demo content."`
	FromDirectus string `help:"Address of a Directus whose schema, content, files, users and roles are brought, instead of FROM. Run again, it brings what has changed there." placeholder:"URL"`
	Token        string `help:"Static token of an administrator of that Directus." placeholder:"TOKEN" env:"FERRULE_DIRECTUS_TOKEN"`
	Map          string `help:"JSON file that maps the Directus to the content model; see content map." type:"existingfile" placeholder:"FILE"`
	Delete       bool   `help:"Delete records that are no longer in the Directus and were not changed here."`
	Invite       bool   `help:"Mail invitations to the users that are brought."`
	BaseURL      string `help:"Public URL of the site, for the links in invitations." placeholder:"URL"`
}

// Validate implements kong's check.
func (c *importCommand) Validate() error {
	if (c.From == "") == (c.FromDirectus == "") {
		return errors.New("needs either a folder or file, or --from-directus")
	}
	return nil
}

func (c *importCommand) Run(ctx context.Context, out io.Writer) error {
	if c.FromDirectus != "" {
		return c.leave(ctx, out)
	}
	return c.use(ctx, func(s *store.Store) error { return load(ctx, c.From, s.ImportFile, out) })
}

// leave brings everything from a Directus.
func (c *importCommand) leave(ctx context.Context, out io.Writer) error {
	if err := c.checkMirror(); err != nil {
		return err
	}
	declaration, err := c.ModelDeclaration(c.Data)
	if err != nil {
		return err
	}
	m, err := c.ContentModel(c.Data)
	if err != nil {
		return err
	}
	names, err := app.ReadMapping(m, c.Map)
	if err != nil {
		return errors.New(strings.Replace(err.Error(), "--directus-map", "--map", 1))
	}
	options, err := c.AccountOptions(c.Data, c.BaseURL)
	if err != nil {
		return err
	}
	report, err := importer.Import(atTerminal(ctx), importer.Options{
		URL: c.FromDirectus, Token: c.Token, Map: names, Declaration: declaration, Delete: c.Delete, Copied: c.wasMirror(),
		Folder: filepath.Join(c.Data, app.ImportFolder), ModelFile: filepath.Join(c.Data, app.ModelFile),
		OpenStore: func(ctx context.Context, m *content.Model) (importer.Store, error) { return c.OpenContent(ctx, m) },
		OpenAccounts: func(ctx context.Context) (*account.Service, func() error, error) {
			return c.OpenAccounts(ctx, options)
		},
		Progress: func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) },
		Next:     c.next,
	})
	if err != nil {
		return err
	}
	if _, err := io.WriteString(out, report.Text(false)); err != nil {
		return err
	}
	if c.Invite {
		if err := invite(ctx, c.DataConfig, options, report.Invited(), out); err != nil {
			return err
		}
	}
	if n := report.Left(); n > 0 {
		return fmt.Errorf("%s not brought; see %s", count(n, "entry was", "entries were"), filepath.Join(c.Data, app.ImportFolder, importer.ReportFile))
	}
	return nil
}

// formerMirror is the ending of the folder of a mirror that was ended.
const formerMirror = ".old"

// wasMirror reports whether the content was a read-only copy of this Directus.
func (c *importCommand) wasMirror() bool {
	state, err := mirror.ReadState(filepath.Join(c.Data, app.MirrorFolder) + formerMirror)
	return err == nil && state.URL == strings.TrimSuffix(c.FromDirectus, "/")
}

// checkMirror refuses an installation whose content is a copy, which the next comparison
// would restore.
func (c *importCommand) checkMirror() error {
	folder := filepath.Join(c.Data, app.MirrorFolder)
	state, err := mirror.ReadState(folder)
	if err != nil || state.URL == "" {
		return err
	}
	return fault.New(fault.Invalid, "the content of %[1]s is a copy of the Directus at %[2]s. To edit it here from now on, stop serve, rename %[3]s to %[3]s%[4]s, run this command again, and start serve without --directus; requests and accounts stay. Or import into another folder with --data", c.Data, state.URL, folder, formerMirror)
}

// next returns what to do after an import.
func (c *importCommand) next(r *importer.Report) []string {
	where := " --data " + c.Data
	if c.Database != "" {
		where += " --database " + withoutPassword(c.Database)
	}
	if c.Files != "" {
		where += " --files " + c.Files
	}
	var out []string
	if boss := r.Administrators(); len(boss) > 0 {
		out = append(out, "Make one user an administrator: ferrule users role "+boss[0]+" administrator"+where)
	}
	if len(r.Invited()) > 0 && !c.Invite {
		out = append(out, "Invite the users: ferrule users invite --all --smtp URL --invite-url PAGE"+where)
	}
	model := ""
	if c.Model != "" && c.Model != filepath.Join(c.Data, app.ModelFile) && r.Extended {
		model = " (without --model: the model is now " + filepath.Join(c.Data, app.ModelFile) + ")"
	}
	out = append(out, "Start the site, or restart it: ferrule serve --base-url https://www.example.com"+where+model)
	if c.Database != "" && r.Extended {
		out = append(out, "Each server of the site needs "+filepath.Join(c.Data, app.ModelFile)+" in its own data folder, or in --model.")
	}
	return out
}
