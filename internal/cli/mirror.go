package cli

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"ferrule/internal/app"
	"ferrule/internal/directus/mirror"
)

type mirrorCommand struct {
	Confirm confirmCommand `cmd:"" help:"Confirm the deletions that are held back; the next comparison carries them out. The server may be running."`
}

type confirmCommand struct {
	Data string `help:"Folder of the databases and files." default:"./data" env:"FERRULE_DATA"`
}

// Run prints how many deletions of each collection are confirmed.
func (c *confirmCommand) Run(out io.Writer) error {
	held, err := mirror.Confirm(filepath.Join(c.Data, app.MirrorFolder))
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(held)) {
		fmt.Fprintf(out, "%s: %d of %s\n", name, held[name].Rows, count(held[name].Stored, "record", "records"))
	}
	_, err = fmt.Fprintln(out, "The server carries them out when the next comparison finds the same deletions.")
	return err
}
