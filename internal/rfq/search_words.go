package rfq

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"ferrule/internal/collate"
	"ferrule/internal/database"
)

// maxWords bounds the searched words of one request: those of 5000 lines are more.
const maxWords = 3000

// maxWord bounds a word, in bytes.
const maxWord = 60

// searchWords returns the folded words of a request in which Inbox searches: of
// reference, sender, subject, message, and of the part numbers, names and notes of its
// lines. Numbers are also found without their separators.
func searchWords(reference string, m Message) []string {
	var words []string
	seen := map[string]bool{}
	add := func(texts ...string) {
		for _, text := range texts {
			for _, word := range wordsOf(text) {
				if !seen[word] && len(words) < maxWords {
					seen[word] = true
					words = append(words, word)
				}
			}
		}
	}
	add(reference, compact(reference), m.Company(), m.Name, m.Email, m.Phone, compact(m.Phone), m.Subject, m.Message)
	for _, l := range m.Lines {
		add(l.SKU, compact(l.SKU))
	}
	for _, l := range m.Lines {
		var titles map[string]Title
		_ = json.Unmarshal(l.Translations, &titles) // browsers sent it; a malformed value is ignored
		var note string
		_ = json.Unmarshal(l.Meta["note"], &note)
		add(titles[m.Language].Name, titles[m.Language].Title, l.Slug, note)
	}
	return words
}

// wordsOf returns the words of a text, folded: case, accents and punctuation do not
// count.
func wordsOf(text string) []string {
	folded := strings.ReplaceAll(collate.SortKey(text), "\u00ad", "")
	words := strings.FieldsFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, word := range words {
		if len(word) > maxWord {
			words[i] = strings.ToValidUTF8(word[:maxWord], "")
		}
	}
	return words
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

// indexRows is the number of words that one statement stores.
const indexRows = 200

// index stores the searched words of a request.
func (s *Store) index(ctx context.Context, tx *sql.Tx, id int64, reference string, m Message) error {
	for words := range slices.Chunk(searchWords(reference, m), indexRows) {
		args := make([]any, 0, 2*len(words))
		for _, word := range words {
			args = append(args, word, id)
		}
		insert := `INSERT INTO request_words (word, request_id) VALUES ` + strings.TrimSuffix(strings.Repeat("(?, ?),", len(words)), ",") + ` ON CONFLICT DO NOTHING`
		if _, err := tx.ExecContext(ctx, s.write.Rebind(insert), args...); err != nil {
			return fmt.Errorf("index request: %w", err)
		}
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
	query := columns + ` WHERE id > ? AND state <> 'forgotten' AND NOT EXISTS (SELECT 1 FROM request_words w WHERE w.request_id = requests.id) ORDER BY id LIMIT ?`
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
