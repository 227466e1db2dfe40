// Package search reads what people type and paste when they look for a part:
// kinds of parts, sizes, pressures, threads, materials and standards, in four
// languages and any order and spelling. The same reading is used for searches and
// for the catalogue's own texts, so that both meet in the same facts. The package
// knows no catalogue, content or HTTP.
package search

// Kind is the kind of a term.
type Kind string

// The kinds of terms.
const (
	Part        Kind = "kind" // what the part is: flange, ball valve
	Size        Kind = "size" // DN, NPS, inches, a plain number
	Pressure    Kind = "pressure"
	Thread      Kind = "thread"
	Tube        Kind = "tube" // outside diameter × wall thickness
	Series      Kind = "series"
	Material    Kind = "material"
	Standard    Kind = "standard"
	Range       Kind = "range"
	Angle       Kind = "angle"
	Certificate Kind = "certificate"
	Stock       Kind = "stock"
	Number      Kind = "number" // part number
	Property    Kind = "property"
	Word        Kind = "word" // a word without a known meaning
)

// Levels of a match. The sum over the terms ranks the articles.
const (
	Exact = 100 // what was asked for
	Other = 80  // the same in another designation: 2" is DN 50
	Weak  = 50  // probably meant
)

// Match is a fact that meets a term.
type Match struct {
	Fact  string
	Level uint8
	// Unless names a fact; articles that have it are met by other matches only:
	// a tube 12×1 does not meet 12×1.5 by its diameter.
	Unless string
}

// Term is one demand of a text.
type Term struct {
	Kind       Kind
	Text       string // as written
	Start, End int    // of Text in the input, in bytes
	Label      string // as shown; of a synonym its own spelling
	Concept    string // target of a synonym; "" for technical values
	// Facts are what the term states about an article in whose texts it stands.
	Facts []string
	// Matches are the facts by which an article meets the term.
	Matches []Match
	// AtLeast is the pressure in bar, or the end of a range, that an article must
	// reach if no match gives an exact one; 0 for other terms. Above is the prefix
	// of the facts that are compared with it.
	AtLeast float64
	Above   string
	// Aside reports that a part is named behind another one, for which it is meant, or
	// that a number is the quantity of such a part.
	Aside bool
	// Word is the folded word, for Word terms.
	Word string
	// Corrected is the word that a misspelled word was read as; "" if none.
	Corrected string
}

func exact(facts ...string) []Match {
	matches := make([]Match, len(facts))
	for i, f := range facts {
		matches[i] = Match{Fact: f, Level: Exact}
	}
	return matches
}
