package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ferrule/internal/blob"
	"ferrule/internal/content"
	"ferrule/internal/database"
	"ferrule/internal/directus/mirror"
	"ferrule/internal/health"
	"ferrule/web"
)

type doctorCommand struct {
	dataFlags
	modelFlags
	mirrorFlags
	purgeFlags
}

// warning is what the doctor mentions without calling it a failure.
type warning string

func (w warning) Error() string { return string(w) }

// check is one thing the doctor looks at: what it found, or what is wrong and
// what to do about it.
type check struct {
	name string
	run  func(ctx context.Context) (string, error)
}

var errUnhealthy = errors.New("not everything is in order")

// Run prints a line for each check. The configuration was checked when the
// flags were read.
func (c *doctorCommand) Run(ctx context.Context, out io.Writer) error {
	var failed error
	for _, check := range []check{
		{"web build", checkBuild},
		{"data folder", c.checkFolder},
		{"database", c.checkDatabase},
		{"model", c.checkModel},
		{"content", c.checkContent},
		{"files", c.checkFiles},
		{"directus", c.checkDirectus},
		{"requests", c.checkRequests},
		{"deliveries", c.checkDeliveries},
		{"accounts", c.checkAccounts},
		{"shared cache", c.checkPurges},
	} {
		found, err := check.run(ctx)
		if advice, ok := errors.AsType[warning](err); ok {
			fmt.Fprintf(out, "WARN  %-12s %v\n", check.name, advice)
			continue
		}
		if err != nil {
			failed = errUnhealthy
			fmt.Fprintf(out, "FAIL  %-12s %s\n", check.name, strings.ReplaceAll(err.Error(), "\n", "; "))
			continue
		}
		fmt.Fprintf(out, "OK    %-12s %s\n", check.name, found)
	}
	return failed
}

func checkBuild(context.Context) (string, error) {
	build, err := web.Load()
	if err != nil {
		return "", err
	}
	return build.ID, nil
}

func (c *doctorCommand) checkFolder(context.Context) (string, error) {
	data := c.Data
	if err := os.MkdirAll(data, 0o700); err != nil {
		return "", fmt.Errorf("%w; create it or choose another with --data", err)
	}
	free, err := health.Folder(data)
	if err != nil {
		return "", fmt.Errorf("%s: %w", data, err)
	}
	return fmt.Sprintf("%s, %d MB free", data, free>>20), nil
}

// checkDatabase asks a PostgreSQL who it is; SQLite's files are examined with
// what they hold.
func (c *doctorCommand) checkDatabase(ctx context.Context) (string, error) {
	if c.Database == "" {
		return "SQLite, in the data folder", nil
	}
	db, err := database.OpenPostgres(ctx, c.Database)
	if err != nil {
		return "", fmt.Errorf("%w; see that the server runs and --database is right", err)
	}
	var name, version string
	err = db.QueryRowContext(ctx, `SELECT current_database(), current_setting('server_version')`).Scan(&name, &version)
	return fmt.Sprintf("PostgreSQL %s, database %q", version, name), errors.Join(err, db.Close())
}

// checkModel compares a model of the supplier's own with what the pages read.
func (c *doctorCommand) checkModel(context.Context) (string, error) {
	m, err := c.contentModel()
	if err != nil {
		return "", err
	}
	if lacking := m.Lacking(content.Default()); len(lacking) > 0 {
		return "", warning("the pages will miss what the model does not have: " + strings.Join(lacking, ", "))
	}
	return count(len(m.Collections), "collection", "collections"), nil
}

func (c *doctorCommand) checkContent(ctx context.Context) (string, error) {
	m, err := c.contentModel()
	if err != nil {
		return "", err
	}
	s, err := c.content(ctx, m)
	if err != nil {
		return "", err
	}
	health, err := s.Check(ctx)
	if err := errors.Join(err, s.Close()); err != nil {
		return "", err
	}
	if len(health.Problems) > 0 {
		return "", errors.New(strings.Join(health.Problems, "; "))
	}
	if m.Collection("products") != nil && health.Items["products"] == 0 {
		return "", errors.New("there are no products; load content with: ferrule content import DIR")
	}
	return fmt.Sprintf("revision %d, %s", health.Revision, count(health.Items["products"], "product", "products")), nil
}

// checkFiles says where the files are, a bucket is asked for, and compares those
// of the content with their records.
func (c *doctorCommand) checkFiles(ctx context.Context) (string, error) {
	where := "in the data folder"
	if c.Files != "" {
		bucket, err := blob.NewBucket(c.Files)
		if err != nil {
			return "", err
		}
		if where, err = bucket.Check(ctx); err != nil {
			return "", err
		}
	}
	m, err := c.contentModel()
	if err != nil {
		return "", err
	}
	kept, err := mirror.ReadState(filepath.Join(c.Data, mirrorFolder))
	if err != nil {
		return "", err
	}
	s, err := c.content(ctx, m)
	if err != nil {
		return "", err
	}
	mirrored := kept.URL != "" || c.Directus != ""
	return where, errors.Join(checkFiles(ctx, s.CheckFiles, mirrored), s.Close())
}

func (c *doctorCommand) checkRequests(ctx context.Context) (string, error) {
	s, err := c.requests(ctx)
	if err != nil {
		return "", err
	}
	health, err := s.Check(ctx)
	err = errors.Join(err, s.Kept(), checkFiles(ctx, s.CheckFiles, false))
	if err := errors.Join(err, s.Close()); err != nil {
		return "", err
	}
	if len(health.Problems) > 0 {
		return "", errors.New(strings.Join(health.Problems, "; "))
	}
	return fmt.Sprintf("%d stored", health.Requests), nil
}
