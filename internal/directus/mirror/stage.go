package mirror

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"ferrule/internal/content"
)

// stage keeps on disk what a comparison has found so far: the changes, a line
// each, and how far it came. A pull that was interrupted goes on there, memory
// holds the keys of one table at a time, and visitors see nothing of it until
// all of it is applied at once.
type stage struct {
	progress

	folder string
	file   *os.File
	lines  *bufio.Writer
}

// progress is how far a comparison came.
type progress struct {
	Of    string   `json:"of"`    // what is compared; another Directus, model or mapping begins anew
	Done  []string `json:"done"`  // collections compared
	Table string   `json:"table"` // the collection being compared
	At    cursor   `json:"at"`    // in it
	Size  int64    `json:"size"`  // bytes of changes that belong to this

	Gone map[string]Held `json:"gone,omitempty"` // deletions among them, by collection
}

// staged is a change on disk.
type staged struct {
	Collection string         `json:"c"`
	Key        any            `json:"k"`
	Delete     bool           `json:"d,omitempty"`
	Values     map[string]any `json:"v,omitempty"`
	Swept      bool           `json:"s,omitempty"` // a deletion that may be held back
}

const (
	changesFile  = "changes.jsonl"
	progressFile = "progress.json"
)

// openStage opens the stage of a comparison; with resume where it stopped, if
// it is the same one.
func openStage(folder, of string, resume bool) (*stage, error) {
	s := &stage{folder: folder}
	text, err := os.ReadFile(filepath.Join(folder, progressFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if !resume || json.Unmarshal(text, &s.progress) != nil || s.Of != of {
		s.progress = progress{Of: of} // what is no progress is none
	}
	if s.file, err = os.OpenFile(filepath.Join(folder, changesFile), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, err
	}
	info, err := s.file.Stat()
	if err == nil && info.Size() < s.Size {
		s.progress = progress{Of: of} // the disk lost what was counted
	}
	if err == nil {
		err = s.file.Truncate(s.Size) // what came after the last mark comes again
	}
	if err == nil {
		_, err = s.file.Seek(0, io.SeekEnd)
	}
	if err != nil {
		return nil, errors.Join(err, s.file.Close())
	}
	s.lines = bufio.NewWriter(s.file)
	return s, nil
}

// add stages a change. Later ones of the same row win.
func (s *stage) add(c content.Change) error { return s.write(c, false) }

// addSwept stages a deletion that is known only from what a list lacks.
func (s *stage) addSwept(c content.Change) error { return s.write(c, true) }

func (s *stage) write(c content.Change, swept bool) error {
	line, err := json.Marshal(staged{c.Collection, c.Key, c.Delete, c.Values, swept})
	if err != nil {
		return err
	}
	_, err = s.lines.Write(append(line, '\n'))
	s.Size += int64(len(line)) + 1
	return err
}

// mark writes down that all up to here is staged.
func (s *stage) mark() error {
	if err := s.lines.Flush(); err != nil {
		return err
	}
	return writeJSON(filepath.Join(s.folder, progressFile), s.progress)
}

// all are the staged changes in their order, with or without the deletions of
// addSwept; it may be asked for repeatedly, after a mark.
func (s *stage) all(swept bool) iter.Seq2[content.Change, error] {
	return func(yield func(content.Change, error) bool) {
		dec := json.NewDecoder(bufio.NewReader(io.NewSectionReader(s.file, 0, s.Size)))
		dec.UseNumber()
		for {
			var c staged
			err := dec.Decode(&c)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(content.Change{}, fmt.Errorf("staged changes: %w", err))
				return
			}
			if c.Swept && !swept {
				continue
			}
			if !yield(content.Change{Collection: c.Collection, Key: c.Key, Delete: c.Delete, Values: c.Values}, nil) {
				return
			}
		}
	}
}

// close leaves the stage as it is, to be opened again.
func (s *stage) close() error { return s.file.Close() }

// drop forgets what is staged: it was applied, or is of no use.
func (s *stage) drop() error {
	err := os.Remove(filepath.Join(s.folder, progressFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // it was not marked yet
	}
	return errors.Join(err, s.file.Close(), os.Remove(s.file.Name()))
}

// writeJSON replaces a file as a whole.
func writeJSON(file string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(append(text, '\n'))
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}
