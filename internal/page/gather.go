package page

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"strings"

	"golang.org/x/sync/errgroup"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/fault"
)

// concurrentReads is how many queries of one page are read concurrently.
const concurrentReads = 4

// gathered describes the data of a page.
type gathered struct {
	planned  bool          // the bundle returned the queries of the page
	complete bool          // no query failed in a way that another attempt could fix
	tags     []content.Tag // all content that the data was made from, without duplicates
}

// checkRecord returns an error unless the item of a route is published. It runs
// before anything more expensive, so that invented addresses cost little.
func (s *Site) checkRecord(ctx context.Context, m match) error {
	rec := m.route.Record
	if rec == nil {
		return nil
	}
	want := m.params[rec.Param]
	found, err := s.exists(ctx, rec.Collection, rec.Field, want, nil)
	if err != nil {
		return fmt.Errorf("read record of route %s: %w", m.route.Name, err)
	}
	if !found {
		return errNoRecord
	}
	return nil
}

// checkNamedItems returns an *unknownItemError unless the items that query
// parameters identify are published and belong to the record of the route; the
// page is then served without the parameter.
func (s *Site) checkNamedItems(ctx context.Context, m match) error {
	for name, n := range m.route.Named {
		value, given := m.search[name]
		if !given {
			continue
		}
		rec := m.route.Record
		parent := url.Values{"filter[" + n.Parent + "][" + rec.Field + "][_eq]": {m.params[rec.Param]}}
		found, err := s.exists(ctx, n.Collection, n.Field, value, parent)
		if err != nil {
			return fmt.Errorf("check parameter %s of route %s: %w", name, m.route.Name, err)
		}
		if !found {
			return &unknownItemError{name}
		}
	}
	return nil
}

// exists reports whether the public may read an item whose field has the value
// want.
func (s *Site) exists(ctx context.Context, collection, field, want string, also url.Values) (bool, error) {
	values := url.Values{"fields": {field}, "limit": {"1"}, "filter[" + field + "][_eq]": {want}}
	maps.Copy(values, also)
	q, err := query.Parse(s.model, collection, values)
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.read)
	defer cancel()
	result, err := s.source.Read(ctx, q)
	if err != nil {
		return false, asUnavailable(err)
	}
	var found struct {
		Data []map[string]any `json:"data"`
	}
	if err := json.Unmarshal(result.Body, &found); err != nil {
		return false, err
	}
	// If the store compares case-insensitively, one page would have many
	// addresses.
	return len(found.Data) > 0 && found.Data[0][field] == want, nil
}

// gather plans the page and reads its queries into the state. Without a plan
// the data stays empty and the browser reads it. gather returns an error only
// if all queries failed because the content is unavailable.
func (s *Site) gather(ctx context.Context, k key, ep *epoch, st *state) (gathered, error) {
	queries, err := s.plan(ctx, st)
	if err != nil {
		s.log.Error("page not planned, shell sent",
			"route", st.Route, "path", st.Path, "language", st.Language, "error", err)
		return gathered{}, nil
	}
	answers := make([]answer, len(queries))
	var group errgroup.Group
	group.SetLimit(concurrentReads)
	for i, query := range queries {
		group.Go(func() error {
			answers[i] = s.answer(ctx, k, ep, query)
			return nil
		})
	}
	_ = group.Wait()
	st.queries = queries

	got := gathered{planned: true, complete: true}
	seen := map[content.Tag]bool{}
	failed := 0
	for i, a := range answers {
		if a.err != nil {
			a.data = failedReply(queries[i], a.err)
			s.log.Error("content query failed", "route", st.Route, "path", st.Path, "query", queries[i], "error", a.err)
		}
		st.replies = append(st.replies, a.data)
		if a.stale {
			got.complete = false
		}
		if a.temporary {
			got.complete = false
			failed++
		}
		for _, tag := range a.touched {
			if !seen[tag] {
				seen[tag] = true
				got.tags = append(got.tags, tag)
			}
		}
	}
	if failed > 0 && failed == len(queries) {
		return got, asUnavailable(answers[0].err)
	}
	return got, nil
}

// plan returns the queries of a page, without duplicates.
func (s *Site) plan(ctx context.Context, st *state) ([]string, error) {
	input, err := st.input()
	if err != nil {
		return nil, err
	}
	text, err := s.engine.Plan(ctx, string(input))
	if err != nil {
		return nil, err
	}
	var plan struct {
		Queries []string `json:"queries"`
	}
	if err := json.Unmarshal([]byte(text), &plan); err != nil {
		return nil, fmt.Errorf("plan route %s: %w", st.Route, err)
	}
	seen := map[string]bool{}
	unique := plan.Queries[:0]
	for _, q := range plan.Queries {
		if !seen[q] {
			seen[q] = true
			unique = append(unique, q)
		}
	}
	return unique, nil
}

// answer is the result of one query: data or an error.
type answer struct {
	data      json.RawMessage
	touched   []content.Tag
	err       error
	temporary bool // another attempt may succeed
	stale     bool // a newer reply is being prepared: not cacheable
}

