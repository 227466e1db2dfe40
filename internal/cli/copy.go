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
	"strings"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/content/store"
	"ferrule/internal/database"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

type copyCommand struct {
	storeFlags

	To      string `help:"Address of the PostgreSQL database that content, requests and accounts are copied to." required:"" placeholder:"URL"`
	Replace bool   `help:"Replace the existing data of the database."`
}

// Validate implements kong's check.
func (c *copyCommand) Validate() error {
	if c.Database != "" {
		return errors.New("copy reads an embedded installation (--data) and writes to --to; to copy between servers, use pg_dump")
	}
	return nil
}

// Run copies an embedded installation to PostgreSQL. Both ends are migrated to
// the program's version first, so that they have the same tables.
func (c *copyCommand) Run(ctx context.Context, out io.Writer) error {
	holds, err := c.prepare(ctx, app.DataConfig{Data: c.Data})
	if err != nil {
		return err
	}
	if len(holds) == 0 {
		return fault.New(fault.Invalid, "there is nothing to copy in %s", c.Data)
	}
	if holds, err = c.prepare(ctx, app.DataConfig{Data: c.Data, Database: c.To}); err != nil {
		return err
	}
	if len(holds) > 0 && !c.Replace {
		return fault.New(fault.Invalid, "the database already has %s; to replace all of its data, use --replace", strings.Join(holds, " and "))
	}
	copied, err := c.copy(ctx)
	if err != nil {
		return fmt.Errorf("nothing was copied: %w", err)
	}
	for _, table := range slices.Sorted(maps.Keys(copied.Rows)) {
		fmt.Fprintf(out, "%d %s\n", copied.Rows[table], table)
	}
	for _, name := range copied.Left {
		fmt.Fprintf(out, "not copied, because the content model does not define it: %s\n", name)
	}
	if c.Files == "" || strings.HasPrefix(c.Files, "s3://") {
		return nil // the files stay in the bucket or in the data folder
	}
	if err := copyFiles(filepath.Join(c.Files, app.FilesFolder), filepath.Join(c.Data, app.FilesFolder)); err != nil {
		return err
	}
	attached := filepath.Join(c.Data, rfq.FilesFolder)
	if _, err := os.Stat(attached); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return copyFiles(filepath.Join(c.Files, rfq.FilesFolder), attached)
}

func (c *copyCommand) copy(ctx context.Context) (copied database.Copied, err error) {
	to, err := database.OpenPostgres(ctx, c.To)
	if err != nil {
		return copied, err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	var from []*database.DB
	for _, name := range []string{store.FileName, rfq.FileName, account.FileName} {
		path := filepath.Join(c.Data, name)
		if _, err := os.Stat(path); err != nil {
			continue
		}
		db := database.OpenSQLite(path, "_query_only", "1", "_txlock", "deferred")
		defer func() { err = errors.Join(err, db.Close()) }()
		from = append(from, db)
	}
	skip := func(table string) bool {
		return store.IsBookkeeping(table) || strings.HasSuffix(table, "_migrations")
	}
	if copied, err = database.Copy(ctx, to, from, skip, store.IncrementRevision); err == nil {
		_, err = to.ExecContext(ctx, "ANALYZE") // the planner has no statistics of the new rows
	}
	return copied, err
}

// prepare creates the tables at one end and returns which kinds of data it already
// has.
func (c *copyCommand) prepare(ctx context.Context, end app.DataConfig) (holds []string, err error) {
	err = storeFlags{end, c.ModelConfig}.use(ctx, func(s *store.Store) error {
		empty, err := s.Empty(ctx)
		if !empty {
			holds = append(holds, "content")
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	err = withRequests(ctx, end, func(s *rfq.Store) error {
		list, err := s.List(ctx, 1)
		if len(list) > 0 {
			holds = append(holds, "requests")
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	users, err := c.prepareAccounts(ctx, end)
	if users {
		holds = append(holds, "accounts")
	}
	return holds, err
}

// prepareAccounts reports whether one end has users. An embedded installation may
// have no database of accounts.
func (c *copyCommand) prepareAccounts(ctx context.Context, end app.DataConfig) (users bool, err error) {
	if _, err := os.Stat(filepath.Join(end.Data, account.FileName)); err != nil && end.Database == "" {
		return false, nil //nolint:nilerr // no file, no accounts
	}
	err = withAccounts(ctx, end, func(ctx context.Context, s *account.Service) error {
		list, err := s.Users(ctx)
		users = len(list) > 0
		return err
	})
	return users, err
}

// copyFiles copies all files of a folder, with permissions for the owner alone.
func copyFiles(to, from string) error {
	source := os.DirFS(from)
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	return fs.WalkDir(source, ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && path != "." {
			return fs.SkipDir // a temporary folder of uploads in progress
		}
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		return copyOne(filepath.Join(to, path), source, path)
	})
}

// copyOne writes to a temporary file and renames it when it is complete.
func copyOne(target string, source fs.FS, path string) (err error) {
	in, err := source.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	out, err := os.CreateTemp(filepath.Dir(target), ".copy-*")
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return errors.Join(err, os.Remove(out.Name()))
	}
	return os.Rename(out.Name(), target)
}
