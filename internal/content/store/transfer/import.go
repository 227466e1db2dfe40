// Package transfer imports content from and exports it to a folder: content.json
// and the bytes of files. The store calls it with what it reads and writes;
// transfer does not depend on the store.
package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"ferrule/internal/blob"
	"ferrule/internal/content"
	"ferrule/internal/content/store/integrity"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// Target is the store that an import writes to.
type Target struct {
	Model   *content.Model
	Dialect sqlgen.Dialect
	Writer  *database.DB
	Files   blob.Store // bytes of files
	Now     time.Time

	// Staging opens the folder of files that no record references yet.
	Staging func() (string, error)
	// Begin waits for other writers and defers the check of references to the
	// commit.
	Begin func(ctx context.Context, tx *sql.Tx) error
	// IncrementRevision increments the revision in the transaction.
	IncrementRevision func(ctx context.Context, tx *sql.Tx) error
	// Remove removes files that no record references.
	Remove func(ctx context.Context, names []string)
}

// Summary counts what an import or an export transferred.
type Summary struct {
	Files int            // files with bytes
	Items map[string]int // records by collection
}

// Importer is the state of one import. It reads its source twice: first, without a
// lock, to collect the keys and stage the files, then to write the records in one
// transaction.
type Importer struct {
	to       Target
	source   source
	shapes   map[*content.Collection]*shape
	problems problems
	staged   *staged // the bytes of the files

	conn           *sql.Conn
	tx             *sql.Tx
	checksDisabled bool     // PostgreSQL does not check references
	batches        []*batch // in the order of first use, which is that of their references
	old            oldRows
	bulk           bulk
}

// Survey reads a file in the format of content.json and the folder files/ without
// writing to the target. The caller must call Discard on the Importer. Errors that
// the input causes are *fault.Error of kind Invalid.
func Survey(ctx context.Context, to Target, fsys fs.FS, name string) (*Importer, error) {
	im := &Importer{
		to: to, source: source{fsys, name}, shapes: make(map[*content.Collection]*shape), staged: &staged{store: to.Files},
		problems: problems{file: name},
	}
	im.bulk.im = im
	if err := im.survey(ctx); err != nil {
		im.Discard()
		return nil, err
	}
	return im, nil
}

// Discard removes staged files that were not published.
func (im *Importer) Discard() { im.staged.discard() }

// Write writes the source in one transaction. Errors that the input causes
// are *fault.Error of kind Invalid and name every wrong record and field, the
// first 200 of them.
func (im *Importer) Write(ctx context.Context) (Summary, error) { return im.run(ctx, im.commit) }

// Check runs Write without a commit.
func (im *Importer) Check(ctx context.Context) (Summary, error) {
	return im.run(ctx, func(context.Context) error { return nil })
}

func (im *Importer) run(ctx context.Context, end func(context.Context) error) (Summary, error) {
	if err := im.transfer(ctx, end); err != nil {
		return Summary{}, err
	}
	out := Summary{Files: len(im.staged.files), Items: make(map[string]int)}
	for _, b := range im.batches {
		out.Items[b.shape.collection.Name] = b.count
	}
	return out, nil
}

func (im *Importer) transfer(ctx context.Context, end func(context.Context) error) (err error) {
	if err := im.begin(ctx); err != nil {
		return errors.Join(err, im.end())
	}
	defer func() {
		if ended := im.end(); err == nil {
			err = ended
		}
	}()
	for _, step := range []func(context.Context) error{
		im.prepare, im.nameFiles, im.writeAll, im.bulk.finish, im.checkReferences, im.checkIntegrity,
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
	return end(ctx)
}

// begin starts the transaction. Items may refer to later items, so
// references are checked at the end, by checkReferences; SQLite's own check
// would scan all pending rows for each new record.
func (im *Importer) begin(ctx context.Context) (err error) {
	if im.conn, err = im.to.Writer.Conn(ctx); err != nil {
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
	if err := im.to.Begin(ctx, im.tx); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	if !im.isSQLite() {
		im.checksDisabled, err = im.disableChecks(ctx)
	}
	return err
}

// disableChecks disables the checks of references by PostgreSQL, which nearly
// halves the time: checkReferences replaces them. It reports false where only a
// superuser may do so.
func (im *Importer) disableChecks(ctx context.Context) (bool, error) {
	if err := im.exec(ctx, "SAVEPOINT checks"); err != nil {
		return false, err
	}
	if im.exec(ctx, "SET LOCAL session_replication_role=replica") != nil {
		return false, im.exec(ctx, "ROLLBACK TO SAVEPOINT checks")
	}
	return true, im.exec(ctx, "RELEASE SAVEPOINT checks")
}

// end restores the connection and returns it to its pool.
func (im *Importer) end() error {
	if im.conn == nil {
		return nil
	}
	for _, b := range im.batches {
		b.close()
	}
	if im.tx != nil {
		_ = im.tx.Rollback() // no effect after a commit
	}
	im.bulk.release()
	var err error
	if im.isSQLite() {
		_, err = im.conn.ExecContext(context.Background(), "PRAGMA foreign_keys=ON")
	}
	return errors.Join(err, im.conn.Close())
}

// commit publishes the files and commits the transaction. Published files never
// overwrite others, so no record refers to the new ones before the commit.
func (im *Importer) commit(ctx context.Context) error {
	if im.checksDisabled { // the trigger of the revision must run
		if err := im.exec(ctx, "SET LOCAL session_replication_role=origin"); err != nil {
			return err
		}
	}
	if err := im.to.IncrementRevision(ctx, im.tx); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	if err := im.staged.publish(ctx); err != nil {
		return err
	}
	if err := im.tx.Commit(); err != nil {
		return errors.Join(fmt.Errorf("import: %w", err), im.staged.unpublish(ctx))
	}
	im.to.Remove(ctx, im.staged.replaced())
	return nil
}

// checkIntegrity adds the violated rules between records, see package integrity.
func (im *Importer) checkIntegrity(ctx context.Context) error {
	touched := func(collection string) bool { return im.shapes[im.to.Model.Collection(collection)] != nil }
	found, err := integrity.Redirects(ctx, im.tx, im.to.Model, touched)
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	if len(found) > 0 {
		im.problems.add("redirects: %s", strings.Join(found, "; "))
	}
	for _, check := range []integrity.Check{integrity.Variations, integrity.Synonyms} {
		found, err := check(ctx, im.tx, im.to.Model, touched)
		if err != nil {
			return fmt.Errorf("import: %w", err)
		}
		for _, problem := range found {
			im.problems.add("%s", problem)
		}
	}
	return nil
}

// problems is the list of errors in the source, in the order in which they were
// found.
type problems struct {
	file string
	list []string
	more int
}

// maxProblems limits the problems that are reported.
const maxProblems = 200

func (p *problems) add(format string, args ...any) {
	if len(p.list) == maxProblems {
		p.more++
		return
	}
	p.list = append(p.list, fmt.Sprintf(format, args...))
}

// full reports whether further problems would not be reported.
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