// Lists answers the queries of a page that the content API does not: lists of
// products, filtered by an index.
type Lists interface {
	// Keep checks a query parameter of a page with a list and returns its
	// canonical form; false for a parameter to ignore.
	Keep(ctx context.Context, name, value string) (string, bool)
	// Read answers the query of a path; data is nil for a path that is not a
	// list. current is false while a newer reply is being prepared.
	Read(ctx context.Context, path string, values url.Values) (data []byte, touched []content.Tag, current bool, err error)
}

// Requests reads requests for quotation for their senders. Such a page is
// private: rendered for each request and not cached.
type Requests interface {
	// View returns the request with the given token as JSON, with its first
	// maxLines lines; the error for an unknown token is a *fault.Error of kind
	// NotFound.
	View(ctx context.Context, token string, maxLines int) ([]byte, error)
}

// maxRequestLines is the number of a request's lines in its document: the browser
// loads the others on a press.
const maxRequestLines = 200

// viewRequest returns errNoRecord for an unknown token.
func (s *Site) viewRequest(ctx context.Context, token string) ([]byte, error) {
	if s.requests == nil {
		return nil, errNoRecord
	}
	ctx, cancel := context.WithTimeout(ctx, s.read)
	defer cancel()
	data, err := s.requests.View(ctx, token, maxRequestLines)
	if fault.KindOf(err) == fault.NotFound {
		return nil, errNoRecord
	}
	if err != nil {
		return nil, asUnavailable(err)
	}
	return data, nil
}

// paramChecker returns the check of query parameters that a route does not
// declare.
func (s *Site) paramChecker(ctx context.Context, r *route) paramCheck {
	if !r.Filters || s.lists == nil {
		return nil
	}
	return func(name, value string) (string, bool) { return s.lists.Keep(ctx, name, value) }
}

func (s *Site) answer(ctx context.Context, k key, ep *epoch, query string) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a = failedAnswer(panicError(r))
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, s.read)
	defer cancel()
	if token, ok := strings.CutPrefix(query, "/requests/"); ok {
		data, err := s.viewRequest(ctx, token)
		if err != nil {
			return failedAnswer(err)
		}
		return answer{data: data}
	}
	if !strings.HasPrefix(query, "/items/") && s.lists != nil {
		return s.answerLists(ctx, query)
	}
	cached, ok, keep := ep.replies.get(query, k)
	if ok {
		return cached
	}
	q, err := s.parse(query)
	if err != nil {
		return failedAnswer(err)
	}
	result, err := s.source.Read(ctx, q)
	if err != nil {
		a = failedAnswer(err)
		a.touched = []content.Tag{{Collection: q.Collection}} // another record may match later
		return a
	}
	data, whole := bytes.CutPrefix(result.Body, []byte(`{"data":`))
	data, ended := bytes.CutSuffix(data, []byte(`}`))
	if !whole || !ended {
		return failedAnswer(fmt.Errorf("parse reply: it begins with %.20q", result.Body))
	}
	a = answer{data: data, touched: result.Touched}
	if keep {
		ep.replies.put(query, a)
	}
	return a
}

func (s *Site) answerLists(ctx context.Context, query string) answer {
	path, raw, _ := strings.Cut(query, "?")
	values, err := url.ParseQuery(raw)
	if err != nil {
		return failedAnswer(fault.Wrap(fault.Invalid, err, "malformed query"))
	}
	data, touched, current, err := s.lists.Read(ctx, path, values)
	if err != nil {
		return failedAnswer(err)
	}
	return answer{data: data, touched: touched, stale: !current}
}

// parse reads a query in the bundle's format: a path of the content API with
// its parameters.
func (s *Site) parse(text string) (content.Query, error) {
	path, raw, _ := strings.Cut(text, "?")
	rest, ok := strings.CutPrefix(path, "/items/")
	collection, id, _ := strings.Cut(rest, "/")
	if !ok || collection == "" || strings.Contains(id, "/") {
		return content.Query{}, fault.New(fault.Invalid, "%q is not a path of the content API", path)
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return content.Query{}, fault.Wrap(fault.Invalid, err, "malformed query")
	}
	q, err := query.Parse(s.model, collection, values)
	if err != nil {
		return q, err
	}
	if q.ID, err = url.PathUnescape(id); err != nil {
		return q, fault.Wrap(fault.Invalid, err, "malformed key")
	}
	q.Trace = true
	return q, nil
}

func failedAnswer(err error) answer {
	switch fault.KindOf(err) {
	case fault.Invalid, fault.Forbidden, fault.NotFound:
		// The error is cacheable like a reply: the same query fails the same
		// way until its collection changes.
		return answer{err: err}
	default:
		return answer{err: err, temporary: true}
	}
}

// failedReply replaces a reply. It names its query, so that the browser can
// retry it before the code of the page is loaded.
func failedReply(query string, err error) json.RawMessage {
	message := "content could not be read"
	if f, ok := errors.AsType[*fault.Error](err); ok {
		message = f.Message
	}
	reply, _ := json.Marshal(map[string]string{"$error": message, "$query": query})
	return reply
}

// asUnavailable returns an error with a kind unchanged; any other failure of a
// store becomes Unavailable.
func asUnavailable(err error) error {
	if kind := fault.KindOf(err); kind != fault.Internal {
		return err
	}
	return fault.Wrap(fault.Unavailable, err, "the content could not be read")
}
