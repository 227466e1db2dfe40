package desk

import (
	"net/http"
	"net/url"
	"strconv"

	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// defaultPage is the number of requests of a page without a limit.
const defaultPage = 100

// inboxQuery returns the query of a request's parameters.
func inboxQuery(given url.Values, c caller) (rfq.InboxQuery, error) {
	q := rfq.InboxQuery{
		View: rfq.InboxView(given.Get("view")), User: c.user.ID, Search: given.Get("q"), Language: given.Get("language"),
		Assignee: given.Get("assignee"), Sort: rfq.Sort(given.Get("sort")), After: given.Get("after"), Limit: defaultPage, Total: true,
	}
	if !c.may(SeePersons) {
		// A search in what the caller may not see would tell it word by word.
		q.Reference, q.Search = q.Search, ""
	}
	if limit := given.Get("limit"); limit != "" {
		var err error
		if q.Limit, err = strconv.Atoi(limit); err != nil {
			return q, fault.Wrap(fault.Invalid, err, "The limit %q is no number.", limit)
		}
	}
	return q, nil
}

// listMeta describes a page of requests.
type listMeta struct {
	Total  int        `json:"total"`
	Next   *string    `json:"next"`
	Counts rfq.Counts `json:"counts"`
}

// listRequests serves GET /desk/api/requests.
func (h *Handler) listRequests(w http.ResponseWriter, r *http.Request, c caller) error {
	q, err := inboxQuery(r.URL.Query(), c)
	if err != nil {
		return err
	}
	page, err := h.options.Requests.Inbox(r.Context(), q)
	if err != nil {
		return err
	}
	counts, err := h.options.Requests.Counts(r.Context(), c.user.ID)
	if err != nil {
		return err
	}
	build, err := h.rowsFor(r.Context(), c)
	if err != nil {
		return err
	}
	meta := listMeta{Total: page.Total, Counts: counts}
	if page.Next != "" {
		meta.Next = &page.Next
	}
	return envelope.JSON(w, r, http.StatusOK, struct {
		Data []row    `json:"data"`
		Meta listMeta `json:"meta"`
	}{build.list(page.Requests), meta})
}

// listPeople serves GET /desk/api/people: to whom requests may be assigned.
func (h *Handler) listPeople(w http.ResponseWriter, r *http.Request, _ caller) error {
	users, err := h.options.Accounts.Users(r.Context())
	if err != nil {
		return err
	}
	people := []person{}
	for _, u := range users {
		may, err := h.mayWork(r.Context(), u)
		if err != nil {
			return err
		}
		if may {
			people = append(people, person{u.ID, nameOf(u)})
		}
	}
	return envelope.Data(w, r, http.StatusOK, people)
}
