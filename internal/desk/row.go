package desk

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"ferrule/internal/account"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
)

// person is an account, or a name given on the command line, whose ID is empty. The Name
// of a removed account is empty.
type person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// row is a request in a list. What identifies the visitor is null for a role without
// SeePersons.
type row struct {
	Reference string     `json:"reference"`
	Created   time.Time  `json:"created"`
	Deadline  *time.Time `json:"deadline"` // null when no clock runs
	Answered  *time.Time `json:"answered"`
	Expires   *time.Time `json:"expires"` // the end of an open offer
	State     string     `json:"state"`
	Language  string     `json:"language"`
	Name      *string    `json:"name"`
	Company   *string    `json:"company"`
	FirstLine string     `json:"firstLine"`
	LineCount int        `json:"lineCount"`
	FileCount int        `json:"fileCount"`
	Form      string     `json:"form"`
	Assignee  *person    `json:"assignee"`
	Unread    bool       `json:"unread"`
	Failed    bool       `json:"failed"`
}

// rows builds the rows of a reply for a caller.
type rows struct {
	caller   caller
	calendar rfq.Calendar
	names    map[string]string // of accounts, by id
}

// rowsFor reads what the rows of a reply have in common.
func (h *Handler) rowsFor(ctx context.Context, c caller) (rows, error) {
	users, err := h.options.Accounts.Users(ctx)
	if err != nil {
		return rows{}, err
	}
	names := make(map[string]string, len(users))
	for _, u := range users {
		names[u.ID] = nameOf(u)
	}
	return rows{c, h.options.Requests.Calendar(), names}, nil
}

func (b rows) row(r rfq.Listed) row {
	out := row{
		Reference: r.Reference, Created: r.Created, State: stateOf(r.Request), Language: r.Language, FirstLine: b.firstLine(r.Request),
		LineCount: len(r.Lines), FileCount: r.FileCount, Form: r.FormTitle, Assignee: b.person(r.Assignee, ""), Unread: r.Unread, Failed: r.Failed,
	}
	if r.State == rfq.StateOpen {
		deadline := b.calendar.DeadlineOf(r.Request).UTC()
		out.Deadline = &deadline
	}
	if !r.AnsweredAt.IsZero() {
		out.Answered = &r.AnsweredAt
	}
	out.Expires = timeOrNull(r.Expires)
	if b.caller.may(SeePersons) {
		company := r.Company()
		out.Name, out.Company = &r.Name, &company
	}
	return out
}

func (b rows) list(from []rfq.Listed) []row {
	out := make([]row, len(from))
	for i, r := range from {
		out[i] = b.row(r)
	}
	return out
}

// person returns an account, or the name of somebody without one; nil for neither.
func (b rows) person(id, name string) *person {
	if id == "" && name == "" {
		return nil
	}
	if id != "" {
		if current, ok := b.names[id]; ok {
			name = current
		}
	}
	return &person{id, name}
}

// stateOf returns the state of a request at the desk: an open one is new until it has an
// assignee, an answered one has its outcome.
func stateOf(r rfq.Request) string {
	switch {
	case r.State == rfq.StateAnswered && r.Outcome != "":
		return string(r.Outcome)
	case r.State != rfq.StateOpen:
		return string(r.State)
	case r.Assignee == "":
		return "new"
	default:
		return "work"
	}
}

// maxFirstLine is the length of a row's line, in characters.
const maxFirstLine = 120

// firstLine returns the first article with its quantity, or the beginning of the
// message. Without SeePersons it returns no text that the visitor typed.
func (b rows) firstLine(r rfq.Request) string {
	if len(r.Lines) > 0 {
		first := r.Lines[0]
		if !b.caller.may(SeePersons) && !first.Known() {
			return ""
		}
		one := r
		one.Lines = r.Lines[:1]
		l := document.Rows(one)[0]
		parts := []string{}
		for _, text := range []string{l.Name, l.Values, l.Part} {
			if text != "" {
				parts = append(parts, text)
			}
		}
		return beginning(fmt.Sprintf("%d × %s", first.Quantity, strings.Join(parts, ", ")))
	}
	if !b.caller.may(SeePersons) {
		return ""
	}
	return beginning(strings.Join(strings.Fields(r.Message.Message), " "))
}

// beginning returns the first maxFirstLine characters of a text.
func beginning(text string) string {
	if utf8.RuneCountInString(text) <= maxFirstLine {
		return text
	}
	return string([]rune(text)[:maxFirstLine-1]) + "…"
}

// byCaller returns the changes of requests in the name of the caller.
func (h *Handler) byCaller(c caller) rfq.Acting {
	return h.options.Requests.By(rfq.Person{ID: c.user.ID, Name: nameOf(c.user)})
}

// mayWork reports whether requests may be assigned to a user.
func (h *Handler) mayWork(ctx context.Context, u account.User) (bool, error) {
	if u.Status != account.Active {
		return false, nil
	}
	role, err := h.roleOf(ctx, u)
	return caller{rights: rightsOf(role)}.may(ChangeRequests), err
}
