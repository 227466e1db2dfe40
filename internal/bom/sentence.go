package bom

import (
	"regexp"
	"slices"
	"strings"
)

// request is a part of a line that requests articles: what a sentence says between
// its first quantity and its end, without the verb and the courtesies there.
type request struct {
	from, to int
	remark   string // a date of delivery or urgency, for all articles
}

const (
	// maxTried is the number of quantities of a sentence beside which a part is looked
	// for, maxSentences that of sentences of a line. They bound the time for a text.
	maxTried     = 4
	maxSentences = 5
	// abbreviations are words after which a full stop ends no sentence.
	abbreviations = units + `|nr|art|hr|fr|dr|ing|dipl|mr|mrs|ms|messrs|no|ca|inkl|incl|sig|sigg|gent|spett|dott|m|mm|mat|typ`
	// placeWords are words of which the following number is the name.
	placeWords = `projekt|project|projet|progetto|kommission|commessa|werk|halle|linie|anlage|maschine|presse|plant|hall|line|machine|press|unit|usine|ligne|atelier|linea|macchina|stabilimento|pressa|position|posizione|poste|nummer|number|numéro`
)

var (
	sentenceEnd = regexp.MustCompile(`([^\s.!?]+)[.!?]+\s+\p{Lu}`)
	abbreviated = regexp.MustCompile(`(?i)^(?:\pL|` + abbreviations + `)$`)
	// firstQuantity matches a quantity, its unit and the word between it and an article.
	firstQuantity = regexp.MustCompile(`(?i)^\(?(?:(` + number + `)|(\pL{3,}))(?:\s*(?:[x×*]|(?:` + units + `)\b\.?))?\s+(?:(?:of|de|di|von)\s+|d['’])?`)
	placeWord     = regexp.MustCompile(`(?i)^(?:` + placeWords + `)[.:]?$`)
	// ownPlace matches such a word that needs no number, as it is the buyer's: für
	// unsere Anlage 6 Kugelhähne.
	ownPlace = regexp.MustCompile(`(?i)(?:^|\s)(?:unser\pL{0,2}|our|notre|nostr[oa])\s+(?:` + placeWords + `)\s*$`)
	// listWord matches a word for the lines of a list.
	listWord = regexp.MustCompile(`(?i)^(?:position(?:en|s)|posizioni)(?:$|\s)`)
	// furtherWord matches a word before the kind of part that says nothing about it.
	furtherWord = regexp.MustCompile(`(?i)^(?:weitere[rns]?|neue[rns]?|more|additional|further|new|autres|nouve(?:lles|aux)|altr[ie]|nuov[ie])\s+`)
	// lastWords matches the verb and the courtesies at the end of a sentence.
	lastWords = regexp.MustCompile(`(?i)(?:[\s,;-]+(?:an|zu|anbieten|anzubieten|bieten|bestellen|liefern|senden|zusenden|schicken|zukommen lassen|machen|haben|benötigen|brauchen|bitte|danke|vielen dank|im voraus|` +
		`please|(?:many )?thanks|thank you|in advance|svp|s['’]il vous pla[iî]t|merci|d['’]avance|par avance|per favore|per cortesia|grazie(?: mille)?|in anticipo))*[\s.,;!?]*$`)
	// requestBegin matches the words of a request at the beginning of a sentence.
	requestBegin = regexp.MustCompile(`(?i)^\s*(?:(?:` + requestWords + `)[\s:,]+)*`)
	// reportPattern matches a sentence on parts that the buyer has.
	reportPattern = regexp.MustCompile(`(?i)(?:^|\s)(?:(?:wir haben|ich habe)\s(?:.*\s)?(?:erhalten|bekommen|verbaut|eingebaut)|(?:we|i)(?: have|['’]ve)? (?:received|installed)|(?:nous avons|j['’]ai) (?:bien )?(?:reçu|installé)|(?:abbiamo|ho) (?:ricevuto|installato))(?:$|[\s,.!])`)
	// quantityAtEnd matches a quantity behind a word of a request at the end of a line.
	quantityAtEnd  = regexp.MustCompile(`(?i)[\s,](?:` + requestWords + `|über|for|pour|per)[\s:]+(?:n\.\s*)?\d{1,6}(?:\s*(?:[x×]|(?:` + units + `)\.?))?\s*$`)
	deliveryInside = regexp.MustCompile(`(?i)(?:^|[\s,;])(` + deliveryRemarks + `)(?:$|[\s,;])`)
	deliveryAtEnd  = regexp.MustCompile(`(?i)[\s,;]+(` + deliveryRemarks + `)$`)
)

// requestsOf returns the parts of the sentences of a line that request articles: each
// has a quantity beside a part number or a kind of part. An article before the
// quantity is a part of the request. It returns none unless one of the sentences is
// addressed to the supplier, and none where that would omit another sentence's article.
func requestsOf(text string, a Articles) []request {
	sentences := sentencesOf(text)
	if !slices.ContainsFunc(sentences, func(s span) bool { return isAddressed(text[s.from:s.to]) }) {
		return nil
	}
	var requests []request
	for _, s := range sentences {
		sentence, own := text[s.from:s.to], isAddressed(text[s.from:s.to])
		if reportPattern.MatchString(sentence) {
			continue
		}
		at := quantityBeside(sentence, a)
		before := sentence[:max(at, 0)]
		if at < 0 && !own {
			before = sentence
		}
		switch {
		case namesPart(before, own, a) && !own:
			return nil
		case at < 0:
			continue
		case namesPart(before, own, a):
			at = len(requestBegin.FindString(sentence))
		}
		q := request{from: s.from + at, to: s.to}
		if m := deliveryInside.FindStringSubmatch(before); m != nil {
			q.remark = m[1]
		}
		q.cutEnd(text)
		requests = append(requests, q)
	}
	return requests
}

