package desk

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"ferrule/internal/account"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// given is the body of an action.
type given struct {
	User *string `json:"user"` // of assign: id of an account; null removes the assignee
	Text string  `json:"text"` // of notes

	Outcome rfq.Outcome `json:"outcome"` // of outcome
	Reason  string      `json:"reason"`
}

// action serves POST /desk/api/requests/{reference}/{action}.
func (h *Handler) action(name string) func(http.ResponseWriter, *http.Request, caller) error {
	return func(w http.ResponseWriter, r *http.Request, c caller) error {
		var g given
		if err := readBody(w, r, &g); err != nil {
			return err
		}
		do, err := h.prepare(r.Context(), c, name, g)
		if err != nil {
			return err
		}
		if err := do(r.Context(), r.PathValue("reference")); err != nil {
			return err
		}
		return h.serveRequest(w, r, c)
	}
}

// prepare checks what an action needs, once for all its requests.
func (h *Handler) prepare(ctx context.Context, c caller, name string, g given) (func(context.Context, string) error, error) {
	by, store := h.byCaller(c), h.options.Requests
	switch name {
	case "assign":
		to, err := h.assignee(ctx, g.User)
		return func(ctx context.Context, reference string) error { return by.Assign(ctx, reference, to) }, err
	case "answer":
		return by.Answer, nil
	case "reopen":
		return by.Reopen, nil
	case "spam":
		return by.MarkSpam, nil
	case "release":
		return by.Release, nil
	case "resend":
		return by.Resend, nil
	case "forget":
		return func(ctx context.Context, reference string) error {
			if err := h.options.Accounts.Record(ctx, account.RequestForgotten, reference, ""); err != nil {
				return err
			}
			return by.Forget(ctx, reference)
		}, nil
	case "notes":
		return func(ctx context.Context, reference string) error { return by.Note(ctx, reference, g.Text) }, nil
	case "outcome":
		return func(ctx context.Context, reference string) error {
			return by.Conclude(ctx, reference, g.Outcome, g.Reason)
		}, nil
	case "read", "unread":
		return func(ctx context.Context, reference string) error {
			return store.MarkRead(ctx, reference, c.user.ID, name == "read")
		}, nil
	default:
		return nil, fault.New(fault.Invalid, "There is no action %q.", name)
	}
}

// assignee returns the person of an account that requests may be assigned to.
func (h *Handler) assignee(ctx context.Context, user *string) (rfq.Person, error) {
	if user == nil {
		return rfq.Person{}, nil
	}
	unknown := fault.New(fault.Invalid, "Requests cannot be assigned to this account. Choose one of the list of people.")
	u, err := h.options.Accounts.User(ctx, *user)
	if fault.KindOf(err) == fault.Forbidden {
		return rfq.Person{}, unknown
	}
	if err != nil {
		return rfq.Person{}, err
	}
	may, err := h.mayWork(ctx, u)
	if err == nil && !may {
		err = unknown
	}
	return rfq.Person{ID: u.ID, Name: nameOf(u)}, err
}

// maxBulk is the number of requests of one bulk action.
const maxBulk = 500

// failure is a request that a bulk action could not change.
type failure struct {
	Reference string `json:"reference"`
	Message   string `json:"message"`
}

// bulk serves POST /desk/api/requests/bulk. Each request is changed on its own: one that
// cannot be changed does not keep the others from it.
func (h *Handler) bulk(w http.ResponseWriter, r *http.Request, c caller) error {
	var body struct {
		given

		References []string `json:"references"`
		Action     string   `json:"action"`
	}
	if err := readBody(w, r, &body); err != nil {
		return err
	}
	switch {
	case slices.Contains([]string{"assign", "answer", "reopen", "spam", "release"}, body.Action):
		if !c.may(ChangeRequests) {
			return errRight()
		}
	case body.Action != "read" && body.Action != "unread":
		return fault.New(fault.Invalid, "There is no bulk action %q; use assign, answer, reopen, spam, release, read or unread.", body.Action)
	}
	if len(body.References) == 0 || len(body.References) > maxBulk {
		return fault.New(fault.Invalid, "Send 1 to %d references.", maxBulk)
	}
	do, err := h.prepare(r.Context(), c, body.Action, body.given)
	if err != nil {
		return err
	}
	out := struct {
		Done   []string  `json:"done"`
		Failed []failure `json:"failed"`
	}{[]string{}, []failure{}}
	for _, reference := range body.References {
		err := do(r.Context(), reference)
		f, known := errors.AsType[*fault.Error](err)
		switch {
		case err == nil:
			out.Done = append(out.Done, reference)
		case known && f.Kind.Status() < http.StatusInternalServerError:
			out.Failed = append(out.Failed, failure{reference, f.Message})
		default:
			return err
		}
	}
	return envelope.Data(w, r, http.StatusOK, out)
}
