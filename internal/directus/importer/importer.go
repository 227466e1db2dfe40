// Package importer brings what a Directus has into an installation whose content is edited
// here afterwards: schema, content, files, users and roles. An import may be repeated; it
// brings what has changed in the Directus since, and keeps what was changed here.
package importer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"ferrule/internal/account"
	"ferrule/internal/blob"
	"ferrule/internal/content"
	"ferrule/internal/directus/admin"
	"ferrule/internal/directus/client"
	"ferrule/internal/directus/mapping"
	"ferrule/internal/directus/mirror"
)

// Limits on requests to the Directus.
const (
	requests = 100     // per second
	volume   = 1 << 30 // bytes per second
)

// Store stores content and the bytes of its files.
type Store interface {
	mirror.Store
	// ImportAll is ApplyAll with the checks of an import.
	ImportAll(ctx context.Context, changes Changes) error
	Files() blob.Store
	Close() error
}

// Options configure an import. Map, Progress and Next may be omitted.
type Options struct {
	URL, Token  string
	Map         mapping.Mapping
	Declaration []byte // of the model of the installation
	Folder      string // of the state of imports
	ModelFile   string // to which the model is written if the Directus has more than it declares
	Copied      bool   // what is stored before the first import is a copy of the Directus, which a mirror made
	Delete      bool   // delete records that are no longer in the Directus and were not changed here

	OpenStore    func(ctx context.Context, m *content.Model) (Store, error)
	OpenAccounts func(ctx context.Context) (accounts *account.Service, closeAll func() error, err error)
	Progress     func(format string, args ...any)
	Next         func(*Report) []string // what to do after the import
}

// run is one import.
type run struct {
	Options

	client *client.Client
	names  mapping.Mapping
	plan   *extension
	model  *content.Model
	reader *mirror.Reader
	state  *state
	people people
	report *Report

	rows     *stage
	unread   map[string]bool // collections that could not be read
	store    Store
	accepted map[string]map[string]bool // records to be stored, by collection and key
	disks    map[string]string          // names of the bytes of files, by id
	pictures map[string]dimensions      // of fetched pictures, by id
	deleted  []content.Change
}

// Import brings a Directus into an installation. Nothing has changed after an error that
// address, token, version, licence or map of the Directus cause.
func Import(ctx context.Context, o Options) (*Report, error) {
	if o.Progress == nil {
		o.Progress = func(string, ...any) {}
	}
	d, err := admin.Reach(ctx, o.URL, o.Token)
	if err != nil {
		return nil, err
	}
	o.URL = d.Address()
	clock := client.WallClock{}
	im := &run{
		Options: o, client: client.New(o.URL, o.Token, clock, client.NewRateLimiter(clock, requests, volume)),
		report: &Report{Source: o.URL, Time: clock.Now()}, unread: make(map[string]bool), accepted: make(map[string]map[string]bool), disks: make(map[string]string), pictures: make(map[string]dimensions),
	}
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, err
	}
	if im.state, err = loadState(o.Folder, o.URL); err != nil {
		return nil, err
	}
	if !d.IsAdministrator(ctx) {
		im.report.leave("The token's user is no administrator of the Directus: only what it may read was brought. Use the token of an administrator.")
	}
	for _, step := range []func(context.Context) error{im.planSchema, im.readRows, im.readPeople} {
		if err := step(ctx); err != nil {
			return nil, errors.Join(err, im.rows.remove())
		}
	}
	err = im.write(ctx)
	return im.report, errors.Join(err, im.rows.remove())
}

// planSchema reads the schema and decides where everything is put.
func (im *run) planSchema(ctx context.Context) error {
	im.Progress("Reading the schema …")
	remote, err := readSchema(ctx, im.client)
	if err != nil {
		return err
	}
	if im.names, err = mergeMaps(im.Folder, im.Map); err != nil {
		return err
	}
	if im.plan, err = extend(im.Declaration, remote, im.names, im.report); err != nil {
		return err
	}
	im.suggestMap(ctx)
	if err := im.people.readPolicies(ctx, im.client); err != nil {
		if !client.IsHidden(err) {
			return err
		}
		im.people.hidden = true
		im.report.leave("The token may not read policies and permissions: visitors do not see the collections that the Directus has beyond the model, and roles were not brought.")
	}
	if err := im.plan.addPublic(im.people.public()); err != nil {
		return err
	}
	if _, im.model, err = im.plan.declaration(); err != nil {
		return err
	}
	if im.names, err = mapping.Parse(im.model, encode(im.plan.names)); err != nil {
		return err
	}
	im.reader, err = mirror.NewReader(mirror.Options{URL: im.URL, Token: im.Token, Map: im.names, Folder: im.Folder, Model: im.model, Rate: requests, Volume: volume})
	return err
}

