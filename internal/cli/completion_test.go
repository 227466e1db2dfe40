package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
)

// completionCases are lines and the words that are offered at their end.
var completionCases = []struct{ line, want string }{
	{"ferrule ser", "serve"},
	{"ferrule content ex", "export"},
	{"ferrule --config site.toml content sch", "schema"},
	{"ferrule content schema --format ty", "typescript"},
	{"ferrule serve --acme-d", "--acme-directory"},
	{"ferrule requests list --config site.toml --over", "--overdue"},
	{"ferrule completion fi", "fish"},
}

func shell(t *testing.T, name string) (program, script string) {
	t.Helper()
	program, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed: scripts/deps.sh shells", name)
	}
	script = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(script, []byte(apptest.MustCommand(t, "completion", name)), 0o600); err != nil {
		t.Fatal(err)
	}
	return program, script
}

func run(t *testing.T, program string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", program, err, out)
	}
	return strings.TrimSpace(string(out))
}

func TestBashCompletes(t *testing.T) {
	t.Parallel()
	bash, script := shell(t, "bash")
	for _, c := range completionCases {
		out := run(t, bash, "-c", `. "$1"; COMP_WORDS=($2); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _ferrule; echo "${COMPREPLY[@]}"`, "bash", script, c.line)
		if out != c.want {
			t.Errorf("%s: %q, want %q", c.line, out, c.want)
		}
	}
}

func TestFishCompletes(t *testing.T) {
	t.Parallel()
	fish, script := shell(t, "fish")
	for _, c := range completionCases {
		out := run(t, fish, "--no-config", "-c", `source $argv[1]; complete -C $argv[2]`, script, c.line)
		if word, _, _ := strings.Cut(out, "\t"); word != c.want {
			t.Errorf("%s: %q, want %q", c.line, out, c.want)
		}
	}
}

// zsh completes only in a terminal. Its functions are replaced by ones that print
// what they are given.
func TestZshCompletes(t *testing.T) {
	t.Parallel()
	zsh, script := shell(t, "zsh")
	const printed = `
		_describe() { print -l -- ${(P)2} }
		compadd() { shift; print -l -- $@ }
		_files() { print files }
		words=(${=2}); CURRENT=$#words
		completed() { source $1 }
		completed $1`
	for _, c := range completionCases {
		typed := c.line[strings.LastIndex(c.line, " ")+1:]
		var offered []string
		for line := range strings.Lines(run(t, zsh, "-f", "-c", printed, "zsh", script, c.line)) {
			if word, _, _ := strings.Cut(strings.TrimSpace(line), ":"); strings.HasPrefix(word, typed) {
				offered = append(offered, word)
			}
		}
		if strings.Join(offered, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.line, offered, c.want)
		}
	}
}

func TestEachCommandHasAManualPageWithoutWarnings(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	apptest.MustCommand(t, "manual", folder)
	pages, err := filepath.Glob(filepath.Join(folder, "*.1"))
	if err != nil {
		t.Fatal(err)
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not installed: scripts/deps.sh shells")
	}
	text := map[string]string{}
	for _, page := range pages {
		if warnings := run(t, groff, "-man", "-Tutf8", "-ww", "-z", page); warnings != "" {
			t.Errorf("%s: %s", filepath.Base(page), warnings)
		}
		text[filepath.Base(page)] = run(t, groff, "-man", "-Tascii", "-P-cbou", "-rLL=400n", page)
	}
	apptest.Contains(t, text["ferrule.1"], "ferrule-serve(1)", "ferrule-content(1)", "--config=FILE", "FERRULE_LISTEN", "not", "ferrule-import")
	apptest.Contains(t, text["ferrule-serve.1"], "ferrule-serve - Serve the site", "--domain=NAME,...", "($FERRULE_DOMAIN)", "not", "SYNOPSIS\n\n")
	apptest.Contains(t, text["ferrule-content.1"], "ferrule content export <dir> [flags]", "SCHEMA", "json: the declaration; typescript: the front end's types")
}
