package delivery

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"text/tabwriter"
)

// mailContent is the content of a mail, rendered both as text and as HTML.
type mailContent struct {
	Language string
	Title    string
	Lead     []string
	Facts    []fact
	Message  string // typed by the visitor; may have several lines
	Head     []string
	Rows     [][]string
	More     string // where the rows are that Rows leaves out
	Link     string
	LinkText string
	Foot     []string
}

type fact struct {
	Name, Value string
	Link        template.URL
}

//go:embed mail.html
var mailSource string

var mailTemplate = template.Must(template.New("mail").Parse(mailSource)) //nolint:gochecknoglobals // parsed once

// html renders the content as HTML and escapes all values.
func (c mailContent) html() (string, error) {
	var b strings.Builder
	if err := mailTemplate.Execute(&b, c); err != nil {
		return "", fmt.Errorf("render mail: %w", err)
	}
	return b.String(), nil
}

// text renders the content as plain text. Columns are aligned with spaces; each row
// of a table is one line.
func (c mailContent) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", c.Title)
	for _, p := range c.Lead {
		fmt.Fprintf(&b, "%s\n\n", p)
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, f := range c.Facts {
		fmt.Fprintf(w, "%s:\t%s\n", f.Name, oneLine(f.Value))
	}
	if len(c.Facts) > 0 {
		fmt.Fprintln(w)
	}
	_ = w.Flush() // writing to memory does not fail
	if c.Message != "" {
		fmt.Fprintf(&b, "> %s\n\n", strings.ReplaceAll(c.Message, "\n", "\n> "))
	}
	if len(c.Rows) > 0 {
		fmt.Fprintln(w, strings.Join(c.Head, "\t"))
		for _, row := range c.Rows {
			cells := make([]string, len(row))
			for i, cell := range row {
				cells[i] = oneLine(cell)
			}
			fmt.Fprintln(w, strings.Join(cells, "\t"))
		}
		fmt.Fprintln(w)
		_ = w.Flush()
	}
	if c.More != "" {
		fmt.Fprintf(&b, "%s\n\n", c.More)
	}
	if c.Link != "" {
		fmt.Fprintf(&b, "%s:\n%s\n\n", c.LinkText, c.Link)
	}
	for _, p := range c.Foot {
		fmt.Fprintf(&b, "%s\n\n", p)
	}
	lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// oneLine collapses white space, so that a cell stays in its row and column.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
