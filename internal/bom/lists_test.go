package bom_test

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"ferrule/internal/bom"
)

// testdata contains lists as buyers send them, each with its lines as a person reads
// them.
//
//go:embed testdata/*.json
var testdata embed.FS

// list is one list and the lines that a person finds in it.
type list struct {
	ID, Language, Name, Text string
	Lines                    []wantedLine
}

// wantedLine is the reading of one line: a piece of its text, the part number (or
// several, or a pattern with *), and the state: sure, choose, free or none.
type wantedLine struct {
	Text, Position, Part, Remark, State string
	Quantity                            int
}

func TestListsOfBuyersAreRead(t *testing.T) {
	t.Parallel()
	// The least share of lines that are read right, in percent, apart from those that
	// only the search of the words fails. Before its faults were read, 89 of the 96 lines
	// of held_out.json were right.
	for file, floor := range map[string]int{"lists.json": 100, "second.json": 99, "third.json": 99, "fourth.json": 99, "held_out.json": 98} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			checkLists(t, file, floor)
		})
	}
}

func checkLists(t *testing.T, file string, floor int) {
	t.Helper()
	lists, err := testdata.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var all []list
	if err := json.Unmarshal(lists, &all); err != nil {
		t.Fatal(err)
	}
	numbers := partNumbers(t, lists)
	total, words := 0, 0
	var faults []string
	for _, l := range all {
		lines, err := bom.Read(l.Text, l.Language, articles)
		if err != nil {
			t.Fatal(err)
		}
		resolve(t, lines)
		used := map[int]bool{}
		for _, want := range l.Lines {
			total++
			at := find(lines, bom.Normalize(want.Text), want.State)
			if at < 0 {
				faults = append(faults, fmt.Sprintf("%s: no line for %+v", l.ID, want))
				continue
			}
			used[at] = true
			fault, ofWords := want.compare(&lines[at], numbers)
			switch {
			case fault != "":
				faults = append(faults, fmt.Sprintf("%s: %q: %s; %s", l.ID, want.Text, fault, describe(&lines[at])))
			case ofWords != "":
				words++
				t.Logf("words: %s: %q: %s", l.ID, want.Text, ofWords)
			}
		}
		for i := range lines {
			if !used[i] && lines[i].State != bom.Heading {
				total++
				faults = append(faults, fmt.Sprintf("%s: no position: %s", l.ID, describe(&lines[i])))
			}
		}
	}
	for _, fault := range faults {
		t.Log(fault)
	}
	read := total - len(faults)
	t.Logf("%d of %d lines are read right, %.1f %%; the search of the words fails %d of them", read, total, 100*float64(read)/float64(total), words)
	if 100*read < floor*total {
		t.Errorf("%d of %d lines are read right, less than %d %%", read, total, floor)
	}
}

// find returns the line that contains a piece of text; among several, one of the
// state.
func find(lines []bom.Line, text, state string) int {
	found := -1
	for i := range lines {
		if strings.Contains(lines[i].Text, text) && (found < 0 || (lines[found].State == bom.Heading) != (state == "none")) {
			found = i
		}
	}
	return found
}

// compare returns how a line differs from the wanted one, and apart from that how
// the found articles do.
func (want *wantedLine) compare(l *bom.Line, numbers map[uint32]string) (fault, ofWords string) {
	if want.State == "none" {
		if l.State != bom.Heading || l.Reason == "" {
			return "is a position", ""
		}
		return "", ""
	}
	var faults []string
	if l.State == bom.Heading {
		faults = append(faults, "requests nothing")
	}
	if l.Position != want.Position {
		faults = append(faults, fmt.Sprintf("position %q, not %q", l.Position, want.Position))
	}
	if l.Quantity != want.Quantity {
		faults = append(faults, fmt.Sprintf("quantity %d, not %d", l.Quantity, want.Quantity))
	}
	if (want.Remark == "") != (l.Note == "") || !strings.Contains(l.Note, want.Remark) {
		faults = append(faults, fmt.Sprintf("remark %q, not %q", l.Note, want.Remark))
	}
	state := map[string]bom.State{"sure": bom.Resolved, "choose": bom.Ambiguous, "free": bom.Unknown}[want.State]
	articles := ""
	for _, a := range l.Articles {
		articles += " " + numbers[a]
	}
	if l.State != state || !want.isIn(articles) {
		ofWords = fmt.Sprintf("%s%s, not %s %s", l.State, articles, want.State, want.Part)
	}
	return strings.Join(faults, ", "), ofWords
}

// isIn reports whether one of the wanted part numbers is among those found.
func (want *wantedLine) isIn(found string) bool {
	if want.State == "free" {
		return found == ""
	}
	for pattern := range strings.SplitSeq(want.Part, "|") {
		pattern = strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(pattern)), `\*`, `\S*`)
		if regexp.MustCompile(`(?:^|\s)` + pattern + `(?:$|\s)`).MatchString(found) {
			return true
		}
	}
	return false
}

func describe(l *bom.Line) string {
	return fmt.Sprintf("%s %s position=%q quantity=%d part=%q words=%q note=%q text=%q", l.State, l.Reason, l.Position, l.Quantity, l.Part, l.Description, l.Note, l.Text)
}

// partNumbers returns the part numbers of the articles that lists contain.
func partNumbers(t *testing.T, lists []byte) map[uint32]string {
	t.Helper()
	numbers := map[uint32]string{}
	var ids []uint32
	for _, word := range regexp.MustCompile(`FR-[\w-]+`).FindAllString(string(lists), -1) {
		for i := len(word); i > 4; i-- {
			found, _, _ := articles.Number(word[:i])
			ids = append(ids, found...)
		}
	}
	records, err := articles.Records(context.Background(), ids)
	if err != nil {
		t.Fatal(err)
	}
	for id, part := range records {
		var product, variation *struct{ SKU string }
		if err := json.Unmarshal(part.Product, &product); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(part.Variation, &variation); err != nil {
			t.Fatal(err)
		}
		if numbers[id] = product.SKU; variation != nil {
			numbers[id] = variation.SKU
		}
	}
	return numbers
}
