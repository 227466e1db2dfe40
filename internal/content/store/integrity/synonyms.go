package integrity

import (
	"context"
	"database/sql"
	"fmt"

	"ferrule/internal/content"
	"ferrule/internal/database"
	"ferrule/internal/search"
)

// Synonyms returns a message for each synonym that searches cannot use, at most
// maxProblems.
func Synonyms(ctx context.Context, tx *sql.Tx, m *content.Model, touched func(collection string) bool) ([]string, error) {
	if !m.Collection("synonyms").HasColumns("id", "language", "word", "means", "target") || !touched("synonyms") {
		return nil, nil
	}
	var problems []string
	err := database.EachRow(ctx, tx, `SELECT "id","language","word","means","target" FROM "synonyms" ORDER BY "id"`, func(row *sql.Rows) error {
		var id int64
		var language, word, means, target sql.NullString
		if err := row.Scan(&id, &language, &word, &means, &target); err != nil {
			return err
		}
		s := search.Synonym{Language: language.String, Word: word.String, Means: means.String, Target: target.String}
		if err := s.Validate(); err != nil && len(problems) < maxProblems {
			problems = append(problems, fmt.Sprintf("synonyms, item %d: %s", id, err))
		}
		return nil
	})
	return problems, err
}
