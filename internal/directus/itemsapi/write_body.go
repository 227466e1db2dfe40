package itemsapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
)

// maxBody is the maximum size of a JSON body, in bytes.
const maxBody = 4 << 20

// readBody decodes a JSON body, numbers as json.Number. Bodies of other types
// and empty bodies count as {}.
func readBody(w http.ResponseWriter, r *http.Request) (any, error) {
	empty := map[string]any{}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return empty, nil //nolint:nilerr // as in Directus
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	dec.UseNumber()
	var body any
	err := dec.Decode(&body)
	if err == nil {
		if _, end := dec.Token(); end != io.EOF {
			err = errors.Join(errors.New("unexpected data after the JSON value"), end)
		}
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, fault.New(fault.TooLarge, "Request content is too large: %d bytes at most.", maxBody).WithCode("CONTENT_TOO_LARGE")
	}
	if errors.Is(err, io.EOF) {
		return empty, nil
	}
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "Invalid payload. The body is no JSON: %s.", err).WithCode(content.CodeInvalidPayload)
	}
	switch body.(type) {
	case map[string]any, []any:
		return body, nil
	default:
		return nil, content.InvalidPayload("The body has to be an object or a list")
	}
}

// keys returns the keys of a batch: a list of keys, {"keys":[…]} or
// {"query":{…}}. With data the batch must also have the values to write.
func (h *handler) keys(r *http.Request, c *change, body any, data bool) ([]any, error) {
	if list, ok := body.([]any); ok {
		return keysOf(c.Collection, list)
	}
	batch := body.(map[string]any) //nolint:forcetypeassert // readBody returns nothing else
	list, byKeys := batch["keys"].([]any)
	query, byQuery := batch["query"].(map[string]any)
	if _, ok := batch["data"].(map[string]any); data && !ok {
		return nil, batchProblem("data", "required", "is required")
	}
	switch {
	case byKeys && !byQuery:
		return keysOf(c.Collection, list)
	case byQuery && !byKeys:
		return h.find(r, c, query)
	default:
		return nil, batchProblem("keys", "required", "or a query is required, and not both")
	}
}

func batchProblem(field, kind, must string) error {
	return &content.Refusal{Problems: []content.Problem{{
		Code:       content.CodeFailedValidation,
		Message:    fmt.Sprintf("Validation failed for field %q. Value %s.", field, must),
		Extensions: map[string]any{"field": field, "path": []any{}, "type": kind},
	}}}
}

// find returns the keys of a query's items, as far as the client may read them.
func (h *handler) find(r *http.Request, c *change, object map[string]any) ([]any, error) {
	raw, err := json.Marshal(object)
	if err != nil {
		return nil, content.InvalidPayload("The query cannot be read")
	}
	q, err := query.ParseObject(h.model, c.Collection.Name, raw)
	if err != nil {
		return nil, err
	}
	key := c.Collection.Key
	q.Alias, q.Deep = nil, nil
	result, err := h.query(r, c.Access == nil, content.Query{
		Collection: c.Collection.Name, Access: c.Access, Fields: []string{key.Name}, Options: q.Options, Client: true,
	})
	if err != nil {
		return nil, err
	}
	var found struct {
		Data []map[string]any `json:"data"`
	}
	dec := json.NewDecoder(bytes.NewReader(result.Body))
	dec.UseNumber()
	if err := dec.Decode(&found); err != nil {
		return nil, fmt.Errorf("decode keys of %s: %w", c.Collection.Name, err)
	}
	keys := make([]any, len(found.Data))
	for i, row := range found.Data {
		keys[i] = row[key.Name]
	}
	return keysOf(c.Collection, keys)
}

func keysOf(c *content.Collection, list []any) ([]any, error) {
	keys := make([]any, len(list))
	for i, raw := range list {
		var err error
		if keys[i], err = keyOf(c, raw); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// keyOf parses a key; one of the wrong type is the key of no item.
func keyOf(c *content.Collection, raw any) (any, error) {
	key, err := content.ParseValue(c.Key, raw)
	if err != nil || key == nil {
		return nil, content.ErrItem()
	}
	return key, nil
}

func keyText(key any) string { return fmt.Sprint(key) }

// among returns the filter for items with these keys.
func among(c *content.Collection, keys []any) *content.Filter {
	list := make([]any, len(keys))
	for i, key := range keys {
		list[i] = keyText(key)
	}
	return &content.Filter{Name: c.Key.Name, Items: []content.Filter{{Op: content.OpIn, Value: list}}}
}

// reasons converts the problems of a refused record to the shape of the API.
func reasons(refusal *content.Refusal) []envelope.Problem {
	out := make([]envelope.Problem, len(refusal.Problems))
	for i, p := range refusal.Problems {
		out[i] = envelope.Problem{Message: p.Message, Extensions: maps.Clone(p.Extensions)}
		out[i].Extensions["code"] = p.Code
	}
	return out
}
