// Package itemsapi serves content over HTTP in the shapes of Directus:
// reading and writing at /items/{collection} and /items/{collection}/{id}. It
// must depend only on content.Source and content.Writer; Identify supplies the
// permissions.
package itemsapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"github.com/cespare/xxhash/v2"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
)

type handler struct {
	model    *content.Model
	source   content.Source
	writer   content.Writer // nil if the API is read-only
	identify Identify
	cache    *cache
	plans    *plans // nil if the source cannot prepare queries
	timeless bool   // the public's permissions are independent of the time
	files    Files  // nil if uploads are disabled
	limit    int64  // maximum bytes of a file

	readers *readers // nil for no bounds
}

// New returns the handler of the content API, to be mounted with its prefix
// stripped: http.StripPrefix("/api/content", api.New(model, source)).
func New(m *content.Model, src content.Source, options ...Option) http.Handler {
	h := &handler{model: m, source: src, identify: identifyPublic, cache: newCache(src), plans: newPlans(src), timeless: m.PublicIsTimeless()}
	for _, o := range options {
		o(h)
	}
	return h
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodOptions {
		w.Header().Set("Allow", methods)
		_, _ = io.WriteString(w, methods) // fails when the client has disconnected
		return
	}
	if h.writer != nil && writes(r.Method) {
		if h.isUpload(r) {
			h.serveUpload(w, r)
			return
		}
		h.serveWrite(w, r)
		return
	}
	answer, err := h.answer(w, r)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	head := w.Header()
	maps.Copy(head, answer.head)
	if matches(r.Header, answer.tag) {
		head.Del("Content-Length")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if r.Method != http.MethodHead {
		_, _ = w.Write(answer.body) // fails when the client has disconnected
	}
}

// answer returns the reply to a read request, from the cache if possible.
func (h *handler) answer(w http.ResponseWriter, r *http.Request) (*preparedReply, error) {
	policy, _, err := h.identify(r)
	if err != nil {
		return nil, err
	}
	address, plan, revision := "", "", int64(0)
	if h.timeless && cacheable(r, policy) {
		var answer *preparedReply
		address = r.URL.Path + "?" + r.URL.RawQuery
		if answer, revision, err = h.cache.get(r.Context(), address); answer != nil || err != nil {
			return answer, err
		}
		if h.plans != nil {
			plan, _ = planKey(r.URL.Path, r.URL.RawQuery)
		}
	}
	toCache := revision > 0
	if toCache && plan != "" {
		plan = "traced " + plan
	}
	body, form, touched, err := h.read(w, r, policy, toCache, plan)
	if err != nil {
		return nil, err
	}
	answer := newReply(body, form, policy != nil)
	answer.touched = touched
	if toCache {
		h.cache.put(address, answer, revision)
	}
	return answer, nil
}

// methods lists the methods that a collection of Directus allows.
const methods = "POST,SEARCH,GET,HEAD,PATCH,DELETE"

// methodSearch reads with a query in the body, for queries too long for an
// address.
const methodSearch = "SEARCH"

// read executes a request without the reply cache. With trace it also returns
// the tags that the reply depends on. With a key in plan, the query is prepared
// and reused by later requests with that key, which must have the same trace.
func (h *handler) read(w http.ResponseWriter, r *http.Request, policy *content.Policy, trace bool, plan string) ([]byte, export, []content.Tag, error) {
	if plan != "" {
		if ready := h.plans.get(plan); ready != nil {
			result, err := h.load(r, policy == nil, ready)
			return result.Body, export{}, result.Touched, err
		}
	}
	collection, id, err := route(r)
	if err != nil {
		return nil, export{}, nil, err
	}
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, export{}, nil, fault.Wrap(fault.Invalid, err, "Invalid query. It is not properly encoded.").WithCode(content.CodeInvalidQuery)
	}
	form, err := parseExport(collection, values.Get("export"))
	if err != nil {
		return nil, form, nil, err
	}
	if version := values.Get("version"); version != "" && version != "main" {
		return nil, form, nil, fault.New(fault.Forbidden, "You don't have permission to access collection %q or it does not exist. Queried in root.", "directus_versions").WithCode(content.CodeForbidden)
	}
	var q content.Query
	if r.Method == methodSearch {
		q, err = h.search(w, r, collection)
	} else {
		q, err = query.Parse(h.model, collection, values)
	}
	if err != nil {
		return nil, form, nil, err
	}
	q.ID, q.Access, q.Trace, q.Client = id, policy, trace, true
	if plan != "" && form.Name == "" {
		ready, err := h.plans.prepare(plan, q)
		if err != nil {
			return nil, form, nil, err
		}
		result, err := h.load(r, policy == nil, ready)
		return result.Body, form, result.Touched, err
	}
	result, err := h.query(r, policy == nil, q)
	if err != nil || form.Name == "" {
		return result.Body, form, result.Touched, err
	}
	body, err := form.write(result.Body)
	return body, form, result.Touched, err
}

