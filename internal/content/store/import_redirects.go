package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"ferrule/internal/address"
	"ferrule/internal/content"
)

// checkRedirects refuses redirect rules that could not be followed: what leads
// to another host without leave, nowhere, or back to where it began. It looks
// at all rules, since a new one may close a circle with those that were there.
func (im *importer) checkRedirects(ctx context.Context) error {
	c := im.s.model.Collection("redirects")
	if c == nil || im.shapes[c] == nil || !hasColumns(c, "id", "path", "target", "status_code", "is_external") || !hasColumns(im.s.model.Collection("languages"), "code") {
		return nil
	}
	place := address.Place{}
	err := im.query(ctx, `SELECT "code" FROM "languages"`, func(row *sql.Rows) error {
		var code string
		err := row.Scan(&code)
		language, _, _ := strings.Cut(code, "-")
		place.Prefixes = append(place.Prefixes, "/"+language)
		return err
	})
	if err != nil {
		return err
	}
	var redirects []address.Redirect
	err = im.query(ctx, `SELECT "path","target","status_code","is_external" FROM "redirects" ORDER BY "id"`, func(row *sql.Rows) error {
		var path, target sql.NullString
		var status sql.NullInt64
		var external sql.NullBool
		err := row.Scan(&path, &target, &status, &external)
		redirects = append(redirects, address.Redirect{
			Path: path.String, Target: target.String, StatusCode: int(status.Int64), IsExternal: external.Bool,
		})
		return err
	})
	if err != nil {
		return err
	}
	if _, problems := address.Rules(redirects, place); len(problems) > 0 {
		im.problems.add("redirects: %s", strings.Join(problems, "; "))
	}
	return nil
}

// hasColumns reports whether a model of the supplier's own has what the
// program looks for.
func hasColumns(c *content.Collection, names ...string) bool {
	for _, name := range names {
		if c == nil || c.Field(name) == nil || c.Field(name).Type == content.Alias {
			return false
		}
	}
	return true
}

// query calls scan for each row of a statement.
func (im *importer) query(ctx context.Context, statement string, scan func(*sql.Rows) error, args ...any) (err error) {
	rows, err := im.tx.QueryContext(ctx, statement, args...)
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	defer func() {
		if closed := rows.Close(); err == nil {
			err = closed
		}
	}()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return fmt.Errorf("import: %w", err)
		}
	}
	return rows.Err()
}
