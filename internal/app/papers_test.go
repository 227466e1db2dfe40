package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The papers about security name the tests that hold their claims.
func TestPapersNameOnlyExistingTestsAndFiles(t *testing.T) {
	t.Parallel()
	const root = "../.."
	tests := namesOfTests(t, root)
	name := regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w+)`")
	file := regexp.MustCompile("`((?:internal|web|e2e|docs|deploy|scripts)/[\\w./-]+)`")
	link := regexp.MustCompile(`\]\(([\w./-]+\.md)?(#[\w-]+)?\)`)
	for _, paper := range []string{"SECURITY.md", "docs/security.md", "docs/asvs.md", "docs/cra.md", "docs/accessibility.md"} {
		text := readText(t, filepath.Join(root, paper))
		for _, match := range name.FindAllStringSubmatch(text, -1) {
			if !tests[match[1]] {
				t.Errorf("%s: there is no test %s", paper, match[1])
			}
		}
		for _, match := range file.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(root, match[1])); err != nil {
				t.Errorf("%s: %v", paper, err)
			}
		}
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			target := paper
			if match[1] != "" {
				target = filepath.Join(filepath.Dir(paper), match[1])
			}
			if !hasHeading(readText(t, filepath.Join(root, target)), match[2]) {
				t.Errorf("%s: %s has no heading %s", paper, target, match[2])
			}
		}
	}
}

// The standard has 70 requirements of level 1 and 183 of level 2.
func TestEachRequirementOfTheStandardHasOneAnswer(t *testing.T) {
	t.Parallel()
	row := regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| (met|partly|no|not applicable|not tested) \| [^|]+ \|$`)
	text := readText(t, "../../docs/asvs.md")
	answered, levels, answers := map[string]bool{}, map[string]int{}, map[string]int{}
	for _, match := range row.FindAllStringSubmatch(text, -1) {
		if answered[match[1]] {
			t.Errorf("%s has two answers", match[1])
		}
		answered[match[1]] = true
		levels[match[2]]++
		answers[match[3]]++
	}
	if levels["1"] != 70 || levels["2"] != 183 {
		t.Errorf("got %v requirements", levels)
	}
	for answer, n := range answers {
		if !strings.Contains(text, "\n| "+answer+" | "+strconv.Itoa(n)+" |\n") {
			t.Errorf("the summary does not have %d times %q", n, answer)
		}
	}
}

func namesOfTests(t *testing.T, root string) map[string]bool {
	t.Helper()
	found, function := map[string]bool{}, regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err := filepath.WalkDir(filepath.Join(root, "internal"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, match := range function.FindAllStringSubmatch(readText(t, path), -1) {
			found[match[1]] = true
		}
		return nil
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("%d tests, %v", len(found), err)
	}
	return found
}

// hasHeading reports whether a Markdown text has the heading of an anchor; "" is always there.
func hasHeading(text, anchor string) bool {
	for line := range strings.Lines(text) {
		title, isHeading := strings.CutPrefix(strings.TrimLeft(line, "#"), " ")
		if isHeading && strings.HasPrefix(line, "#") && "#"+strings.ReplaceAll(strings.ToLower(strings.TrimSpace(title)), " ", "-") == anchor {
			return true
		}
	}
	return anchor == ""
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
