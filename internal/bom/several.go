package bom

import (
	"regexp"
	"slices"
	"strings"
)

// article is one of several articles that a line requests.
type article struct {
	words  string // what is read: the text of the row without separators and what applies to all articles, with the kind that it repeats
	amount string // the quantity, where words has none; "" for the one in words
	remark string // that the line ends in, for all of its articles
	first  bool
}

// splitArticles replaces each row that requests several articles by a row for each of
// them, with a part of the text: 20 FR-GV-12S-71 und 10 FR-GV-16S-71. Each article is
// named, by a part number or a kind of part, and has a quantity: its own, or one for
// each. Otherwise the row is left whole, since Flansch DN 50, PN 16, 1.4571 and
// Kugelhahn G 1/2 und G 3/4 are one article or an open question. Rows of a table with
// a header are left whole.
func splitArticles(rows []row, language string, a Articles) []row {
	table := slices.ContainsFunc(rows, func(r row) bool { return r.header })
	var out []row
	for _, r := range rows {
		if len(out) > MaxLines {
			break // Read returns an error
		}
		if pairs := pairsOf(&r, a); !table && len(pairs) > 0 {
			out = append(out, pairs...)
			continue
		}
		if table && r.hasCells() || strings.Contains(r.text, "\t") || r.cells != nil && strings.Contains(r.text, "\n") || len(r.text) > maxParsed {
			out = append(out, r)
			continue
		}
		if articles := articlesOf(&r, language, a); len(articles) > 0 {
			out = append(out, articles...)
		} else {
			out = append(out, r)
		}
	}
	return out
}

// pairsOf returns a row for each article of a row whose cells are a part number and a
// quantity by turns, FR-GV-12S-71;20;FR-GV-16S-71;40; none for other rows.
func pairsOf(r *row, a Articles) []row {
	if len(r.cells) < 4 || len(r.cells)%2 != 0 {
		return nil
	}
	var rows []row
	text := r.text
	for i := 0; i < len(r.cells); i += 2 {
		number, amount := r.cells[i], amountOf(r.cells[i+1])
		if _, _, exact := a.Number(number); !exact || amount == "" {
			return nil
		}
		end := len(text)
		if i+2 < len(r.cells) {
			from := min(len(number), len(text))
			end = from + max(strings.Index(text[from:], r.cells[i+2]), 0)
		}
		rows = append(rows, row{
			number: r.number, text: text[:end], apart: r.apart && i == 0,
			article: &article{words: number, amount: amount, first: i == 0},
		})
		text = text[end:]
	}
	return rows
}

var (
	// separator matches what may separate the articles of a line.
	separator = regexp.MustCompile(`(?i)[,;]|\s[/+|&]\s|\s(?:und(?: (?:außerdem|zusätzlich|noch))?|sowie|and(?: also)?|as well as|plus|et(?: aussi)?|ainsi que|e|ed|nonché|più)\s`)
	// contents matches the parts of a set or an assembly: mit 4 Schrauben und 4 Muttern.
	contents = regexp.MustCompile(`(?i)(?:^|\s)(?:mit|inkl\.?|incl\.?|aus|je|davon|with|including|consisting of|comprising|of which|avec|composée?s? de|comprenant|dont|con|compost[oiae] da|comprendente|di cui)\s*:?\s*(?:je\s+)?\d{1,4}\s*(?:[x×]\s*)?\pL{2}|` +
		`(?:set|satz|sätze|kit|jeu|garnitur|serie)\w*[^:,;]{0,20}:\s*\d`)
	// belongs matches a word after which a part belongs to the article before it.
	belongs = regexp.MustCompile(`(?i)(?:^|\s)(?:mit|ohne|inkl\.?|incl\.?|für|je|with|without|for|including|avec|sans|pour|con|senza|per)(?:\s|$)`)
	// describes matches what describes the article before it or replaces it: 1 Ende
	// gerade, VPE 10 Stk, alternativ FR-GV-12S-04.
	describes = regexp.MustCompile(`(?i)^(?:` + belongs.String() + `|alternativ\w*|ersatzweise|oder|or|ou|ovvero|oppure|davon|dont|di cui)|(?:^|\s)(?:enden?|seiten?|vpe|verpackung\w*|ends?|sides?|extrémités?|côtés?|estremità|lat[oi]|confezion[ei])(?:\s|$)`)
	// eachPattern matches a quantity of each of several articles.
	eachPattern = regexp.MustCompile(`(?i)(?:^|[\s,;:-])(?:je(?:weils)?\s+(` + number + `)\s*(?:(?:` + units + `)\b\.?)?|` +
		`(` + number + `)\s*(?:(?:` + units + `)\b\.?)?\s*(?:each|jeweils|chacun[es]?|de chaque|(?:pro|per|par) (?:typ[eo]?|sorte|tipo)|(?:di |per )?ciascun[oa]|cadauno)(?:\s+of)?)(?:$|[\s,;:.])`)
	// forAll matches a word that refers a remark to all articles of a line.
	forAll             = regexp.MustCompile(`(?i)^(?:both|all|beides?|alles?|jeweils|(?:tous |toutes )?les deux|tous|toutes|entramb[ie]|tutt[ie])\s+`)
	startsWithCurrency = regexp.MustCompile(`(?i)^\s*` + currency)
)

