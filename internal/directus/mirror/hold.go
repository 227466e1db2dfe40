package mirror

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Directus that answers with empty lists for some seconds, be it a proxy's
// fault, a lost permission or a half restored database, looks like one whose
// content was deleted. So a sweep that would delete too much deletes nothing:
// a second one has to find the same, or a person has to confirm it.

const (
	holdTime   = 5 * time.Minute // before a second sweep is believed
	heldSweep  = time.Minute     // between sweeps meanwhile, at most
	confirmGap = time.Second     // between two looks for a confirmation

	leastRows = 10 // fewer deletions are held back only where no row is left
	mostPart  = 10 // a tenth of a collection

	confirmFile = "confirmed.json"
)

// Held is what a sweep would delete of one collection.
type Held struct {
	Since     time.Time `json:"since"`
	Rows      int       `json:"rows"`
	Of        int       `json:"of"`     // rows stored
	Sum       string    `json:"sum"`    // of the keys
	Braked    bool      `json:"braked"` // too much to be believed at once
	Confirmed bool      `json:"confirmed,omitempty"`
}

// tooMany reports whether so many deletions of so many rows are held back even
// where others stay.
func tooMany(rows, of int) bool { return rows >= leastRows && rows*mostPart > of }

// newHeld describes a deletion; keys are sorted.
func newHeld(keys []string, of int, braked bool) Held {
	sum := sha256.Sum256([]byte(strings.Join(keys, "\n")))
	return Held{Rows: len(keys), Of: of, Sum: hex.EncodeToString(sum[:]), Braked: braked}
}

// holds decides whether the deletions that a sweep found are held back, and
// keeps them in the state if so. began is when the sweep did.
func (m *Mirror) holds(ctx context.Context, found map[string]Held, began time.Time) bool {
	now := m.options.Clock.Now().UTC()
	m.mu.Lock()
	defer m.mu.Unlock()
	waits := false
	next := maps.Clone(found)
	for name, h := range next {
		h.Since = now
		if was := m.state.Held[name]; was.Sum == h.Sum {
			h.Since, h.Confirmed = was.Since, was.Confirmed
		}
		waits = waits || h.Braked && !h.Confirmed && began.Sub(h.Since) < holdTime
		next[name] = h
	}
	if !waits {
		return false
	}
	if len(m.state.Held) == 0 {
		m.options.Log.ErrorContext(ctx, "mirror: deletions are held back", "url", m.client.base, "collections", brakedOf(next), "until", now.Add(holdTime))
	}
	m.state.Held = next
	m.keepState(ctx) // Confirm reads it as soon as it is told
	return true
}

// released ends a hold after a sweep whose deletions, which may be none, were
// carried out.
func (m *Mirror) released(ctx context.Context, deleted map[string]Held) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.state.Held) == 0 {
		return
	}
	m.state.Held = nil
	m.keepState(ctx)
	if carried := brakedOf(deleted); len(carried) > 0 {
		m.options.Log.WarnContext(ctx, "mirror: deletions that were held back are carried out", "url", m.client.base, "collections", carried)
		return
	}
	m.options.Log.WarnContext(ctx, "mirror: no deletions are held back, the records are there again", "url", m.client.base)
}

// brakedOf lists the collections of which too much would be deleted, with how
// much of how much.
func brakedOf(held map[string]Held) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(held)) {
		if h := held[name]; h.Braked {
			out = append(out, fmt.Sprintf("%s %d/%d", name, h.Rows, h.Of))
		}
	}
	return out
}

// Reasons says in sentences why the copy is not as the Directus has it.
func (s State) Reasons() []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(s.Held)) {
		h := s.Held[name]
		switch {
		case !h.Braked:
		case h.Confirmed:
			out = append(out, fmt.Sprintf("The deletion of %d of %d records of %s is confirmed and carried out when a comparison finds the same.", h.Rows, h.Of, name))
		default:
			out = append(out, fmt.Sprintf("The deletion of %d of %d records of %s is held back since %s: the Directus does not show them any more. It is carried out when a comparison at least five minutes later finds the same, or by ferrule mirror confirm.",
				h.Rows, h.Of, name, h.Since.Format(time.RFC3339)))
		}
	}
	return out
}

// Reasons says why the copy is not as the Directus has it; none if it is.
func (m *Mirror) Reasons() []string { return m.Status().Reasons() }

// Held is how many records of which collections are not deleted for now.
func (m *Mirror) Held() map[string]int {
	out := make(map[string]int)
	for name, h := range m.Status().Held {
		out[name] = h.Rows
	}
	return out
}

// ErrNothingHeld is what there is to say when nothing waits for Confirm.
var ErrNothingHeld = errors.New("confirm deletions: none is held back")

// Confirm lets the mirror of a folder carry out the deletions that it holds
// back, and returns them. The mirror may run meanwhile; else it is done after
// its next start.
func Confirm(folder string) (map[string]Held, error) {
	s, err := ReadState(folder)
	if err != nil {
		return nil, err
	}
	if len(s.Held) == 0 {
		return nil, ErrNothingHeld
	}
	sums := make(map[string]string)
	for name, h := range s.Held {
		sums[name] = h.Sum
	}
	return s.Held, writeJSON(filepath.Join(folder, confirmFile), sums)
}

// heedConfirmation takes what Confirm left into the state, and has everything
// compared at once. What was confirmed and is not held back is without effect.
func (m *Mirror) heedConfirmation(ctx context.Context) {
	file := filepath.Join(m.options.Folder, confirmFile)
	text, err := os.ReadFile(file) //nolint:gosec // in the mirror's own folder
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	sums := make(map[string]string)
	if err == nil {
		err = json.Unmarshal(text, &sums)
	}
	if err = cmp.Or(err, m.confirmed(ctx, sums)); err == nil {
		err = os.Remove(file)
	}
	if err != nil {
		m.options.Log.ErrorContext(ctx, "mirror: the confirmation of deletions cannot be read", "err", err)
	}
}

func (m *Mirror) confirmed(ctx context.Context, sums map[string]string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	held, some := maps.Clone(m.state.Held), false
	for name, h := range held {
		if h.Sum == sums[name] {
			h.Confirmed, some = true, true
			held[name] = h
		}
	}
	if !some {
		m.options.Log.WarnContext(ctx, "mirror: the deletions that were confirmed are not held back")
		return nil
	}
	m.state.Held, m.whole = held, true
	return writeJSON(m.stateFile(), m.state)
}

// pause waits until something is due: a poll, a sweep, what a hook said, or the
// confirmation of what is held back.
func (m *Mirror) pause(ctx context.Context) {
	due := m.nextPoll
	if m.nextSweep.Before(due) {
		due = m.nextSweep
	}
	timer := time.NewTimer(max(0, due.Sub(m.options.Clock.Now())))
	defer timer.Stop()
	var look <-chan time.Time
	if len(m.Status().Held) > 0 {
		ticker := time.NewTicker(confirmGap)
		defer ticker.Stop()
		look = ticker.C
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.wake:
			return
		case <-timer.C:
			return
		case <-look:
			if _, err := os.Stat(filepath.Join(m.options.Folder, confirmFile)); err == nil {
				return
			}
		}
	}
}
