package mirror

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"ferrule/internal/content"
)

// sweep compares all tables with the Directus by their keys and the sum of
// each row, and applies what differs at once: the first pull into an empty
// store, and what finds deletions and rows that carry no date later. What
// happens meanwhile is applied beside it, and staged behind what was found
// before. A first pull that fails goes on where it stopped; later ones begin
// anew, since what they staged grows old. A sweep that would delete too much
// deletes nothing, see holds.
func (m *Mirror) sweep(ctx context.Context) (err error) {
	pulled, began := m.Status().Pulled, m.options.Clock.Now()
	m.forgetWarnings()
	if m.stage, err = openStage(m.options.Folder, m.of, !pulled); err != nil {
		return err
	}
	defer func() {
		leave := m.stage.close
		if err == nil || pulled {
			leave = m.stage.drop
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
		if other, ok := errors.AsType[*otherKeysError](err); ok {
			m.leaveOut(t, other)
			continue
		}
		if _, ok := errors.AsType[*doubt](err); ok {
			broken = cmp.Or(broken, err)
			continue
		}
		if f, ok := errors.AsType[*failure](err); pulled && ok && f.aboutOne() {
			// The others are not to wait for it. It is tried again with the next sweep.
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
	m.broken = broken
	held := m.holds(ctx, m.stage.Gone, began)
	if held && !pulled {
		// The content of before is shown until all of it can change at once.
		return nil
	}
	if m.stage.Size > 0 {
		if err := m.apply(ctx, m.stage.all(!held)); err != nil {
			return err
		}
	}
	if !held {
		m.released(ctx, m.stage.Gone)
	}
	if broken == nil {
		clear(m.removed)
	}
	m.wholeNow()
	return nil
}

// known is a row of the table being compared.
type known struct {
	sum    uint64
	seen   bool // the Directus has it
	stored bool // it was stored before
}

// compare stages what differs in one table.
func (m *Mirror) compare(ctx context.Context, t *table) error {
	s := m.stage
	var doubted error
	// Of a table that was begun before, nobody knows any more which rows were
	// there: what was deleted of it, the next sweep finds.
	begun := s.Table == t.Name
	if !begun {
		s.Table, s.At = t.Name, cursor{}
	}
	if err := m.probe(ctx, t); err != nil {
		return err
	}
	if !t.hidden {
		have := make(map[string]known)
		if err := m.stored(ctx, t, nil, func(r row) { have[r.key] = known{sum: r.sum, stored: true} }); err != nil {
			return err
		}
		if err := m.comparePages(ctx, t, have); err != nil {
			return err
		}
		if !begun {
			err := m.stageGone(ctx, t, have)
			if _, ok := errors.AsType[*doubt](err); err != nil && !ok {
				return err
			}
			doubted = err
		}
	}
	s.Done, s.Table = append(s.Done, t.Name), ""
	return cmp.Or(s.mark(), doubted)
}

func (m *Mirror) comparePages(ctx context.Context, t *table, have map[string]known) error {
	for {
		before := m.stage.At
		rows, err := m.page(ctx, t, nil, &m.stage.At)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if was, ok := have[r.key]; !ok || was.sum != r.sum {
				if err := m.stage.add(r.change()); err != nil {
					return err
				}
			}
			have[r.key] = known{sum: r.sum, seen: true, stored: have[r.key].stored}
		}
		if m.stage.At == before {
			return nil
		}
		if err := m.stage.mark(); err != nil {
			return err
		}
		// A table may take minutes. Before the first pull is whole there is
		// nothing to keep up to date.
		if m.Status().Pulled {
			if err := m.refresh(ctx); err != nil {
				return err
			}
		}
	}
}

func (t *table) gone(key string) content.Change {
	return content.Change{Collection: t.Name, Key: literal(t.Key, key), Delete: true}
}

func (r row) change() content.Change {
	return content.Change{Collection: r.table.Name, Key: r.values[r.table.Key.Name], Values: r.values}
}
