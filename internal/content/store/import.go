package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// Imported says what an import brought.
type Imported struct {
	Files int            // files in the content, all of whose bytes are in <data>/files now
	Items map[string]int // records written, by collection
}

// importer is the state of one import. It reads its source twice: first for
// what has to be known of the whole (which keys are taken, which files there
// are), without a lock, then to write it in one transaction.
type importer struct {
	s        *Store
	source   source
	shapes   map[*content.Collection]*shape
	problems problems
	staged   *staged // the bytes of the files

	conn      *sql.Conn
	tx        *sql.Tx
	unchecked bool // PostgreSQL does not look at references
	now       time.Time
	batches   []*batch // in the order of first use, which is that of their references
	old       oldRows
	bulk      bulk
}

// Import loads content.json and files/ from fsys in one transaction: all of it
// or nothing. A record whose key exists is replaced as a whole, and so are the
// rows of every relation it names; relations it does not name stay as they are.
// Rows without a key get the next free one in the order of the file, or keep
// the one they had, so that the same input always has the same keys. Errors
// that the input causes are *fault.Error of kind Invalid and name every record
// and field that is wrong, the first 200 of them.
func (s *Store) Import(ctx context.Context, fsys fs.FS) (Imported, error) {
	return s.ImportFile(ctx, fsys, "content.json")
}

// ImportFile is Import for a content.json of another name.
func (s *Store) ImportFile(ctx context.Context, fsys fs.FS, name string) (Imported, error) {
	return s.load(ctx, source{fsys, name}, (*importer).commit)
}

// CheckFile is ImportFile without keeping anything: it tells what an import
// would bring, or all that is wrong with it.
func (s *Store) CheckFile(ctx context.Context, fsys fs.FS, name string) (Imported, error) {
	return s.load(ctx, source{fsys, name}, func(*importer, context.Context) error { return nil })
}

func (s *Store) load(ctx context.Context, from source, end func(*importer, context.Context) error) (Imported, error) {
	im := &importer{
		s: s, source: from, shapes: make(map[*content.Collection]*shape), staged: &staged{depot: s.files, folder: s.staging},
		now: s.now(), problems: problems{file: from.name},
	}
	im.bulk.im = im
	defer im.staged.discard() // after publish it finds nothing
	if err := im.survey(ctx); err != nil {
		return Imported{}, err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := im.run(ctx, end); err != nil {
		return Imported{}, err
	}
	s.revision.stale()
	s.sizes.forget()
	s.analyze(ctx)
	out := Imported{Files: len(im.staged.files), Items: make(map[string]int)}
	for _, b := range im.batches {
		out.Items[b.shape.collection.Name] = b.count
	}
	return out, nil
}

func (im *importer) run(ctx context.Context, end func(*importer, context.Context) error) (err error) {
	if err := im.begin(ctx); err != nil {
		return errors.Join(err, im.end())
	}
	defer func() {
		if ended := im.end(); err == nil {
			err = ended
		}
	}()
	for _, step := range []func(context.Context) error{
		im.prepare, im.placeFiles, im.writeAll, im.bulk.finish, im.checkReferences, im.checkRedirects, im.checkVariations,
	} {
		if err := step(ctx); err != nil {
			return err
		}
		if im.problems.full() {
			break
		}
	}
	if err := im.problems.err(); err != nil {
		return err
	}
	return end(im, ctx)
}

// begin starts the transaction. Items may refer to items that come later, so
// references are checked at the end, by checkReferences; SQLite's own check
// would look through all rows that might wait for each record that comes.
func (im *importer) begin(ctx context.Context) (err error) {
	if im.conn, err = im.s.writer.Conn(ctx); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	if im.isSQLite() {
		if _, err = im.conn.ExecContext(ctx, "PRAGMA foreign_keys=OFF"); err != nil {
			return fmt.Errorf("import: %w", err)
		}
	}
	if im.tx, err = im.conn.BeginTx(ctx, nil); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	if !im.isSQLite() {
		if err := im.exec(ctx, lockWriting); err != nil {
			return err
		}
		if im.unchecked, err = im.leaveChecks(ctx); im.unchecked || err != nil {
			return err
		}
	}
	return im.s.deferReferences(ctx, im.tx)
}

// leaveChecks has PostgreSQL leave references to checkReferences too, which
// nearly halves the time; where only the owner of the server may say so, it
// reports false.
func (im *importer) leaveChecks(ctx context.Context) (bool, error) {
	if err := im.exec(ctx, "SAVEPOINT checks"); err != nil {
		return false, err
	}
	if im.exec(ctx, "SET LOCAL session_replication_role=replica") != nil {
		return false, im.exec(ctx, "ROLLBACK TO SAVEPOINT checks")
	}
	return true, im.exec(ctx, "RELEASE SAVEPOINT checks")
}

// end gives the connection back as it was.
func (im *importer) end() error {
	if im.conn == nil {
		return nil
	}
	for _, b := range im.batches {
		b.close()
	}
	if im.tx != nil {
		_ = im.tx.Rollback() // after a commit it does nothing
	}
	im.bulk.release()
	var err error
	if im.isSQLite() {
		_, err = im.conn.ExecContext(context.Background(), "PRAGMA foreign_keys=ON")
	}
	return errors.Join(err, im.conn.Close())
}

// commit makes the import to be seen, content and files at one moment: files
// never take the name of other bytes, so until the transaction is committed
// nothing refers to the new ones.
func (im *importer) commit(ctx context.Context) error {
	if im.unchecked { // or nobody would be told of the revision
		if err := im.exec(ctx, "SET LOCAL session_replication_role=origin"); err != nil {
			return err
		}
	}
	if err := raise(ctx, im.tx); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	if err := im.staged.publish(ctx); err != nil {
		return err
	}
	if err := im.tx.Commit(); err != nil {
		return errors.Join(fmt.Errorf("import: %w", err), im.staged.withdraw(ctx))
	}
	im.s.removeBytes(ctx, im.staged.replaced())
	return nil
}

// problems are what is wrong with the source, in the order in which it was
// found.
type problems struct {
	file string
	list []string
	more int
}

// mostProblems is how many of them are told.
const mostProblems = 200

func (p *problems) add(format string, args ...any) {
	if len(p.list) == mostProblems {
		p.more++
		return
	}
	p.list = append(p.list, fmt.Sprintf(format, args...))
}

// full reports whether looking for more is of no use to anyone.
func (p *problems) full() bool { return p.more > 0 }

func (p *problems) err() error {
	switch {
	case len(p.list) == 0:
		return nil
	case len(p.list) == 1:
		return fault.New(fault.Invalid, "%s: %s", p.file, p.list[0])
	}
	text := fmt.Sprintf("%s: %d problems, nothing was imported:", p.file, len(p.list))
	if p.more > 0 {
		text = fmt.Sprintf("%s: at least %d problems, nothing was imported; the first %d of them:", p.file, len(p.list)+p.more, len(p.list))
	}
	for _, line := range p.list {
		text += "\n  " + line
	}
	return fault.New(fault.Invalid, "%s", text)
}
