package rfq

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"ferrule/internal/collate"
	"ferrule/internal/database"
)

// maxSearchText bounds the searched text of one request, in bytes, so that a search in
// all of them takes a bounded time. 5000 lines without repetitions are longer.
const maxSearchText = 32 << 10

// searchText returns the folded text of a request in which Inbox searches: reference,
// sender, subject, message, and part numbers, names and notes of lines. References,
// phone and part numbers are also found without separators.
func searchText(reference string, m Message) string {
	var b strings.Builder
	seen := map[string]bool{}
	add := func(texts ...string) {
		for _, text := range texts {
			text = foldSearch(text)
			if text == "" || seen[text] || b.Len()+len(text) >= maxSearchText {
				continue
			}
			seen[text] = true
			b.WriteString(text + "\n")
		}
	}
	add(reference, compact(reference), m.Company(), m.Name, m.Email, m.Phone, compact(m.Phone), m.Subject, m.Message)
	for _, l := range m.Lines {
		add(l.SKU, compact(l.SKU))
	}
	for _, l := range m.Lines {
		var titles map[string]Title
		_ = json.Unmarshal(l.Translations, &titles) // browsers sent it; a malformed value is ignored
		for _, t := range titles {
			add(t.Name + " " + t.Title)
		}
		var note string
		_ = json.Unmarshal(l.Meta["note"], &note)
		add(l.Slug, note)
	}
	return b.String()
}

// foldSearch folds a text or the words of a search: case, accents and white space do not
// count.
func foldSearch(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(collate.SortKey(text), "\u00ad", "")), " ")
}

// compact returns a number without its separators.
func compact(number string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, number)
}

// Company returns the company that a form sent in its meta; "" for none.
func (m Message) Company() string {
	var meta struct{ Company any }
	_ = json.Unmarshal(m.Meta, &meta) // Parse has checked that it is an object
	company, _ := meta.Company.(string)
	return strings.TrimSpace(company)
}

// index stores the searched text of a request.
func (s *Store) index(ctx context.Context, tx *sql.Tx, id int64, reference string, m Message) error {
	insert := s.write.Rebind(`INSERT INTO request_search (request_id, text) VALUES (?, ?) ON CONFLICT (request_id) DO NOTHING`)
	if _, err := tx.ExecContext(ctx, insert, id, searchText(reference, m)); err != nil {
		return fmt.Errorf("index request: %w", err)
	}
	return nil
}

// fillBatch is the number of requests that one transaction of FillSearch indexes; other
// writers run between them.
const fillBatch = 100

// FillSearch indexes the requests that a former build stored, and returns their number.
func (s *Store) FillSearch(ctx context.Context) (total int, err error) {
	var after int64
	for {
		var n int
		if n, after, err = s.fillSome(ctx, after); err != nil {
			return total, fmt.Errorf("index requests for the search: %w", err)
		}
		total += n
		if n < fillBatch {
			return total, nil
		}
	}
}

// fillSome indexes a batch of requests with IDs above after, and returns their number
// and the last ID. Reading and writing are one transaction: a request that is forgotten
// meanwhile must not be indexed.
func (s *Store) fillSome(ctx context.Context, after int64) (n int, last int64, err error) {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return 0, after, err
	}
	defer func() { _ = tx.Rollback() }()
	query := columns + ` WHERE id > ? AND state <> 'forgotten' AND NOT EXISTS (SELECT 1 FROM request_search s WHERE s.request_id = requests.id) ORDER BY id LIMIT ?`
	if s.write.Kind == database.Postgres {
		query += ` FOR UPDATE`
	}
	var batch []Request
	err = database.EachRow(ctx, tx, s.write.Rebind(query), func(rows *sql.Rows) error {
		r, err := scan(rows)
		batch = append(batch, r)
		return err
	}, after, fillBatch)
	if err != nil {
		return 0, after, err
	}
	for _, r := range batch {
		if err := s.index(ctx, tx, r.ID, r.Reference, r.Message); err != nil {
			return 0, after, err
		}
		after = r.ID
	}
	return len(batch), after, tx.Commit()
}
