// Package icon answers which drawing an icon's name stands for: sets of icons
// in the form of Iconify, of which it hands out the part that is asked for. It
// knows nothing of HTTP, nor of where an icon is shown.
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

// suffix of a set's file, whose name is the prefix of its icons.
const suffix = ".json.gz"

// name of an icon or of a set, as Iconify allows them.
var name = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Sets are the icon sets of the program, by prefix ("lucide").
type Sets map[string]*set

// set is a whole icon set in memory.
type set struct {
	Prefix       string                     `json:"prefix"`
	LastModified int64                      `json:"lastModified"`
	Icons        map[string]json.RawMessage `json:"icons"`
	Aliases      map[string]json.RawMessage `json:"aliases"`
	size
}

// size holds for every icon of a set that does not say otherwise, in the
// drawing's own units. Iconify's default for width and height is 16.
type size struct {
	Left   float64 `json:"left,omitempty"`
	Top    float64 `json:"top,omitempty"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

const defaultSize = 16

// Part of a set: the icons that were asked for, the aliases among them with the
// icons they stand for, and the names that the set does not have.
type Part struct {
	Prefix       string                     `json:"prefix"`
	LastModified int64                      `json:"lastModified,omitempty"`
	Icons        map[string]json.RawMessage `json:"icons"`
	Aliases      map[string]json.RawMessage `json:"aliases,omitempty"`
	size

	NotFound []string `json:"not_found,omitempty"`
}

// Open reads every set of a folder.
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
		return nil, fmt.Errorf("its prefix is %q", s.Prefix)
	}
	return s, nil
}

// Part returns icons of the set with a prefix, by their names. An unknown set
// is a *fault.Error of kind NotFound, a name that no icon can have of kind
// Invalid.
func (s Sets) Part(prefix string, names []string) (Part, error) {
	whole := s[prefix]
	if whole == nil {
		return Part{}, fault.New(fault.NotFound, "There is no icon set %q.", prefix)
	}
	part := Part{
		Prefix: prefix, LastModified: whole.LastModified, size: whole.size,
		Icons: map[string]json.RawMessage{}, Aliases: map[string]json.RawMessage{},
	}
	missing := map[string]bool{}
	for _, n := range names {
		if !name.MatchString(n) {
			return Part{}, fault.New(fault.Invalid, "%q is no name of an icon.", n)
		}
		if !part.add(whole, n) && !missing[n] {
			missing[n] = true
			part.NotFound = append(part.NotFound, n)
		}
	}
	return part, nil
}

// add takes an icon over, of an alias also all that it stands for. It is false
// when there is no drawing at the end.
func (p *Part) add(whole *set, n string) bool {
	aliases := map[string]json.RawMessage{}
	for {
		if drawing, ok := whole.Icons[n]; ok {
			p.Icons[n] = drawing
			maps.Copy(p.Aliases, aliases)
			return true
		}
		alias, ok := whole.Aliases[n]
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
