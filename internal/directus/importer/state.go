package importer

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"ferrule/internal/fault"
)

// Files in the folder of an import. The integers of keys are in that of the reader.
const (
	recordsFile = "records.jsonl" // what was brought
	mapFile     = "map.json"      // where everything of the Directus is put
	rowsFile    = "rows.jsonl"    // the records as read, until they are stored
	filesFolder = "files"         // bytes that are not stored yet
)

// ReportFile is the name, in the folder of imports, of the file with the reports of all of
// them.
const ReportFile = "report.txt"

// KeptFiles returns the names of the files that the next import needs.
func KeptFiles() []string { return []string{recordsFile, mapFile, ReportFile} }

// mark describes a record as it was when it was last brought.
type mark struct {
	Remote string `json:"r"`           // sum of the record in the Directus
	Local  string `json:"l"`           // sum of the record as stored
	Bytes  string `json:"b,omitempty"` // of a file: identifies its bytes in the Directus
}

// state is what was brought from one Directus.
type state struct {
	source  string
	isNew   bool                       // no import was completed before
	records map[string]map[string]mark // by collection and key
}

// stateHeader is the first line of the file, before one line for each record.
type stateHeader struct {
	Source string `json:"source"`
}

type stateLine struct {
	Collection string `json:"c"`
	Key        string `json:"k"`
	mark
}

// loadState reads the state of a folder. The state of another Directus is an error: its
// records have the same keys for other things.
func loadState(folder, source string) (*state, error) {
	s := &state{source: source, records: make(map[string]map[string]mark)}
	path := filepath.Join(folder, recordsFile)
	f, err := os.Open(path) //nolint:gosec // inside the data folder
	if errors.Is(err, fs.ErrNotExist) {
		s.isNew = true
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	dec := json.NewDecoder(bufio.NewReader(f))
	var head stateHeader
	if err := dec.Decode(&head); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if head.Source != source {
		return nil, fault.New(fault.Invalid, "this data folder holds an import from %s; give that address, or import into another data folder. If it is the same Directus at another address, change the address in the first line of %s", head.Source, path)
	}
	for dec.More() {
		var line stateLine
		if err := dec.Decode(&line); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		s.set(line.Collection, line.Key, line.mark)
	}
	return s, nil
}

func (s *state) set(collection, key string, m mark) {
	if s.records[collection] == nil {
		s.records[collection] = make(map[string]mark)
	}
	s.records[collection][key] = m
}

// save replaces the stored state.
func (s *state) save(folder string) error {
	return writeFile(filepath.Join(folder, recordsFile), func(w *bufio.Writer) error {
		enc := json.NewEncoder(w)
		err := enc.Encode(stateHeader{s.source})
		for _, collection := range slices.Sorted(maps.Keys(s.records)) {
			for _, key := range slices.Sorted(maps.Keys(s.records[collection])) {
				err = errors.Join(err, enc.Encode(stateLine{collection, key, s.records[collection][key]}))
			}
		}
		return err
	})
}

// writeFile replaces a file as a whole.
func writeFile(path string, write func(*bufio.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	err = errors.Join(write(w), w.Flush(), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

func writeText(path string, text []byte) error {
	return writeFile(path, func(w *bufio.Writer) error { _, err := w.Write(text); return err })
}

func appendText(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600) //nolint:gosec // inside the data folder
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
