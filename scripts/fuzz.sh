#!/usr/bin/env bash
# Runs each fuzz target of the Go tests, one after the other: fuzz.sh TIME [PATTERN].
# A failure leaves its input in testdata/fuzz of the package, where it becomes a test.
set -euo pipefail
time=$1 pattern=${2:-.}
failed=0
for package in $(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...); do
  folder=$(go list -f '{{.Dir}}' "$package")
  for target in $(grep -hoE '^func Fuzz\w+' "$folder"/*_test.go | cut -d' ' -f2 | grep -E "$pattern" || true); do
    printf '%s %s\n' "$package" "$target"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$package" | grep -E 'elapsed|FAIL|^ok|Failing|panic' | tail -2 || failed=1
  done
done
exit $failed
