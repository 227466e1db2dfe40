package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/mapping"
	"ferrule/internal/directus/mirror"
)

// MirrorConfig makes the content a copy of a Directus instance.
type MirrorConfig struct {
	Directus       string        `help:"Address of a Directus whose content is shown, from a copy that is updated continuously." placeholder:"URL" env:"FERRULE_DIRECTUS"`
	DirectusToken  string        `help:"Static token of a user of the Directus who may read the content that the site shows, including files. If not given, its public content is copied." placeholder:"TOKEN" env:"FERRULE_DIRECTUS_TOKEN"`
	DirectusSecret string        `help:"Secret that a Flow of the Directus sends as X-Ferrule-Secret to /api/hooks/content when content changes." placeholder:"SECRET" env:"FERRULE_DIRECTUS_SECRET"`
	DirectusMap    string        `help:"JSON file that maps a Directus of another model: names, values, constants, languages, folders. See ferrule content map." placeholder:"FILE" env:"FERRULE_DIRECTUS_MAP"`
	DirectusPoll   time.Duration `help:"Interval at which the Directus is queried for changes." default:"15s" env:"FERRULE_DIRECTUS_POLL"`
	DirectusSweep  time.Duration `help:"Interval at which all records are compared, to detect what polls miss." default:"5m" env:"FERRULE_DIRECTUS_SWEEP"`
	DirectusRate   float64       `help:"Maximum average number of requests to the Directus per second." default:"10" env:"FERRULE_DIRECTUS_RATE"`
}

func (c *MirrorConfig) validateMirror(addProblem func(format string, args ...any)) {
	if c.DirectusPoll < time.Second || c.DirectusSweep < c.DirectusPoll {
		addProblem("--directus-poll %s and --directus-sweep %s: use 1s or more, and a sweep interval of at least the poll interval", c.DirectusPoll, c.DirectusSweep)
	}
	if c.DirectusRate <= 0 {
		addProblem("--directus-rate: %g is too low; use more than 0", c.DirectusRate)
	}
	if c.Directus == "" && (c.DirectusToken != "" || c.DirectusSecret != "" || c.DirectusMap != "") {
		addProblem("--directus: missing; the other flags of a Directus have no effect without it")
	}
}

// NewMirror returns the mirror of the configured Directus, or nil if there is
// none. forget removes what was derived from a file whose bytes have changed.
func (c *MirrorConfig) NewMirror(data string, m *content.Model, s *store.Store, forget func(disk string) error, log *slog.Logger) (*mirror.Mirror, error) {
	if c.Directus == "" {
		return nil, nil //nolint:nilnil // no mirror is not an error
	}
	names, err := ReadMapping(m, c.DirectusMap)
	if err != nil {
		return nil, err
	}
	return mirror.New(mirror.Options{
		URL: c.Directus, Token: c.DirectusToken, Secret: c.DirectusSecret, Map: names,
		Folder: filepath.Join(data, MirrorFolder), Files: filepath.Join(data, FilesFolder),
		Model: m, Store: s, Forget: forget, Poll: c.DirectusPoll, Sweep: c.DirectusSweep, Rate: c.DirectusRate, Log: log,
	})
}

// ReadMapping reads the file of --directus-map; without one, nothing is mapped.
func ReadMapping(m *content.Model, file string) (names mapping.Mapping, err error) {
	if file == "" {
		return names, nil
	}
	text, err := os.ReadFile(file) //nolint:gosec // the operator names the file
	if err == nil {
		names, err = mapping.Parse(m, text)
	}
	if err != nil {
		return names, fmt.Errorf("--directus-map: %w", err)
	}
	return names, nil
}

// newMirror creates the mirror, which New starts last.
func (a *App) newMirror(context.Context) (err error) {
	forget := func(disk string) error { return a.assets.Forget(disk) } // called after openAssets, which needs the mirror
	a.mirror, err = a.config.NewMirror(a.config.Data, a.model, a.content, forget, a.log)
	return err
}

// startMirror starts copying, if there is a mirror, until ctx ends or Close.
func (a *App) startMirror(ctx context.Context) error {
	if a.mirror == nil {
		return nil
	}
	a.metrics.Mirror(a.mirror)
	a.onClose(func() error { a.mirror.Close(); return nil })
	a.start(ctx, a.mirror.Run)
	return nil
}
