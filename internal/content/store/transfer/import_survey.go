package transfer

import (
	"context"
	"crypto/sha1" //nolint:gosec // required by RFC 9562 for a UUID of a name
	"encoding/hex"
	"fmt"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
)

// survey reads the source once, without a lock: it stages the bytes of files,
// collects the explicit keys, and reports malformed records.
func (im *Importer) survey(ctx context.Context) error {
	files := im.to.Model.Collection("directus_files")
	return im.source.walk(ctx, im.to.Model, visitor{
		problem: im.problems.add,
		file: func(i int, text []byte) error {
			if files == nil {
				im.problems.add("files[%d]: the model has no collection directus_files", i)
				return nil
			}
			r := im.read(files, i, text, im.problems.add)
			im.reserve(r)
			return im.stage(r)
		},
		item: func(c *content.Collection, i int, text []byte) error {
			im.reserve(im.read(c, i, text, im.problems.add))
			return nil
		},
	})
}

func (im *Importer) read(c *content.Collection, i int, text []byte, problem func(string, ...any)) *record {
	r := &record{shape: im.shape(c), index: i}
	if c.Name == "directus_files" {
		r.extra = make(map[string]any)
	}
	im.record(&cursor{text: text}, r, problem)
	return r
}

// reserve marks explicit keys, at any depth, as taken.
func (im *Importer) reserve(r *record) {
	r.shape.rows++
	r.shape.nested = r.shape.nested || r.parent != nil
	if r.key != nil && !r.shape.explicit.add(r.key) {
		im.problems.add("%s: this %s is given twice", r.where(), r.shape.collection.Key.Name)
	}
	for _, n := range r.nested {
		for _, row := range n.rows {
			im.reserve(row)
		}
	}
}

// keySet is a set of keys. Integers, which are mostly dense, are stored as bits.
type keySet struct {
	greatest int64
	bits     map[int64]uint64
	texts    map[string]struct{}
}

// add reports whether the key is new.
func (s *keySet) add(key any) bool {
	if n, ok := key.(int64); ok {
		if s.bits == nil {
			s.bits = make(map[int64]uint64)
		}
		s.greatest = max(s.greatest, n)
		word, bit := n>>6, uint64(1)<<(n&63)
		if s.bits[word]&bit != 0 {
			return false
		}
		s.bits[word] |= bit
		return true
	}
	text := fmt.Sprint(key)
	if _, has := s.texts[text]; has {
		return false
	}
	if s.texts == nil {
		s.texts = make(map[string]struct{})
	}
	s.texts[text] = struct{}{}
	return true
}

func (s *keySet) has(key any) bool {
	if n, ok := key.(int64); ok {
		return s.bits[n>>6]&(uint64(1)<<(n&63)) != 0
	}
	_, has := s.texts[fmt.Sprint(key)]
	return has
}

// prepare determines which tables are empty and which keys are taken.
func (im *Importer) prepare(ctx context.Context) error {
	for c, s := range im.shapes {
		text := "SELECT CASE WHEN EXISTS (SELECT 1 FROM " + sqlgen.Quote(c.Name) + ") THEN 1 ELSE 0 END"
		if isInteger(c.Key) {
			text += ",(SELECT coalesce(max(" + sqlgen.Quote(c.Key.Name) + "),0) FROM " + sqlgen.Quote(c.Name) + ")"
		} else {
			text += ",0"
		}
		var filled int
		if err := im.tx.QueryRowContext(ctx, text).Scan(&filled, &s.next); err != nil {
			return fmt.Errorf("import %s: %w", c.Name, err)
		}
		s.empty = filled == 0
		s.next = max(s.next, s.explicit.greatest)
	}
	return im.bulk.prepare(ctx)
}

// newKey returns the next free key for a record without one.
func (im *Importer) newKey(r *record) any {
	switch c := r.shape.collection; c.Key.Type {
	case content.Integer, content.BigInteger:
		r.shape.next++
		return r.shape.next
	case content.UUID:
		return uuidOf(r.where())
	default:
		im.problems.add("%s: needs a %s", r.where(), c.Key.Name)
		return nil
	}
}

// uuidOf returns a UUID of a name (RFC 9562, version 5), so that a record
// without a key gets the same one in every import.
func uuidOf(name string) string {
	sum := sha1.Sum([]byte("ferrule content " + name)) //nolint:gosec // not for secrets
	sum[6], sum[8] = sum[6]&0x0f|0x50, sum[8]&0x3f|0x80
	h := hex.EncodeToString(sum[:16])
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}
