package page

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ferrule/internal/render"
)

// errNoRecord says that the item a route is about does not exist or is not
// published.
var errNoRecord = errors.New("no such record")

// state is what a page is made from: the input of the bundle's page function
// and, word for word, what the document hands to the browser.
type state struct {
	Route    string            `json:"route"`
	Path     string            `json:"path"` // as in a link, without prefix; empty for 404
	Params   map[string]string `json:"params"`
	Search   map[string]string `json:"search"`
	Language string            `json:"language"`
	Prefix   string            `json:"prefix"`
	// Languages are all the site speaks, for links to them and from them.
	Languages languages                  `json:"languages"`
	Base      string                     `json:"base,omitempty"` // the site's public address; empty if unknown
	Data      map[string]json.RawMessage `json:"data"`
}

// text is the state as JSON that cannot end a script element. The data is JSON
// already: to have it read through once more would take longer than all else.
func (st *state) text() ([]byte, error) {
	bare := *st
	bare.Data = nil
	text, err := json.Marshal(bare)
	if err != nil {
		return nil, fmt.Errorf("state of the page: %w", err)
	}
	b := bytes.NewBuffer(bytes.TrimSuffix(text, []byte("null}")))
	b.WriteByte('{')
	for i, query := range slices.Sorted(maps.Keys(st.Data)) {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(query)
		if err != nil {
			return nil, fmt.Errorf("state of the page: %w", err)
		}
		b.Write(name)
		b.WriteByte(':')
		json.HTMLEscape(b, st.Data[query])
	}
	b.WriteString("}}")
	return b.Bytes(), nil
}

// rendered is what the bundle's page function returns: JSON on the first line,
// the head's markup on the second, then the page's. Without that it stands for
// the shell that the browser fills.
type rendered struct {
	HTML        string   `json:"-"`
	Head        string   `json:"-"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Robots      string   `json:"robots"`
	Theme       string   `json:"theme"`     // "red", "light" or "dark" for a page that has a theme of its own
	StateKeys   []string `json:"stateKeys"` // the data the browser needs; null for all
}

func parseRendered(text string) (out rendered, err error) {
	said, markup, _ := strings.Cut(text, "\n")
	out.Head, out.HTML, _ = strings.Cut(markup, "\n")
	err = json.Unmarshal([]byte(said), &out)
	return out, err
}

// assemble builds one page: record, plan, reads, render, document. A page that
// cannot be rendered becomes its shell; an error means that there is no such
// page, or no content to make it of.
func (s *Site) assemble(ctx context.Context, k key, ep *epoch, m match, lang *language) (*entry, error) {
	if err := s.checkRecord(ctx, m); err != nil {
		return nil, err
	}
	if m.route.Private {
		if _, err := s.viewRequest(ctx, m.params["token"]); err != nil {
			return nil, err
		}
	}
	st := &state{
		Route: m.route.Name, Path: escapedPath(k.path), Params: m.params, Search: m.search,
		Language: lang.Code, Languages: ep.languages, Base: s.baseURL, Data: map[string]json.RawMessage{},
	}
	if st.Params == nil {
		st.Params = map[string]string{}
	}
	if st.Search == nil {
		st.Search = map[string]string{}
	}
	if k.prefixed {
		st.Prefix = lang.Prefix
	}
	if s.dev {
		return s.shell(k, st, lang)
	}
	got, err := s.gather(ctx, k, ep, st)
	if err != nil {
		return nil, err
	}
	out, input, ok := s.render(ctx, k, st)
	if !got.planned || !ok {
		return s.shell(k, st, lang)
	}
	return newEntry(&s.compressor, k, lang.Code, s.document.write(st, input, out, lang, k), got.tags, got.complete && !m.route.Private, s.purge != nil), nil
}

// render runs the bundle's page function. It returns the input as well, which
// is the state of the document.
func (s *Site) render(ctx context.Context, k key, st *state) (out rendered, input []byte, ok bool) {
	if s.backoff.holds(k) {
		return out, nil, false
	}
	input, err := st.text()
	if err == nil {
		var text string
		if text, err = s.engine.Page(ctx, string(input)); err == nil {
			out, err = parseRendered(text)
		}
	}
	if err == nil && out.HTML == "" {
		err = errors.New("the bundle returned no markup")
	}
	if err != nil {
		s.renderFailed(k, st, err)
		return out, nil, false
	}
	s.counters.renders.Add(1)
	if out.StateKeys != nil {
		input, err = st.only(out.StateKeys).text()
	}
	return out, input, err == nil
}

// only is the state with nothing but the named data.
func (st *state) only(keys []string) *state {
	c := *st
	c.Data = make(map[string]json.RawMessage, len(keys))
	for _, k := range keys {
		if data, ok := st.Data[k]; ok {
			c.Data[k] = data
		}
	}
	return &c
}

func (s *Site) renderFailed(k key, st *state, err error) {
	stack := ""
	if failure, ok := errors.AsType[*render.Failure](err); ok {
		stack = failure.Stack
		if failure.Reason == render.Timeout {
			s.backoff.add(k)
		}
	}
	s.log.Error("page not rendered, sending its shell",
		"route", st.Route, "path", st.Path, "language", st.Language, "err", err, "stack", stack)
}

// shell is the document without markup, which the browser renders from the
// state. It is never cached.
func (s *Site) shell(k key, st *state, lang *language) (*entry, error) {
	input, err := st.text()
	if err != nil {
		return nil, err
	}
	s.counters.shells.Add(1)
	return newEntry(&s.compressor, k, lang.Code, s.document.write(st, input, rendered{}, lang, k), nil, false, false), nil
}
