package store

import (
	"context"
	"database/sql"
	"iter"
	"time"

	"ferrule/internal/content"
)

const (
	// maxApplyTime is how long it may take to store a whole copy of another
	// content system.
	maxApplyTime = time.Hour
	// maxNamedRows is of how many changed rows ApplyAll finds out what they
	// concern. Where more change, the revision names nothing, as an import's:
	// anything may have changed.
	maxNamedRows = 5000
)

// ApplyAll is Apply for more changes than memory holds. An error among them
// ends it, and nothing is stored. What a row refers to and is not there in the
// end is the database's error, without a name.
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
			// With a record, the rows that refer to it go; with a file, its bytes.
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

// copying writes rows without asking what they concern.
type copying struct {
	*writer

	prepared map[string]*sql.Stmt // by text: one or two for each collection
}

func (p *copying) close() {
	for _, stmt := range p.prepared {
		_ = stmt.Close() // it ends with its transaction anyway
	}
}

// put creates a row or changes it.
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
