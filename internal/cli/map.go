package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"ferrule/internal/directus/client"
	"ferrule/internal/directus/mapping"
)

// mapCommand prints a file for --directus-map.
type mapCommand struct {
	modelFlags

	From  string `help:"Address of a Directus with content of another model." required:"" placeholder:"URL"`
	Token string `help:"Static token of an administrator of that Directus." placeholder:"TOKEN" env:"FERRULE_DIRECTUS_TOKEN"`
}

// Limits on requests to the Directus.
const (
	mapRequests = 10      // per second
	mapBytes    = 8 << 20 // per second
)

// Run prints the mapping, and what does not fit to standard error.
func (c *mapCommand) Run(ctx context.Context, out io.Writer) error {
	m, err := c.ContentModel(c.Data)
	if err != nil {
		return err
	}
	if _, err := connect(ctx, c.From, c.Token, io.Discard); err != nil {
		return err
	}
	clock := client.WallClock{}
	from := client.New(c.From, c.Token, clock, client.NewRateLimiter(clock, mapRequests, mapBytes))
	suggested, notes, err := mapping.Suggest(ctx, m, from)
	if err != nil {
		return err
	}
	for _, note := range notes {
		fmt.Fprintln(os.Stderr, note)
	}
	text, err := json.MarshalIndent(suggested, "", "  ")
	if err != nil {
		return err
	}
	_, err = out.Write(append(text, '\n'))
	return err
}
