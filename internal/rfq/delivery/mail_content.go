package delivery

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"text/tabwriter"
)

// letter is what a mail says, once as text and once as HTML.
type mailContent struct {
	Language string
	Title    string
	Lead     []string
	Facts    []fact
	Message  string // by a visitor, several lines perhaps
	Head     []string
	Rows     [][]string
	Link     string
	LinkText string
	Foot     []string
}

type fact struct {
	Name, Value string
	Link        template.URL
}

//go:embed mail.html
var page string

var pageTemplate = template.Must(template.New("mail").Parse(page)) //nolint:gochecknoglobals // parsed once

// html escapes whatever was typed.
func (l mailContent) html() (string, error) {
	var b strings.Builder
	if err := pageTemplate.Execute(&b, l); err != nil {
		return "", fmt.Errorf("write the mail: %w", err)
	}
	return b.String(), nil
}

// text keeps columns by spaces: rows of a table are one line each.
func (l mailContent) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", l.Title)
	for _, p := range l.Lead {
		fmt.Fprintf(&b, "%s\n\n", p)
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, f := range l.Facts {
		fmt.Fprintf(w, "%s:\t%s\n", f.Name, oneLine(f.Value))
	}
	if len(l.Facts) > 0 {
		fmt.Fprintln(w)
	}
	_ = w.Flush() // into memory
	if l.Message != "" {
		fmt.Fprintf(&b, "> %s\n\n", strings.ReplaceAll(l.Message, "\n", "\n> "))
	}
	if len(l.Rows) > 0 {
		fmt.Fprintln(w, strings.Join(l.Head, "\t"))
		for _, row := range l.Rows {
			cells := make([]string, len(row))
			for i, cell := range row {
				cells[i] = oneLine(cell)
			}
			fmt.Fprintln(w, strings.Join(cells, "\t"))
		}
		fmt.Fprintln(w)
		_ = w.Flush()
	}
	if l.Link != "" {
		fmt.Fprintf(&b, "%s:\n%s\n\n", l.LinkText, l.Link)
	}
	for _, p := range l.Foot {
		fmt.Fprintf(&b, "%s\n\n", p)
	}
	lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// oneLine keeps a cell of a table in its row and column.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
