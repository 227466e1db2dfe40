package rfq

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ferrule/internal/fault"
)

// InboxView is a selection of requests by state.
type InboxView string

// The views. All omits spam; the clock of overdue requests has ended; those that wait, for
// the reply to a question, and those with an offer that ends within ExpiringTime, are
// among the answered ones too.
const (
	ViewOpen       InboxView = "open"
	ViewMine       InboxView = "mine"
	ViewOverdue    InboxView = "overdue"
	ViewUnassigned InboxView = "unassigned"
	ViewAnswered   InboxView = "answered"
	ViewAll        InboxView = "all"
	ViewSpam       InboxView = "spam"
	ViewWaiting    InboxView = "waiting"
	ViewExpiring   InboxView = "expiring"
)

// Sort is the order of a list.
type Sort string

// The orders. By deadline, open requests are in the order of their Deadline, those whose
// offer expires by its end, and all others, which have no clock, by their receipt.
const (
	SortDeadline Sort = "deadline"
	SortOldest   Sort = "created"
	SortNewest   Sort = "-created"
)

// Unassigned is the Assignee of an InboxQuery for requests without one.
const Unassigned = "none"

// ExpiringTime is the time before the end of an offer at which it counts as expiring, and
// at which its end is announced.
const ExpiringTime = 3 * 24 * time.Hour

// Conditions of views.
const (
	isWaiting  = `state = 'answered' AND outcome = 'waiting'`
	isExpiring = `expires_at <> '' AND expires_at > ? AND expires_at <= ?`
)

// MaxPage is the maximum Limit of an InboxQuery.
const MaxPage = 500

// InboxQuery selects a page of requests. Empty fields do not restrict.
type InboxQuery struct {
	View      InboxView
	User      string // id of the account that reads: for ViewMine and Unread
	Search    string // words, each the beginning of one in the request
	Reference string // in any spelling
	Language  string // "de-DE"
	Assignee  string // id of an account, or Unassigned
	Sort      Sort   // empty for the default of the view
	After     string // Next of the page before
	Limit     int    // 1 to MaxPage
	Total     bool   // count all pages
}

// InboxPage is a page of requests.
type InboxPage struct {
	Requests []Listed
	Total    int    // on all pages, if the query asks for it
	Next     string // After of the next page; empty on the last
}

// Listed is a request in a list.
type Listed struct {
	Request

	FileCount int
	Unread    bool // open and not read by the user of the query
	Failed    bool // a delivery is dead
}

// Counts are the numbers of requests in the views.
type Counts struct {
	Open       int `json:"open"`
	Mine       int `json:"mine"`
	Overdue    int `json:"overdue"`
	Unassigned int `json:"unassigned"`
	Answered   int `json:"answered"`
	All        int `json:"all"`
	Spam       int `json:"spam"`
	Waiting    int `json:"waiting"`
	Expiring   int `json:"expiring"`
}

// Counts returns the numbers of requests in the views of an account.
func (s *Store) Counts(ctx context.Context, user string) (c Counts, err error) {
	query := s.read.Rebind(`SELECT
		count(*), count(CASE WHEN assignee = ? AND assignee <> '' THEN 1 END), count(CASE WHEN ` + isOverdue + ` THEN 1 END), count(CASE WHEN assignee = '' THEN 1 END),
		(SELECT count(*) FROM requests WHERE state = 'answered'),
		(SELECT count(*) FROM requests WHERE state = 'forgotten'),
		(SELECT count(*) FROM requests WHERE state = 'spam'),
		(SELECT count(*) FROM requests WHERE ` + isWaiting + `),
		(SELECT count(*) FROM requests WHERE ` + isExpiring + `) FROM requests WHERE state = 'open' `)
	var erased int
	now := s.now()
	err = s.read.QueryRowContext(ctx, query, user, stamp(now), stamp(now), stamp(now.Add(ExpiringTime))).
		Scan(&c.Open, &c.Mine, &c.Overdue, &c.Unassigned, &c.Answered, &erased, &c.Spam, &c.Waiting, &c.Expiring)
	if err != nil {
		return Counts{}, fmt.Errorf("count requests: %w", err)
	}
	c.All = c.Open + c.Answered + erased
	return c, nil
}

