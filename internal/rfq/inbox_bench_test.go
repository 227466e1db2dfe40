package rfq

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
)

// BenchmarkInbox measures pages of 100 of 100,000 requests with ten lines each, three
// quarters of them open.
func BenchmarkInbox(b *testing.B) {
	if testing.Short() {
		b.Skip("it stores 100,000 requests")
	}
	for _, kind := range []string{"SQLite", "PostgreSQL"} {
		b.Run(kind, func(b *testing.B) {
			address := ""
			if kind == "PostgreSQL" {
				address = databasetest.Postgres(b)
			}
			s, err := OpenAt(b.Context(), address, b.TempDir())
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			s.at(noon.Add(100_000 * time.Minute))
			storeMany(b, s, 100_000)
			for _, c := range []struct {
				name string
				q    InboxQuery
			}{
				{"open", InboxQuery{View: ViewOpen}},
				{"mine", InboxQuery{View: ViewMine}},
				{"overdue", InboxQuery{View: ViewOverdue}},
				{"waiting", InboxQuery{View: ViewWaiting}},
				{"expiring", InboxQuery{View: ViewExpiring}},
				{"all newest", InboxQuery{View: ViewAll}},
				{"language", InboxQuery{View: ViewAll, Language: "it-IT"}},
				{"deep", InboxQuery{View: ViewAll, After: cursor(stamp(noon.Add(50_000*time.Minute)), 50_000)}},
				{"search one", InboxQuery{View: ViewAll, Search: "person77777"}},
				{"search all", InboxQuery{View: ViewAll, Search: "flange"}},
				{"search none", InboxQuery{View: ViewOpen, Search: "zzzz person"}},
			} {
				q := c.q
				q.User, q.Limit, q.Total = ada, 100, true
				b.Run(c.name, func(b *testing.B) {
					for b.Loop() {
						if _, err := s.Inbox(b.Context(), q); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
			b.Run("counts", func(b *testing.B) {
				for b.Loop() {
					if _, err := s.Counts(b.Context(), ada); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run("answer times", func(b *testing.B) {
				for b.Loop() {
					if _, err := s.AnswerStats(b.Context(), noon); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

// storeMany stores n requests with bodies and searched texts of the usual size.
func storeMany(b *testing.B, s *Store, n int) {
	b.Helper()
	line := `{"uid":"u","slug":"weld-neck-flange","sku":"FR-WN-%d","quantity":4,"translations":{"de-DE":{"name":"Vorschweißflansch"},"en-US":{"name":"Weld neck flange"},"fr-FR":{"name":"Bride à collerette"}},"meta":{"known":true}}`
	tx, err := s.write.BeginTx(b.Context(), nil)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	for i := range n {
		lines, text := make([]string, 10), fmt.Sprintf("f-%d\nperson%d\nperson%d@example.com\n+41521234567\nflange for tank %d\n", i, i, i, i)
		for j := range lines {
			lines[j] = fmt.Sprintf(line, i+j)
			text += fmt.Sprintf("fr-wn-%d\nfrwn%d\n", i+j, i+j)
		}
		state, answered, assignee, outcome, expires := StateOpen, "", "", Outcome(""), ""
		created := noon.Add(time.Duration(i) * time.Minute)
		switch i % 4 {
		case 0:
			state, answered = StateAnswered, stamp(created.Add(time.Hour))
			switch i % 40 {
			case 0:
				outcome = OutcomeWaiting
			case 20:
				outcome, expires = OutcomeOffered, stamp(noon.Add(100_000*time.Minute).Add(time.Duration(i)*time.Minute/4))
			}
		case 1:
			assignee = ada
		}
		language := []string{"de-DE", "en-US", "fr-FR", "it-IT"}[i%4]
		insert := s.write.Rebind(`INSERT INTO requests (reference, idempotency_key, token, digest, state, created_at, deadline_at, answered_at, assignee, outcome, expires_at, language, form_id, form_key, source,
			name, phone, email, line_count, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, '', '', ?, '', ?, 10, ?) RETURNING id`)
		key := fmt.Sprint(i)
		var id int64
		body := fmt.Sprintf(`{"name":"person%d","language":%q,"message":"flange","lines":[%s]}`, i, language, strings.Join(lines, ","))
		if err := tx.QueryRowContext(b.Context(), insert, key, key, key, key, state, stamp(created), stamp(created.Add(AnswerTime)), answered, assignee, outcome, expires, language, "person"+key, "person"+key+"@example.com", body).Scan(&id); err != nil {
			b.Fatal(err)
		}
		if err := s.index(b.Context(), tx, id, key, Message{Message: text}); err != nil {
			b.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	statement := `ANALYZE`
	if s.write.Kind == database.Postgres {
		statement = `VACUUM ANALYZE` // as its daemon does after many changes
	}
	if _, err := s.write.ExecContext(b.Context(), statement); err != nil {
		b.Fatal(err)
	}
}
