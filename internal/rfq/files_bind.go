package rfq

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ferrule/internal/fault"
)

// digests returns the digests of the bytes of files, all of which must exist.
func (s *Store) digests(ctx context.Context, tx *sql.Tx, ids []string) ([]string, error) {
	if len(ids) > MaxFiles {
		return nil, wrongFile("A request may bring %d files at most", MaxFiles)
	}
	var digests []string
	for _, id := range ids {
		var digest string
		err := tx.QueryRowContext(ctx, s.write.Rebind(`SELECT digest FROM request_files WHERE id = ?`), id).Scan(&digest)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, wrongFile("The file %q is not there any more; attach it again", id)
		}
		if err != nil {
			return nil, fmt.Errorf("look up file %s: %w", id, err)
		}
		digests = append(digests, digest)
	}
	return digests, nil
}

// bind binds files to a request, or to a letter of it unless letter is 0. They must not
// be bound to another.
func (s *Store) bind(ctx context.Context, tx *sql.Tx, requestID, letter int64, ids []string) error {
	for i, id := range ids {
		update := s.write.Rebind(`UPDATE request_files SET request_id = ?, letter_id = ?, position = ? WHERE id = ? AND request_id IS NULL`)
		result, err := tx.ExecContext(ctx, update, requestID, letter, i, id)
		if err != nil {
			return fmt.Errorf("bind file %s: %w", id, err)
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, wrongFile("The file %q was sent already; attach it again", id))
		}
	}
	return nil
}

// wrongFile returns a validation error of the field "files".
func wrongFile(format string, args ...any) error {
	err := fault.New(fault.Invalid, format, args...).WithCode("FAILED_VALIDATION")
	err.Fields = map[string]string{"files": err.Message}
	return err
}

// DeleteFile deletes a file without a request; for any other the error is
// *fault.Error of kind NotFound.
func (s *Store) DeleteFile(ctx context.Context, id string) error {
	var n int
	var err error
	if isID(id) { // PostgreSQL rejects some texts
		n, err = s.deleteFiles(ctx, `id = ? AND request_id IS NULL`, id)
	}
	if err == nil && n == 0 {
		return fault.New(fault.NotFound, "There is no file %q that was not sent yet", id)
	}
	return err
}

// SweepFiles deletes files without a request that were created before a time, and
// returns their number.
func (s *Store) SweepFiles(ctx context.Context, before time.Time) (int, error) {
	n, err := s.deleteFiles(ctx, `request_id IS NULL AND created_at < ?`, stamp(before))
	return n, errors.Join(err, sweepUploads(filepath.Join(s.folder, uploadFolder), before))
}

func (s *Store) deleteFiles(ctx context.Context, condition string, args ...any) (int, error) {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return 0, fmt.Errorf("remove files: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	n, err := s.eraseFiles(ctx, tx, condition, args...)
	if err != nil {
		return 0, fmt.Errorf("remove files: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return 0, fmt.Errorf("remove files: %w", err)
	}
	return n, s.eraseBytes(ctx)
}

// eraseFiles deletes the rows of files and queues their ids for eraseBytes.
func (s *Store) eraseFiles(ctx context.Context, tx *sql.Tx, condition string, args ...any) (int, error) {
	deleted, err := ids(tx.QueryContext(ctx, s.write.Rebind(`DELETE FROM request_files WHERE `+condition+` RETURNING id`), args...))
	if err != nil {
		return 0, err
	}
	for _, id := range deleted {
		if _, err := tx.ExecContext(ctx, s.write.Rebind(`INSERT INTO request_files_erased (id) VALUES (?)`), id); err != nil {
			return 0, err
		}
	}
	return len(deleted), nil
}

// eraseBytes removes the bytes of deleted files. It runs outside transactions: a
// bucket may be slow, and other writers must not wait. Ids stay queued until their
// bytes are removed.
func (s *Store) eraseBytes(ctx context.Context) error {
	queued, err := ids(s.read.QueryContext(ctx, `SELECT id FROM request_files_erased`))
	if err != nil || len(queued) == 0 {
		return err
	}
	files, err := s.files()
	if err != nil {
		return fmt.Errorf("remove files: %w", err)
	}
	for _, id := range queued {
		if err := files.Remove(ctx, id); err != nil {
			return fmt.Errorf("remove file %s, retried every hour: %w", id, err)
		}
		if _, err := s.write.ExecContext(ctx, s.write.Rebind(`DELETE FROM request_files_erased WHERE id = ?`), id); err != nil {
			return fmt.Errorf("remove file %s: %w", id, err)
		}
	}
	return nil
}

// ids scans rows of one id each and closes them.
func ids(rows *sql.Rows, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var all []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		all = append(all, id)
	}
	return all, rows.Err()
}

// sweepUploads removes the incomplete uploads of a process that died.
func sweepUploads(folder string, before time.Time) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && info.ModTime().Before(before) {
			_ = os.Remove(filepath.Join(folder, entry.Name())) // may be removed by another server already
		}
	}
	return err
}
