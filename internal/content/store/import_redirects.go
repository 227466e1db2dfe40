package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"ferrule/internal/address"
	"ferrule/internal/fault"
)

// checkRedirects refuses redirect rules that could not be followed: what leads
// to another host without leave, nowhere, or back to where it began. It looks
// at all rules, since a new one may close a circle with those that were there.
func (im *importer) checkRedirects(ctx context.Context, in *importFile) error {
	if _, given := in.Items["redirects"]; !given {
		return nil
	}
	place := address.Place{}
	err := im.rows(ctx, `SELECT "code" FROM "languages"`, func(row *sql.Rows) error {
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
	err = im.rows(ctx, `SELECT "path","target","status_code","is_external" FROM "redirects" ORDER BY "id"`, func(row *sql.Rows) error {
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
		return fault.New(fault.Invalid, "content.json: redirects: %s", strings.Join(problems, "; "))
	}
	return nil
}

// rows calls scan for each row of a statement.
func (im *importer) rows(ctx context.Context, statement string, scan func(*sql.Rows) error) (err error) {
	rows, err := im.tx.QueryContext(ctx, statement)
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
