package backup

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"

	"ferrule/internal/fault"
)

// Recipients are the public keys for which a backup is encrypted.
type Recipients struct {
	list []age.Recipient
	mark string // of objects that are encrypted for them
}

// ParseRecipients parses recipients of age, such as age1…; none to store without
// encryption.
func ParseRecipients(list []string) (r Recipients, err error) {
	for _, text := range list {
		parsed, err := age.ParseRecipients(strings.NewReader(text))
		if err != nil {
			return r, fmt.Errorf("%q is not a recipient of age; use the public key that age-keygen prints (age1…): %w", text, err)
		}
		r.list = append(r.list, parsed...)
	}
	if len(r.list) > 0 {
		r.mark = ".age" + digestOf(nil, slices.Sorted(slices.Values(list))...)[:8]
	}
	return r, nil
}

// ReadIdentities reads the file that age-keygen wrote; none for an empty name.
func ReadIdentities(file string) ([]age.Identity, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file) //nolint:gosec // the operator names the file
	if err != nil {
		return nil, err
	}
	identities, err := age.ParseIdentities(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s is not a file of age-keygen: %w", file, err)
	}
	return identities, nil
}

// digest returns a hash of contents. With a key, those who have the objects and not the
// key cannot test whether an object has contents that they know.
func digest(key []byte) hash.Hash { return hmac.New(sha256.New, key) }

func digestOf(key []byte, parts ...string) string {
	h := digest(key)
	_, _ = io.WriteString(h, strings.Join(parts, "\x00")) // a hash never fails
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// An object's name has a digest of what it was made of, by which an unchanged file is
// found without reading it, a digest of its contents, by which a read is verified, and
// how it is stored: 0123-4567.zst.age89ab.
type objectName struct{ origin, contents, stored string }

const packedMark = ".zst"

func (n objectName) String() string { return n.origin + "-" + n.contents + n.stored }

func parseObjectName(name string) (n objectName, ok bool) {
	digests, _, _ := strings.Cut(name, ".")
	n.stored = name[len(digests):]
	n.origin, n.contents, ok = strings.Cut(digests, "-")
	return n, ok
}

func (n objectName) packed() bool    { return strings.HasPrefix(n.stored, packedMark) }
func (n objectName) encrypted() bool { return strings.Contains(n.stored, ".age") }

// staged is an object that waits in the staging folder.
type staged struct {
	path string
	name objectName
	size int64  // bytes of the contents
	sum  []byte // SHA-256 of the object as stored
	disk int64  // bytes as stored
}

// stage writes contents to the staging folder: compressed if packed, encrypted if there
// are recipients. Nothing is in the destination yet.
func (t *taking) stage(origin string, packed bool, write func(io.Writer) error) (s staged, err error) {
	s.path = filepath.Join(t.destination.staging, rand.Text())
	f, err := os.OpenFile(s.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return s, err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			_ = os.Remove(s.path) // the next backup removes it otherwise
		}
	}()
	sum, contents := sha256.New(), digest(t.source.Key)
	stored := &counter{w: io.MultiWriter(f, sum)}
	var out io.Writer = stored
	var closers []io.Closer
	if len(t.recipients.list) > 0 {
		encrypted, err := age.Encrypt(out, t.recipients.list...)
		if err != nil {
			return s, fmt.Errorf("encrypt: %w", err)
		}
		out, closers = encrypted, append(closers, encrypted)
	}
	if packed {
		t.encoder.Reset(out)
		out, closers = t.encoder, append(closers, t.encoder)
	}
	read := &counter{w: io.MultiWriter(out, contents)}
	if err := write(read); err != nil {
		return s, err
	}
	for _, closer := range slices.Backward(closers) {
		if err := closer.Close(); err != nil {
			return s, err
		}
	}
	s.name = objectName{origin, hex.EncodeToString(contents.Sum(nil))[:32], t.stored(packed)}
	s.size, s.disk, s.sum = read.n, stored.n, sum.Sum(nil)
	return s, f.Sync()
}

// stored is the end of the names of objects that are stored as this backup does.
func (t *taking) stored(packed bool) string {
	if packed {
		return packedMark + t.recipients.mark
	}
	return t.recipients.mark
}

// counter counts the bytes that are written.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// readObject writes the contents of an object to w. It returns an error unless they are
// those that were stored; without a key it does not compare them.
func (d *Destination) readObject(ctx context.Context, object string, key []byte, identities []age.Identity, w io.Writer) error {
	name, _ := parseObjectName(object)
	f, err := d.objects.Open(ctx, object)
	if err != nil {
		return fmt.Errorf("read object %s: %w", object, err)
	}
	defer func() { _ = f.Close() }() // it was only read
	var in io.Reader = f
	if name.encrypted() {
		if in, err = decrypt(in, identities); err != nil {
			return err
		}
	}
	if name.packed() {
		compressed, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return err
		}
		defer compressed.Close()
		in = compressed
	}
	contents := digest(key)
	if _, err := io.Copy(io.MultiWriter(w, contents), in); err != nil {
		return fmt.Errorf("read object %s: %w", object, err)
	}
	if key == nil || hex.EncodeToString(contents.Sum(nil))[:32] == name.contents {
		return nil // the manifest, which has the key, is verified by its reader
	}
	return damaged(object)
}

func damaged(object string) error {
	return fault.New(fault.Invalid, "object %s of the backup is damaged: its contents are not those that were stored; use another backup", object)
}

func decrypt(in io.Reader, identities []age.Identity) (io.Reader, error) {
	if len(identities) == 0 {
		return nil, fault.New(fault.Invalid, "the backup is encrypted; give the file of the private key with --age-identity")
	}
	out, err := age.Decrypt(in, identities...)
	if _, other := errors.AsType[*age.NoIdentityMatchError](err); other {
		return nil, fault.Wrap(fault.Invalid, err, "the backup is encrypted for another key; give the file of its private key with --age-identity")
	}
	return out, err
}
