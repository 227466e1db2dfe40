package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/redirect"
)

// checkRedirects refuses redirect rules that could not be followed. It looks at
// all of them, since a new one may close a circle with those that were there.
func (im *importer) checkRedirects(ctx context.Context) error {
	if c := im.s.model.Collection(redirectsCollection); c == nil || im.shapes[c] == nil {
		return nil
	}
	problems, err := im.s.redirectProblems(ctx, im.tx)
	if len(problems) > 0 {
		im.problems.add("redirects: %s", strings.Join(problems, "; "))
	}
	return err
}

const redirectsCollection = "redirects"

// redirectProblems names the redirect rules that lead to another host without
// leave, nowhere, or back to where they began.
func (s *Store) redirectProblems(ctx context.Context, tx *sql.Tx) ([]string, error) {
	if !hasColumns(s.model.Collection(redirectsCollection), "id", "path", "target", "status_code", "is_external") || !hasColumns(s.model.Collection("languages"), "code") {
		return nil, nil
	}
	place := redirect.Place{}
	err := eachRow(ctx, tx, `SELECT "code" FROM "languages"`, func(row *sql.Rows) error {
		var code string
		err := row.Scan(&code)
		language, _, _ := strings.Cut(code, "-")
		place.Prefixes = append(place.Prefixes, "/"+language)
		return err
	})
	if err != nil {
		return nil, err
	}
	var redirects []redirect.Redirect
	err = eachRow(ctx, tx, `SELECT "path","target","status_code","is_external" FROM "redirects" ORDER BY "id"`, func(row *sql.Rows) error {
		var path, target sql.NullString
		var status sql.NullInt64
		var external sql.NullBool
		err := row.Scan(&path, &target, &status, &external)
		redirects = append(redirects, redirect.Redirect{
			Path: path.String, Target: target.String, StatusCode: int(status.Int64), IsExternal: external.Bool,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	_, problems := redirect.Rules(redirects, place)
	return problems, nil
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
func (im *importer) query(ctx context.Context, statement string, scan func(*sql.Rows) error, args ...any) error {
	if err := eachRow(ctx, im.tx, statement, scan, args...); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	return nil
}

// eachRow calls scan for each row of a statement.
func eachRow(ctx context.Context, tx *sql.Tx, statement string, scan func(*sql.Rows) error, args ...any) (err error) {
	rows, err := tx.QueryContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	defer func() {
		if closed := rows.Close(); err == nil {
			err = closed
		}
	}()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
