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

// A Directus that replies with empty lists for some seconds, because of a
// proxy, a lost permission or a partial restore, cannot be distinguished from one whose
// content was deleted. A sweep that would delete too much therefore deletes
// nothing until a second sweep finds the same deletions or an operator confirms
// them.

const (
	holdDuration      = 5 * time.Minute // until a second sweep is trusted
	heldSweepInterval = time.Minute     // maximum interval of sweeps meanwhile
	confirmInterval   = time.Second     // interval of checks for a confirmation

	minHeldRows = 10 // fewer deletions are held back only if they would empty the collection
	heldDivisor = 10 // more than a tenth of a collection is held back

	confirmFile = "confirmed.json"
)

// HeldDeletion describes the deletions of one collection that a sweep found.
type HeldDeletion struct {
	Since     time.Time `json:"since"`
	Rows      int       `json:"rows"`   // to delete
	Stored    int       `json:"of"`     // rows stored
	Sum       string    `json:"sum"`    // SHA-256 of the keys
	Excessive bool      `json:"braked"` // exceeds the limit
	Confirmed bool      `json:"confirmed,omitempty"`
}

// tooMany reports whether the deletion of rows out of of stored rows exceeds
// the limit.
func tooMany(rows, of int) bool { return rows >= minHeldRows && rows*heldDivisor > of }

// newHeldDeletion returns the description of a deletion; keys must be sorted.
func newHeldDeletion(keys []string, of int, excessive bool) HeldDeletion {
	sum := sha256.Sum256([]byte(strings.Join(keys, "\n")))
	return HeldDeletion{Rows: len(keys), Stored: of, Sum: hex.EncodeToString(sum[:]), Excessive: excessive}
}

// holdBack reports whether the deletions that a sweep found are held back, and
// records them in the state if so. began is when the sweep started.
func (m *Mirror) holdBack(ctx context.Context, found map[string]HeldDeletion, began time.Time) bool {
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
		waits = waits || h.Excessive && !h.Confirmed && began.Sub(h.Since) < holdDuration
		next[name] = h
	}
	if !waits {
		return false
	}
	if len(m.state.Held) == 0 {
		m.options.Log.ErrorContext(ctx, "mirror: deletions held back", "url", m.client.Base, "collections", formatExcessive(next), "until", now.Add(holdDuration))
	}
	m.state.Held = next
	m.saveState(ctx) // Confirm may read it at once
	return true
}

// endHold ends a hold after a sweep whose deletions, possibly none, were
// applied.
func (m *Mirror) endHold(ctx context.Context, deleted map[string]HeldDeletion) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.state.Held) == 0 {
		return
	}
	m.state.Held = nil
	m.saveState(ctx)
	if carried := formatExcessive(deleted); len(carried) > 0 {
		m.options.Log.WarnContext(ctx, "mirror: held-back deletions applied", "url", m.client.Base, "collections", carried)
		return
	}
	m.options.Log.WarnContext(ctx, "mirror: held-back deletions dropped, the records exist again", "url", m.client.Base)
}

// formatExcessive returns the collections whose deletions exceed the limit, as "name
// rows/stored", sorted.
func formatExcessive(held map[string]HeldDeletion) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(held)) {
		if h := held[name]; h.Excessive {
			out = append(out, fmt.Sprintf("%s %d/%d", name, h.Rows, h.Stored))
		}
	}
	return out
}

// Reasons returns sentences on why the copy differs from the Directus; none if
// it does not.
func (s State) Reasons() []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(s.Held)) {
		h := s.Held[name]
		switch {
		case !h.Excessive:
		case h.Confirmed:
			out = append(out, fmt.Sprintf("The deletion of %d of %d records of %s is confirmed and carried out when a comparison finds the same.", h.Rows, h.Stored, name))
		default:
			out = append(out, fmt.Sprintf("The deletion of %d of %d records of %s is held back since %s: the Directus does not show them any more. It is carried out when a comparison at least five minutes later finds the same, or by ferrule mirror confirm.",
				h.Rows, h.Stored, name, h.Since.Format(time.RFC3339)))
		}
	}
	if len(s.UnknownFolders) > 0 {
		out = append(out, unknownFolders(s.UnknownFolders))
	}
	return out
}

// Reasons returns State.Reasons of the current state, and why the Directus cannot be read.
func (m *Mirror) Reasons() []string {
	s := m.Status()
	out := s.Reasons()
	if s.Error != "" {
		out = append(out, "The Directus cannot be read, the content stays as it is: "+s.Remedy+".")
	}
	return out
}

// Held returns the number of deletions held back, by collection.
func (m *Mirror) Held() map[string]int {
	out := make(map[string]int)
	for name, h := range m.Status().Held {
		out[name] = h.Rows
	}
	return out
}

// ErrNothingHeld is returned by Confirm if no deletions are held back.
var ErrNothingHeld = errors.New("confirm deletions: none is held back")

// Confirm confirms the deletions that the mirror of a folder holds back, and
// returns them. A running mirror applies them with its next sweep; otherwise
// the next start does.
func Confirm(folder string) (map[string]HeldDeletion, error) {
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

// applyConfirmation applies what Confirm wrote to the state and requests a
// sweep. Confirmations of deletions that are not held back have no effect.
func (m *Mirror) applyConfirmation(ctx context.Context) {
	file := filepath.Join(m.options.Folder, confirmFile)
	text, err := os.ReadFile(file) //nolint:gosec // inside the mirror's own folder
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	sums := make(map[string]string)
	if err == nil {
		err = json.Unmarshal(text, &sums)
	}
	if err = cmp.Or(err, m.markConfirmed(ctx, sums)); err == nil {
		err = os.Remove(file)
	}
	if err != nil {
		m.options.Log.ErrorContext(ctx, "mirror: read confirmation of deletions failed", "error", err)
	}
}

func (m *Mirror) markConfirmed(ctx context.Context, sums map[string]string) error {
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
		m.options.Log.WarnContext(ctx, "mirror: confirmed deletions are not held back")
		return nil
	}
	m.state.Held, m.sweepRequested = held, true
	return writeJSON(m.stateFile(), m.state)
}

// waitUntilDue blocks until a poll or a sweep is due, a webhook was received,
// held-back deletions are confirmed, or ctx ends.
func (m *Mirror) waitUntilDue(ctx context.Context) {
	due := m.nextPoll
	if m.nextSweep.Before(due) {
		due = m.nextSweep
	}
	timer := time.NewTimer(max(0, due.Sub(m.options.Clock.Now())))
	defer timer.Stop()
	var confirmation <-chan time.Time
	if len(m.Status().Held) > 0 {
		ticker := time.NewTicker(confirmInterval)
		defer ticker.Stop()
		confirmation = ticker.C
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.wake:
			return
		case <-timer.C:
			return
		case <-confirmation:
			if _, err := os.Stat(filepath.Join(m.options.Folder, confirmFile)); err == nil {
				return
			}
		}
	}
}
