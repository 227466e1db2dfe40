package mirror

import (
	"bufio"
	"cmp"
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

// stage keeps the result of a sweep on disk: the changes, one per line, and the
// progress. An interrupted pull resumes from it, memory contains the keys of
// only one table at a time, and visitors see nothing until all changes are
// applied at once.
type stage struct {
	progress

	folder string
	file   *os.File
	writer *bufio.Writer
}

// progress is the position of a sweep.
type progress struct {
	Identity string   `json:"of"`    // identity of source, model and mapping; another one restarts
	Done     []string `json:"done"`  // collections compared
	Table    string   `json:"table"` // the collection being compared
	At       cursor   `json:"at"`    // position in the table
	From     int64    `json:"from"`  // bytes of changes that were staged before the table
	Size     int64    `json:"size"`  // bytes of changes that belong to this position

	Deletions map[string]HeldDeletion `json:"gone,omitempty"` // staged deletions by collection
}

// staged is the encoding of a change on disk.
type staged struct {
	Collection string         `json:"c"`
	Key        any            `json:"k"`
	Delete     bool           `json:"d,omitempty"`
	Values     map[string]any `json:"v,omitempty"`
	Inferred   bool           `json:"s,omitempty"` // deletion that may be held back
}

const (
	changesFile  = "changes.jsonl"
	progressFile = "progress.json"
)

// openStage opens the stage of a sweep. With resume it continues at the stored
// position if the identity is the same.
func openStage(folder, of string, resume bool) (*stage, error) {
	s := &stage{folder: folder}
	text, err := os.ReadFile(filepath.Join(folder, progressFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if !resume || json.Unmarshal(text, &s.progress) != nil || s.Identity != of {
		s.progress = progress{Identity: of} // missing or damaged progress restarts
	}
	if s.file, err = os.OpenFile(filepath.Join(folder, changesFile), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, err
	}
	info, err := s.file.Stat()
	if err == nil && info.Size() < s.Size {
		s.progress = progress{Identity: of} // the disk lost changes that were counted
	}
	if err == nil {
		err = s.file.Truncate(s.Size) // changes after the last mark are staged again
	}
	if err == nil {
		_, err = s.file.Seek(0, io.SeekEnd)
	}
	if err != nil {
		return nil, errors.Join(err, s.file.Close())
	}
	s.writer = bufio.NewWriter(s.file)
	return s, nil
}

// add stages a change. The last change of a row wins.
func (s *stage) add(c content.Change) error { return s.write(c, false) }

// addInferredDeletion stages a deletion that is inferred from a row missing in a list.
func (s *stage) addInferredDeletion(c content.Change) error { return s.write(c, true) }

func (s *stage) write(c content.Change, swept bool) error {
	line, err := json.Marshal(staged{c.Collection, c.Key, c.Delete, c.Values, swept})
	if err != nil {
		return err
	}
	_, err = s.writer.Write(append(line, '\n'))
	s.Size += int64(len(line)) + 1
	return err
}

// discard removes the changes of the collection being compared that were staged since
// its comparison began, and keeps those of others.
func (s *stage) discard() error {
	if err := s.writer.Flush(); err != nil {
		return err
	}
	var kept []byte
	lines := bufio.NewReader(io.NewSectionReader(s.file, s.From, s.Size-s.From))
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		var c staged
		if err = cmp.Or(err, json.Unmarshal(line, &c)); err != nil {
			return fmt.Errorf("read staged changes: %w", err)
		}
		if c.Collection != s.Table {
			kept = append(kept, line...)
		}
	}
	s.Size = s.From + int64(len(kept))
	if err := s.file.Truncate(s.From); err != nil {
		return err
	}
	if _, err := s.file.Seek(s.From, io.SeekStart); err != nil {
		return err
	}
	_, err := s.writer.Write(kept)
	return err
}

// mark stores the progress, so that a resumed sweep starts here.
func (s *stage) mark() error {
	if err := s.writer.Flush(); err != nil {
		return err
	}
	return writeJSON(filepath.Join(s.folder, progressFile), s.progress)
}

// changes returns the staged changes in order, with or without the inferred deletions. It may be called repeatedly, after mark.
func (s *stage) changes(swept bool) iter.Seq2[content.Change, error] {
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
				yield(content.Change{}, fmt.Errorf("read staged changes: %w", err))
				return
			}
			if c.Inferred && !swept {
				continue
			}
			if !yield(content.Change{Collection: c.Collection, Key: c.Key, Delete: c.Delete, Values: c.Values}, nil) {
				return
			}
		}
	}
}

// close closes the stage and keeps its files.
func (s *stage) close() error { return s.file.Close() }

// remove removes the files of the stage.
func (s *stage) remove() error {
	err := os.Remove(filepath.Join(s.folder, progressFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // never marked
	}
	return errors.Join(err, s.file.Close(), os.Remove(s.file.Name()))
}

// writeJSON replaces a file atomically.
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
