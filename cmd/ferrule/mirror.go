package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ferrule/internal/asset"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/itemsapi"
	"ferrule/internal/directus/mirror"
)

// mirrorFolder holds what the mirror of a Directus remembers, in the data folder.
const mirrorFolder = "mirror"

// mirrorFlags make the content a copy of a Directus.
type mirrorFlags struct {
	Directus       string        `help:"Address of a Directus whose content is shown. Visitors read a copy, which is kept up to date." placeholder:"URL" env:"FERRULE_DIRECTUS"`
	DirectusToken  string        `help:"Static token of a user of the Directus that may read what the site shows, files included; without one, its public content is copied." placeholder:"TOKEN" env:"FERRULE_DIRECTUS_TOKEN"`
	DirectusSecret string        `help:"What a Flow of the Directus sends as X-Ferrule-Secret to /api/hooks/content when content changes." placeholder:"SECRET" env:"FERRULE_DIRECTUS_SECRET"`
	DirectusMap    string        `help:"JSON file with the names of collections and fields that the Directus calls otherwise." placeholder:"FILE" env:"FERRULE_DIRECTUS_MAP"`
	DirectusPoll   time.Duration `help:"How often the Directus is asked for new dates." default:"15s" env:"FERRULE_DIRECTUS_POLL"`
	DirectusSweep  time.Duration `help:"How often all records are compared, which finds deletions and what has no date." default:"5m" env:"FERRULE_DIRECTUS_SWEEP"`
	DirectusRate   float64       `help:"Requests a second that the Directus is asked at most." default:"10" env:"FERRULE_DIRECTUS_RATE"`
}

// checkMirror names what is wrong with the flags.
func (f *mirrorFlags) checkMirror(complain func(format string, args ...any)) {
	if f.DirectusPoll < time.Second || f.DirectusSweep < f.DirectusPoll {
		complain("--directus-poll %s and --directus-sweep %s: use 1s or more, and no less for the second than for the first", f.DirectusPoll, f.DirectusSweep)
	}
	if f.DirectusRate <= 0 {
		complain("--directus-rate: %g would never ask; use more than 0", f.DirectusRate)
	}
	if f.Directus == "" && (f.DirectusToken != "" || f.DirectusSecret != "" || f.DirectusMap != "") {
		complain("--directus: missing; the other flags of a Directus say nothing without its address")
	}
}

// openMirror prepares the mirror, nil if there is no Directus.
func (f *mirrorFlags) openMirror(data string, m *content.Model, s *store.Store, forget func(disk string) error, log *slog.Logger) (*mirror.Mirror, error) {
	if f.Directus == "" {
		return nil, nil //nolint:nilnil // no mirror is not an error
	}
	var names mirror.Mapping
	if f.DirectusMap != "" {
		text, err := os.ReadFile(f.DirectusMap)
		if err == nil {
			names, err = mirror.ParseMapping(m, text)
		}
		if err != nil {
			return nil, fmt.Errorf("--directus-map: %w", err)
		}
	}
	return mirror.New(mirror.Options{
		URL: f.Directus, Token: f.DirectusToken, Secret: f.DirectusSecret, Names: names,
		Folder: filepath.Join(data, mirrorFolder), Files: filepath.Join(data, filesFolder),
		Model: m, Store: s, Forget: forget, Poll: f.DirectusPoll, Sweep: f.DirectusSweep, Rate: f.DirectusRate, Log: log,
	})
}

// mirrored starts the mirror, if there is one, and ends it with the site.
func (s *site) mirrored(ctx context.Context, m *mirror.Mirror) {
	if m == nil {
		return
	}
	s.metrics.Mirror(m)
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		m.Run(ctx)
	}()
	s.closers = append(s.closers, func() error {
		stop()
		<-done
		m.Close()
		return nil
	})
}

// refusing are the options of a content API that is a copy of a Directus.
func (f *mirrorFlags) refusing(who itemsapi.Identify) []itemsapi.Option {
	closed := mirror.ReadOnly{URL: f.Directus}
	return []itemsapi.Option{itemsapi.Writing(closed, who), itemsapi.Uploading(closed, 0)}
}

// fetchWith is how files come that are not here yet; nil where all are.
func fetchWith(m *mirror.Mirror) asset.Fetch {
	if m == nil {
		return nil
	}
	return m.Fetch
}

type mirrorCommand struct {
	Confirm confirmCommand `cmd:"" help:"Carry out the deletions that are held back, with the next comparison. The server may run."`
}

type confirmCommand struct {
	Data string `help:"Folder of the databases and files." default:"./data" env:"FERRULE_DATA"`
}

// Run prints what is confirmed.
func (c *confirmCommand) Run(out io.Writer) error {
	held, err := mirror.Confirm(filepath.Join(c.Data, mirrorFolder))
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(held)) {
		fmt.Fprintf(out, "%s: %d of %s\n", name, held[name].Rows, count(held[name].Of, "record", "records"))
	}
	_, err = fmt.Fprintln(out, "The server deletes them as soon as another comparison finds the same.")
	return err
}

// checkDirectus tells how the copy stands, and with --directus what the
// Directus lacks.
func (c *doctorCommand) checkDirectus(ctx context.Context) (string, error) {
	kept, err := mirror.ReadState(filepath.Join(c.Data, mirrorFolder))
	if err != nil {
		return "", err
	}
	found, missing := "none", kept.Warnings
	if kept.URL != "" {
		found = "copy of " + kept.URL + ", not whole yet"
		if !kept.LastSuccess.IsZero() {
			found = fmt.Sprintf("copy of %s, up to date %s ago", kept.URL, time.Since(kept.LastSuccess).Round(time.Second))
		}
	}
	if c.Directus != "" {
		if missing, err = c.askDirectus(ctx); err != nil {
			return "", fmt.Errorf("%w; %s", err, found)
		}
	}
	if reasons := kept.Reasons(); len(reasons) > 0 {
		found += "; " + strings.Join(reasons, " ")
		if len(missing) == 0 && kept.Error == "" {
			return "", warning(found)
		}
	}
	if c.Directus == "" && kept.Error != "" {
		return "", warning(found + "; since then: " + kept.Error)
	}
	if len(missing) > 0 {
		return "", warning(found + "; " + strings.Join(missing, "; "))
	}
	return found, nil
}

func (c *doctorCommand) askDirectus(ctx context.Context) ([]string, error) {
	m, err := c.contentModel()
	if err != nil {
		return nil, err
	}
	s, err := c.content(ctx, m)
	if err != nil {
		return nil, err
	}
	quiet := slog.New(slog.DiscardHandler) // what is missing is printed below
	asked, err := c.openMirror(c.Data, m, s, nil, quiet)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	missing, err := asked.Check(ctx)
	return missing, errors.Join(err, s.Close())
}
