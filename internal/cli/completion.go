package cli

import (
	"embed"
	"io"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"
)

// completionScripts are the scripts of the shells, one named after each. They find the
// command that is typed so far and offer its words.
//
//go:embed completion/*
var completionScripts embed.FS

type completionCommand struct {
	Shell string `arg:"" help:"Shell: bash, zsh or fish." enum:"bash,zsh,fish"`
}

// Run prints the script of a shell.
func (c *completionCommand) Run(k *kong.Context, out io.Writer) error {
	script, err := template.New(c.Shell).Funcs(template.FuncMap{"quote": shellQuote, "join": strings.Join}).ParseFS(completionScripts, "completion/"+c.Shell)
	if err != nil {
		return err
	}
	return script.Execute(out, completions(k.Model.Node, ""))
}

// completion is a word that may follow a command.
type completion struct {
	Word, Help string
	Flag       bool     // an option, without the dashes
	Value      bool     // an option with a value
	Choices    []string // the possible values, nil for any
}

// completionPoint is a command as typed, and what may follow it.
type completionPoint struct {
	Path    string // "" and " content import"
	Command bool   // has subcommands, so that no file may follow
	Words   []completion
}

// completions returns what may follow a command and each below it.
func completions(node *kong.Node, path string) []completionPoint {
	point := completionPoint{Path: path, Command: !node.Leaf()}
	var below []completionPoint
	for _, child := range visible(node.Children) {
		point.Words = append(point.Words, completion{Word: child.Name, Help: child.Help})
		below = append(below, completions(child, path+" "+child.Name)...)
	}
	for _, argument := range node.Positional {
		for _, choice := range choices(argument) {
			point.Words = append(point.Words, completion{Word: choice})
		}
	}
	for _, group := range node.AllFlags(true) {
		for _, flag := range group {
			point.Words = append(point.Words, completion{Word: flag.Name, Help: flag.Help, Flag: true, Value: !flag.IsBool(), Choices: choices(flag.Value)})
		}
	}
	return append([]completionPoint{point}, below...)
}

func choices(value *kong.Value) []string {
	if value.Enum == "" {
		return nil
	}
	return value.EnumSlice()
}

// shellQuote returns a text in single quotes for bash and zsh, which know no escape in
// them, and for fish, which does.
func shellQuote(text string) string {
	return "'" + strings.NewReplacer(`'`, `'"'"'`, `\`, `'"\\"'`).Replace(text) + "'"
}