// maxSearchBody is the maximum size of a SEARCH body, in bytes.
const maxSearchBody = 64 << 10

// search parses the query in a body: {"query":{"fields":["id"],"limit":2}}.
func (h *handler) search(w http.ResponseWriter, r *http.Request, collection string) (content.Query, error) {
	var body struct {
		Query json.RawMessage `json:"query"`
	}
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxSearchBody)).Decode(&body)
	if err != nil && !errors.Is(err, io.EOF) {
		return content.Query{}, fault.Wrap(fault.Invalid, err, "Invalid payload. It is no JSON object of at most %d bytes.", maxSearchBody).WithCode("INVALID_PAYLOAD")
	}
	if len(body.Query) == 0 {
		body.Query = json.RawMessage("{}")
	}
	return query.ParseObject(h.model, collection, body.Query)
}

func noRoute(r *http.Request) error {
	return fault.New(fault.NotFound, "Route %s doesn't exist.", r.URL.Path).WithCode("ROUTE_NOT_FOUND")
}

// route returns the collection and id of a read request. The prefix is
// case-insensitive and a trailing slash is allowed, as in Directus.
func route(r *http.Request) (collection, id string, err error) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != methodSearch {
		return "", "", noRoute(r)
	}
	if collection, id, err = itemsPath(r); err == nil && id != "" && r.Method == methodSearch {
		return "", "", noRoute(r)
	}
	return collection, id, err
}

// itemsPath returns the collection and id of an address of items or files. As in
// Directus, system collections have addresses of their own only.
func itemsPath(r *http.Request) (collection, id string, err error) {
	if id, ok := filesPath(r.URL.Path); ok {
		return content.FilesCollection, id, nil
	}
	parts := strings.Split(strings.TrimSuffix(r.URL.Path, "/"), "/")
	if len(parts) < 3 || len(parts) > 4 || parts[0] != "" || !strings.EqualFold(parts[1], "items") || parts[2] == "" {
		return "", "", noRoute(r)
	}
	if len(parts) == 4 {
		if parts[3] == "" {
			return "", "", noRoute(r)
		}
		id = parts[3]
	}
	if strings.HasPrefix(content.CurrentName(parts[2]), "directus_") {
		return "", "", content.ErrItem()
	}
	return parts[2], id, nil
}

// etag returns a weak tag, because a proxy may compress the same reply in
// different ways.
func etag(body []byte) string {
	return fmt.Sprintf(`W/"%x-%x"`, len(body), xxhash.Sum64(body))
}

// matches reports whether the client has the reply cached (RFC 9110, 13.1.2).
func matches(head http.Header, tag string) bool {
	if strings.Contains(head.Get("Cache-Control"), "no-cache") {
		return false
	}
	for given := range strings.SplitSeq(head.Get("If-None-Match"), ",") {
		given = strings.TrimSpace(given)
		if given == "*" || strings.TrimPrefix(given, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// fail writes an error in the format of Directus; for a rejected record, all
// its problems.
func (h *handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	if refusal, ok := errors.AsType[*content.Refusal](err); ok {
		envelope.Problems(w, r, fault.KindOf(err).Status(), reasons(refusal))
		return
	}
	envelope.Error(w, r, err)
}
