package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"ferrule/internal/blob"
	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// readyLockTimeout is how long Ready waits for a lock, in milliseconds.
const readyLockTimeout = "1000"

// Ready returns an error if content cannot be read from SQLite's file. It opens
// a separate connection, which does not delay readers and detects a replaced
// file. With PostgreSQL it returns nil, see Unconfirmed. Errors are *fault.Error
// of kind Unavailable.
func (s *Store) Ready(ctx context.Context) error {
	if s.readers.Kind != database.SQLite {
		return nil
	}
	if info, err := os.Stat(s.file); err != nil || info.Size() == 0 {
		return fault.Wrap(fault.Unavailable, err, "content.db is missing or empty; restore it from a backup")
	}
	if s.damaged.Load() {
		return fault.New(fault.Unavailable, "content.db is damaged; stop the server and restore it from a backup")
	}
	db := database.OpenSQLite(s.file, "mode", "rw", "_query_only", "1", "_txlock", "deferred", "_journal_mode", "", "_busy_timeout", readyLockTimeout)
	defer func() { _ = db.Close() }() // read only
	var revision int64
	if err := db.QueryRowContext(ctx, `SELECT value FROM "ferrule_revision"`).Scan(&revision); err != nil {
		return fault.Wrap(fault.Unavailable, err, "content.db cannot be read")
	}
	if revision == 0 && s.hasFiles() {
		return fault.New(fault.Unavailable, "content.db is empty, although the data folder has files of content; restore it from a backup, or import the content again")
	}
	return nil
}

// hasFiles reports whether the folder of files has any.
func (s *Store) hasFiles() bool {
	entries, err := os.ReadDir(filepath.Dir(s.staging))
	return err == nil && slices.ContainsFunc(entries, func(e os.DirEntry) bool { return !e.IsDir() })
}

// FilesQuery returns a query for the name of each file and its size, null where it is
// not recorded; "" if the model has no files.
func FilesQuery(m *content.Model) string {
	c := m.Collection(content.FilesCollection)
	if c == nil || c.Field("filename_disk") == nil {
		return ""
	}
	size := "NULL"
	if f := c.Field("filesize"); f != nil && (f.Type == content.Integer || f.Type == content.BigInteger) {
		size = sqlgen.Quote(f.Name)
	}
	return `SELECT "filename_disk",` + size + ` FROM ` + sqlgen.Quote(c.Name) + ` WHERE "filename_disk" <> ''`
}

// CheckFiles compares the bytes of files with their records, see blob.Verify.
func (s *Store) CheckFiles(ctx context.Context) (blob.Differences, error) {
	query := FilesQuery(s.model)
	if query == "" {
		return blob.Differences{}, nil
	}
	found, err := blob.Verify(ctx, s.files, func(ctx context.Context, each func(name string, size int64)) error {
		rows, err := s.readers.QueryContext(ctx, query)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var name string
			var size sql.NullInt64
			if err := rows.Scan(&name, &size); err != nil {
				return err
			}
			if !size.Valid {
				size.Int64 = -1
			}
			each(name, size.Int64)
		}
		return rows.Err()
	})
	if err != nil {
		return found, fmt.Errorf("check files: %w", err)
	}
	return found, nil
}
