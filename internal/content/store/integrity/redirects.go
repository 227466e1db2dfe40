package integrity

import (
	"context"
	"database/sql"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/database"
	"ferrule/internal/redirect"
)

// Redirects returns the problems of redirect rules whose target is invalid, is an
// external host without is_external, or forms a cycle. It reads all rules, since
// a new one may close a cycle with others.
func Redirects(ctx context.Context, tx *sql.Tx, m *content.Model, touched func(collection string) bool) ([]string, error) {
	if !touched("redirects") {
		return nil, nil
	}
	if !m.Collection("redirects").HasColumns("id", "path", "target", "status_code", "is_external") || !m.Collection("languages").HasColumns("code") {
		return nil, nil
	}
	site := redirect.Site{}
	err := database.EachRow(ctx, tx, `SELECT "code" FROM "languages"`, func(row *sql.Rows) error {
		var code string
		err := row.Scan(&code)
		language, _, _ := strings.Cut(code, "-")
		site.Prefixes = append(site.Prefixes, "/"+language)
		return err
	})
	if err != nil {
		return nil, err
	}
	var redirects []redirect.Redirect
	err = database.EachRow(ctx, tx, `SELECT "path","target","status_code","is_external" FROM "redirects" ORDER BY "id"`, func(row *sql.Rows) error {
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
	_, problems := redirect.Rules(redirects, site)
	return problems, nil
}
