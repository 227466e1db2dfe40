package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"ferrule/demo"
	"ferrule/internal/account"
	"ferrule/internal/blob"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database"
	"ferrule/internal/rfq"
)

// Entries of the data folder, besides the databases of package store, rfq and
// account and the files of requests.
const (
	FilesFolder    = "files"           // the bytes of the content's files
	MirrorFolder   = "mirror"          // the state of the mirror of a Directus instance
	ImportFolder   = "directus-import" // the state of imports from a Directus
	ModelFile      = "model.json"      // the content model, if an import from a Directus added to the built-in one
	mailFolder     = "mail"            // mails, if no mail server is configured
	variantsFolder = "variants"        // image variants; may be emptied at any time
	pagesFolder    = "pages"           // rendered pages; may be emptied at any time
	indexFile      = "catalogue.index" // index of the catalogue; may be removed at any time
)

// DataConfig is the configuration of every command that uses stored data.
type DataConfig struct {
	Data     string `help:"Folder of the databases and files." default:"./data" env:"FERRULE_DATA"`
	Files    string `help:"Bucket for the files of content and requests: s3://bucket/prefix?endpoint=https://host. If not given, they are in the data folder. Credentials: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. For content copy, another data folder, to which files are copied." placeholder:"URL" env:"FERRULE_FILES"`
	Database string `help:"PostgreSQL database for everything except files: postgres://user:password@host/name. If not given, SQLite databases in the data folder." placeholder:"URL" env:"FERRULE_DATABASE"`

	CalendarConfig
}

// OpenContent opens the store of content; the caller closes it.
func (c DataConfig) OpenContent(ctx context.Context, m *content.Model) (*store.Store, error) {
	if err := c.checkRestored(); err != nil {
		return nil, err
	}
	s, err := store.OpenAt(ctx, c.Database, c.Data, m)
	if err != nil || c.Files == "" {
		return s, err
	}
	bucket, err := blob.NewBucket(c.Files)
	if err == nil {
		err = s.SetFiles(bucket)
	}
	if err == nil {
		_, err = bucket.Check(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--files: %w", err), s.Close())
	}
	return s, nil
}

// OpenRequests opens the store of requests for quotation; the caller closes it.
func (c DataConfig) OpenRequests(ctx context.Context) (*rfq.Store, error) {
	if err := c.checkRestored(); err != nil {
		return nil, err
	}
	calendar, err := c.Calendar()
	if err != nil {
		return nil, err
	}
	s, err := rfq.OpenAt(ctx, c.Database, c.Data)
	if err != nil {
		return nil, err
	}
	s.SetCalendar(calendar)
	if _, err := s.FillDeadlines(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if c.Files == "" {
		return s, nil
	}
	bucket, err := blob.NewBucket(c.Files)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--files: %w", err), s.Close())
	}
	s.SetFileStore(bucket.Sub(rfq.FilesFolder))
	return s, nil
}

// OpenAccounts opens the accounts of editors and administrators; the caller
// calls closeAll.
func (c DataConfig) OpenAccounts(ctx context.Context, o account.Options) (accounts *account.Service, closeAll func() error, err error) {
	if err := c.checkRestored(); err != nil {
		return nil, nil, err
	}
	db, err := account.OpenDatabase(ctx, c.Database, c.Data)
	if err != nil {
		return nil, nil, err
	}
	if accounts, err = account.Open(ctx, db, o); err != nil {
		return nil, nil, errors.Join(database.Advise(err, filepath.Join(c.Data, account.FileName)), db.Close())
	}
	return accounts, func() error { return errors.Join(accounts.Close(), db.Close()) }, nil
}

// LoadDemo imports the content of the demo supplier into a store that has never
// been written to, and reports it to out. In any other store, or one with a model of its
// own, it does nothing.
func (c DataConfig) LoadDemo(ctx context.Context, out io.Writer) error {
	if hasModel(c.Data) {
		return nil
	}
	s, err := c.OpenContent(ctx, content.Default())
	if err != nil {
		return err
	}
	empty, err := s.Empty(ctx)
	if err == nil && empty {
		fmt.Fprintln(out, "Loading the demo content …")
		start := time.Now()
		if err = importDemo(ctx, s); err == nil {
			fmt.Fprintf(out, "Loaded in %s.\n", time.Since(start).Round(10*time.Millisecond))
		}
	}
	return errors.Join(err, s.Close())
}

func importDemo(ctx context.Context, s *store.Store) error {
	source, err := demo.Source()
	if err != nil {
		return err
	}
	_, err = s.Import(ctx, source)
	return err
}