// suggestMap reports what a map would place in the model. It is only advice: its errors are
// none of the import.
func (im *run) suggestMap(ctx context.Context) {
	if _, err := os.Stat(filepath.Join(im.Folder, mapFile)); err == nil || !reflect.DeepEqual(im.Map, mapping.Mapping{}) {
		return
	}
	guess, _, err := mapping.Suggest(ctx, im.plan.base, im.client)
	if err != nil {
		return
	}
	var found []string
	for _, name := range slices.Sorted(maps.Keys(guess.Collections)) {
		found = append(found, guess.Collections[name]+" may be "+name)
	}
	for _, name := range slices.Sorted(maps.Keys(guess.Values)) {
		found = append(found, "values of "+name+" differ")
	}
	if len(guess.Languages) > 0 {
		found = append(found, "languages are spelled otherwise")
	}
	if len(found) > 0 {
		im.report.next = []string{"Parts of the Directus resemble the model, and the pages of the site do not show them: " + strings.Join(found, "; ") +
			". To place them in the model, import into an empty data folder with --map map.json, after: ferrule content map --from " + im.URL + " > map.json"}
	}
}

// mergeMaps returns the map of earlier imports with the entries of another.
func mergeMaps(folder string, given mapping.Mapping) (mapping.Mapping, error) {
	text, err := os.ReadFile(filepath.Join(folder, mapFile)) //nolint:gosec // inside the data folder
	if errors.Is(err, fs.ErrNotExist) {
		return given, nil
	}
	var out mapping.Mapping
	if err == nil {
		err = client.Decode(text, &out)
	}
	if err != nil {
		return out, fmt.Errorf("read %s: %w", mapFile, err)
	}
	out.Collections, out.Languages = merged(out.Collections, given.Collections), merged(out.Languages, given.Languages)
	out.Fields, out.Constants, out.Values = mergedFields(out.Fields, given.Fields), mergedFields(out.Constants, given.Constants), mergedFields(out.Values, given.Values)
	if len(given.Folders) > 0 {
		out.Folders = given.Folders
	}
	return out, nil
}

func merged[V any](a, b map[string]V) map[string]V {
	out := make(map[string]V)
	maps.Copy(out, a)
	maps.Copy(out, b)
	return out
}

func mergedFields[V any](a, b map[string]map[string]V) map[string]map[string]V {
	out := merged(a, b)
	for name := range out {
		out[name] = merged(a[name], b[name])
	}
	return out
}

// write changes the installation: first the model and its tables, then content and files
// in one transaction, then accounts.
func (im *run) write(ctx context.Context) (err error) {
	text, _, err := im.plan.declaration()
	if err != nil {
		return err
	}
	differs, err := im.plan.differs(im.Declaration)
	if err != nil {
		return err
	}
	if differs {
		if err := writeText(im.ModelFile, text); err != nil {
			return err
		}
		im.report.Extended = true
	}
	names, err := json.MarshalIndent(im.names, "", "  ")
	if err != nil {
		return err
	}
	if err := writeText(filepath.Join(im.Folder, mapFile), append(names, '\n')); err != nil {
		return err
	}
	if im.store, err = im.OpenStore(ctx, im.model); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, im.store.Close()) }()
	im.reader.Use(checked{im.store})
	if err := im.writeContent(ctx); err != nil {
		return err
	}
	for _, sentence := range im.reader.Problems() {
		im.report.leave("%s", sentence)
	}
	if err := im.writePeople(ctx); err != nil {
		return err
	}
	if im.Next != nil {
		im.report.next = append(im.report.next, im.Next(im.report)...)
	}
	return appendText(filepath.Join(im.Folder, ReportFile), im.report.Text(true)+"\n")
}

// checked is a store in which all changes are checked as in an import.
type checked struct{ Store }

func (c checked) ApplyAll(ctx context.Context, changes Changes) error {
	return c.ImportAll(ctx, changes)
}
