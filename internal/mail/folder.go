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

// Folder writes each message to an .eml file, for installations without a mail
// server.
type Folder struct {
	dir  string
	from *netmail.Address
}

// NewFolder returns a Folder that writes to dir, which is created with the first
// message. from is the sender of every message.
func NewFolder(dir, from string) (*Folder, error) {
	sender, err := parseSender(from)
	if err != nil {
		return nil, err
	}
	return &Folder{dir: dir, from: sender}, nil
}

// Send writes the message to a file that only the owner may read, because a message
// may contain a token. Names of files sort by time.
func (f *Folder) Send(_ context.Context, in Message) error {
	m, err := compose(f.from, in)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return fmt.Errorf("write mail to folder: %w", err)
	}
	name := filepath.Join(f.dir, time.Now().UTC().Format("20060102T150405.000")+"-"+rand.Text()[:8])
	file, err := os.OpenFile(name+".part", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // the name is generated
	if err != nil {
		return fmt.Errorf("write mail to folder: %w", err)
	}
	_, err = m.WriteTo(file)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(fmt.Errorf("write mail to folder: %w", err), os.Remove(file.Name()))
	}
	return os.Rename(file.Name(), name+".eml")
}
