package demo

import (
	"fmt"
	"strings"
)

// row is one line of a table, by column.
type row map[string]string

// readTable reads a file of tab-separated values with a line of column names.
func readTable(name string) ([]row, error) {
	body, err := sources.ReadFile("catalogue/" + name + ".tsv")
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimRight(string(body), "\n"), "\n")
	columns := strings.Split(lines[0], "\t")
	rows := make([]row, 0, len(lines)-1)
	for n, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) > len(columns) {
			return nil, fmt.Errorf("%s, line %d: %d cells for %d columns", name, n+2, len(cells), len(columns))
		}
		r := row{}
		for i, cell := range cells {
			r[columns[i]] = strings.TrimSpace(cell)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// texts returns the row's texts in the four languages.
func (r row) texts() [4]string { return [4]string{r["de"], r["en"], r["fr"], r["it"]} }

// matches reports whether the row meets the conditions of a products row: "series=S;pn=16,40", or
// "cap-l=*" for any value.
func (r row) matches(where string) bool {
	if where == "" {
		return true
	}
	for condition := range strings.SplitSeq(where, ";") {
		column, values, _ := strings.Cut(condition, "=")
		found := values == "*" && r[column] != ""
		for value := range strings.SplitSeq(values, ",") {
			found = found || r[column] == value
		}
		if !found {
			return false
		}
	}
	return true
}

// fill replaces {column} with the row's value. {dn3} and {pn3} are padded to three
// digits, as in part numbers.
func (r row) fill(template, material string) string {
	var b strings.Builder
	for template != "" {
		before, rest, found := strings.Cut(template, "{")
		b.WriteString(before)
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		switch name {
		case "m":
			b.WriteString(material)
		case "dn3", "pn3":
			fmt.Fprintf(&b, "%03s", r[name[:2]])
		default:
			b.WriteString(r[name])
		}
		template = after
	}
	return b.String()
}

// partNumber returns the part number of a filled template, without spaces and signs
// that are hard to dictate.
func partNumber(s string) string {
	return strings.NewReplacer(" ", "", "/", "-", "×", "X", ".", "V", ",", "V", "–", "-").Replace(strings.TrimSuffix(s, "-"))
}
