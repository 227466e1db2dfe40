package store

import (
	"context"
	"database/sql"
	"iter"
	"time"

	"ferrule/internal/content"
)

const (
	// maxApplyTime limits ApplyAll, which may store all rows of another content
	// system.
	maxApplyTime = time.Hour
	// maxTrackedRows is the number of changed rows for which ApplyAll determines
	// the dependent tags. With more, the revision records no changes, as after
	// an import: anything may have changed.
	maxTrackedRows = 5000
)

// ApplyAll writes as Apply does, for more changes than fit into memory. After any
// error nothing is stored. The error of a missing reference is the database's,
// which does not name the field.
func (s *Store) ApplyAll(ctx context.Context, changes iter.Seq2[content.Change, error]) error {
	return s.applyAll(ctx, changes, func(context.Context, *writer, map[string]bool) error { return nil })
}

// ImportAll is ApplyAll for content that is edited here afterwards: it checks the rules
// between records that an import checks.
func (s *Store) ImportAll(ctx context.Context, changes iter.Seq2[content.Change, error]) error {
	err := s.applyAll(ctx, changes, func(ctx context.Context, w *writer, touched map[string]bool) error {
		return w.checkIntegrity(ctx, func(collection string) bool { return touched[collection] })
	})
	if err == nil {
		s.sizes.reset()
		s.analyze(ctx)
	}
	return err
}

func (s *Store) applyAll(ctx context.Context, changes iter.Seq2[content.Change, error], check func(context.Context, *writer, map[string]bool) error) error {
	call := content.Write{Access: content.System}
	touched := make(map[string]bool)
	return s.changeWithin(ctx, maxApplyTime, &call, func(ctx context.Context, w *writer) error {
		if err := s.deferReferences(ctx, w.tx); err != nil {
			return err
		}
		bulk := bulkWriter{writer: w, prepared: make(map[string]*sql.Stmt)}
		defer bulk.close()
		n := 0
		for c, err := range changes {
			if err != nil {
				return err
			}
			n++
			touched[c.Collection] = true
			// Deleting a record deletes the rows that refer to it; deleting a
			// file, its bytes.
			if n > maxTrackedRows && !c.Delete && c.Collection != content.FilesCollection {
				err = bulk.put(ctx, &c)
			} else {
				_, err = w.apply(ctx, &c)
			}
			if err != nil {
				return err
			}
		}
		if n > maxTrackedRows {
			w.changed = nil
		}
		return check(ctx, w, touched)
	})
}

// bulkWriter writes rows with prepared statements and does not determine dependent tags.
type bulkWriter struct {
	*writer

	prepared map[string]*sql.Stmt // by text; one or two per collection
}

func (p *bulkWriter) close() {
	for _, stmt := range p.prepared {
		_ = stmt.Close() // closed with its transaction anyway
	}
}

// put creates or updates a row.
func (p *bulkWriter) put(ctx context.Context, change *content.Change) error {
	c, key, err := p.resolve(change)
	if err != nil {
		return err
	}
	values, err := columnsOf(c, change.Values)
	if err != nil {
		return err
	}
	values[c.Key] = key
	text, args := p.upsertStatement(c, values)
	stmt := p.prepared[text]
	if stmt == nil {
		if stmt, err = p.tx.PrepareContext(ctx, text); err != nil {
			return err
		}
		p.prepared[text] = stmt
	}
	if _, err := stmt.ExecContext(ctx, args...); err != nil {
		return p.refused(c, values, err)
	}
	return nil
}
