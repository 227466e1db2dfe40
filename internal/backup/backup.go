// Package backup copies an installation to a folder or bucket and back: its databases
// as they were at one moment, and the files that their records name. It does not know
// what is stored; package app names the databases, the files and what was erased.
//
// A destination has three parts:
//
//	objects/   contents, each stored once, compressed and encrypted
//	backups/   one small file for each backup, written last: without it there is no backup
//	erasures/  one empty file for each erasure of personal data
package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ferrule/internal/blob"
	"ferrule/internal/fault"
)

// format is the version of the layout of a destination.
const format = 1

// Info is the file of one backup in backups/. It is not encrypted and contains neither
// names nor contents, so that a server that cannot decrypt can remove old backups.
type Info struct {
	Format    int       `json:"format"`
	Site      string    `json:"site"` // identifies the installation
	Created   time.Time `json:"created"`
	Program   string    `json:"program"` // version that wrote it
	Database  string    `json:"database"`
	Encrypted bool      `json:"encrypted"`
	Manifest  string    `json:"manifest"` // object with the Manifest
	Objects   []string  `json:"objects"`  // all others
	Bytes     int64     `json:"bytes"`    // of all objects as stored
}

// Manifest describes the contents of a backup.
type Manifest struct {
	Key      []byte           `json:"key"`      // of the digests in the names of objects and erasures
	Versions map[string]int   `json:"versions"` // versions of the stored data, which an older program cannot read
	Rows     map[string]int64 `json:"rows"`     // by table
	Entries  []Entry          `json:"entries"`
	Missing  []string         `json:"missing,omitempty"` // files that records name and that were not there
}

// Entry is one file of a backup.
type Entry struct {
	Path    string   `json:"path"`    // such as content.db or files/a.png
	Objects []string `json:"objects"` // its contents, in this order
	Size    int64    `json:"size"`    // bytes
}

// nameFormat is the name of a backup in backups/, the time of its moment.
const nameFormat = "20060102T150405.000Z"

const nameSuffix = ".json"

// Destination is where backups are kept. The caller closes it.
type Destination struct {
	address                    string
	objects, backups, erasures blob.Store
	work                       string // folder for copies of databases
	staging                    string // folder from which objects are moved into the destination
	erasing                    string // and from which erasures are
}

// Open opens a folder, or a bucket (see blob.NewBucket). In the folder work are copies of
// databases, and what is sent to a bucket. With create, a missing folder is created.
func Open(address, work string, create bool) (*Destination, error) {
	d := &Destination{address: address, work: filepath.Join(work, "databases")}
	if strings.HasPrefix(address, "s3:") {
		bucket, err := blob.NewBucket(address)
		if err != nil {
			return nil, err
		}
		d.objects, d.backups, d.erasures = bucket.Sub("objects"), bucket.Sub("backups"), bucket.Sub("erasures")
		d.staging, d.erasing = filepath.Join(work, "objects"), filepath.Join(work, "erasures")
		return d, nil
	}
	if err := CheckAddress(address); err != nil {
		return nil, err
	}
	d.staging, d.erasing = filepath.Join(address, ".objects"), filepath.Join(address, ".erasures")
	for name, into := range map[string]*blob.Store{"objects": &d.objects, "backups": &d.backups, "erasures": &d.erasures} {
		path := filepath.Join(address, name)
		if _, err := os.Stat(path); err != nil && !create {
			if name == "erasures" {
				continue // nothing was erased, or the folder was not copied
			}
			return nil, errors.Join(fault.Wrap(fault.NotFound, err, "there are no backups in %s", address), d.Close())
		}
		folder, err := blob.NewFolder(path)
		if err != nil {
			return nil, errors.Join(err, d.Close())
		}
		*into = folder
	}
	return d, nil
}

