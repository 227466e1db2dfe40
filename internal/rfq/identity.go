package rfq

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ferrule/internal/fault"
)

// A database has an identity, and a file beside it says which one the data folder
// has. SQLite makes a new database where the file is missing or empty; without
// the identity, nobody would notice that all requests are gone.
const (
	identityFile    = FileName + ".id"
	identitySecret  = "identity"
	unknownIdentity = "unknown" // of a database that was lost before it had one
)

// traces are what a data folder had of requests before the store was opened.
type folderState struct {
	databaseSize   int64 // of the database; -1 without a file
	otherDatabases bool  // other databases have something in them
	attachedFiles  bool  // visitors have attached files
}

func folderStateOf(dataDir string) folderState {
	t := folderState{databaseSize: fileSize(filepath.Join(dataDir, FileName))}
	databases, _ := filepath.Glob(filepath.Join(dataDir, "*.db")) // at worst a folder with such a name is not searched
	for _, path := range databases {
		t.otherDatabases = t.otherDatabases || filepath.Base(path) != FileName && fileSize(path) > 0
	}
	t.attachedFiles = fileSize(filepath.Join(dataDir, FilesFolder)) >= 0
	return t
}

func fileSize(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return -1
	}
	return info.Size()
}

// recognize gives the database an identity, and has the folder remember it if it
// does not remember another.
func (s *Store) checkIdentity(ctx context.Context, before folderState) error {
	if s.file == "" {
		return nil
	}
	var stored string
	err := s.read.QueryRowContext(ctx, `SELECT value FROM request_secrets WHERE name = ?`, identitySecret).Scan(&stored)
	fresh := errors.Is(err, sql.ErrNoRows)
	if err != nil && !fresh {
		return fmt.Errorf("read the identity: %w", err)
	}
	secret, err := s.Secret(ctx, identitySecret)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(secret)
	s.identity = hex.EncodeToString(sum[:8])
	_, err = os.Stat(s.identityFile())
	switch {
	case err == nil && (!fresh || before.databaseSize <= 0):
		return nil // as Kept compares them
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err != nil && (before.databaseSize == 0 && before.otherDatabases || before.databaseSize < 0 && before.attachedFiles):
		return s.writeIdentity(unknownIdentity)
	}
	// It is new, or of a build that gave it no identity, from a backup perhaps.
	return s.writeIdentity(s.identity)
}

func (s *Store) identityFile() string { return filepath.Join(filepath.Dir(s.file), identityFile) }

func (s *Store) writeIdentity(identity string) error {
	return os.WriteFile(s.identityFile(), []byte(identity+"\n"), 0o600)
}

// Kept reports whether the database is the one that the data folder has always
// had: a *fault.Error if it was missing or empty when a store was opened, until
// it is restored or the loss is accepted.
func (s *Store) CheckIdentity() error {
	if s.file == "" {
		return nil
	}
	remembered, err := os.ReadFile(s.identityFile())
	if err != nil || strings.TrimSpace(string(remembered)) == s.identity {
		return nil //nolint:nilerr // without the file, whatever was lost is accepted
	}
	return fault.New(fault.Unavailable, "requests.db was missing or empty at a start, so all requests before it are gone; stop the server and restore it from a backup, or remove %s from the data folder to accept the loss", identityFile)
}