// maxSeparators is the number of separators of a line that is split. It bounds the
// time for a text, since what is between them is read on its own.
const maxSeparators = 16

// segment is a part of a line between separators.
type segment struct {
	shown    int // where the text of an article that it begins is cut: after a comma, before a word
	from, to int
	after    byte // the first sign of the separator before it
	counted  bool // has a quantity
	marked   bool // has one with a unit or a times sign
	number   bool // has a part number
	kind     bool // names a kind of part
	sized    bool // has a size
	repeated bool // has the kind of the article before it
	amount   string
	words    string // without the quantity and the remarks
	remark   string
}

// names reports whether a segment names a part.
func (s *segment) names() bool { return s.number || s.kind }

// articlesOf returns a row for each of the articles that a row requests; none unless
// there are several, or a sentence requests them.
func articlesOf(r *row, language string, a Articles) []row {
	if class := classOf(strings.TrimSpace(r.text), true); class != "" && class != Greeting {
		return nil
	}
	requests := requestsOf(r.inOneLine(), a)
	if len(requests) == 0 {
		return r.articlesIn(request{to: len(r.text)}, language, a)
	}
	var rows []row
	for i, q := range requests {
		part := *r // with the text up to the next request
		from, to := 0, len(r.text)
		if i > 0 {
			from = q.from
		}
		if i+1 < len(requests) {
			to = requests[i+1].from
		}
		part.text = r.text[from:to]
		q.from, q.to = q.from-from, q.to-from
		articles := part.articlesIn(q, language, a)
		if len(articles) == 0 {
			part.article = &article{words: part.inOneLine()[q.from:q.to], remark: q.remark, first: true}
			articles = []row{part}
		}
		articles[0].article.first = i == 0
		rows = append(rows, articles...)
	}
	return rows
}

// articlesIn returns a row for each of the articles of a request in a row; none unless
// there are several.
func (r *row) articlesIn(q request, language string, a Articles) []row {
	separators := len(separator.FindAllStringIndex(r.text, maxSeparators+1))
	if separators == 0 || separators > maxSeparators {
		return nil
	}
	text := blank(r.inOneLine(), q.to, len(r.text))
	if m := eachPattern.FindStringSubmatchIndex(text); m != nil && !startsWithCurrency.MatchString(text[m[1]:]) {
		amount := text[max(m[2], m[4]):max(m[3], m[5])]
		unit := strings.HasSuffix(strings.ToLower(strings.TrimRight(text[:m[1]], " ,;:.")), "each")
		each := blank(blank(text, m[0], m[1]), 0, min(q.from, m[0]))
		segments := segmentsOf(each, language, a)
		if starts := startsOfNamed(each, segments, unit); len(starts) > 1 {
			return r.split(each, amount, q.remark, segments, starts)
		}
	}
	text = blank(text, 0, q.from)
	segments := segmentsOf(text, language, a)
	if starts := startsOfCounted(text, segments); len(starts) > 1 {
		return r.split(text, "", q.remark, segments, starts)
	}
	return nil
}

