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

// A database has an identity, which is also stored in a file of the data folder. SQLite
// silently creates a new database if the file is missing or empty; comparing the
// identities detects that all requests are lost.
const (
	// IdentitySuffix is the end of the name of the identity file.
	IdentitySuffix  = ".id"
	identityFile    = FileName + IdentitySuffix
	identitySecret  = "identity"
	unknownIdentity = "unknown" // identity file of a database that was lost before it had an identity
)

// folderState is the state of a data folder before the store was opened.
type folderState struct {
	databaseSize   int64 // of the database, in bytes; -1 without a file
	otherDatabases bool  // another database is not empty
	attachedFiles  bool  // the folder of attached files exists
}

func folderStateOf(dataDir string) folderState {
	t := folderState{databaseSize: fileSize(filepath.Join(dataDir, FileName))}
	databases, _ := filepath.Glob(filepath.Join(dataDir, "*.db")) // fails for a malformed pattern only; the path may contain one
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

// checkIdentity creates the identity of a new database, and writes the identity file
// unless it exists for another database.
func (s *Store) checkIdentity(ctx context.Context, before folderState) error {
	if s.file == "" {
		return nil
	}
	var stored string
	err := s.read.QueryRowContext(ctx, `SELECT value FROM request_secrets WHERE name = ?`, identitySecret).Scan(&stored)
	fresh := errors.Is(err, sql.ErrNoRows)
	if err != nil && !fresh {
		return fmt.Errorf("read identity of database: %w", err)
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
		return nil // CheckIdentity compares them
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err != nil && (before.databaseSize == 0 && before.otherDatabases || before.databaseSize < 0 && before.attachedFiles):
		return s.writeIdentity(unknownIdentity)
	}
	// A new database, or one of a build without identities, possibly from a backup.
	return s.writeIdentity(s.identity)
}

func (s *Store) identityFile() string { return filepath.Join(filepath.Dir(s.file), identityFile) }

func (s *Store) writeIdentity(identity string) error {
	return os.WriteFile(s.identityFile(), []byte(identity+"\n"), 0o600)
}

// CheckIdentity returns a *fault.Error if the database was missing or empty when a
// store was opened, until it is restored or the operator accepts the loss by
// removing the identity file.
func (s *Store) CheckIdentity() error {
	if s.file == "" {
		return nil
	}
	stored, err := os.ReadFile(s.identityFile())
	if err != nil || strings.TrimSpace(string(stored)) == s.identity {
		return nil //nolint:nilerr // without the file, the loss is accepted
	}
	return fault.New(fault.Unavailable, "requests.db was missing or empty at a start, so all requests before it are gone, or %[1]s is damaged; stop the server and restore requests.db from a backup, or remove %[1]s from the data folder to accept what is stored", identityFile)
}
