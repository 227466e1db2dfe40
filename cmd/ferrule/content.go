package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
)

type contentCommand struct {
	Import importCommand `cmd:"" help:"Load a folder with content.json and files/; the word demo stands for the demo supplier."`
	Schema schemaCommand `cmd:"" help:"Print the content model."`
}

type importCommand struct {
	dataFlags
	modelFlags

	From string `arg:"" help:"The folder, or the word demo." name:"dir"`
}

func (c *importCommand) Run(ctx context.Context, out io.Writer) error {
	m, err := c.contentModel()
	if err != nil {
		return err
	}
	s, err := store.Open(ctx, c.Data, m)
	if err != nil {
		return err
	}
	return errors.Join(c.load(ctx, s, out), s.Close())
}

func (c *importCommand) load(ctx context.Context, s *store.Store, out io.Writer) error {
	if c.From == "demo" {
		return importDemo(ctx, s)
	}
	imported, err := s.Import(ctx, os.DirFS(c.From))
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d files\n", imported.Files)
	for _, collection := range slices.Sorted(maps.Keys(imported.Items)) {
		fmt.Fprintf(out, "%d %s\n", imported.Items[collection], collection)
	}
	return nil
}

type schemaCommand struct {
	modelFlags

	Format string `help:"json: the declaration; typescript: the front end's types." enum:"json,typescript" default:"json"`
}

func (c *schemaCommand) Run(out io.Writer) error {
	m, err := c.contentModel()
	if err != nil {
		return err
	}
	text, err := c.declaration()
	if err != nil {
		return err
	}
	if c.Format == "typescript" {
		text = content.TypeScript(m)
	}
	_, err = out.Write(text)
	return err
}
