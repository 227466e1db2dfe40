package transfer

import (
	"context"
	"database/sql"
	"fmt"

	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
)

// bulkRows is the minimum number of rows for which a table is filled without its
// indexes, which are rebuilt afterwards: sorting is several times faster than
// inserting in random order.
const bulkRows = 20000

// bulkCache is the page cache of SQLite during a large import, in KiB. With the
// small cache of a server, an import into larger tables is many times
// slower.
const bulkCache = 65536

// bulk speeds up a large import into SQLite. Readers are not affected: they read
// the last committed state.
type bulk struct {
	im      *Importer
	cache   int64    // the former size; 0 before a large import
	indexes []string // statements that recreate the dropped indexes
}

// prepare drops the indexes of tables whose size will more than double, except
// where new rows may replace others, since these are read by index.
func (b *bulk) prepare(ctx context.Context) error {
	if !b.im.isSQLite() {
		return nil
	}
	for c, s := range b.im.shapes {
		if s.rows < bulkRows {
			continue
		}
		if err := b.enlargeCache(ctx); err != nil {
			return err
		}
		var few bool
		if err := b.im.tx.QueryRowContext(ctx, "SELECT count(*)<? FROM "+sqlgen.Quote(c.Name), s.rows/2).Scan(&few); err != nil {
			return fmt.Errorf("import %s: %w", c.Name, err)
		}
		if !s.empty && (s.nested || !few) {
			continue
		}
		if err := b.dropIndexes(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (b *bulk) enlargeCache(ctx context.Context) error {
	if b.cache != 0 {
		return nil
	}
	if err := b.im.tx.QueryRowContext(ctx, "PRAGMA cache_size").Scan(&b.cache); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	return b.im.exec(ctx, fmt.Sprintf("PRAGMA cache_size=-%d", bulkCache))
}

func (b *bulk) dropIndexes(ctx context.Context, s *shape) error {
	names, err := b.im.texts(ctx, "SELECT name FROM sqlite_master WHERE type='index' AND tbl_name="+sqlgen.Literal(s.collection.Name)+" AND sql LIKE 'CREATE INDEX %' ORDER BY name")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := b.im.texts(ctx, "SELECT sql FROM sqlite_master WHERE type='index' AND name="+sqlgen.Literal(name))
		if err != nil {
			return err
		}
		b.indexes = append(b.indexes, text...)
		if err := b.im.exec(ctx, "DROP INDEX "+sqlgen.Quote(name)); err != nil {
			return err
		}
	}
	return nil
}

// finish recreates the indexes.
func (b *bulk) finish(ctx context.Context) error {
	for _, text := range b.indexes {
		if err := b.im.exec(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// release frees the memory and disk space of a large import after its
// transaction; errors are ignored, since both are freed later anyway.
func (b *bulk) release() {
	if b.cache != 0 {
		_, _ = b.im.conn.ExecContext(context.Background(), fmt.Sprintf("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size=%d; PRAGMA shrink_memory", b.cache))
	}
}

// query calls scan for each row of a query.
func (im *Importer) query(ctx context.Context, statement string, scan func(*sql.Rows) error, args ...any) error {
	if err := database.EachRow(ctx, im.tx, statement, scan, args...); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	return nil
}

func (im *Importer) isSQLite() bool {
	return im.to.Writer.Kind == database.SQLite
}

// texts returns the first column of a query.
func (im *Importer) texts(ctx context.Context, statement string) ([]string, error) {
	var out []string
	err := im.query(ctx, statement, func(row *sql.Rows) error {
		var text string
		err := row.Scan(&text)
		out = append(out, text)
		return err
	})
	return out, err
}
