package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ferrule/bench/seed"
	"ferrule/internal/app"
	"ferrule/internal/content"
)

type benchCommand struct {
	Seed seedCommand `cmd:"" help:"Fill a data folder with a synthetic catalogue: copies of the demo supplier's products."`
}

type seedCommand struct {
	app.DataConfig

	Products   int `help:"Number of products." default:"10000"`
	Variations int `help:"Maximum number of variations of each copy." default:"3"`
}

// Validate implements kong's check.
func (c *seedCommand) Validate() error {
	if c.Products < 1 || c.Variations < 1 {
		return errors.New("--products and --variations: use 1 or more")
	}
	return nil
}

func (c *seedCommand) Run(ctx context.Context, out io.Writer) error {
	if err := c.LoadDemo(ctx, out); err != nil {
		return err
	}
	s, err := c.OpenContent(ctx, content.Default())
	if err != nil {
		return err
	}
	start := time.Now()
	err = seed.Multiply(ctx, s, content.Default(), seed.Size{Products: c.Products, Variations: c.Variations})
	if err == nil {
		fmt.Fprintf(out, "%s in %s.\n", count(c.Products, "product", "products"), time.Since(start).Round(10*time.Millisecond))
	}
	return errors.Join(err, s.Close())
}