// isAddressed reports whether a sentence is one to the supplier.
func isAddressed(sentence string) bool {
	words := strings.TrimSpace(sentence)
	return sentencePattern.MatchString(words) || greetingPattern.MatchString(words) || strings.HasSuffix(words, "?")
}

// joinBroken joins the lines of a sentence that is broken between a quantity and its
// article: wir brauchen 4 / Winkelverschraubungen 16S.
func joinBroken(rows []row, a Articles) []row {
	var out []row
	for i := range rows {
		r := &rows[i]
		if last := len(out) - 1; last >= 0 && out[last].isBroken() && r.cells == nil && !r.apart && len(r.text) <= maxParsed && !leadingPattern.MatchString(r.text) && beginsWithPart(strings.TrimSpace(r.text), false, a) && !endsCounted(r.text, a) {
			out[last].text += "\n" + r.text
			continue
		}
		out = append(out, *r)
	}
	return out
}

// isBroken reports whether a row is a sentence that ends in a quantity.
func (r *row) isBroken() bool {
	return r.cells == nil && len(r.text) <= maxParsed && isAddressed(r.text) && quantityAtEnd.MatchString(r.text)
}

// inOneLine returns the text of a row with spaces instead of line breaks.
func (r *row) inOneLine() string { return strings.ReplaceAll(r.text, "\n", " ") }

// sentencesOf returns the sentences of a line.
func sentencesOf(text string) []span {
	var sentences []span
	from := 0
	for _, m := range sentenceEnd.FindAllStringSubmatchIndex(text, maxSentences-1) {
		if word := text[m[2]:m[3]]; text[m[3]] != '.' || !abbreviated.MatchString(word) {
			to := m[1] - len(strings.TrimLeft(text[m[3]:m[1]], ".!? "))
			sentences = append(sentences, span{from, to})
			from = to
		}
	}
	return append(sentences, span{from, len(text)})
}

// namesPart reports whether a text names an article: by a part number, or by a kind of
// part with its size. In a sentence, what the articles are for is none.
func namesPart(text string, sentence bool, a Articles) bool {
	if at := belongs.FindStringIndex(text); at != nil && sentence {
		text = text[:at[0]]
	}
	if part, _ := extractPart(text, a); part != "" {
		return true
	}
	kind, size := a.Names(text)
	return kind && (size || !sentence)
}

// quantityBeside returns where the first quantity is that a part number or a kind of
// part follows; -1 for none.
func quantityBeside(sentence string, a Articles) int {
	tried := 0
	for _, w := range wordOfCell.FindAllStringIndex(sentence, -1) {
		m := firstQuantity.FindStringSubmatchIndex(sentence[w[0]:])
		if m == nil {
			continue
		}
		one := false
		if m[4] >= 0 {
			value := numberOf(sentence[w[0]+m[4] : w[0]+m[5]])
			if value == 0 {
				continue
			}
			one = value == 1
		}
		rest := sentence[w[0]+m[1]:]
		before := wordBefore(sentence, w[0])
		if isSizeLabel(before) || placeWord.MatchString(before) && !ownPlace.MatchString(sentence[:w[0]]) || measureWord.MatchString(rest) {
			continue
		}
		if tried++; tried > maxTried {
			break
		}
		if beginsWithPart(furtherWord.ReplaceAllString(rest, ""), one, a) {
			return w[0]
		}
	}
	return -1
}

// beginsWithPart reports whether a text begins with a part number or a kind of part;
// with sized, with one that has a size.
func beginsWithPart(text string, sized bool, a Articles) bool {
	const maxKind = 60 // bytes that name the kind of part
	words := wordsOf(text)
	if len(words) == 0 || strings.TrimSpace(text[:words[0].from]) != "" {
		return false
	}
	first := words[0]
	if listWord.MatchString(text) {
		return false
	}
	if found := findArticle(text, words[:1], a); found.to > 0 || looksLikePartNumber(text[first.from:first.to]) {
		return true
	}
	if at := separator.FindStringIndex(text); at != nil {
		text = text[:at[0]]
	}
	if at := belongs.FindStringIndex(text); at != nil {
		text = text[:at[0]]
	}
	text = strings.ToValidUTF8(text[:min(len(text), maxKind)], "")
	if !a.Begins(text[:min(first.to, len(text))]) && !a.Begins(text) {
		return false
	}
	_, size := a.Names(text)
	return size || !sized
}

// cutEnd moves the end of a request before the verb and the courtesies, and the date of
// delivery to the remark.
func (q *request) cutEnd(text string) {
	for range maxRemarks {
		q.to = q.from + lastWords.FindStringIndex(text[q.from:q.to])[0]
		m := deliveryAtEnd.FindStringSubmatchIndex(text[q.from:q.to])
		if m == nil {
			return
		}
		q.remark = joinNotes(q.remark, text[q.from+m[2]:q.from+m[3]])
		q.to = q.from + m[0]
	}
}
