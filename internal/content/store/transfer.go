package store

import (
	"context"
	"database/sql"
	"io/fs"

	"ferrule/internal/content/store/transfer"
)

// Import loads content.json and files/ from fsys in one transaction: all of it
// or nothing. It replaces a record whose key exists as a whole, including the
// rows of every relation that the record lists; other relations are unchanged.
// Rows without a key get the next free one in the order of the file, or keep
// their previous one, so the same input always results in the same keys. Errors
// that the input causes are *fault.Error of kind Invalid and name every record
// and field that is wrong, the first 200 of them.
func (s *Store) Import(ctx context.Context, fsys fs.FS) (transfer.Summary, error) {
	return s.ImportFile(ctx, fsys, "content.json")
}

// ImportFile imports as Import does, from a content.json of another name.
func (s *Store) ImportFile(ctx context.Context, fsys fs.FS, name string) (transfer.Summary, error) {
	return s.load(ctx, fsys, name, (*transfer.Importer).Write)
}

// CheckFile runs ImportFile without a commit. It returns the summary of what an
// import would write, or all problems of the input.
func (s *Store) CheckFile(ctx context.Context, fsys fs.FS, name string) (transfer.Summary, error) {
	return s.load(ctx, fsys, name, (*transfer.Importer).Check)
}

func (s *Store) load(ctx context.Context, fsys fs.FS, name string, run func(*transfer.Importer, context.Context) (transfer.Summary, error)) (transfer.Summary, error) {
	im, err := transfer.Survey(ctx, transfer.Target{
		Model: s.model, Dialect: s.dialect, Writer: s.writer, Files: s.files, Now: s.now(),
		Staging: s.openStaging, Begin: s.beginImport, IncrementRevision: incrementRevision, Remove: s.removeBytes,
	}, fsys, name)
	if err != nil {
		return transfer.Summary{}, err
	}
	defer im.Discard() // no effect after a commit
	s.writing.Lock()
	defer s.writing.Unlock()
	out, err := run(im, ctx)
	if err != nil {
		return transfer.Summary{}, err
	}
	s.revision.invalidate()
	s.sizes.reset()
	s.analyze(ctx)
	return out, nil
}

func (s *Store) beginImport(ctx context.Context, tx *sql.Tx) error {
	if err := s.lock(ctx, tx); err != nil {
		return err
	}
	return s.deferReferences(ctx, tx)
}

// Export writes all content to a new or empty folder in the format of Import:
// content.json, in which each collection is a list of rows and relations are
// keys, and the bytes of files in files/. The same content always results in the
// same bytes. It reads one snapshot, independent of concurrent writes.
func (s *Store) Export(ctx context.Context, dir string) (transfer.Summary, error) {
	return transfer.Export(ctx, transfer.Origin{Model: s.model, Readers: s.readers, Files: s.files}, dir)
}
