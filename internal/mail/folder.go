package mail

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	netmail "net/mail"
	"os"
	"path/filepath"
	"time"
)

// Folder keeps messages as files, one .eml each, for a person to read: what
// there is without a mail server.
type Folder struct {
	dir  string
	from *netmail.Address
}

// NewFolder returns a sink into dir, which is made with the first message.
func NewFolder(dir, from string) (*Folder, error) {
	sender, err := parseSender(from)
	if err != nil {
		return nil, err
	}
	return &Folder{dir: dir, from: sender}, nil
}

// Send writes the message; files sort by time. Only the owner may read them:
// a message may hold a token.
func (f *Folder) Send(_ context.Context, in Message) error {
	m, err := compose(f.from, in)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return fmt.Errorf("mail folder: %w", err)
	}
	name := filepath.Join(f.dir, time.Now().UTC().Format("20060102T150405.000")+"-"+rand.Text()[:8])
	file, err := os.OpenFile(name+".part", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // the name is ours
	if err != nil {
		return fmt.Errorf("mail folder: %w", err)
	}
	_, err = m.WriteTo(file)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(fmt.Errorf("mail folder: %w", err), os.Remove(file.Name()))
	}
	return os.Rename(file.Name(), name+".eml")
}
