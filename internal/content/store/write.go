package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/store/integrity"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// maxWriteTime limits a write, including the wait for an import.
const maxWriteTime = 30 * time.Second

var _ content.Writer = (*Store)(nil)

// writer is one write transaction.
type writer struct {
	s       *Store
	tx      *sql.Tx
	call    *content.Write
	now     time.Time
	changed changed
	orphans []string // names, in the folder of files, of files that no record references after the write
}

// Write implements content.Writer.
func (s *Store) Write(ctx context.Context, call content.Write) (content.Written, error) {
	var done content.Written
	err := s.change(ctx, &call, func(ctx context.Context, w *writer) (err error) {
		if call.Action == content.ActionDelete {
			return w.deleteAll(ctx, call.Collection, call.Keys)
		}
		done.Keys = make([]any, len(call.Records))
		for i, r := range call.Records {
			if done.Keys[i], err = w.writeItem(ctx, r); err != nil {
				return err
			}
		}
		return w.checkIntegrity(ctx, func(collection string) bool { return w.changed[collection] != nil })
	})
	if err != nil {
		return content.Written{}, err
	}
	return done, nil
}

// change runs do in a transaction. Writers are serialised (see begin), so none
// decides on data that another is about to change.
func (s *Store) change(ctx context.Context, call *content.Write, do func(context.Context, *writer) error) error {
	return s.changeWithin(ctx, maxWriteTime, call, do)
}

func (s *Store) changeWithin(ctx context.Context, limit time.Duration, call *content.Write, do func(context.Context, *writer) error) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	w := &writer{s: s, call: call, now: s.now(), changed: changed{}}
	err := s.inTransaction(limited, func(tx *sql.Tx) error {
		w.tx = tx
		if err := do(limited, w); err != nil {
			return err
		}
		if err := incrementRevision(limited, tx); err != nil {
			return err
		}
		return w.changed.record(limited, tx, s.dialect)
	})
	if err == nil {
		s.revision.invalidate()
		s.removeBytes(ctx, w.orphans)
		return nil
	}
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind != fault.Internal {
		return err
	}
	if limited.Err() != nil && ctx.Err() == nil {
		return fault.Wrap(fault.Unavailable, err, "The content is being changed by others. Try again later.").WithCode("SERVICE_UNAVAILABLE")
	}
	return cannotStore(fmt.Errorf("write content: %w", database.Advise(err, s.file)))
}

// cannotStore makes an error with a cause outside the program, such as a full disk, one of
// kind Unavailable.
func cannotStore(err error) error {
	if !database.CannotStore(err) {
		return err
	}
	return fault.Wrap(fault.Unavailable, err, "The content cannot be stored at the moment. Try again later; the server's log says why.").WithCode("SERVICE_UNAVAILABLE")
}

func (s *Store) inTransaction(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // no effect after a commit
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// writeItem writes one of the top-level items of the call.
func (w *writer) writeItem(ctx context.Context, r *content.Record) (any, error) {
	if w.call.Action == content.ActionCreate {
		return w.create(ctx, r)
	}
	if r.Collection.Singleton && r.Key == nil {
		row := w.tx.QueryRowContext(ctx, "SELECT "+sqlgen.Quote(r.Collection.Key.Name)+" FROM "+sqlgen.Quote(r.Collection.Name)+" ORDER BY 1 LIMIT 1")
		switch err := row.Scan(&r.Key); {
		case errors.Is(err, sql.ErrNoRows):
			return w.create(ctx, r)
		case err != nil:
			return nil, err
		}
		r.Key = asValue(r.Key)
	}
	return r.Key, w.update(ctx, r)
}

// checkIntegrity rejects changes of touched collections that violate a rule between
// records, see package integrity.
func (w *writer) checkIntegrity(ctx context.Context, touched func(collection string) bool) error {
	problems, err := integrity.Redirects(ctx, w.tx, w.s.model, touched)
	switch {
	case err != nil:
		return err
	case len(problems) > 0:
		return content.InvalidPayload("The redirects cannot be followed: %s", strings.Join(problems, "; "))
	}
	for _, check := range []integrity.Check{integrity.Variations, integrity.Synonyms} {
		problems, err := check(ctx, w.tx, w.s.model, touched)
		switch {
		case err != nil:
			return err
		case len(problems) > 0:
			return content.InvalidPayload("%s", strings.Join(problems, "; "))
		}
	}
	return nil
}

// upsert updates the record with the key, or creates it.
func (w *writer) upsert(ctx context.Context, r *content.Record) (any, error) {
	if r.Key == nil {
		return w.create(ctx, r)
	}
	exists, err := w.exists(ctx, r.Collection.Key, r.Key)
	switch {
	case err != nil:
		return nil, err
	case exists:
		return r.Key, w.update(ctx, r)
	case r.Bare:
		return nil, content.ErrItem()
	default:
		return w.create(ctx, r)
	}
}

// exists reports whether a record with a value in a column exists.
func (w *writer) exists(ctx context.Context, f *content.Field, v any) (bool, error) {
	var one int
	err := w.tx.QueryRowContext(ctx, "SELECT 1 FROM "+sqlgen.Quote(f.Collection.Name)+" WHERE "+sqlgen.Quote(f.Name)+"="+w.s.dialect.Placeholder(1), w.s.dialect.Value(f, v)).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// asValue converts a key from the database to the form of content.ParseValue.
func asValue(v any) any {
	switch t := v.(type) {
	case []byte:
		return string(t)
	case int32:
		return int64(t)
	default:
		return v
	}
}
