package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/alecthomas/kong"
)

type manualCommand struct {
	Dir string `arg:"" help:"Folder to write the pages to."`
}

// Run writes ferrule(1) and a page of each command.
func (c *manualCommand) Run(k *kong.Context, v version) error {
	if err := os.MkdirAll(c.Dir, 0o755); err != nil { //nolint:gosec // the pages are public
		return err
	}
	for name, page := range manualPages(k.Model.Node, v) {
		if err := os.WriteFile(filepath.Join(c.Dir, name), page, 0o644); err != nil { //nolint:gosec // the pages are public
			return err
		}
	}
	return nil
}

// manualPages returns the manual pages by the names of their files, in the man macros
// of groff and mandoc. The subcommands of a command are on its page.
func manualPages(root *kong.Node, v version) map[string][]byte {
	pages := map[string][]byte{}
	main := newManualPage(root, v)
	main.section("commands")
	for _, command := range visible(root.Children) {
		main.item(".BR "+roff(pageName(command))+" (1)", command.Help)
		page := newManualPage(command, v)
		for _, leaf := range leaves(command) {
			if leaf == command {
				page.section("options")
			} else {
				page.section(strings.TrimPrefix(leaf.Path(), command.Path()+" "))
				page.text(leaf.Help)
			}
			for _, argument := range leaf.Positional {
				page.item(".I "+roff(argument.Name), argument.Help)
			}
			for node := leaf; node != root; node = node.Parent {
				page.flags(node.Flags)
			}
		}
		page.section("see also")
		page.line(".BR " + root.Name + " (1)")
		pages[pageName(command)+".1"] = page.Bytes()
	}
	main.section("options")
	main.flags(root.Flags)
	main.section("environment")
	main.text("Most options are environment variables as well, which the pages of the commands name, and keys of the configuration file: --listen is FERRULE_LISTEN and listen. An option overrides the environment, and the environment overrides the file.")
	pages[root.Name+".1"] = main.Bytes()
	return pages
}

// pageName returns the name of a command's page: ferrule-serve.
func pageName(command *kong.Node) string { return strings.ReplaceAll(command.FullPath(), " ", "-") }

// visible returns the commands that help shows.
func visible(commands []*kong.Node) (list []*kong.Node) {
	for _, command := range commands {
		if !command.Hidden {
			list = append(list, command)
		}
	}
	return list
}

// leaves returns the commands that run something: the subcommands of a command, or
// itself.
func leaves(command *kong.Node) []*kong.Node {
	if command.Leaf() {
		return []*kong.Node{command}
	}
	return command.Leaves(true)
}

type manualPage struct{ bytes.Buffer }

// newManualPage returns a page with its name, summary of calls and description.
func newManualPage(node *kong.Node, v version) *manualPage {
	p := &manualPage{}
	p.line(fmt.Sprintf(`.TH %s 1 "" "Ferrule %s"`, strings.ToUpper(pageName(node)), roff(string(v))))
	p.section("name")
	p.line(roff(pageName(node) + " - " + strings.TrimSuffix(node.Help, ".")))
	p.section("synopsis")
	calls := []*kong.Node{node}
	if node.Parent != nil {
		calls = leaves(node)
	}
	for i, call := range calls {
		if i > 0 {
			p.line(".br")
		}
		p.line(".B " + roff(call.FullPath()) + ` \fR` + roff(strings.TrimSpace(strings.TrimPrefix(call.Summary(), call.Path()))))
	}
	return p
}

func (p *manualPage) line(text string) { p.WriteString(text + "\n") }

func (p *manualPage) section(title string) { p.line(`.SH "` + roff(strings.ToUpper(title)) + `"`) }

// text adds a paragraph. A line must not begin with a control character.
func (p *manualPage) text(text string) { p.line(`\&` + roff(text)) }

// item adds a paragraph with a tag, which is a line of the man macros.
func (p *manualPage) item(tag, text string) {
	p.line(".TP")
	p.line(tag)
	p.text(text)
}

func (p *manualPage) flags(flags []*kong.Flag) {
	for _, flag := range flags {
		if !flag.Hidden {
			p.item(".B "+roff(flag.String()), kong.DefaultHelpValueFormatter(flag.Value))
		}
	}
}

// roff escapes what has a meaning in a text of troff, and what is not ASCII.
func roff(text string) string {
	var out strings.Builder
	for _, r := range strings.NewReplacer(`\`, `\(rs`, `-`, `\-`, "\n", " ", `"`, `\(dq`).Replace(text) {
		if r > unicode.MaxASCII {
			fmt.Fprintf(&out, `\[u%04X]`, r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}
