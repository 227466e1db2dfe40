package itemsapi

import (
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/fault"
)

// Option extends the API beyond reading with the public's permissions.
type Option func(*handler)

// Identify returns the permissions of a request's client (nil for the public)
// and the id of its user, empty if unknown. Its errors are *fault.Error.
type Identify func(*http.Request) (policy *content.Policy, user string, err error)

func identifyPublic(*http.Request) (*content.Policy, string, error) { return nil, "", nil }

// Writing enables writes with the permissions that identify returns; with a nil
// identify every client is the public.
func Writing(writer content.Writer, identify Identify) Option {
	return func(h *handler) {
		h.writer = writer
		if identify != nil {
			h.identify = identify
		}
	}
}

func writes(method string) bool {
	return method == http.MethodPost || method == http.MethodPatch || method == http.MethodDelete
}

// serveWrite replies with the written items as far as the client may read them,
// and with 204 if it may read none or items were deleted.
func (h *handler) serveWrite(w http.ResponseWriter, r *http.Request) {
	body, err := h.write(w, r)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	sendWritten(w, body)
}

func sendWritten(w http.ResponseWriter, body []byte) {
	head := w.Header()
	head.Set("Cache-Control", "no-store")
	if body == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	head.Set("Content-Type", "application/json; charset=utf-8")
	head.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // fails when the client has disconnected
}

// change is a parsed request to write.
type change struct {
	content.Write

	one   bool          // the reply is one item instead of a list
	reply content.Query // reads the written items
}

func (h *handler) write(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	c, err := h.change(w, r)
	if err != nil {
		return nil, err
	}
	if c.Action == content.ActionDelete {
		_, err := h.writer.Write(r.Context(), c.Write)
		return nil, err
	}
	if err := h.checkReply(c); err != nil {
		return nil, err
	}
	done, err := h.writer.Write(r.Context(), c.Write)
	if err != nil {
		return nil, err
	}
	return h.written(r, c, done)
}

// checkReply returns the error of a malformed query before anything is written.
func (h *handler) checkReply(c change) error {
	if _, err := query.Bind(h.model, c.reply, time.Now()); fault.KindOf(err) == fault.Invalid {
		return err
	}
	return nil
}

// written returns the written items as far as the client may read them; nil if
// it may not.
func (h *handler) written(r *http.Request, c change, done content.Written) ([]byte, error) {
	n := len(done.Keys)
	q := c.reply
	switch {
	case c.Collection.Singleton:
	case c.one:
		q.ID = keyText(done.Keys[0])
	case n == 0:
		return []byte(`{"data":[]}`), nil
	default:
		q.Filter, q.Limit = among(c.Collection, done.Keys), &n
	}
	result, err := h.query(r, false, q) // after the write it must not be refused
	if fault.KindOf(err) == fault.Forbidden {
		return nil, nil //nolint:nilerr // the write succeeded; an unreadable result is omitted
	}
	return result.Body, err
}

// change parses a request to write.
func (h *handler) change(w http.ResponseWriter, r *http.Request) (change, error) {
	var c change
	policy, user, err := h.identify(r)
	if err != nil {
		return c, err
	}
	name, id, err := itemsPath(r)
	if err != nil {
		return c, err
	}
	if c.reply, err = h.replyQuery(r, name, policy); err != nil {
		return c, err
	}
	collection := h.model.Collection(name)
	if _, files := filesPath(r.URL.Path); collection.System && !files {
		return c, content.ErrItem() // files have their own addresses
	}
	c.Write = content.Write{Collection: collection, Access: policy, User: user}
	body, err := readBody(w, r)
	if err != nil {
		return c, err
	}
	switch r.Method {
	case http.MethodPost:
		c.Action = content.ActionCreate
		if id != "" || collection.Singleton {
			return c, noRoute(r)
		}
		return c, c.records(body)
	case http.MethodPatch:
		c.Action = content.ActionUpdate
		return c, h.update(r, &c, id, body)
	default:
		c.Action = content.ActionDelete
		if id != "" {
			c.Keys = make([]any, 1)
			c.Keys[0], err = keyOf(collection, id)
			return c, err
		}
		c.Keys, err = h.keys(r, &c, body, false)
		return c, err
	}
}

// replyQuery parses the query that reads the written items.
func (h *handler) replyQuery(r *http.Request, collection string, policy *content.Policy) (content.Query, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return content.Query{}, fault.Wrap(fault.Invalid, err, "Invalid query. It is not properly encoded.").WithCode(content.CodeInvalidQuery)
	}
	q, err := query.Parse(h.model, collection, values)
	return content.Query{
		Collection: collection, Access: policy, Fields: q.Fields, Language: q.Language,
		Options: content.Options{Alias: q.Alias, Deep: q.Deep, Sort: q.Sort},
	}, err
}

// records parses one item or a list of items.
func (c *change) records(body any) error {
	var parser content.RecordParser
	list, ok := body.([]any)
	if !ok {
		c.one, list = true, []any{body}
	}
	for _, item := range list {
		record, err := parser.Record(c.Collection, item)
		if err != nil {
			return err
		}
		c.Records = append(c.Records, record)
	}
	return nil
}

// update parses which items to change, and how: one by its key, that of a
// singleton, a list of items with their keys, or the same data for all items of
// a list of keys or of a query.
func (h *handler) update(r *http.Request, c *change, id string, body any) error {
	_, list := body.([]any)
	switch {
	case id != "" && c.Collection.Singleton:
		return noRoute(r)
	case id != "" || c.Collection.Singleton:
		if list {
			return content.InvalidPayload("One item is to be updated, not a list")
		}
		if err := c.records(body); err != nil || id == "" {
			return err
		}
		key, err := keyOf(c.Collection, id)
		c.Records[0].Key = key
		return err
	case list:
		if err := c.records(body); err != nil {
			return err
		}
		for _, record := range c.Records {
			if record.Key == nil {
				return content.InvalidPayload("Item in update misses primary key")
			}
		}
		return nil
	}
	keys, err := h.keys(r, c, body, true)
	if err != nil {
		return err
	}
	data := body.(map[string]any)["data"] //nolint:forcetypeassert // keys has checked it
	same := make([]any, len(keys))
	for i, key := range keys {
		item, ok := data.(map[string]any)
		if !ok {
			return batchProblem("data", "required", "is required")
		}
		item = maps.Clone(item)
		item[c.Collection.Key.Name] = keyText(key)
		same[i] = item
	}
	return c.records(same)
}
