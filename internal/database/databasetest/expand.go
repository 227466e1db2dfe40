package databasetest

import (
	"regexp"
	"strings"
	"testing"
)

// expansions are the statements after which the former version of the program can still
// read and write: new tables, columns with a default and indexes.
var expansions = regexp.MustCompile(`(?s)^(CREATE TABLE \w+ \(|CREATE (UNIQUE )?INDEX \w+ ON |ALTER TABLE \w+ ADD COLUMN \w+ [A-Z]+( NOT NULL DEFAULT \S+)?$)`)

// OnlyExpands fails for a migration after which servers of the former version, which run
// during a rolling upgrade, cannot read or write. What is no longer used is removed in
// the release after the one that no longer uses it: such a step is given in contracts,
// with the reason.
func OnlyExpands(t testing.TB, steps []string, contracts map[string]string) {
	t.Helper()
	for i, step := range steps {
		for statement := range strings.SplitSeq(step, ";") {
			statement = strings.TrimSpace(statement)
			if statement != "" && !expansions.MatchString(statement) && contracts[statement] == "" {
				t.Errorf("migration %d: servers of the former version may fail after %q; add first, and remove one release later (CONTRIBUTING.md)", i+1, statement)
			}
		}
	}
}
