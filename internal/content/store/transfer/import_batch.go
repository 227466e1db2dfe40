package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
)

// batch collects rows of a table, to be written by multi-row statements.
type batch struct {
	shape      *shape
	args       []any
	records    []*record
	statements map[int]*sql.Stmt // by number of rows
	count      int
}

// batchSizes lists the numbers of rows of one statement, largest first.
var batchSizes = [...]int{256, 32, 4, 1} //nolint:gochecknoglobals // a constant table

// retry is a row that violated a constraint of its table.
type retry struct {
	record *record
	args   []any
}

func (im *Importer) queue(ctx context.Context, r *record, args []any) error {
	b := r.shape.batch
	if b == nil {
		b = &batch{shape: r.shape, statements: make(map[int]*sql.Stmt)}
		r.shape.batch = b
		im.batches = append(im.batches, b)
	}
	b.args = append(b.args, args...)
	b.records = append(b.records, r)
	b.count++
	if len(b.records) < batchSizes[0] {
		return nil
	}
	return im.flushBatch(ctx, b)
}

// flush writes all queued rows.
func (im *Importer) flush(ctx context.Context) error {
	for _, b := range im.batches {
		if err := im.flushBatch(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

func (im *Importer) flushBatch(ctx context.Context, b *batch) error {
	if err := im.deleteReplaced(ctx, b.shape); err != nil {
		return err
	}
	columns := len(b.shape.columns)
	for done := 0; done < len(b.records); {
		n := batchSize(len(b.records)-done, columns)
		args := b.args[done*columns : (done+n)*columns]
		if err := im.insert(ctx, b, b.records[done:done+n], args); err != nil {
			return err
		}
		done += n
	}
	clear(b.records)
	b.args, b.records = b.args[:0], b.records[:0]
	return nil
}

// maxBoundValues limits the values bound to one statement; SQLite takes 32,766 and
// PostgreSQL 65,535.
const maxBoundValues = 32766

func batchSize(rows, columns int) int {
	for _, n := range batchSizes {
		if n <= rows && n*columns <= maxBoundValues {
			return n
		}
	}
	return 1
}

// insert writes rows. If one of them violates a constraint, they are written one
// by one, and those that violate it are queued for retryRows.
func (im *Importer) insert(ctx context.Context, b *batch, records []*record, args []any) error {
	stmt, err := im.statement(ctx, b, len(records))
	if err != nil {
		return err
	}
	err = im.try(ctx, stmt, args)
	switch {
	case err == nil:
		return nil
	case im.refusal(err) == "":
		return fmt.Errorf("import %s: %w", b.shape.collection.Name, err)
	case len(records) == 1:
		b.shape.retry = append(b.shape.retry, retry{records[0], append([]any(nil), args...)})
		return nil
	}
	columns := len(b.shape.columns)
	for i := range records {
		if err := im.insert(ctx, b, records[i:i+1], args[i*columns:(i+1)*columns]); err != nil {
			return err
		}
	}
	return nil
}

// try executes a statement that may fail. PostgreSQL aborts the transaction
// then, unless it is rolled back to a savepoint.
func (im *Importer) try(ctx context.Context, stmt *sql.Stmt, args []any) error {
	if im.isSQLite() {
		_, err := stmt.ExecContext(ctx, args...)
		return err
	}
	if err := im.exec(ctx, "SAVEPOINT row"); err != nil {
		return err
	}
	_, err := stmt.ExecContext(ctx, args...)
	if err != nil {
		return errors.Join(err, im.exec(ctx, "ROLLBACK TO SAVEPOINT row"))
	}
	return im.exec(ctx, "RELEASE SAVEPOINT row")
}

// retryRows writes the rows that violated a constraint again. The conflicting row
// may have changed since, or may be one of them, as when two records swap a
// unique value. Therefore it first sets their unique columns to null.
func (im *Importer) retryRows(ctx context.Context) error {
	for _, b := range im.batches {
		pending := b.shape.retry
		for _, r := range pending {
			if err := im.clearUniqueColumns(ctx, b.shape, r.record.key); err != nil {
				return err
			}
		}
		for _, r := range pending {
			stmt, err := im.statement(ctx, b, 1)
			if err != nil {
				return err
			}
			if err := im.try(ctx, stmt, r.args); err == nil {
				continue
			} else if problem := im.refusal(err); problem != "" {
				im.problems.add("%s: %s", r.record.where(), problem)
			} else {
				return fmt.Errorf("import %s: %w", b.shape.collection.Name, err)
			}
		}
	}
	return nil
}

func (im *Importer) clearUniqueColumns(ctx context.Context, s *shape, key any) error {
	var sets []string
	for _, f := range s.columns {
		if f.Unique && !f.Required {
			sets = append(sets, sqlgen.Quote(f.Name)+"=NULL")
		}
	}
	if len(sets) == 0 {
		return nil
	}
	c := s.collection
	text := "UPDATE " + sqlgen.Quote(c.Name) + " SET " + strings.Join(sets, ",") + " WHERE " + sqlgen.Quote(c.Key.Name) + "=" + im.to.Dialect.Placeholder(1)
	return im.exec(ctx, text, key)
}

// refusal returns the reason for which the database rejected a record, "" if the
// record does not cause the error.
func (im *Importer) refusal(err error) string {
	db := im.to.Writer
	if columns, ok := db.IsUnique(err); ok {
		return columns + " has to be unique"
	}
	if column, ok := db.IsNotNull(err); ok {
		return column + " is required"
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && strings.HasPrefix(e.Code, "22") { // data exceptions
		return "a value is out of the range of its column: " + e.Message
	}
	return ""
}

// statement returns the prepared statement that inserts or replaces records.
// Unchanged rows are not written, so that an import without changes writes
// nothing.
func (im *Importer) statement(ctx context.Context, b *batch, rows int) (*sql.Stmt, error) {
	if stmt := b.statements[rows]; stmt != nil {
		return stmt, nil
	}
	c := b.shape.collection
	stmt, err := im.tx.PrepareContext(ctx, im.upsert(c, b.shape.columns, rows))
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", c.Name, err)
	}
	b.statements[rows] = stmt
	return stmt, nil
}

// upsert returns the text of that statement. Dates that the source omits are set
// to the time of the import in new records and do not count as a difference: an
// existing record keeps its creation date, and its update date unless another
// column differs.
func (im *Importer) upsert(c *content.Collection, columns []*content.Field, rows int) string {
	var names, sets, before, after []string
	for _, f := range columns {
		name := sqlgen.Quote(f.Name)
		names = append(names, name)
		if f == c.Key {
			continue
		}
		unchanged, set := "excluded."+name, "excluded."+name
		if isDated(f) {
			unchanged = fmt.Sprintf("CASE WHEN excluded.%[1]s=%[2]s THEN t.%[1]s ELSE excluded.%[1]s END", name, sqlgen.Literal(im.now(f)))
		}
		if f.HasSpecial("date-created") {
			set = unchanged
		}
		sets = append(sets, name+"="+set)
		before = append(before, "t."+name)
		after = append(after, unchanged)
	}
	var b strings.Builder
	values := make([]string, len(columns))
	b.WriteString("INSERT INTO " + sqlgen.Quote(c.Name) + " AS t (" + strings.Join(names, ",") + ") VALUES ")
	for i := range rows {
		if i > 0 {
			b.WriteByte(',')
		}
		for j := range columns {
			// SQLite searches the names of all numbered parameters for each one.
			if values[j] = "?"; !im.isSQLite() {
				values[j] = im.to.Dialect.Placeholder(i*len(columns) + j + 1)
			}
		}
		b.WriteString("(" + strings.Join(values, ",") + ")")
	}
	b.WriteString(" ON CONFLICT (" + sqlgen.Quote(c.Key.Name) + ") DO ")
	if len(sets) == 0 {
		b.WriteString("NOTHING")
	} else {
		b.WriteString("UPDATE SET " + strings.Join(sets, ",") + " WHERE (" + strings.Join(before, ",") + ") IS DISTINCT FROM (" + strings.Join(after, ",") + ")")
	}
	return b.String()
}

func (b *batch) close() {
	for _, stmt := range b.statements {
		_ = stmt.Close()
	}
}
