package mirror

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// State is how a mirror stands, as it is kept on disk for `ferrule doctor` and
// for the next start.
type State struct {
	Of          string    `json:"of"`
	URL         string    `json:"url"`
	Pulled      bool      `json:"pulled"`       // all of the Directus was here once
	LastSuccess time.Time `json:"last_success"` // when the copy was last known to be up to date; zero if never
	Error       string    `json:"error,omitempty"`
	Warnings    []string  `json:"warnings,omitempty"` // what the Directus lacks, or has in another form
	Errors      int64     `json:"-"`                  // since the start

	Held map[string]Held `json:"held,omitempty"` // deletions that are held back, by collection
}

const (
	stateFile   = "state.json"
	maxWarnings = 100
	maxTold     = 1000 // different ones that are logged
)

// ReadState reads what the mirror in that folder last wrote down; the zero
// State where none ever ran.
func ReadState(folder string) (State, error) {
	var s State
	text, err := os.ReadFile(filepath.Join(folder, stateFile)) //nolint:gosec // the operator names the folder
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("%s: %w", stateFile, err)
	}
	return s, nil
}

// loadState goes on from the state on disk if it is about the same copy.
func loadState(folder, of, url string) State {
	s, err := ReadState(folder)
	if err != nil || s.Of != of {
		return State{Of: of, URL: url} // what is unreadable is written anew
	}
	s.Error, s.Warnings = "", nil // they are found again, or were mended
	return s
}

// Status tells how the mirror stands.
func (m *Mirror) Status() State {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.state
	s.Warnings, s.Held = slices.Clone(s.Warnings), maps.Clone(s.Held)
	return s
}

// Age is how long ago the copy was last known to be up to date; false if it
// never was.
func (m *Mirror) Age() (time.Duration, bool) {
	s := m.Status()
	return m.options.Clock.Now().Sub(s.LastSuccess), !s.LastSuccess.IsZero()
}

// note keeps how an attempt ended, and logs when errors begin and end.
func (m *Mirror) note(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return // it was broken off from here
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	was := m.state.Error
	if err == nil {
		m.state.Error = ""
		if m.state.Pulled && len(m.state.Held) == 0 {
			m.state.LastSuccess = m.options.Clock.Now().UTC()
		}
		if was != "" {
			m.options.Log.WarnContext(ctx, "mirror: the Directus answers again", "url", m.client.base)
		}
	} else {
		m.state.Errors++
		m.state.Error = err.Error()
		if was == "" {
			m.options.Log.ErrorContext(ctx, "mirror: the content stays as it is", "url", m.client.base, "err", err)
		}
	}
	m.keepState(ctx)
}

// keepState writes the state down; the caller holds m.mu.
func (m *Mirror) keepState(ctx context.Context) {
	if err := writeJSON(m.stateFile(), m.state); err != nil {
		m.options.Log.ErrorContext(ctx, "mirror: its state cannot be kept", "err", err)
	}
}

// wholeNow notes that all tables were compared and all of it is stored.
func (m *Mirror) wholeNow() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.state.Pulled = true
	m.filled.Store(true) // an empty Directus is shown as such
}

// HasContent reports whether there is content to show: that of the first pull,
// all of which is stored at once, or of before. It may be of another server that
// shares the store.
func (m *Mirror) HasContent(ctx context.Context) bool {
	if m.filled.Load() {
		return true
	}
	revision, err := m.options.Store.Revision(ctx)
	return err != nil || revision > 0 // a store that cannot be read says so itself
}

// forgetWarnings begins a list of warnings: what was mended is not in it.
func (m *Mirror) forgetWarnings() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.state.Warnings = nil
}

// warn keeps, and logs once, what is wrong with a record of the Directus.
func (m *Mirror) warn(format string, args ...any) {
	m.keepWarning(fmt.Sprintf(format, args...), maxWarnings, maxTold)
}

// warnOf is warn for a collection or a field. There are few of them, so that
// warnings about many records do not crowd them out.
func (m *Mirror) warnOf(format string, args ...any) {
	m.keepWarning(fmt.Sprintf(format, args...), math.MaxInt, math.MaxInt)
}

// keepWarning keeps and logs a text unless that many are kept or logged already.
func (m *Mirror) keepWarning(text string, mostKept, mostTold int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.state.Warnings) >= mostKept || slices.Contains(m.state.Warnings, text) {
		return
	}
	m.state.Warnings = append(m.state.Warnings, text)
	if m.told[text] || len(m.told) >= mostTold {
		return
	}
	m.told[text] = true
	m.options.Log.Warn("mirror: content is incomplete", "reason", text)
}

// Errors is how many attempts failed since the start.
func (m *Mirror) Errors() int64 { return m.Status().Errors }
