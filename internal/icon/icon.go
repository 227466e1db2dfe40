// Package icon returns icons by name from sets in Iconify's format. It knows
// neither HTTP nor where an icon is shown.
package icon

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"strings"

	"ferrule/internal/fault"
)

// suffix is the extension of a set's file; the rest of its name is the prefix
// of its icons.
const suffix = ".json.gz"

// name matches valid names of icons and sets, as Iconify defines them.
var name = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Sets holds the icon sets of the program, by prefix ("lucide").
type Sets map[string]*set

// set is a complete icon set in memory.
type set struct {
	Prefix       string                     `json:"prefix"`
	LastModified int64                      `json:"lastModified"`
	Icons        map[string]json.RawMessage `json:"icons"`
	Aliases      map[string]json.RawMessage `json:"aliases"`
	size
}

// size is the default view box of a set's icons, in the units of the drawing.
// Iconify's default for width and height is 16.
type size struct {
	Left   float64 `json:"left,omitempty"`
	Top    float64 `json:"top,omitempty"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

const defaultSize = 16

// Part is an excerpt of a set: the requested icons, aliases with the icons they
// refer to, and the names that the set does not have.
type Part struct {
	Prefix       string                     `json:"prefix"`
	LastModified int64                      `json:"lastModified,omitempty"`
	Icons        map[string]json.RawMessage `json:"icons"`
	Aliases      map[string]json.RawMessage `json:"aliases,omitempty"`
	size

	NotFound []string `json:"not_found,omitempty"`
}

// Open reads all sets of a folder.
func Open(folder fs.FS) (Sets, error) {
	files, err := fs.Glob(folder, "*"+suffix)
	if err != nil {
		return nil, err
	}
	sets := Sets{}
	for _, file := range files {
		s, err := read(folder, file)
		if err != nil {
			return nil, fmt.Errorf("icon set %s: %w", file, err)
		}
		sets[s.Prefix] = s
	}
	return sets, nil
}

func read(folder fs.FS, file string) (_ *set, err error) {
	f, err := folder.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	s := &set{size: size{Width: defaultSize, Height: defaultSize}}
	if err := json.NewDecoder(z).Decode(s); err != nil {
		return nil, err
	}
	if s.Prefix != strings.TrimSuffix(path.Base(file), suffix) {
		return nil, fmt.Errorf("unexpected prefix %q", s.Prefix)
	}
	return s, nil
}

// Part returns icons of the set with a prefix, by name. For an unknown set the
// error is a *fault.Error of kind NotFound, for an invalid name of kind
// Invalid.
func (s Sets) Part(prefix string, names []string) (Part, error) {
	source := s[prefix]
	if source == nil {
		return Part{}, fault.New(fault.NotFound, "There is no icon set %q.", prefix)
	}
	part := Part{
		Prefix: prefix, LastModified: source.LastModified, size: source.size,
		Icons: map[string]json.RawMessage{}, Aliases: map[string]json.RawMessage{},
	}
	missing := map[string]bool{}
	for _, n := range names {
		if !name.MatchString(n) {
			return Part{}, fault.New(fault.Invalid, "%q is no name of an icon.", n)
		}
		if !part.add(source, n) && !missing[n] {
			missing[n] = true
			part.NotFound = append(part.NotFound, n)
		}
	}
	return part, nil
}

// add adds an icon, and for an alias all icons that it refers to. It returns
// false if there is no drawing.
func (p *Part) add(source *set, n string) bool {
	aliases := map[string]json.RawMessage{}
	for {
		if drawing, ok := source.Icons[n]; ok {
			p.Icons[n] = drawing
			maps.Copy(p.Aliases, aliases)
			return true
		}
		alias, ok := source.Aliases[n]
		if _, again := aliases[n]; !ok || again {
			return false
		}
		aliases[n] = alias
		var parent struct {
			Parent string `json:"parent"`
		}
		if err := json.Unmarshal(alias, &parent); err != nil {
			return false
		}
		n = parent.Parent
	}
}
