package catalogue

import (
	"context"
	"runtime"
	"strings"
	"unicode"

	"ferrule/internal/search"
)

// UnknownWord is a word of a search that neither an article nor the vocabulary
// knows.
type UnknownWord struct {
	Word     string           // as typed
	Proposed []search.Synonym // what it may mean; none if no known word is like it
	Like     string           // the known word of the proposals, folded
}

// UnknownWords returns the unknown words of a search without results; none if the
// search has results. Words with digits are part numbers and sizes, not
// vocabulary.
func (c *Catalogue) UnknownWords(ctx context.Context, text, language string) ([]UnknownWord, error) {
	x, _, err := c.index(ctx, false)
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(x) // the words are compared with the index's memory
	e := x.evaluate(text, language)
	if len(e.results) > 0 && e.wrongNumber == "" {
		return nil, nil
	}
	var words []UnknownWord
	for _, d := range e.demands {
		met := d.Kind == search.Word && d.levels != nil
		read := d.Kind != search.Word && d.Corrected == ""
		if met || read {
			continue
		}
		for _, w := range strings.FieldsFunc(d.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			folded := search.Fold(w)
			if len(folded) < minInside || strings.ContainsFunc(w, unicode.IsDigit) || x.reader.Knows(folded) || x.hasWord(folded) {
				continue
			}
			proposed, like := x.reader.Propose(w, language)
			words = append(words, UnknownWord{w, proposed, like})
		}
	}
	return words, nil
}