// blank replaces a range of a text by spaces.
func blank(text string, from, to int) string {
	return text[:from] + strings.Repeat(" ", to-from) + text[to:]
}

// segmentsOf splits a text at separators outside of brackets. A comma between digits
// is one of a number.
func segmentsOf(text, language string, a Articles) []segment {
	var segments []segment
	last, depth, at := segment{}, 0, 0
	for _, m := range separator.FindAllStringIndex(text, -1) {
		depth += strings.Count(text[at:m[0]], "(") + strings.Count(text[at:m[0]], "[") - strings.Count(text[at:m[0]], ")") - strings.Count(text[at:m[0]], "]")
		at = m[0]
		inNumber := text[m[0]] == ',' && m[0] > 0 && m[1] < len(text) && isDigits(text[m[0]-1:m[0]]) && isDigits(text[m[1]:m[1]+1])
		if depth > 0 || inNumber {
			continue
		}
		if strings.TrimSpace(text[last.from:m[0]]) == "" && len(segments) > 0 { // DN 25, and 5
			last.from = m[1]
			continue
		}
		last.to = m[0]
		segments = append(segments, last)
		last = segment{shown: m[0], from: m[1], after: text[m[0]]}
		if m[1] == m[0]+1 {
			last.shown = m[1]
		}
	}
	last.to = len(text)
	segments = append(segments, last)
	for i := range segments {
		segments[i].read(text, language, a)
	}
	return segments
}

// read sets what a segment contains, as a row with its text is read.
func (s *segment) read(text, language string, a Articles) {
	e := readEntry(&row{text: text[s.from:s.to]}, language, a)
	var l Line
	readPlain(&l, e.text, false, a)
	s.counted, s.marked, s.number = l.amount != "", e.amount, l.Part != ""
	s.amount, s.words, s.remark = l.amount, l.Description, l.Note
	if !s.number {
		s.kind, s.sized = a.Names(l.Description)
	}
}

// startsOfNamed returns the segments that begin an article where each is to have the
// same quantity. They are named alike, by part numbers or by kinds with sizes: a kind
// behind a number describes it. With unit, the quantity may be that of one article,
// of which commas separate the properties.
func startsOfNamed(text string, segments []segment, unit bool) []int {
	var starts []int
	for i := range segments {
		s := &segments[i]
		switch {
		case s.counted, !s.number && s.kind && !s.sized:
			return nil
		case !s.names():
			continue
		case len(starts) > 0 && (s.number != segments[starts[0]].number || belongs.MatchString(text[:s.from])):
			return nil
		case len(starts) > 0 && unit && !s.number && s.after == ',':
			return nil
		}
		starts = append(starts, i)
	}
	return starts
}

// startsOfCounted returns the segments that begin an article where each has its own
// quantity, in the same segment or in a later one.
func startsOfCounted(text string, segments []segment) []int {
	starts := []int{0}
	article := segments[0] // with what its further segments contain
	for i := 1; i < len(segments); i++ {
		s := &segments[i]
		s.repeat(&article)
		if article.names() && article.counted && begins(text, &article, segments[i:]) {
			starts = append(starts, i)
			article = *s
		} else {
			article.to = s.to
			article.words += ", " + s.words
			article.kind, article.number, article.counted = article.kind || s.kind, article.number || s.number, article.counted || s.counted
		}
	}
	return starts
}

var measurePiece = regexp.MustCompile(`\d+(?:[.,/]\d+)*|[^\d\s]+`)

