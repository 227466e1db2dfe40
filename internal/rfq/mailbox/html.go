package mailbox

import (
	"strings"

	"golang.org/x/net/html"
)

// maxQuoteDepth bounds the marks of quotes in quotes.
const maxQuoteDepth = 5

// textOfHTML returns the text of an HTML mail, without any markup. Quotes are marked as in
// mails of text; the address of a link stands after its words.
func textOfHTML(source string) string {
	var t htmlText
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch z.Next() {
		case html.ErrorToken:
			t.breakLine()
			return t.lines.String()
		case html.TextToken:
			if t.hidden == "" {
				t.add(string(z.Text()))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			t.start(z)
		case html.EndTagToken:
			name, _ := z.TagName()
			t.end(string(name))
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

type htmlText struct {
	lines, line strings.Builder
	quotes      int
	hidden      string // the element whose text is not shown
	link        string
	linkAt      int // of its words in line
}

func (t *htmlText) start(z *html.Tokenizer) {
	tag, more := z.TagName()
	switch name := string(tag); name {
	case "script", "style", "title":
		t.hidden = name
	case "blockquote":
		t.breakLine()
		t.quotes++
	case "a":
		for t.link, t.linkAt = "", t.line.Len(); more; {
			var key, value []byte
			key, value, more = z.TagAttr()
			if address := string(value); string(key) == "href" && (strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://")) {
				t.link = address
			}
		}
	case "li":
		t.breakLine()
		t.line.WriteString("- ")
	case "td", "th":
		t.add(" ")
	default:
		t.block(name)
	}
}

func (t *htmlText) end(name string) {
	switch name {
	case t.hidden:
		t.hidden = ""
	case "blockquote":
		t.breakLine()
		t.quotes = max(0, t.quotes-1)
	case "a":
		if t.link != "" && !strings.Contains(t.line.String()[t.linkAt:], t.link) {
			t.add(" <" + t.link + ">")
		}
		t.link = ""
	default:
		t.block(name)
	}
}

// block ends the line at the begin and the end of elements that are lines of their own.
func (t *htmlText) block(name string) {
	switch name {
	case "br", "div", "tr", "table", "ul", "ol", "pre", "hr", "section", "article", "header", "footer", "body":
		t.breakLine()
	case "p", "h1", "h2", "h3", "h4", "h5", "h6":
		if t.line.Len() > 0 {
			t.breakLine()
			t.breakLine()
		}
	}
}

// add adds text with its white space collapsed.
func (t *htmlText) add(text string) {
	words := strings.Fields(text)
	space := func(at int) bool { return strings.ContainsAny(text[at:at+1], " \t\r\n\f") }
	if len(text) > 0 && t.line.Len() > 0 && space(0) && !strings.HasSuffix(t.line.String(), " ") {
		t.line.WriteByte(' ')
	}
	t.line.WriteString(strings.Join(words, " "))
	if len(words) > 0 && space(len(text)-1) {
		t.line.WriteByte(' ')
	}
}

func (t *htmlText) breakLine() {
	if t.quotes > 0 {
		t.lines.WriteString(strings.Repeat(">", min(t.quotes, maxQuoteDepth)) + " ")
	}
	t.lines.WriteString(strings.TrimSpace(t.line.String()) + "\n")
	t.line.Reset()
	t.linkAt = 0
}