// Inbox returns a page of requests. An invalid query is *fault.Error of kind Invalid.
func (s *Store) Inbox(ctx context.Context, q InboxQuery) (page InboxPage, err error) {
	sel, err := s.selection(q)
	if err != nil {
		return page, err
	}
	// A search is long: its first page and the number of all are one statement.
	total := `0`
	if q.Total && q.Search != "" && q.After == "" {
		total = `count(*) OVER ()`
	} else if q.Total {
		count := `SELECT count(*) FROM requests r WHERE ` + sel.where()
		if err := s.read.QueryRowContext(ctx, s.read.Rebind(count), sel.args...).Scan(&page.Total); err != nil {
			return page, fmt.Errorf("count requests: %w", err)
		}
		if page.Total == 0 {
			return page, nil
		}
	}
	if q.After != "" {
		if err := sel.after(q.After); err != nil {
			return page, err
		}
	}
	list := `SELECT r.id, ` + sel.key + `, ` + total + ` FROM requests r WHERE ` + sel.where() + sel.order() + ` LIMIT ?`
	ids, err := s.pageIDs(ctx, &page, s.read.Rebind(list), append(sel.args, q.Limit+1), q.Limit)
	if err != nil {
		return page, fmt.Errorf("list requests: %w", err)
	}
	page.Requests, err = s.listed(ctx, ids, q.User)
	return page, err
}

// pageIDs returns the IDs of a page's requests and sets its other fields. Its connection
// is free again when it returns.
func (s *Store) pageIDs(ctx context.Context, page *InboxPage, query string, args []any, limit int) (ids []int64, err error) {
	rows, err := s.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var last string
	for rows.Next() {
		var id int64
		var key string
		var matches int
		if err := rows.Scan(&id, &key, &matches); err != nil {
			return nil, err
		}
		page.Total = max(page.Total, matches)
		if len(ids) == limit {
			page.Next = cursor(last, ids[len(ids)-1])
			break
		}
		ids, last = append(ids, id), key
	}
	return ids, rows.Err()
}

// listed returns the requests of ids in their order.
func (s *Store) listed(ctx context.Context, ids []int64, user string) ([]Listed, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	in := ` IN (` + placeholders(len(ids)) + `)`
	found := make(map[int64]*Listed, len(ids))
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(columns+` WHERE id`+in), args...)
	if err != nil {
		return nil, fmt.Errorf("list requests: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		r, err := scan(rows)
		if err != nil {
			return nil, err
		}
		found[r.ID] = &Listed{Request: r}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list requests: %w", err)
	}
	if err := s.readMarks(ctx, found, in, append([]any{user}, args...)); err != nil {
		return nil, fmt.Errorf("list requests: %w", err)
	}
	list := make([]Listed, 0, len(ids))
	for _, id := range ids {
		if r := found[id]; r != nil {
			list = append(list, *r)
		}
	}
	return list, nil
}

// readMarks sets the fields of Listed.
func (s *Store) readMarks(ctx context.Context, list map[int64]*Listed, in string, args []any) error {
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT r.id, (SELECT count(*) FROM request_files f WHERE f.request_id = r.id),
		EXISTS (SELECT 1 FROM request_deliveries d WHERE d.request_id = r.id AND d.state = 'dead'),
		EXISTS (SELECT 1 FROM request_reads m WHERE m.user_id = ? AND m.request_id = r.id) FROM requests r WHERE r.id`+in), args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id int64
		var files int
		var failed, read bool
		if err := rows.Scan(&id, &files, &failed, &read); err != nil {
			return err
		}
		if r := list[id]; r != nil {
			r.FileCount, r.Failed, r.Unread = files, failed, r.State == StateOpen && !read
		}
	}
	return rows.Err()
}

// Listed returns a request as it stands in a list of an account.
func (s *Store) Listed(ctx context.Context, reference, user string) (Listed, error) {
	r, err := s.ByReference(ctx, reference)
	if err != nil {
		return Listed{}, err
	}
	one := Listed{Request: r}
	err = s.readMarks(ctx, map[int64]*Listed{r.ID: &one}, ` IN (?)`, []any{user, r.ID})
	return one, err
}

// Earlier returns the newest requests from the e-mail address of another one, at most
// limit.
func (s *Store) Earlier(ctx context.Context, r Request, user string, limit int) ([]Listed, error) {
	if r.Email == "" {
		return nil, nil
	}
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT id FROM requests WHERE email <> '' AND lower(email) = lower(CAST(? AS TEXT)) AND id <> ?
		ORDER BY created_at DESC, id DESC LIMIT ?`), r.Email, r.ID, limit)
	if err != nil {
		return nil, fmt.Errorf("list earlier requests: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var ids []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("list earlier requests: %w", err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list earlier requests: %w", err)
	}
	return s.listed(ctx, ids, user)
}

// selection is the condition and the order of a query.
type selection struct {
	conditions []string
	args       []any
	key        string // the column of the order
	descending bool
}