// CheckAddress returns an error unless an address is a folder or a bucket. It sends no
// request.
func CheckAddress(address string) error {
	if strings.HasPrefix(address, "s3:") {
		_, err := blob.NewBucket(address)
		return err
	}
	if strings.Contains(address, "://") {
		return fmt.Errorf("%q is neither a folder nor a bucket; use one such as /var/backups/ferrule or s3://bucket/prefix?endpoint=https://host", address)
	}
	return nil
}

// Close closes the destination.
func (d *Destination) Close() error {
	var err error
	for _, s := range []blob.Store{d.objects, d.backups, d.erasures} {
		if s != nil {
			err = errors.Join(err, s.Close())
		}
	}
	return err
}

// Check returns an error if the destination cannot be reached.
func (d *Destination) Check(ctx context.Context) error {
	_, err := d.objects.Check(ctx)
	return err
}

// Names returns the names of the backups, the oldest first.
func (d *Destination) Names(ctx context.Context) ([]string, error) {
	sizes, err := d.backups.Sizes(ctx)
	if err != nil {
		return nil, fmt.Errorf("list backups: %w", err)
	}
	var names []string
	for name := range sizes {
		if _, err := Time(strings.TrimSuffix(name, nameSuffix)); err == nil && strings.HasSuffix(name, nameSuffix) {
			names = append(names, strings.TrimSuffix(name, nameSuffix))
		}
	}
	slices.Sort(names)
	return names, nil
}

// Time returns the moment of the backup of a name.
func Time(name string) (time.Time, error) { return time.Parse(nameFormat, name) }

// Last returns the moment of the newest backup; the zero time if there is none.
func (d *Destination) Last(ctx context.Context) (time.Time, error) {
	names, err := d.Names(ctx)
	if err != nil || len(names) == 0 {
		return time.Time{}, err
	}
	return Time(names[len(names)-1])
}

// Info reads the file of a backup.
func (d *Destination) Info(ctx context.Context, name string) (Info, error) {
	var info Info
	f, err := d.backups.Open(ctx, name+nameSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return info, fault.Wrap(fault.NotFound, err, "there is no backup %q in %s", name, d.address)
	}
	if err != nil {
		return info, fmt.Errorf("read backup %s: %w", name, err)
	}
	text, err := io.ReadAll(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return info, fmt.Errorf("read backup %s: %w", name, err)
	}
	if err := json.Unmarshal(text, &info); err != nil || info.Manifest == "" {
		return info, fault.Wrap(fault.Invalid, err, "backup %s is damaged: its file cannot be read; use another backup", name)
	}
	if info.Format > format {
		return info, fault.New(fault.Invalid, "backup %s was written by a newer version of Ferrule (%s); use that version or a newer one", name, info.Program)
	}
	return info, nil
}

// keep removes the oldest backups until n are left, and all objects that no backup
// contains. It keeps the one that was just taken, which has an older name if the clock
// was set back. It returns the number of removed backups.
func (d *Destination) keep(ctx context.Context, n int, taken string) (removed int, err error) {
	names, err := d.Names(ctx)
	if err != nil {
		return 0, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == taken })
	for ; n > 0 && len(names) >= n; names = names[1:] {
		if err := d.backups.Remove(ctx, names[0]+nameSuffix); err != nil {
			return removed, fmt.Errorf("remove backup %s: %w", names[0], err)
		}
		removed++
	}
	used := map[string]bool{}
	for _, name := range append(names, taken) {
		info, err := d.Info(ctx, name)
		if err != nil {
			return removed, fmt.Errorf("objects that are no longer used are kept: %w", err)
		}
		used[info.Manifest] = true
		for _, object := range info.Objects {
			used[object] = true
		}
	}
	stored, err := d.objects.Sizes(ctx)
	if err != nil {
		return removed, fmt.Errorf("list objects: %w", err)
	}
	for object := range maps.Keys(stored) {
		if used[object] {
			continue
		}
		if err := d.objects.Remove(ctx, object); err != nil {
			return removed, fmt.Errorf("remove object: %w", err)
		}
	}
	return removed, nil
}
