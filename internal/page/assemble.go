package page

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ferrule/internal/render"
)

// errNoRecord is the error of a route whose item does not exist or is not
// published.
var errNoRecord = errors.New("no such record")

// unknownItemError is the error of a query parameter whose value identifies no
// item.
type unknownItemError struct{ parameter string }

func (e *unknownItemError) Error() string { return "no such item: parameter " + e.parameter }

// state is the data that a page is rendered from: the input of the bundle's
// functions, and the JSON that the document embeds for hydration.
type state struct {
	Route    string            `json:"route"`
	Path     string            `json:"path"` // as in a link, without prefix; empty for 404
	Params   map[string]string `json:"params"`
	Search   map[string]string `json:"search"`
	Language string            `json:"language"`
	Prefix   string            `json:"prefix"`
	// Languages holds all languages of the site, for links between them.
	Languages languages `json:"languages"`
	Base      string    `json:"base,omitempty"` // the site's public address; empty if unknown
	Plain     []string  `json:"plain"`          // see content.Model.PlainTexts; texts with markup cannot be rendered without it

	// WorkingDays is true if the promised time of an answer counts on working days only.
	WorkingDays bool `json:"workingDays,omitempty"`

	Retention retention `json:"retention"`

	// Names holds the queryHash of each query in an embedded state, separated
	// by spaces.
	Names string `json:"names"`

	queries []string // those of the page's plan, in its order
	replies []json.RawMessage
}

// retention is for how long data are stored, as configured.
type retention struct {
	ConsentHours int `json:"consentHours"`
	CartHours    int `json:"cartHours"`
	RequestDays  int `json:"requestDays"` // 0: until they are erased by hand

	AddressDays     int `json:"addressDays"`
	UnsentFileHours int `json:"unsentFileHours"`
}

// input returns the state as the bundle's functions take it: "data" maps
// queries to replies.
func (st *state) input() ([]byte, error) {
	return st.text('{', '}', func(b *bytes.Buffer, at int) error {
		name, err := json.Marshal(st.queries[at])
		if err != nil {
			return err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(st.replies[at])
		return nil
	})
}

// embedded returns the state as the document embeds it: "data" lists the
// replies in columns, in the order of Names. No text in it can end a script
// element. It returns an error if two queries have the same hash, because the
// browser could not distinguish their replies.
func (st *state) embedded() ([]byte, error) {
	names := make([]string, len(st.queries))
	for at, query := range st.queries {
		names[at] = queryHash(query)
		if other := slices.Index(names[:at], names[at]); other >= 0 && st.queries[other] != query {
			return nil, fmt.Errorf("encode page state: queries %q and %q have the same name", st.queries[other], query)
		}
	}
	named := *st
	named.Names = strings.Join(names, " ")
	return named.text('[', ']', func(b *bytes.Buffer, at int) error {
		text, err := columns(st.replies[at], st.Language)
		if err != nil {
			return fmt.Errorf("read reply to %s: %w", st.queries[at], err)
		}
		json.HTMLEscape(b, text)
		return nil
	})
}

// text encodes the state as JSON. The replies are JSON already and are copied,
// because encoding them again would take longer than everything else.
func (st *state) text(begin, end byte, reply func(b *bytes.Buffer, at int) error) ([]byte, error) {
	text, err := json.Marshal(st)
	if err != nil {
		return nil, fmt.Errorf("encode page state: %w", err)
	}
	b := bytes.NewBuffer(bytes.TrimSuffix(text, []byte("}")))
	b.WriteString(`,"data":`)
	b.WriteByte(begin)
	for at := range st.replies {
		if at > 0 {
			b.WriteByte(',')
		}
		if err := reply(b, at); err != nil {
			return nil, fmt.Errorf("encode page state: %w", err)
		}
	}
	b.WriteByte(end)
	b.WriteByte('}')
	return b.Bytes(), nil
}

// rendered is the result of the bundle's page function: JSON on the first line,
// the markup of the head on the second, that for the end of the document on the
// third, then the markup of the page. The zero value is the shell, which the browser
// renders.
type rendered struct {
	HTML        string `json:"-"`
	Head        string `json:"-"`
	End         string `json:"-"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Robots      string `json:"robots"`
	Theme       string `json:"theme"` // "red", "light" or "dark" for a page with a fixed theme
}

func parseRendered(text string) (out rendered, err error) {
	head, markup, _ := strings.Cut(text, "\n")
	out.Head, markup, _ = strings.Cut(markup, "\n")
	out.End, out.HTML, _ = strings.Cut(markup, "\n")
	err = json.Unmarshal([]byte(head), &out)
	return out, err
}

// assemble builds one page: check of the record, plan, reads, rendering,
// document. A page that cannot be rendered becomes a shell. An error means that
// the page does not exist or that its content could not be read.
func (s *Site) assemble(ctx context.Context, k key, ep *epoch, m match, lang *language) (*entry, error) {
	if err := s.checkRecord(ctx, m); err != nil {
		return nil, err
	}
	if err := s.checkNamedItems(ctx, m); err != nil {
		return nil, err
	}
	if m.route.Private {
		if _, err := s.viewRequest(ctx, m.params["token"]); err != nil {
			return nil, err
		}
	}
	st := &state{
		Route: m.route.Name, Path: escapedPath(k.path), Params: m.params, Search: m.search,
		Language: lang.Code, Languages: ep.languages, Base: s.baseURL, Plain: s.plain, WorkingDays: ep.promises.WorkingDays,
		Retention: s.retentionAt(ep),
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
	out, ok := s.render(ctx, k, st)
	if !got.planned || !ok {
		return s.shell(k, st, lang)
	}
	embedded, err := st.embedded()
	if err != nil {
		return nil, err
	}
	return newEntry(&s.compressor, k, lang.Code, s.document.write(st, embedded, out, lang, k), got.tags, got.complete && !m.route.Private, s.purge != nil), nil
}

// render runs the bundle's page function.
func (s *Site) render(ctx context.Context, k key, st *state) (out rendered, ok bool) {
	if s.backoff.has(k) {
		return out, false
	}
	input, err := st.input()
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
		return out, false
	}
	s.counters.renders.Add(1)
	return out, true
}

func (s *Site) renderFailed(k key, st *state, err error) {
	stack := ""
	if failure, ok := errors.AsType[*render.Failure](err); ok {
		stack = failure.Stack
		if failure.Reason == render.Timeout {
			s.backoff.add(k)
		}
	}
	s.log.Error("page not rendered, shell sent",
		"route", st.Route, "path", st.Path, "language", st.Language, "error", err, "stack", stack)
}

// shell returns the document without markup, which the browser renders from the
// state. It is never cached.
func (s *Site) shell(k key, st *state, lang *language) (*entry, error) {
	embedded, err := st.embedded()
	if err != nil {
		return nil, err
	}
	s.counters.shells.Add(1)
	return newEntry(&s.compressor, k, lang.Code, s.document.write(st, embedded, rendered{}, lang, k), nil, false, false), nil
}