func (l *selection) add(condition string, args ...any) {
	l.conditions, l.args = append(l.conditions, condition), append(l.args, args...)
}

func (l *selection) where() string {
	if len(l.conditions) == 0 {
		return `1 = 1`
	}
	return strings.Join(l.conditions, ` AND `)
}

func (l *selection) order() string {
	if l.descending {
		return ` ORDER BY ` + l.key + ` DESC, r.id DESC`
	}
	return ` ORDER BY ` + l.key + `, r.id`
}

// after restricts a selection to what follows a cursor.
func (l *selection) after(given string) error {
	last, id, ok := parseCursor(given)
	if !ok {
		return fault.New(fault.Invalid, "The page %q is unknown; begin with the first page", given)
	}
	operator := `>`
	if l.descending {
		operator = `<`
	}
	l.add(`(`+l.key+`, r.id) `+operator+` (?, ?)`, last, id)
	return nil
}

// selection checks a query and returns its conditions.
func (s *Store) selection(q InboxQuery) (*selection, error) {
	l := &selection{key: `r.created_at`}
	byDeadline := `r.created_at`
	now := s.now()
	switch q.View {
	case ViewOpen:
		l.add(`r.state = 'open'`)
	case ViewMine:
		l.add(`r.state = 'open' AND r.assignee = ? AND r.assignee <> ''`, q.User)
	case ViewOverdue:
		l.add(`r.state = 'open' AND `+isOverdue, stamp(now))
	case ViewUnassigned:
		l.add(`r.state = 'open' AND r.assignee = ''`)
	case ViewAnswered, ViewSpam:
		l.add(`r.state = ?`, string(q.View))
	case ViewWaiting:
		l.add(isWaiting)
	case ViewExpiring:
		l.add(isExpiring, stamp(now), stamp(now.Add(ExpiringTime)))
		byDeadline = `r.expires_at`
	case ViewAll, "":
		l.add(`r.state <> 'spam'`)
	default:
		return nil, fault.New(fault.Invalid, "There is no view %q; use open, mine, overdue, unassigned, answered, waiting, expiring, all or spam", q.View)
	}
	open := slices.Contains([]InboxView{ViewOpen, ViewMine, ViewOverdue, ViewUnassigned}, q.View)
	if open {
		byDeadline = `r.deadline_at`
	}
	switch q.Sort {
	case "":
		l.key = byDeadline
		l.descending = !open && q.View != ViewExpiring
	case SortDeadline:
		l.key = byDeadline
	case SortOldest:
	case SortNewest:
		l.descending = true
	default:
		return nil, fault.New(fault.Invalid, "There is no order %q; use deadline, created or -created", q.Sort)
	}
	if q.Limit < 1 || q.Limit > MaxPage {
		return nil, fault.New(fault.Invalid, "A page has 1 to %d requests", MaxPage)
	}
	if q.Language != "" {
		l.add(`r.language = ?`, plain(q.Language))
	}
	switch q.Assignee {
	case "":
	case Unassigned:
		l.add(`r.assignee = ''`)
	default:
		l.add(`r.assignee = ?`, plain(q.Assignee))
	}
	l.search(q.Search)
	if q.Reference != "" {
		l.add(`r.reference = ?`, normalizeReference(plain(q.Reference)))
	}
	return l, nil
}

// maxSearchedWords is the number of words of a search that count.
const maxSearchedWords = 8

// search adds the words of a search, each of which begins a word of the request. A text
// without words finds nothing. The unary plus keeps SQLite from reading the row of each
// match, with its body: an index has the rest of the condition.
func (l *selection) search(text string) {
	text = plain(text)
	if strings.TrimSpace(text) == "" {
		return
	}
	found := wordsOf(text)
	if len(found) == 0 {
		l.add(`1 = 0`)
	}
	for _, word := range found[:min(len(found), maxSearchedWords)] {
		l.add(`+r.id IN (SELECT request_id FROM request_words WHERE word >= ? AND word < ?)`, word, word+"\U0010ffff")
	}
}

// plain returns a text of a query that both databases accept.
func plain(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}

// cursor returns the position after a request in an order, whose key is a time.
func cursor(key string, id int64) string {
	return base64.RawURLEncoding.EncodeToString([]byte(key + " " + strconv.FormatInt(id, 10)))
}

func parseCursor(text string) (key string, id int64, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return "", 0, false
	}
	key, number, _ := strings.Cut(string(raw), " ")
	if _, err := time.Parse(timeFormat, key); err != nil && key != "" { // empty before FillDeadlines
		return "", 0, false
	}
	id, err = strconv.ParseInt(number, 10, 64)
	return key, id, err == nil
}
