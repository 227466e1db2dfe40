package bom

import (
	"regexp"
	"strings"
)

// entry is a row with what the rows around it need to know about it.
type entry struct {
	row  *row
	line *Line // of a row with cells; nil for plain text

	text     string // without marks of quoting, bullets and the position
	position string // "" for none
	dates    string // in columns of their own
	columns  bool   // has columns behind the quantity
	reason   Reason // "" for a position or a part of one

	article  bool // contains the part number of an article
	amount   bool // has a quantity that a unit, a label or a times sign marks
	leads    bool // begins with a number that may be a quantity
	only     bool // is only a quantity
	price    bool // is only a price
	remark   bool // is only a remark
	quoted   bool // of a quoted mail
	indented bool
	bullet   bool
}

var (
	bulletPattern = regexp.MustCompile(`^(?:[-*•·◦▪►→‣➤➜]+\s+|\[[ xX]?\]\s*|[☐☑☒□■✓✔✅]\s*)+`)
	// chatPattern matches the time and the sender of a message in an exported chat.
	chatPattern  = regexp.MustCompile(`(?i)^\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s+\d{1,2}:\d\d(?::\d\d)?(?:\s[ap]m)?\]?\s*(?:-\s*)?[^:\d]{1,40}:\s*`)
	quotePattern = regexp.MustCompile(`^(?:>\s?)+`)
	labelledOnly = regexp.MustCompile(`(?i)^(?:(?:` + labels + `|` + unitsBefore + `)\.?\s*[:=]?\s*)?(` + number + `)\s*(?:(?:` + units + `)\.?)?$`)
	priceOnly    = regexp.MustCompile(`(?i)^(?:(?:einzel|stück|gesamt)?preis|ep|price|prix|prezzo)\s*:?\s*\d[\d.,'’]*[.,]\d\d$`)
)

// readEntry returns the entry of a row of plain text.
func readEntry(r *row, language string, a Articles) entry {
	text := r.text
	if r.article != nil {
		text = r.article.words
	}
	text = strings.TrimRight(text[:min(len(text), maxParsed)], " ")
	e := entry{row: r, indented: len(r.text)-len(strings.TrimLeft(r.text, " \t")) > 1}
	text = chatPattern.ReplaceAllString(strings.TrimSpace(text), "")
	if rest := quotePattern.ReplaceAllString(text, ""); len(rest) < len(text) {
		text, e.quoted = rest, true
	}
	e.text = strings.TrimSpace(bulletPattern.ReplaceAllString(text, ""))
	e.bullet = len(e.text) < len(text)
	if row, dates, ok := singleSpaces(e.text); ok {
		e.text, e.dates, e.columns = row, dates, true
	}
	e.text = withUnit(r, e.text, language)
	explicit := explicitPosition.FindStringSubmatch(e.text)
	if explicit != nil {
		e.position = explicit[1] + explicit[2] + explicit[3]
		e.text = strings.TrimSpace(e.text[len(explicit[0]):])
	}
	var one bool
	e.text, one = inDigits(e.text)
	e.describe(a)
	e.leads = e.leads || one
	if r.article != nil {
		e.amount, e.reason = true, ""
	}
	return e
}

// describe sets what the text of an entry contains.
func (e *entry) describe(a Articles) {
	found := findArticle(e.text, wordsOf(e.text), a)
	_, _, exact := a.Number(e.text[found.from:found.to])
	e.article = exact
	rest := e.text[:found.from] + placeholder + e.text[found.to:]
	if found.to == 0 {
		rest = e.text
	}
	amount, _ := explicitAmount(rest)
	e.amount = amount != ""
	request := requestPattern.ReplaceAllString(e.text, "$1")
	lead := leadingPattern.FindString(request)
	e.leads = lead != "" && !measureWord.MatchString(request[len(lead):]) || dittoPattern.MatchString(e.text)
	e.only = labelledOnly.MatchString(e.text)
	e.price = priceOnly.MatchString(e.text) || strings.TrimSpace(cutPrices(e.text)) == "" && e.text != ""
	e.remark = !e.article && !e.amount && isRemark(e.text)
	switch {
	case e.only && !e.price, e.article:
	case e.text == "":
		if e.position == "" {
			e.reason = Blank
		}
	default:
		e.reason = classOf(e.text, e.amount || e.position != "")
	}
}

// markQuoted marks the entries of a quoted older mail: lines with a quotation mark
// beside others with positions, and those after the header of the quoted mail.
func markQuoted(entries []entry) {
	own := false
	for i := range entries {
		e := &entries[i]
		e.quoted = e.quoted || e.row.follows() && entries[i-1].quoted
		if own && !e.quoted && e.line == nil && quotedPattern.MatchString(e.text) {
			for i := range entries[i:] {
				entries[len(entries)-1-i].setReason(Footer)
			}
			break
		}
		own = own || !e.quoted && (e.article || e.amount || e.line != nil && e.line.State != Heading)
	}
	for i := range entries {
		if e := &entries[i]; own && e.quoted {
			e.setReason(Footer)
		}
	}
}

// markFooter marks what follows the closing of a mail, up to the next position.
func markFooter(entries []entry) {
	footer := false
	for i := range entries {
		e := &entries[i]
		switch {
		case e.line != nil || e.article || e.amount && e.reason == "":
			footer = false
		case closingPattern.MatchString(e.text) || e.text == "--":
			footer = true
		case e.reason == Greeting && greetingPattern.MatchString(e.text):
			footer = false
		case footer && (e.reason == "" || e.reason == Title || e.reason == Greeting || e.reason == Reference):
			e.setReason(Footer)
		}
	}
}

// setReason makes an entry one that requests nothing.
func (e *entry) setReason(reason Reason) {
	e.reason, e.position = reason, ""
	if e.line != nil {
		*e.line = Line{Number: e.line.Number, Text: e.line.Text, State: Heading, Reason: reason}
	}
}
