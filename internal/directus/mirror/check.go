package mirror

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// Report is what Check found.
type Report struct {
	Version  string   // of the Directus; empty if the token may not read it
	Keys     []string // collections whose keys are mapped to integers
	Findings []string // sentences on what is missing or slow, with the remedy
}

// oldestVersion is the oldest major version of Directus that is tested.
const oldestVersion = 11

// Check reads at most one record of each collection and reports what stands in the
// way of a mirror. The error says why the Directus cannot be read at all.
func (m *Mirror) Check(ctx context.Context) (Report, error) {
	var r Report
	if err := m.checkToken(ctx); err != nil {
		return r, err
	}
	var err error
	if r.Version, err = m.version(ctx); err != nil {
		return r, err
	}
	if major, _, _ := strings.Cut(r.Version, "."); r.Version != "" {
		if n, err := strconv.Atoi(major); err != nil || n < oldestVersion {
			r.Findings = append(r.Findings, fmt.Sprintf("The Directus has version %s, which is not tested: update it to %d or later.", r.Version, oldestVersion))
		}
	}
	if err := m.beginActivity(ctx); err != nil {
		return r, err
	}
	for _, t := range m.tables {
		if err := m.probe(ctx, t); err != nil {
			return r, err
		}
		if t.foreign && !t.hidden {
			r.Keys = append(r.Keys, t.remoteName)
		}
		if t.rows, err = m.storedRows(ctx, t, nil); err != nil {
			return r, err
		}
	}
	m.warnShortfalls()
	r.Findings = append(append(r.Findings, m.Status().Warnings...), m.slowness()...)
	return r, nil
}

// checkToken returns the error of a token that the Directus does not know.
func (m *Mirror) checkToken(ctx context.Context) error {
	if m.options.Token == "" {
		return nil
	}
	_, err := m.client.Get(ctx, "/users/me", url.Values{"fields": {"id"}})
	return err
}

// version returns the version of the Directus; empty if the token may not read
// it.
func (m *Mirror) version(ctx context.Context) (string, error) {
	data, err := m.client.Get(ctx, "/server/info", nil)
	if err != nil {
		return "", err
	}
	var in struct {
		Version  string `json:"version"`
		Directus struct {
			Version string `json:"version"`
		} `json:"directus"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return "", fmt.Errorf("read version of the Directus: %w", err)
	}
	if in.Version == "" {
		in.Version = in.Directus.Version
	}
	return in.Version, nil
}

// slowness returns sentences on why changes are shown late.
func (m *Mirror) slowness() []string {
	var out []string
	hooks, remedy := "", "Write"
	switch {
	case m.options.Secret == "":
		hooks, remedy = "Webhooks are refused, since --directus-secret is not set", "Set it, and write"
	case m.Status().LastHook.IsZero():
		hooks = "No webhook of the Directus was received yet"
	default:
		return nil
	}
	slow := m.undated()
	out = append(out, hooks+": changes are shown after "+m.options.Poll.String()+" instead of at once. "+remedy+" the Flow into the Directus with ferrule content hooks --apply.")
	if m.activity.hidden {
		out = append(out, "The token may not read the activity log of the Directus, or not that of all collections, so that each poll reads all small ones. Give its policy read access to directus_activity, without a filter or with one that lists all collections, as ferrule content schema --apply creates it.")
	}
	if len(slow) > 0 {
		out = append(out, fmt.Sprintf("Changes of large collections without dates are shown after up to %s: %s. Give the token's policy read access to directus_activity, or add a field date_updated to them.", m.options.Sweep, strings.Join(slow, ", ")))
	}
	return out
}
