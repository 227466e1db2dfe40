package mirror

import (
	"cmp"
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
	"strings"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
)

// State is the state of a mirror, stored on disk for `ferrule doctor` and the
// next start.
type State struct {
	Identity    string    `json:"of"`
	URL         string    `json:"url"`
	Pulled      bool      `json:"pulled"`       // the first pull is complete
	LastSuccess time.Time `json:"last_success"` // when the copy was last known to be current; zero if never
	Error       string    `json:"error,omitempty"`
	Warnings    []string  `json:"warnings,omitempty"` // about missing or incompatible collections, fields and records
	Errors      int64     `json:"-"`                  // failed attempts since the start

	// LocalSynonyms reports that the Directus lacks the synonyms, or that the token
	// may not read them.
	LocalSynonyms bool `json:"local_synonyms,omitempty"`

	// Remedy says what to do about Error, without addresses; empty if Error is.
	Remedy string `json:"remedy,omitempty"`

	// UnknownFolders are the folders of the mapping that the Directus lacks. Meanwhile
	// files are neither copied nor deleted.
	UnknownFolders []string `json:"unknown_folders,omitempty"`

	LastHook time.Time `json:"last_hook"` // when a webhook with the right secret was last received; zero if never

	Held map[string]HeldDeletion `json:"held,omitempty"` // deletions held back, by collection
}

// StateFile is the name of the state in the folder of a mirror.
const StateFile = "state.json"

const (
	maxWarnings       = 100
	maxLoggedWarnings = 1000 // maximum number of distinct warnings in the log
)

// ReadState returns the state that the mirror of a folder last stored; the zero
// State if there is none.
func ReadState(folder string) (State, error) {
	var s State
	text, err := os.ReadFile(filepath.Join(folder, StateFile)) //nolint:gosec // the operator names the folder
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("read %s: %w; remove the folder mirror of the data folder, and everything is compared again", StateFile, err)
	}
	return s, nil
}

// loadState returns the stored state if its identity is the same, otherwise a
// new one.
func loadState(folder, of, url string) State {
	s, err := ReadState(folder)
	if err != nil || s.Identity != of {
		return State{Identity: of, URL: url} // an unreadable state is replaced
	}
	s.Error, s.Remedy, s.Warnings, s.UnknownFolders = "", "", nil, nil // detected again if they persist
	return s
}

// Status returns a copy of the state.
func (m *Mirror) Status() State {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.state
	s.Warnings, s.Held = slices.Clone(s.Warnings), maps.Clone(s.Held)
	return s
}

// Age returns the time since the copy was last known to be current; false if it
// never was.
func (m *Mirror) Age() (time.Duration, bool) {
	s := m.Status()
	return m.options.Clock.Now().Sub(s.LastSuccess), !s.LastSuccess.IsZero()
}

// recordOutcome records the outcome of an attempt, and logs the first error of a series
// and the recovery.
func (m *Mirror) recordOutcome(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return // cancelled by the caller
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	was := m.state.Error
	if err == nil {
		m.state.Error, m.state.Remedy = "", ""
		if m.state.Pulled && len(m.state.Held) == 0 {
			m.state.LastSuccess = m.options.Clock.Now().UTC()
		}
		if was != "" {
			m.options.Log.WarnContext(ctx, "mirror: recovered", "url", m.client.Base)
		}
	} else {
		m.state.Errors++
		m.state.Error, m.state.Remedy = err.Error(), "see the log"
		if f, ok := errors.AsType[*client.Failure](err); ok {
			m.state.Remedy = cmp.Or(f.Remedy(), m.state.Remedy)
		}
		if was == "" {
			m.options.Log.ErrorContext(ctx, "mirror: update failed, content unchanged", "url", m.client.Base, "error", err)
		}
	}
	m.saveState(ctx)
}

// saveState stores the state; the caller must hold m.mu.
func (m *Mirror) saveState(ctx context.Context) {
	if err := writeJSON(m.stateFile(), m.state); err != nil {
		m.options.Log.ErrorContext(ctx, "mirror: store state failed", "error", err)
	}
}

// setUnknownFolders records the folders of the mapping that the Directus lacks.
func (m *Mirror) setUnknownFolders(folders []string) {
	m.mu.Lock()
	m.state.UnknownFolders = folders
	m.mu.Unlock()
	if len(folders) > 0 {
		m.warnCollection("%s", unknownFolders(folders))
	}
}

func unknownFolders(folders []string) string {
	return "Folders of --directus-map do not exist in the Directus, or the token may not read directus_folders: " + strings.Join(folders, ", ") +
		". Files are neither copied nor deleted until the entries are corrected."
}

func (m *Mirror) setLocalSynonyms(local bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.state.LocalSynonyms = local
}

// Local reports whether a collection is edited here: the synonyms, after the first
// pull, if the Directus lacks them. It may not have relations, through which a
// write would change other collections.
func (m *Mirror) Local(c *content.Collection) bool {
	related := func(f *content.Field) bool { return f.Kind != content.None }
	if c.Name != synonyms || slices.ContainsFunc(c.Fields, related) {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.state.Pulled && m.state.LocalSynonyms
}

// markPulled records that a sweep of all tables was applied.
func (m *Mirror) markPulled() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.state.Pulled = true
	m.filled.Store(true) // an empty Directus counts as content
}

// HasContent reports whether there is content to show: of a complete first
// pull, or of an earlier copy, possibly by another server that shares the
// store.
func (m *Mirror) HasContent(ctx context.Context) bool {
	if m.filled.Load() {
		return true
	}
	revision, err := m.options.Store.Revision(ctx)
	return err != nil || revision > 0 // reading a broken store reports its own error
}

// clearWarnings clears the warnings; those that persist are found again.
func (m *Mirror) clearWarnings() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.state.Warnings = nil
}

// warn records a warning about a record, and logs it once.
func (m *Mirror) warn(format string, args ...any) {
	m.addWarning(fmt.Sprintf(format, args...), maxWarnings, maxLoggedWarnings)
}

// warnCollection records a warning about a collection or field. These are few and
// exempt from the limits, so that warnings about records cannot displace them.
func (m *Mirror) warnCollection(format string, args ...any) {
	m.addWarning(fmt.Sprintf(format, args...), math.MaxInt, math.MaxInt)
}

// addWarning stores a warning, unless there are maxStored, and logs it, unless maxLogged were logged.
func (m *Mirror) addWarning(text string, maxStored, maxLogged int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.state.Warnings) >= maxStored || slices.Contains(m.state.Warnings, text) {
		return
	}
	m.state.Warnings = append(m.state.Warnings, text)
	if m.logged[text] || len(m.logged) >= maxLogged {
		return
	}
	m.logged[text] = true
	m.options.Log.Warn("mirror: content is incomplete", "reason", text)
}

// Errors returns the number of failed attempts since the start.
func (m *Mirror) Errors() int64 { return m.Status().Errors }
