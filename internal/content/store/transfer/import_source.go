package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// source is the input of an import: a file in the format of content.json,
// {"files": […], "items": {collection: […]}}, with an object instead of a list
// for a singleton, and the folder files/.
type source struct {
	fsys fs.FS
	name string
}

// visitor receives each element of a source, in order. The text of an element is
// valid until the call returns.
type visitor struct {
	file    func(i int, text []byte) error
	item    func(c *content.Collection, i int, text []byte) error
	problem func(format string, args ...any)
}

// walk reads the source element by element, in bounded memory.
func (s source) walk(ctx context.Context, m *content.Model, v visitor) error {
	f, err := s.fsys.Open(s.name)
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "%s cannot be read", s.name)
	}
	defer func() { _ = f.Close() }() // read only
	w := &walker{ctx: ctx, dec: json.NewDecoder(f), model: m, visitor: v}
	err = w.document()
	if syntax, ok := errors.AsType[malformed](err); ok {
		return fault.Wrap(fault.Invalid, syntax.err, "%s is malformed near byte %d", s.name, w.dec.InputOffset())
	}
	return err
}

// malformed is a syntax error of a source, after which it is not read further.
type malformed struct{ err error }

func (m malformed) Error() string { return m.err.Error() }

type walker struct {
	visitor

	ctx   context.Context
	dec   *json.Decoder
	model *content.Model
	text  json.RawMessage // of the current element, reused
}

func (w *walker) document() error {
	err := w.object(func(name string) error {
		switch name {
		case "files":
			return w.list("files", w.file)
		case "items":
			return w.object(w.collection)
		default:
			return malformed{fmt.Errorf("unknown name %q beside files and items", name)}
		}
	})
	if err != nil {
		return err
	}
	if _, err := w.dec.Token(); !errors.Is(err, io.EOF) {
		return malformed{errors.New("something follows the end")}
	}
	return nil
}

// object calls member for each member, positioned at its value.
func (w *walker) object(member func(name string) error) error {
	if t, err := w.token(); err != nil || t != json.Delim('{') {
		return malformed{errors.Join(err, errors.New("an object is needed"))}
	}
	for w.dec.More() {
		t, err := w.token()
		if err != nil {
			return err
		}
		name, _ := t.(string)
		if err := member(name); err != nil {
			return err
		}
	}
	_, err := w.token()
	return err
}

func (w *walker) collection(name string) error {
	c := w.model.Collection(name)
	if c == nil {
		w.problem("there is no collection %q", name)
		return w.element()
	}
	visit := func(i int, text []byte) error { return w.item(c, i, text) }
	if !c.Singleton {
		return w.list(c.Name, visit)
	}
	if err := w.element(); err != nil {
		return err
	}
	if w.text[0] != '{' {
		w.problem("%s: needs one object", c.Name)
		return nil
	}
	return visit(0, w.text)
}

// list calls visit with each element of a list, or with none for null.
func (w *walker) list(name string, visit func(i int, text []byte) error) error {
	t, err := w.token()
	switch {
	case err != nil || t == nil:
		return err
	case t == json.Delim('{'):
		w.problem("%s: needs a list of objects", name)
		return w.skip('}')
	case t != json.Delim('['):
		w.problem("%s: needs a list of objects", name)
		return nil
	}
	for i := 0; w.dec.More(); i++ {
		if err := w.element(); err != nil {
			return err
		}
		if w.text[0] != '{' {
			w.problem("%s[%d]: needs to be an object", name, i)
			continue
		}
		if err := visit(i, w.text); err != nil {
			return err
		}
		if err := w.ctx.Err(); err != nil {
			return err
		}
	}
	_, err = w.token()
	return err
}

// element reads the next value as text.
func (w *walker) element() error {
	if err := w.dec.Decode(&w.text); err != nil {
		return malformed{err}
	}
	return nil
}

func (w *walker) token() (json.Token, error) {
	t, err := w.dec.Token()
	if err != nil {
		return nil, malformed{err}
	}
	return t, nil
}

// skip reads to the end of an object that has begun.
func (w *walker) skip(end json.Delim) error {
	for depth := 1; depth > 0; {
		t, err := w.token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case end, json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
	return nil
}
