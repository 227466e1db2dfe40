package store

import (
	"context"
	"database/sql"
	"iter"
	"time"

	"ferrule/internal/content"
)

const (
	// maxApplyTime limits the storage of a whole copy of another content system.
	maxApplyTime = time.Hour
	// maxNamedRows is the number of changed rows for which ApplyAll determines
	// the dependent tags. With more, the revision records no changes, as an
	// import: anything may have changed.
	maxNamedRows = 5000
)

// ApplyAll is Apply for more changes than fit into memory. Any error ends it,
// and nothing is stored. A missing reference is the database's error, without a
// name.
func (s *Store) ApplyAll(ctx context.Context, changes iter.Seq2[content.Change, error]) error {
	call := content.Write{Access: content.System}
	return s.changeWithin(ctx, maxApplyTime, &call, func(ctx context.Context, w *writer) error {
		if err := s.deferReferences(ctx, w.tx); err != nil {
			return err
		}
		many := copying{writer: w, prepared: make(map[string]*sql.Stmt)}
		defer many.close()
		n := 0
		for c, err := range changes {
			if err != nil {
				return err
			}
			n++
			// Deleting a record deletes the rows that refer to it; deleting a
			// file, its bytes.
			if n > maxNamedRows && !c.Delete && c.Collection != content.FilesCollection {
				err = many.put(ctx, &c)
			} else {
				_, err = w.apply(ctx, &c)
			}
			if err != nil {
				return err
			}
		}
		if n > maxNamedRows {
			w.changed = nil
		}
		return nil
	})
}

// copying writes rows without determining dependent tags.
type copying struct {
	*writer

	prepared map[string]*sql.Stmt // by text: one or two for each collection
}

func (p *copying) close() {
	for _, stmt := range p.prepared {
		_ = stmt.Close() // closed with its transaction anyway
	}
}

// put creates or changes a row.
func (p *copying) put(ctx context.Context, change *content.Change) error {
	c, key, err := p.named(change)
	if err != nil {
		return err
	}
	values, err := columnsOf(c, change.Values)
	if err != nil {
		return err
	}
	values[c.Key] = key
	text, args := p.upsertion(c, values)
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
