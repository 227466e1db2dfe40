package mirror

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
)

// sweep compares all tables with the Directus by keys and row checksums, and
// applies the differences at once. It is the first pull into an empty store;
// later it finds deletions and changes of rows without dates. Changes that
// webhooks and polls find meanwhile are applied immediately and staged after
// the older ones. A first pull that fails resumes at its position; later sweeps
// restart, since their staged changes become stale. A sweep that would delete
// too much deletes nothing, see holdBack.
func (m *Mirror) sweep(ctx context.Context) (err error) {
	pulled, began := m.Status().Pulled, m.options.Clock.Now()
	m.clearWarnings()
	if err := m.beginActivity(ctx); err != nil {
		return err
	}
	if m.stage, err = openStage(m.options.Folder, m.identity, !pulled); err != nil {
		return err
	}
	defer func() {
		leave := m.stage.close
		if err == nil || pulled {
			leave = m.stage.remove
		}
		err = errors.Join(err, leave())
		m.stage = nil
	}()
	var broken error
	for _, t := range m.tables {
		if slices.Contains(m.stage.Done, t.Name) {
			continue
		}
		err := m.compare(ctx, t)
		if other, ok := errors.AsType[*keyTypeError](err); ok {
			m.exclude(t, other)
			continue
		}
		if _, ok := errors.AsType[*unreliableListError](err); ok {
			broken = cmp.Or(broken, err)
			continue
		}
		if f, ok := errors.AsType[*client.Failure](err); pulled && ok && f.ConcernsCollection() {
			// The other tables do not wait for this one, which the next sweep
			// tries again.
			t.hidden, broken = true, cmp.Or(broken, err)
			continue
		}
		if err != nil {
			return err
		}
	}
	if err := m.stage.mark(); err != nil {
		return err
	}
	m.warnShortfalls()
	m.sweepError = broken
	held := m.holdBack(ctx, m.stage.Deletions, began)
	if held && !pulled {
		// The earlier content is shown until everything can change at once.
		return nil
	}
	if m.stage.Size > 0 {
		if err := m.apply(ctx, m.stage.changes(!held)); err != nil {
			return err
		}
	}
	if !held {
		m.endHold(ctx, m.stage.Deletions)
	}
	if broken == nil {
		clear(m.removed)
	}
	m.markPulled()
	return nil
}

// rowState is the state of a row of the table being compared.
type rowState struct {
	sum    uint64
	seen   bool // the Directus has it
	stored bool // the store has it
}

// compare stages the differences of one table.
func (m *Mirror) compare(ctx context.Context, t *table) error {
	s := m.stage
	var doubted error
	// After a resume, the rows seen before the interruption are unknown; the
	// next sweep finds deletions of this table.
	begun := s.Table == t.Name
	if !begun {
		s.Table, s.At, s.From = t.Name, cursor{}, s.Size
	}
	if err := m.probe(ctx, t); err != nil {
		return err
	}
	if !t.hidden {
		have, err := m.comparePages(ctx, t)
		if err != nil {
			return err
		}
		if !begun {
			err := m.stageDeletions(ctx, t, have)
			if _, ok := errors.AsType[*unreliableListError](err); err != nil && !ok {
				return err
			}
			doubted = err
		}
	}
	s.Done, s.Table = append(s.Done, t.Name), ""
	return cmp.Or(s.mark(), doubted)
}

// storedStates returns the stored rows of a table by key.
func (m *Mirror) storedStates(ctx context.Context, t *table) (map[string]rowState, error) {
	have := make(map[string]rowState)
	err := m.eachStored(ctx, t, nil, func(r row) { have[r.key] = rowState{sum: r.sum, stored: true} })
	return have, err
}

// comparePages stages new and changed rows of a table, and returns the state of all.
func (m *Mirror) comparePages(ctx context.Context, t *table) (map[string]rowState, error) {
	have, err := m.storedStates(ctx, t)
	if err != nil {
		return nil, err
	}
	t.rows = 0
	for !t.empty {
		before := m.stage.At
		rows, err := m.page(ctx, t, nil, &m.stage.At)
		if err != nil {
			return nil, err
		}
		if m.stage.At.Restarted && !before.Restarted { // the rows before had other keys
			if have, err = m.storedStates(ctx, t); err != nil {
				return nil, err
			}
			if err := m.stage.discard(); err != nil {
				return nil, err
			}
			t.rows = 0
		}
		t.rows += len(rows)
		for _, r := range rows {
			if was, ok := have[r.key]; !ok || was.sum != r.sum {
				if err := m.stage.add(r.change()); err != nil {
					return nil, err
				}
			}
			have[r.key] = rowState{sum: r.sum, seen: true, stored: have[r.key].stored}
		}
		if m.stage.At == before {
			break
		}
		if err := cmp.Or(m.keys.save(), m.stage.mark()); err != nil {
			return nil, err
		}
		// A table may take minutes. Until the first pull is complete, there is
		// nothing to keep current.
		if m.Status().Pulled {
			if err := m.refresh(ctx); err != nil {
				return nil, err
			}
		}
	}
	return have, nil
}

func (t *table) deletion(key string) content.Change {
	return content.Change{Collection: t.Name, Key: jsonKey(t.Key, key), Delete: true}
}

func (r row) change() content.Change {
	return content.Change{Collection: r.table.Name, Key: r.values[r.table.Key.Name], Values: r.values}
}