// repeat completes a segment that has only a quantity and a size by the words of the
// article before it, which has one size of that form: 10 Kugelhähne DN 25 und 5 DN 32.
func (s *segment) repeat(article *segment) {
	const maxMeasure = 30
	if !s.counted || s.names() || !s.sized || !article.kind || article.number || len(s.words) > maxMeasure || !onlyMeasures.MatchString(s.words) || isDigits(s.words) {
		return
	}
	var form []string
	for _, piece := range measurePiece.FindAllString(s.words, -1) {
		switch strings.ToLower(piece) {
		case "l", "ll", "s":
			form = append(form, "(?:ll?|s)")
		default:
			if strings.ContainsAny(piece, "0123456789") {
				piece = `\d+(?:[.,/]\d+)*`
			} else {
				piece = regexp.QuoteMeta(piece)
			}
			form = append(form, piece)
		}
	}
	same := regexp.MustCompile(`(?i)(?:^|[\s,])(` + strings.Join(form, `\s*`) + `)(?:$|[\s,])`)
	if sizes := same.FindAllStringSubmatchIndex(article.words, -1); len(sizes) == 1 {
		s.words = article.words[:sizes[0][2]] + s.words + article.words[sizes[0][3]:]
		s.kind, s.repeated = true, true
	}
}

// begins reports whether the first of segments begins another article than the one
// before it: it names a part and has a quantity, also in a later segment that names
// none, as in Flansch DN 50, PN 16, 6 Stk. A kind behind a part number describes it.
func begins(text string, article *segment, segments []segment) bool {
	s, before := &segments[0], text[article.from:article.to]
	switch {
	case !s.names(), s.describes(text), contents.MatchString(before + text[article.to:s.from]):
		return false
	case s.counted: // mit Antrieb und 2 Endschaltern
		return s.number || s.marked || s.after != ' ' || !belongs.MatchString(before)
	case article.number && !s.number:
		return false
	}
	for i := range segments[1:] {
		switch next := &segments[1+i]; {
		case next.names(), next.describes(text):
			return false
		case next.counted:
			return true
		}
	}
	return false
}

// describes reports whether a segment describes or replaces the article before it.
func (s *segment) describes(text string) bool {
	return describes.MatchString(strings.TrimSpace(text[s.from:s.to]))
}

// split returns a row for each of the articles that begin with the segments starts. A
// remark at the end is that of all of them.
func (r *row) split(text, amount, remark string, segments []segment, starts []int) []row {
	if last := segments[len(segments)-1]; len(segments)-1 > starts[len(starts)-1] {
		if end := forAll.ReplaceAllString(strings.TrimSpace(text[last.from:last.to]), ""); isRemark(end) {
			remark, segments = joinNotes(remark, trimWords(end)), segments[:len(segments)-1]
		}
	}
	rows := make([]row, len(starts))
	for i, start := range starts {
		shown, end := len(r.text), len(segments)
		if i+1 < len(starts) {
			end = starts[i+1]
			shown = segments[end].shown
		}
		from, words := segments[start].shown, segments[start].from
		if i == 0 {
			from, words = 0, 0
		}
		rows[i] = row{
			number: r.number, text: r.text[from:shown], apart: r.apart && i == 0,
			article: &article{words: text[words:segments[end-1].to], amount: amount, remark: remark, first: i == 0},
		}
		if s := &segments[start]; s.repeated {
			a := rows[i].article
			a.words, a.amount, a.remark = s.words+text[s.to:segments[end-1].to], s.amount, joinNotes(s.remark, remark)
		}
	}
	return rows
}

// shareArticles gives the articles of one line its position and the remarks below it.
func shareArticles(groups []group) {
	for i := 1; i < len(groups); i++ {
		if groups[i].entries[0].row.follows() {
			groups[i].position = groups[i-1].position
		}
	}
	for i := len(groups) - 1; i > 0; i-- {
		if g := &groups[i]; g.entries[0].row.follows() {
			groups[i-1].remark = joinNotes(g.remarks(), g.remark)
		}
	}
}
