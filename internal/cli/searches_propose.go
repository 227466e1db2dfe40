package cli

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/catalogue"
	"ferrule/internal/content/store"
	"ferrule/internal/rfq"
)

// unknownWord is an unknown word of one or several searches.
type unknownWord struct {
	catalogue.UnknownWord

	language string // primary subtag
	count    int    // of the searches with it
	search   string // the most frequent of them
}

// propose prints a synonym for each unknown word of searches, several where a word
// may mean several things, and in the table none where nothing is like it.
func (c *searchesCommand) propose(ctx context.Context, searches []rfq.ZeroResultSearch, out io.Writer) error {
	words, err := c.unknownWords(ctx, searches)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return writeIndented(out, synonymsToImport(words))
	}
	rows := [][]string{{"LANGUAGE", "WORD", "MEANS", "TARGET", "LIKE", "COUNT", "SEARCH"}}
	for _, w := range words {
		about := []string{w.Like, strconv.Itoa(w.count), w.search}
		if len(w.Proposed) == 0 {
			rows = append(rows, append([]string{w.language, w.Word, "", ""}, about...))
		}
		for _, s := range w.Proposed {
			rows = append(rows, append([]string{s.Language, s.Word, s.Means, s.Target}, about...))
		}
	}
	return writeTable(out, c.Format, rows)
}

// unknownWords returns the unknown words of searches, the most frequent first.
// Searches that have results by now are left out.
func (c *searchesCommand) unknownWords(ctx context.Context, searches []rfq.ZeroResultSearch) ([]unknownWord, error) {
	m, err := c.ContentModel(c.Data)
	if err != nil {
		return nil, err
	}
	var words []unknownWord
	err = c.use(ctx, func(s *store.Store) error {
		index := catalogue.New(s, m, catalogue.Options{Log: slog.New(slog.DiscardHandler)})
		defer func() { _ = index.Close() }() // it has written nothing
		for _, m := range searches {
			unknown, err := index.UnknownWords(ctx, m.Words, m.Language)
			if err != nil {
				return err
			}
			language, _, _ := strings.Cut(cmp.Or(m.Language, "*"), "-")
			for _, w := range unknown {
				same := func(other unknownWord) bool { return other.Word == w.Word && other.language == language }
				if i := slices.IndexFunc(words, same); i >= 0 {
					words[i].count += m.Count
				} else {
					words = append(words, unknownWord{w, language, m.Count, m.Words})
				}
			}
		}
		return nil
	})
	slices.SortStableFunc(words, func(a, b unknownWord) int { return cmp.Compare(b.count, a.count) })
	return words, err
}

// synonymsToImport returns the proposed synonyms in the format of content import.
func synonymsToImport(words []unknownWord) any {
	type row struct {
		Language string `json:"language"`
		Word     string `json:"word"`
		Means    string `json:"means"`
		Target   string `json:"target"`
	}
	rows := []row{}
	for _, w := range words {
		for _, s := range w.Proposed {
			rows = append(rows, row(s))
		}
	}
	return map[string]any{"items": map[string]any{"synonyms": rows}}
}
